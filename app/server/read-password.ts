import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';

/**
 * A password from standard input: asked for without showing it on a terminal, else the whole input
 * is it.
 */
export async function readPassword(): Promise<string> {
  if (!process.stdin.isTTY) return (await text(process.stdin)).replace(/\r?\n$/, '');
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({ input: process.stdin, output: silent, terminal: true });
  try {
    process.stderr.write('Passwort: ');
    return await terminal.question('');
  } finally {
    terminal.close();
    process.stderr.write('\n');
  }
}
