import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from 'playwright';
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

/** Shared by all files of a worker: a page of one has nothing of another's, whose context is closed. */
let started: Promise<Browser> | undefined;

/** A Chromium, which ends with the worker. */
export async function sharedBrowser(): Promise<Browser> {
  const running = await started;
  if (running?.isConnected()) return running;
  started = chromium.launch({ executablePath: browserPath(), args: FLAGS });
  return started;
}

/**
 * Gives a test file pages in Chromium.
 * @param provoked the errors that the file's tests cause on purpose, which do not count
 */
export function testChromium({ provoked }: { provoked?: RegExp } = {}): TestChromium {
  const contexts: BrowserContext[] = [];
  const errors: string[] = [];

  beforeAll(sharedBrowser);
  afterAll(() => Promise.all(contexts.map((context) => context.close())));
  afterEach(() => expect(errors.splice(0), 'errors in the console').toEqual([]));

  async function open(options: BrowserContextOptions = {}): Promise<Page> {
    const browser = await sharedBrowser();
    const context = await browser.newContext({ locale: 'de-DE', ...options });
    contexts.push(context);
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
