/** The operator's commands: npm run admin -- <command> (I4), with or without a running server. */
import { ConfigurationError, readConfig } from '~/config.server';
import { AdminError, commands } from '~/server/admin';
import { asOwner, openDatabase } from '~/server/database';
import { readSettings } from '~/server/environment';
import { createLog } from '~/server/log';
import { StartError } from '~/server/start-error';

const usage = `npm run admin -- <Befehl>

${Object.entries(commands)
  .map(([name, { parameters, help }]) => `  ${`${name} ${parameters.join(' ')}`.padEnd(46)}${help}`)
  .join('\n')}

Das Passwort eines neuen Benutzers fragt create-user ab, oder liest es von der Standardeingabe.
`;

async function main([name = '', ...given]: string[]): Promise<number> {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  const required = command?.parameters.filter((each) => !each.startsWith('[')).length ?? 0;
  if (!command || given.length < required || given.length > command.parameters.length) {
    const asked = ['', 'help', '--help', '-h'].includes(name);
    process[asked ? 'stdout' : 'stderr'].write(usage);
    return asked ? 0 : 2;
  }
  const ours = readConfig(readSettings(), { secretRequired: false });
  const config = command.asOwner ? asOwner(ours) : ours;
  // The queue's migrations and the lock that guards them need separate connections.
  const { db, disconnect, leave } = await openDatabase(config, createLog('warn'), { max: 3 });
  try {
    for (const line of await command.run({ db, config }, given)) process.stdout.write(`${line}\n`);
    return 0;
  } finally {
    await disconnect();
    await leave();
  }
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  const known =
    error instanceof AdminError ||
    error instanceof ConfigurationError ||
    error instanceof StartError;
  process.stderr.write(`${known ? error.message : (error as Error).stack}\n`);
  process.exitCode = 1;
}
