import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page, Setting } from './page';
import { freePort, Program } from './program';
import { COMMANDS, webDriverPage } from './web-driver';

/** The buttons around the page would be wider than a phone. */
const SMALL_WINDOW =
  '* { min-width: 0; min-height: 0; padding: 0; margin: 0; border: 0; font-size: 1px; -gtk-icon-transform: scale(0.05) }';

/** WebKit in GTK's smallest browser, on a screen that nobody sees. */
export async function startWebKit({ scripts, width, height }: Setting): Promise<Page> {
  const home = await mkdtemp(join(tmpdir(), 'vereinsheim-webkit-'));
  await mkdir(join(home, 'gtk-3.0'));
  await writeFile(join(home, 'gtk-3.0', 'gtk.css'), SMALL_WINDOW);
  const screen = new Program('Xvfb', ['-displayfd', '1', '-screen', '0', '1280x1024x24']);
  const programs = [screen];
  const close = async () => {
    for (const program of programs) await program.end();
    await rm(home, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    const display = `:${await screen.says(/^(\d+)\n/m)}`;
    const port = await freePort();
    const driver = new Program('WebKitWebDriver', [`--port=${port}`], {
      DISPLAY: display,
      HOME: home,
      XDG_CONFIG_HOME: home,
      LANG: 'C.UTF-8',
    });
    programs.unshift(driver);
    const address = `http://127.0.0.1:${port}`;
    await driver.until(() => request('GET', `${address}/status`).catch(() => null));
    const args = ['--automation', `--enable-javascript=${scripts}`];
    const capabilities = { alwaysMatch: { 'webkitgtk:browserOptions': { args } } };
    const opened = await request('POST', `${address}/session`, { capabilities });
    const session = `${address}/session/${(opened as { sessionId: string }).sessionId}`;
    const common = webDriverPage(
      (command, { id = '', ...parameters } = {}) => {
        const [method, path] = COMMANDS[command];
        const target = `${session}/${path.replace(':id', String(id))}`;
        return request(method, target, method === 'POST' ? parameters : undefined);
      },
      async () => {
        await request('DELETE', session).catch(() => {});
        await close();
      },
    );
    await request('POST', `${session}/window/rect`, { x: 0, y: 0, width, height });
    return { ...common, fill: (id, text) => common.fill(id, asKeys(text)) };
  } catch (error) {
    await close();
    throw error;
  }
}

/** A day as its keys are typed in a date field of WebKit, which is American here (LANG). */
const asKeys = (text: string) => text.replace(/^(\d{4})-(\d\d)-(\d\d)$/, '$2/$3/$1');

async function request(method: string, url: string, body?: unknown): Promise<unknown> {
  const response = await fetch(url, {
    method,
    headers: { 'Content-Type': 'application/json' },
    body: body === undefined ? null : JSON.stringify(body),
    signal: AbortSignal.timeout(60_000),
  });
  const { value } = (await response.json()) as { value: unknown };
  if (response.ok) return value;
  const { error, message } = value as { error: string; message: string };
  throw new Error(`${error}: ${message}`);
}
