import type { Browser, TestResponse } from './browser';
import { unescaped } from './html';

/** The hidden fields of a page, the last of each name. */
export function hidden(page: TestResponse): Record<string, string> {
  const fields = page.text.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g);
  return Object.fromEntries(
    Array.from(fields, ([, name = '', value = '']) => [name, unescaped(value)]),
  );
}

/** Where the first form of a page's content posts to. */
export function actionOf(page: TestResponse): string {
  const action = /<form[^>]* action="([^"]+)"/.exec(
    page.text.slice(page.text.indexOf('<main')),
  )?.[1];
  return unescaped(action);
}

/** Sends a form like a browser, which repeats it at the target of a 307. */
export async function send(
  browser: Browser,
  path: string,
  fields: Record<string, string | readonly string[]>,
): Promise<TestResponse & { path: string }> {
  let at = path;
  for (let hop = 0; hop < 4; hop++) {
    const response = await browser.submit(at, fields);
    if (!response.location) return { ...response, path: at };
    if (response.status !== 307) return browser.visit(response.location);
    at = response.location;
  }
  throw new Error(`${path} is sent on without end`);
}
