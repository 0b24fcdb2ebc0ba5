import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright';
import { afterAll, beforeAll } from 'vitest';
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
  /** Console errors of all pages, including uncaught exceptions. */
  readonly errors: string[];
}

/** Starts a Chromium for a test file. */
export function testChromium(): TestChromium {
  let browser: Browser | undefined;
  const errors: string[] = [];

  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: browserPath(), args: FLAGS });
  });
  afterAll(() => browser?.close());

  async function open(options: BrowserContextOptions = {}): Promise<Page> {
    if (!browser) throw new Error('the browser is not there yet');
    const context = await browser.newContext({ locale: 'de-DE', ...options });
    context.setDefaultTimeout(30_000);
    const page = await context.newPage();
    page.on('pageerror', (error) => errors.push(String(error)));
    page.on('console', (message) => {
      // A 4xx status is a normal response, not an error of the page.
      if (message.type() === 'error' && !/status of 4\d\d/.test(message.text()))
        errors.push(message.text());
    });
    return page;
  }

  return {
    errors,
    open,
    async openAs({ make, origin }, session, options) {
      const page = await open(options);
      const value = await make.session(...session);
      await page.context().addCookies([{ name: 'session', value, url: origin }]);
      return page;
    },
  };
}
