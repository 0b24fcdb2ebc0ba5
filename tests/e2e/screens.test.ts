import AxeBuilder from '@axe-core/playwright';
import type { Page } from 'playwright';
import { beforeAll, describe, expect, it } from 'vitest';
import { testApp } from '../support/app';
import { testChromium } from '../support/chromium';
import { type Club, everyScreen, makeClub } from '../support/every-screen';

/**
 * Every screen and dialog in both themes and three widths: axe finds nothing, nothing sticks out of the page, the
 * browser has nothing to complain about. SCREENSHOTS=<folder> also takes a picture of each, for looking at.
 */
const app = testApp();
const chromium = testChromium();
let club: Club;

beforeAll(async () => {
  club = await makeClub(app);
});

const widths = [320, 768, 1280];
const themes = ['light', 'dark'] as const;

async function open(scheme: 'light' | 'dark', width: number, token: string | null): Promise<Page> {
  const page = await chromium.open({
    colorScheme: scheme,
    viewport: { width, height: 800 },
    reducedMotion: 'reduce',
  });
  if (token) await page.context().addCookies([{ name: 'session', value: token, url: app.origin }]);
  return page;
}

describe.each(themes)('every screen, %s', (scheme) => {
  it.each(widths)(
    'is accessible and fits at %i px (WCAG 2.2 AA, B1)',
    async (width) => {
      const findings: string[] = [];
      const visitor = await open(scheme, width, null);
      const admin = await open(scheme, width, club.token);
      for (const { path, open: isOpen } of everyScreen(club)) {
        const page = isOpen ? visitor : admin;
        await page.goto(app.origin + path);
        // A dialog is modal once the page lives.
        if (!isOpen) await page.waitForFunction(() => !document.querySelector('dialog[open]:not(:modal)'));
        const { violations } = await new AxeBuilder({ page })
          .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
          .analyze();
        for (const { id, nodes } of violations) findings.push(`${path}: ${id} at ${nodes[0]?.html}`);
        const sticksOut = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        );
        if (sticksOut > 0) findings.push(`${path}: ${sticksOut} px too wide`);
        if (process.env.SCREENSHOTS) {
          const name = `${path.replace(/[0-9a-f-]{36}|[\w-]{43}/g, 'id').replace(/\W+/g, '_')}-${width}-${scheme}.png`;
          await page.screenshot({ path: `${process.env.SCREENSHOTS}/${name}` });
        }
      }
      expect(findings).toEqual([]);
      expect(chromium.errors.splice(0)).toEqual([]);
    },
    240_000,
  );
});
