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
 * How a page's text shows what the Tab key stops at: links by number, fields, boxes, buttons (or
 * their value).
 */
const STOP = /\[\d+\]|\[(?:X| |_)\]|\((?:\*| |_)\)|_{4,}|\(BUTTON\)|\([\w-]{36}\)/g;

const PATIENCE_MS = 60_000;

/**
 * A person at lynx in a terminal of their own. The keys go to it one after the other through a
 * pipe, and lynx takes one when it is done with the last: nothing here depends on time. What is on
 * the screen it is asked to print into a file.
 */
export class Lynx {
  readonly #home: string;
  readonly #terminal: ChildProcess;
  readonly #keys: FileHandle;
  #printed = 0;
  #at = 0;
  /** The page as lynx shows it, without the list of addresses at its end. */
  page = '';

  private constructor(home: string, terminal: ChildProcess, keys: FileHandle) {
    this.#home = home;
    this.#terminal = terminal;
    this.#keys = keys;
  }

  /** Starts a lynx with cookies of its own at an address. */
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
      // An input that stays open: its end would be taken for a key.
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    // For reading too: so it opens, and takes keys, whether or not lynx is there.
    const lynx = new Lynx(home, terminal, await open(pipe, 'r+'));
    await lynx.#look();
    return lynx;
  }

  /** Types an address, as out of a mail. */
  async open(address: string): Promise<void> {
    await this.#press('g', '^U');
    await this.#type(address);
    await this.#press('^J');
    await this.#look();
  }

  /** Goes to the field behind this label, which begins a line, and types into it. */
  async fill(label: string, text: string): Promise<void> {
    const from = this.page.search(new RegExp(`^ *${label}\\b`, 'm'));
    const field = from < 0 ? undefined : this.#places(/_{4,}/g).find((each) => each > from);
    await this.#to(label, field);
    await this.#type(text);
  }

  /** Goes to the last link with this text and follows it. */
  async follow(text: string): Promise<void> {
    await this.#to(text, this.#places(new RegExp(`\\[\\d+\\]${text}`, 'g')).at(-1));
    await this.#press('^J');
    await this.#look();
  }

  /** Goes to the last button with this text and presses it. */
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

  /** Goes to what lies at this place of the page's text, by Tab. */
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

  /** Has the new page printed. Once that is printed a second time, the first file is whole. */
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
