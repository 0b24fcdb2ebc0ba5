import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { type FileHandle, mkdtemp, open, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** True if lynx is installed, and `script` of util-linux, which provides its terminal. */
export const lynxInstalled =
  spawnSync('lynx', ['-version']).status === 0 &&
  spawnSync('script', ['-qec', 'true', '/dev/null']).status === 0;

/**
 * How the text of a page shows the stops of the Tab key: numbered links, fields, boxes and buttons
 * (or their value).
 */
const STOP = /\[\d+\]|\[(?:X| |_)\]|\((?:\*| |_)\)|_{4,}|\(BUTTON\)|\([\w-]{36}\)/g;

const PATIENCE_MS = 60_000;

/**
 * A person using lynx in a terminal. Keys are sent through a pipe, and lynx reads the next one when
 * it has handled the last, so nothing depends on timing. To read the screen, lynx prints it into a
 * file.
 */
export class Lynx {
  readonly #home: string;
  readonly #terminal: ChildProcess;
  readonly #keys: FileHandle;
  #printed = 0;
  #at = 0;
  /** The page as shown by lynx, without the list of addresses at its end. */
  page = '';

  private constructor(home: string, terminal: ChildProcess, keys: FileHandle) {
    this.#home = home;
    this.#terminal = terminal;
    this.#keys = keys;
  }

  /** Starts lynx with an empty cookie jar. */
  static async start(address: string): Promise<Lynx> {
    const home = await mkdtemp(join(tmpdir(), 'lynx-'));
    const [settings, pipe] = [join(home, 'lynx.cfg'), join(home, 'keys')];
    await writeFile(
      settings,
      'ACCEPT_ALL_COOKIES:TRUE\nCHARACTER_SET:utf-8\nASSUME_CHARSET:utf-8\n',
    );
    execFileSync('mkfifo', [pipe]);
    const command = `stty rows 250 cols 100; exec lynx -cfg='${settings}' -nopause -number_links -cmd_script='${pipe}' '${address}'`;
    const terminal = spawn('script', ['-qefc', command, '/dev/null'], {
      env: { ...process.env, HOME: home, LANG: 'C.UTF-8', TERM: 'vt100' },
      // Keep stdin open, because lynx would take its end for a key.
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    // Opened for reading too, so that opening and writing do not block before lynx reads.
    const lynx = new Lynx(home, terminal, await open(pipe, 'r+'));
    await lynx.#look();
    return lynx;
  }

  /** Types an address, as if from a mail. */
  async open(address: string): Promise<void> {
    await this.#press('g', '^U');
    await this.#type(address);
    await this.#press('^J');
    await this.#look();
  }

  /** Types into the field whose label begins a line. */
  async fill(label: string, text: string): Promise<void> {
    const from = this.page.search(new RegExp(`^ *${label}\\b`, 'm'));
    const field = from < 0 ? undefined : this.#places(/_{4,}/g).find((each) => each > from);
    await this.#to(label, field);
    await this.#type(text);
  }

  /** Follows the last link with this text. */
  async follow(text: string): Promise<void> {
    await this.#to(text, this.#places(new RegExp(`\\[\\d+\\]${text}`, 'g')).at(-1));
    await this.#press('^J');
    await this.#look();
  }

  /** Presses the last button with this text. */
  async submit(text: string): Promise<void> {
    await this.#to(text, this.#places(new RegExp(`\\(BUTTON\\) ${text}`, 'g')).at(-1));
    await this.#press('^J');
    await this.#look();
  }

  async close(): Promise<void> {
    await this.#keys.write('exit\n');
    const ended = this.#terminal.exitCode === null && once(this.#terminal, 'exit');
    const patience = setTimeout(() => this.#terminal.kill('SIGKILL'), 10_000);
    await ended;
    clearTimeout(patience);
    await this.#keys.close();
    await rm(this.#home, { recursive: true, force: true });
  }

  /** Tabs to this position in the text of the page. */
  async #to(name: string, place: number | undefined): Promise<void> {
    if (place === undefined) throw new Error(`no '${name}' to go to on\n${this.page}`);
    const stop = this.#places(STOP).indexOf(place);
    for (; this.#at < stop; this.#at++) await this.#press('<tab>');
    if (this.#at !== stop) throw new Error(`'${name}' lies before where we are on\n${this.page}`);
  }

  #places(kind: RegExp): number[] {
    return [...this.page.matchAll(kind)].map(({ index }) => index);
  }

  async #press(...keys: string[]): Promise<void> {
    for (const key of keys) await this.#keys.write(`key ${key}\n`);
  }

  async #type(text: string): Promise<void> {
    const keys = [...Buffer.from(text)].map((byte) =>
      byte > 0x20 && byte < 0x7f
        ? String.fromCharCode(byte)
        : byte === 0x20
          ? '<space>'
          : `0x${byte.toString(16)}`,
    );
    await this.#press(...keys);
  }

  /** Prints the new page twice: once the second file exists, the first is complete. */
  async #look(): Promise<void> {
    this.#at = 0;
    const [file = '', next = ''] = [this.#printed++, this.#printed++].map((count) =>
      join(this.#home, `${count}.txt`),
    );
    for (const each of [file, next]) {
      await this.#press('p', '^J', '^U');
      await this.#type(each);
      await this.#press('^J');
    }
    for (const until = Date.now() + PATIENCE_MS; !(await stat(next).catch(() => null)); ) {
      if (Date.now() > until || this.#terminal.exitCode !== null)
        throw new Error('lynx printed no page');
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
    this.page = (await readFile(file, 'utf8')).split('\nReferences\n')[0] ?? '';
  }
}
