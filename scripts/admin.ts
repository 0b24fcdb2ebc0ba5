/** The operator's commands: npm run admin -- <command> (I4). Beside a running server or without one. */
import { parseArgs } from 'node:util';
import { connect } from '#db/connection';
import { EmbeddedPostgresError } from '#db/embedded/error';
import { startEmbeddedPostgres } from '#db/embedded/server';
import { migrate } from '#db/migrate';
import { ConfigurationError, readConfig } from '~/config.server';
import { AdminError, commands } from '~/server/admin';
import { embeddedFolder } from '~/server/start';

const usage = `npm run admin -- <Befehl>

${Object.entries(commands)
  .map(([name, { parameters, help }]) => `  ${`${name} ${parameters}`.padEnd(58)}${help}`)
  .join('\n')}

Das Passwort eines neuen Benutzers liest create-user von der Standardeingabe.
`;

async function main(): Promise<number> {
  const { positionals } = parseArgs({ allowPositionals: true });
  const [name = '', ...parameters] = positionals;
  const command = commands[name];
  if (!command) {
    process.stderr.write(usage);
    return 2;
  }
  try {
    process.loadEnvFile();
  } catch {
    // Without a .env file the environment alone counts.
  }
  const config = readConfig(process.env, { demo: true });
  const embedded = config.databaseUrl
    ? null
    : await startEmbeddedPostgres({ dataDir: embeddedFolder(config) });
  const { db, pool } = connect(config.databaseUrl ?? embedded?.connectionString ?? '', { max: 2 });
  try {
    await migrate(db, pool);
    for (const line of await command.run(db, parameters)) process.stdout.write(`${line}\n`);
    return 0;
  } finally {
    await db.destroy();
    await embedded?.stop();
  }
}

try {
  process.exitCode = await main();
} catch (error) {
  const known =
    error instanceof AdminError ||
    error instanceof ConfigurationError ||
    error instanceof EmbeddedPostgresError;
  process.stderr.write(`${known ? error.message : (error as Error).stack}\n`);
  process.exitCode = 1;
}
