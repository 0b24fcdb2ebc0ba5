import { parseArgs } from 'node:util';
import { pino } from 'pino';
import { ConfigurationError, readConfig } from '~/config.server';
import { demoWelcome } from '~/server/demo';
import { StartError, startServer } from '~/server/start';

/**
 * The one Node server. `--demo` seeds a demo club and shows the outbox, `--dev` does that with Vite's live reload;
 * without either it is production and does neither (I1, I2).
 */
const { values: flags } = parseArgs({ options: { demo: { type: 'boolean' }, dev: { type: 'boolean' } } });

try {
  process.loadEnvFile();
} catch {
  // Without a .env file the environment alone counts.
}
process.env.NODE_ENV ??= flags.dev ? 'development' : 'production';

try {
  const demo = Boolean(flags.demo || flags.dev);
  const config = readConfig(process.env, { demo });
  const log = pino({ level: demo && !process.env.LOG_LEVEL ? 'warn' : config.logLevel });
  const server = await startServer(config, log, { dev: flags.dev ?? false });
  if (demo) process.stdout.write(demoWelcome(config, server.port));
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, async () => {
      await server.stop();
      process.exit(0);
    });
  }
} catch (error) {
  if (error instanceof ConfigurationError || error instanceof StartError)
    process.stderr.write(`${error.message}\n`);
  else
    process.stderr.write(
      `Der Server konnte nicht starten: ${error instanceof Error ? error.stack : error}\n`,
    );
  process.exit(1);
}
