import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import type { TestApp } from './app';
import { browserPath, FLAGS } from './browser-path';

interface TestChromium {
  /** Opens a page in a new context without cookies, and collects the errors in its console. */
  open(options?: BrowserContextOptions): Promise<Page>;
  /** The same for a logged-in user. @param session a user, and their active club */
  openAs(
    app: Pick<TestApp, 'make' | 'origin'>,
    session: Parameters<TestApp['make']['session']>,
    options?: BrowserContextOptions,
  ): Promise<Page>;
  /** The same with a screen of theirs, once nothing more is loaded for it. */
  visit(
    app: Pick<TestApp, 'make' | 'origin'>,
    session: Parameters<TestApp['make']['session']>,
    path: string,
    options?: BrowserContextOptions,
  ): Promise<Page>;
  /**
   * Console errors of all pages, including uncaught exceptions. A test takes out those it provokes;
   * any other fails it.
   */
  readonly errors: string[];
}

/**
 * Starts a Chromium for a test file.
 * @param provoked the errors that the file's tests cause on purpose, which do not count
 */
export function testChromium({ provoked }: { provoked?: RegExp } = {}): TestChromium {
  let browser: Browser | undefined;
  const errors: string[] = [];

  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: browserPath(), args: FLAGS });
  });
  afterAll(() => browser?.close());
  afterEach(() => expect(errors.splice(0), 'errors in the console').toEqual([]));

  async function open(options: BrowserContextOptions = {}): Promise<Page> {
    if (!browser) throw new Error('the browser is not there yet');
    const context = await browser.newContext({ locale: 'de-DE', ...options });
    context.setDefaultTimeout(30_000);
    const page = await context.newPage();
    page.on('pageerror', (error) => errors.push(String(error)));
    page.on('console', (message) => {
      const text = message.text();
      // A 4xx status is a normal response, not an error of the page.
      if (message.type() !== 'error' || /status of 4\d\d/.test(text) || provoked?.test(text))
        return;
      errors.push(text);
    });
    return page;
  }

  const openAs: TestChromium['openAs'] = async ({ make, origin }, session, options) => {
    const page = await open(options);
    const value = await make.session(...session);
    await page.context().addCookies([{ name: 'session', value, url: origin }]);
    return page;
  };

  return {
    errors,
    open,
    openAs,
    async visit(app, session, path, options) {
      const page = await openAs(app, session, options);
      await page.goto(app.origin + path, { waitUntil: 'networkidle' });
      return page;
    },
  };
}
