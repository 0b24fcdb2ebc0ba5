import { createRequire } from 'node:module';
import type { Page } from 'playwright';
import { expect } from 'vitest';

interface Axe {
  run(
    context: { exclude: Element[] },
    options: object,
  ): Promise<{
    passes: unknown[];
    violations: { id: string; nodes: { html: string; failureSummary?: string }[] }[];
  }>;
}
declare global {
  interface Window {
    axe: Axe;
  }
}

/** The axe that its builder brings. */
export const { source: axe }: { source: string } = createRequire(
  createRequire(import.meta.url).resolve('@axe-core/playwright'),
)('axe-core');

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/**
 * Runs axe in a theme. It needs scripts, of which it is one: it is put into a page that does not have
 * it. Its builder would take as long again to prepare for frames, of which there are none.
 * @param frame whether also at header, navigation and footer, which pages have in common
 */
export async function violations(
  page: Page,
  theme: 'light' | 'dark',
  { frame = true } = {},
): Promise<string[]> {
  await page.emulateMedia({ colorScheme: theme });
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe);
  const { checked, found } = await page.evaluate(
    async ([tags, common]) => {
      // What an answer at the lower edge covers depends on where the page is scrolled to.
      document.querySelector('.own-answer')?.scrollIntoView({ block: 'end' });
      // Colours change with a short transition.
      await new Promise((seen) => requestAnimationFrame(() => requestAnimationFrame(seen)));
      // What lies behind a dialog cannot be reached, and is seen on its own screen.
      const behind: Element[] = [...document.querySelectorAll(common)];
      for (
        let each = document.querySelector('dialog:modal');
        each?.parentElement;
        each = each.parentElement
      )
        for (const other of each.parentElement.children)
          if (other !== each && each !== document.body) behind.push(other);
      const { passes, violations } = await window.axe.run(
        { exclude: behind },
        {
          runOnly: [...tags],
          // Names passing rules without describing them; and without reading all styles anew for each
          // page, which only rules that are not among ours ask for.
          resultTypes: ['violations'],
          preload: { assets: ['media'] },
        },
      );
      return {
        checked: passes.length + violations.length,
        found: violations.map(
          ({ id, nodes }) => `${id} at ${nodes[0]?.html} (${nodes[0]?.failureSummary})`,
        ),
      };
    },
    [TAGS, frame ? ':not(*)' : '.header, .nav, .bottom-bar, .footer'] as const,
  );
  // Every screen has text to check for contrast; otherwise axe did not run.
  expect(checked, page.url()).toBeGreaterThan(0);
  return found.map((what) => `${theme}: ${what}`);
}
