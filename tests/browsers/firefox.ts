import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page, Setting } from './page';
import { freePort, Program } from './program';
import { COMMANDS, webDriverPage } from './web-driver';

/** What a profile needs for Firefox to be as small as a phone, and to keep quiet. */
const PREFERENCES = {
  'toolkit.legacyUserProfileCustomizations.stylesheets': true,
  'app.normandy.enabled': false,
  'app.update.disabledForTesting': true,
  'browser.aboutwelcome.enabled': false,
  'browser.shell.checkDefaultBrowser': false,
  'browser.startup.homepage_override.mstone': 'ignore',
  'browser.startup.page': 0,
  'datareporting.policy.dataSubmissionEnabled': false,
  'intl.accept_languages': 'de',
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'services.settings.server': 'data:,#remote-settings-dummy/v1',
};

const SMALL_WINDOW = ':root, #browser, .browserStack { min-width: 0 !important }';

/** Firefox without a window, by the protocol that geckodriver (not in Debian) would only translate. */
export async function startFirefox({ scripts, width, height }: Setting): Promise<Page> {
  const profile = await mkdtemp(join(tmpdir(), 'vereinsheim-firefox-'));
  const port = await freePort();
  const preferences = { ...PREFERENCES, 'javascript.enabled': scripts, 'marionette.port': port };
  const lines = Object.entries(preferences).map(
    ([name, value]) => `user_pref("${name}", ${JSON.stringify(value)});\n`,
  );
  await writeFile(join(profile, 'user.js'), lines.join(''));
  await mkdir(join(profile, 'chrome'));
  await writeFile(join(profile, 'chrome', 'userChrome.css'), SMALL_WINDOW);
  const firefox = new Program(
    'firefox-esr',
    ['--headless', '--marionette', '--no-remote', '--profile', profile],
    { HOME: profile },
  );
  const close = async () => {
    await firefox.end();
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    const marionette = new Marionette(await firefox.until(() => dialled(port)));
    await marionette.send('WebDriver:NewSession', { pageLoadStrategy: 'normal' });
    await marionette.send('WebDriver:SetWindowRect', { x: 0, y: 0, width, height });
    return webDriverPage(async (command, parameters) => {
      const answer = await marionette.send(COMMANDS[command][2], parameters);
      // A list comes as it is, anything else inside an object.
      return Array.isArray(answer) ? answer : (answer as { value: unknown } | null)?.value;
    }, close);
  } catch (error) {
    await close();
    throw error;
  }
}

function dialled(port: number): Promise<Socket | null> {
  return new Promise((resolve) => {
    const attempt = connect(port, '127.0.0.1', () => resolve(attempt));
    attempt.on('error', () => resolve(null));
  });
}

/** Firefox's remote protocol: JSON after its length in bytes, as [0 or 1, number, …]. */
class Marionette {
  readonly #waiting = new Map<number, (error: Error | null, result: unknown) => void>();
  #received = Buffer.alloc(0);
  #last = 0;

  constructor(private readonly socket: Socket) {
    socket.on('data', (data) => this.#take(data));
    socket.on('close', () => {
      for (const answer of this.#waiting.values()) answer(new Error('Firefox is gone'), null);
    });
  }

  send(name: string, parameters: object = {}): Promise<unknown> {
    if (this.socket.destroyed) return Promise.reject(new Error('Firefox is gone'));
    const number = ++this.#last;
    const message = JSON.stringify([0, number, name, parameters]);
    this.socket.write(`${Buffer.byteLength(message)}:${message}`);
    return new Promise((resolve, reject) => {
      this.#waiting.set(number, (error, result) => (error ? reject(error) : resolve(result)));
    });
  }

  #take(data: Buffer): void {
    this.#received = Buffer.concat([this.#received, data]);
    for (;;) {
      const colon = this.#received.indexOf(':');
      if (colon < 0) return;
      const end = colon + 1 + Number(this.#received.subarray(0, colon));
      if (this.#received.length < end) return;
      const message = JSON.parse(this.#received.subarray(colon + 1, end).toString());
      this.#received = this.#received.subarray(end);
      // The first says hello.
      if (!Array.isArray(message)) continue;
      const [, number, error, result] = message;
      const failure = error && new Error(`${error.error}: ${error.message}`);
      this.#waiting.get(number)?.(failure, result);
      this.#waiting.delete(number);
    }
  }
}
