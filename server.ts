import cluster from 'node:cluster';
import { parseArgs } from 'node:util';
import { ConfigurationError, readConfig } from '~/config.server';
import { demoWelcome } from '~/server/demo';
import { readSettings } from '~/server/environment';
import { runUntilStopped } from '~/server/lifecycle';
import { captureConsole, createLog } from '~/server/log';
import { startProcesses } from '~/server/processes';
import { startServer } from '~/server/start';
import { StartError } from '~/server/start-error';

/**
 * The server's entry. `--demo` seeds a demo club and shows the outbox; `--dev` also reloads by Vite;
 * without either it is production (I1, I2).
 */
try {
  const { values: flags } = parseArgs({
    options: { demo: { type: 'boolean' }, dev: { type: 'boolean' } },
  });
  const { dev = false } = flags;
  const demo = flags.demo || dev;
  const settings = readSettings();
  process.env.NODE_ENV ??= dev ? 'development' : 'production';
  const config = readConfig(settings, { demo });
  // People who try the demo want to read its welcome, not a line per request.
  const log = createLog(demo && !settings.LOG_LEVEL ? 'warn' : config.logLevel);
  if (!dev) captureConsole(log);
  // With several processes this one only supervises the others, which drain on their own.
  const keeper = config.processes > 1 && cluster.isPrimary && !demo;
  const start = async (unwanted: AbortSignal) => {
    if (keeper) return startProcesses(config.processes, log, unwanted);
    const server = await startServer(config, log, { dev, unwanted });
    if (demo) process.stdout.write(demoWelcome(config, server.port));
    return server;
  };
  await runUntilStopped(start, log, config.shutdownDelayMs);
} catch (error) {
  if (error instanceof ConfigurationError || error instanceof StartError)
    process.stderr.write(`${error.message}\n`);
  else
    process.stderr.write(
      `Der Server konnte nicht starten: ${error instanceof Error ? error.stack : error}\n`,
    );
  process.exit(1);
}
