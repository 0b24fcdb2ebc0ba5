import type { Page } from 'playwright';

/**
 * Finds rows of tables in which the text or a control of one cell overlaps another cell's, and
 * cells whose column name, which floats before them in a card, begins outside of them.
 */
export function overlaps(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const clipped = (each: Element | null): boolean =>
      each !== null && (getComputedStyle(each).clipPath !== 'none' || clipped(each.parentElement));
    /** The visible part of a box: text cut off with an ellipsis overlaps nothing. */
    const seen = (box: DOMRect, element: Element, cell: Element) => {
      if (getComputedStyle(element).textOverflow !== 'ellipsis' || element === cell) return box;
      const { left, right } = element.getBoundingClientRect();
      const from = Math.max(left, box.left);
      return new DOMRect(from, box.top, Math.min(right, box.right) - from, box.height);
    };
    const boxesOf = (cell: Element) => {
      const boxes: DOMRect[] = [];
      const walker = document.createTreeWalker(
        cell,
        NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT,
      );
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const element = node instanceof Element ? node : node.parentElement;
        if (!element?.checkVisibility() || clipped(element)) continue;
        const range = document.createRange();
        range.selectNodeContents(node);
        if (!(node instanceof Element))
          boxes.push(...[...range.getClientRects()].map((box) => seen(box, element, cell)));
        else if (node.matches('a, button')) boxes.push(...node.getClientRects());
      }
      return boxes;
    };
    // The boxes of lines that are set close to each other touch, as letters reach above and below.
    const meet = (one: DOMRect, other: DOMRect) =>
      Math.min(one.right, other.right) - Math.max(one.left, other.left) > 1 &&
      Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 4;
    const outside = [...document.querySelectorAll('td[data-label]')].filter((cell) => {
      const { content, float, marginLeft } = getComputedStyle(cell, '::before');
      if (content === 'none' || float === 'none' || !cell.checkVisibility()) return false;
      return (
        Number.parseFloat(getComputedStyle(cell).paddingLeft) + Number.parseFloat(marginLeft) < 0
      );
    });
    const over = [...document.querySelectorAll('table tr')].flatMap((row) => {
      const cells = [...row.children].map((cell) => ({ cell, boxes: boxesOf(cell) }));
      return cells.flatMap(({ cell, boxes }, at) =>
        cells
          .slice(at + 1)
          .filter((other) => boxes.some((box) => other.boxes.some((each) => meet(box, each))))
          .map((other) => `overlap: ${cell.textContent} and ${other.cell.textContent}`),
      );
    });
    return [...over, ...outside.map(({ outerHTML }) => `label outside: ${outerHTML.slice(0, 80)}`)];
  });
}
