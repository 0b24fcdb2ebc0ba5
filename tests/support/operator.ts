import { Readable } from 'node:stream';
import { expect, vi } from 'vitest';
import type { Database } from '#db/connection';
import { readConfig } from '~/config.server';
import { commands } from '~/server/admin';

/**
 * An operator's command without a process, which costs a hundred times as much.
 * @param given.input the standard input, for one command at a time
 * @returns what it prints
 * @throws AdminError
 */
export async function operate(
  db: Database,
  [name = '', ...parameters]: readonly string[],
  given: { environment?: Record<string, string>; input?: string } = {},
): Promise<string> {
  const { environment = {}, input } = given;
  const { run } = commands[name] ?? expect.fail(`no command ${name}`);
  const config = readConfig(environment, { secretRequired: false });
  const stdin = input === undefined ? undefined : vi.spyOn(process, 'stdin', 'get');
  stdin?.mockReturnValue(Readable.from([input]) as typeof process.stdin);
  try {
    return (await run({ db, config }, parameters)).map((line) => `${line}\n`).join('');
  } finally {
    stdin?.mockRestore();
  }
}
