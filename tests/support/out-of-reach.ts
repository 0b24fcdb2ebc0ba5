import type { Page } from 'playwright';

/** Finds controls outside the window and boxes that scroll sideways, including the page itself. */
export function outOfReach(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const width = document.documentElement.clientWidth;
    const shown = [...document.querySelectorAll<HTMLElement>('body *')].filter((each) =>
      each.checkVisibility(),
    );
    const say = (each: Element) => each.outerHTML.slice(0, 80);
    const beside = shown
      .filter((each) =>
        each.matches('a, button, input:not([type=hidden]), select, textarea, summary'),
      )
      .filter((each) => {
        const { left, right } = each.getBoundingClientRect();
        return left < -1 || right > width + 1;
      });
    const scrolling = [
      document.documentElement,
      ...shown.filter((each) => !each.matches('input, textarea')),
    ]
      .filter((each) => each.scrollWidth > each.clientWidth + 1)
      .filter(
        (each) =>
          each === document.documentElement || /auto|scroll/.test(getComputedStyle(each).overflowX),
      );
    return [
      ...beside.map((each) => `beside: ${say(each)}`),
      ...scrolling.map((each) => `scrolls: ${say(each)}`),
    ];
  });
}
