import { Readable } from 'node:stream';
import { expect, vi } from 'vitest';
import type { Database } from '#db/connection';
import { readConfig } from '~/config.server';
import { commands } from '~/server/admin';

/**
 * An operator's command without a process, which costs a hundred times as much.
 * @param db null for a command that needs none
 * @param given.input the standard input, for one command at a time
 * @returns what it prints
 * @throws StartError
 */
export async function operate(
  db: Database | null,
  [name = '', ...parameters]: readonly string[],
  given: { environment?: Record<string, string>; input?: string; isTTY?: boolean } = {},
): Promise<string> {
  const { environment = {}, input, isTTY = false } = given;
  const command = commands[name];
  if (!command || ('run' in command && !db)) expect.fail(`no such command: ${name}`);
  const config = readConfig(environment, { secretRequired: false });
  const stdin = input === undefined ? undefined : vi.spyOn(process, 'stdin', 'get');
  stdin?.mockReturnValue(Object.assign(Readable.from([input]), { isTTY }) as typeof process.stdin);
  try {
    const lines = await ('run' in command
      ? command.run({ db: db as Database, config }, parameters)
      : command.runAlone(config, parameters));
    return lines.map((line) => `${line}\n`).join('');
  } finally {
    stdin?.mockRestore();
  }
}
