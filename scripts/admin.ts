/** The operator's commands: npm run admin -- <command> (I4), with or without a running server. */
import { commands } from '~/server/admin';
import { runCommand, withDatabase } from '~/server/command';
import { asOwner } from '~/server/database';

const usage = `npm run admin -- <Befehl>

${Object.entries(commands)
  .map(([name, { parameters, help }]) => `  ${`${name} ${parameters.join(' ')}`.padEnd(46)}${help}`)
  .join('\n')}

Das Passwort eines neuen Benutzers fragt create-user ab, oder liest es von der Standardeingabe.
`;

const [name = '', ...given] = process.argv.slice(2);
const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
const required = command?.parameters.filter((each) => !each.startsWith('[')).length ?? 0;
if (!command || given.length < required || given.length > command.parameters.length) {
  const asked = ['', 'help', '--help', '-h'].includes(name);
  process[asked ? 'stdout' : 'stderr'].write(usage);
  process.exitCode = asked ? 0 : 2;
} else if ('runAlone' in command) await runCommand((config) => command.runAlone(config, given));
else
  await runCommand((ours) => {
    const config = command.asOwner ? asOwner(ours) : ours;
    return withDatabase(config, { made: !command.begins }, ({ db }) =>
      command.run({ db, config }, given),
    );
  });
