/** Where toasts lie, so that they are in nobody's way. */

interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

const STEP = 8;

/**
 * Lifts the toasts off the lower edge until they cover nothing of the strip that ends a dialog, and their own
 * buttons cover no control at all. As far as half the window; else they stay at the edge.
 */
export function liftAboveControls(viewport: HTMLElement): void {
  viewport.style.bottom = '';
  const place = viewport.closest('dialog') ?? document;
  const boxes = (selector: string) =>
    [...place.querySelectorAll(selector)]
      .filter((control) => !viewport.contains(control))
      .map((control) => control.getBoundingClientRect());
  const endings = boxes('[data-dialog-buttons]');
  // A heading may say what has just become of it.
  const controls = boxes('a, button, summary, input, select, textarea, h2');
  const toasts = [...viewport.children].map((toast) => restingBox(viewport, toast));
  const buttons = [...viewport.querySelectorAll('button')].map((button) =>
    restingBox(viewport, button.closest('li') ?? button, button),
  );
  // As wide as a phone it would hide what a control says: if not the names of things, which lead to
  // them, then at least no button. Elsewhere its own buttons count. Where a long form leaves no room
  // for these, what ends the dialog stays free.
  const isWide = viewport.clientWidth === document.documentElement.clientWidth;
  const narrower = [
    ...(isWide
      ? ([
          [toasts, controls],
          [toasts, boxes('button, summary, h2')],
        ] as const)
      : []),
    [buttons, controls],
    [[], []],
  ] as const;
  for (const [parts, others] of narrower)
    for (let up = 0; up < window.innerHeight / 2; up += STEP) {
      if (covers(toasts, endings, up) || covers(parts, others, up)) continue;
      viewport.style.bottom = up > 0 ? `calc(var(--bottom-bar) + ${up}px)` : '';
      return;
    }
}

/** The box of a toast, or of `part` of it, without the movement that it appears with. */
function restingBox(viewport: HTMLElement, toast: Element, part = toast): Box {
  const moving = toast.getBoundingClientRect();
  const around = viewport.getBoundingClientRect();
  const { offsetLeft, offsetTop } = toast as HTMLElement;
  const { left, right, top, bottom } = part.getBoundingClientRect();
  const across = around.left + offsetLeft - moving.left;
  const down = around.top + offsetTop - moving.top;
  return { left: left + across, right: right + across, top: top + down, bottom: bottom + down };
}

/** True if any of the boxes lies over any of the others, lifted by so many pixels. */
function covers(boxes: readonly Box[], others: readonly Box[], up: number): boolean {
  return boxes.some((box) =>
    others.some(
      (other) =>
        box.left < other.right &&
        other.left < box.right &&
        box.top - up < other.bottom &&
        other.top < box.bottom - up,
    ),
  );
}
