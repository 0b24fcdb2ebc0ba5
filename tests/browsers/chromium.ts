import { chromium, type ElementHandle } from 'playwright';
import { browserPath, FLAGS } from '../support/browser-path';
import type { Page, Setting } from './page';

const PATIENCE = { timeout: 10_000 };

/** Waits for no navigation: that takes long in its own right, and must not be taken for a click that failed. */
const CLICK = { ...PATIENCE, noWaitAfter: true };

/** Chromium is driven as in the tests: its own driver cannot click where scripts are off. */
export async function startChromium({ scripts, width, height }: Setting): Promise<Page> {
  const browser = await chromium.launch({ executablePath: browserPath(), args: FLAGS });
  const page = await browser.newPage({
    javaScriptEnabled: scripts,
    viewport: { width, height },
    locale: 'de-DE',
  });
  const elements: ElementHandle<HTMLElement>[] = [];
  const at = (id: string) => elements[Number(id)] as ElementHandle<HTMLElement>;
  return {
    async go(url) {
      await page.goto(url);
    },
    url: async () => page.url(),
    async back() {
      await page.goBack();
    },
    async find(xpath) {
      const found = await page.$$(`xpath=${xpath}`);
      return found.map((each) => String(elements.push(each as ElementHandle<HTMLElement>) - 1));
    },
    async click(id) {
      if (!(await at(id).isVisible())) throw new Error('it is hidden');
      await at(id).click(CLICK);
    },
    fill: (id, text) => at(id).fill(text, PATIENCE),
    text: (id) => at(id).innerText(),
    value: (id) => at(id).inputValue(PATIENCE),
    evaluate: (script) => page.evaluate(`(() => { ${script} })()`),
    close: () => browser.close(),
  };
}
