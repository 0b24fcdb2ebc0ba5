/**
 * Describes why the focus is not visible, or returns null if it is (WCAG 2.4.7, 2.4.11, 2.4.13).
 * Runs inside the page, so it must not use anything outside itself.
 */
export function focusFault(): string | null {
  const element = document.activeElement;
  if (!element || element === document.body) return null;
  const style = getComputedStyle(element);
  const box = element.getClientRects()[0];
  if (!box || box.width === 0 || box.height === 0) return 'is on something without a size';

  const points = [
    [0.5, 0.5],
    [0.2, 0.3],
    [0.8, 0.3],
    [0.2, 0.7],
    [0.8, 0.7],
  ].map(([x = 0, y = 0]) => ({ x: box.left + box.width * x, y: box.top + box.height * y }));
  for (const { x, y } of points) {
    if (x < 0 || y < 0 || x > innerWidth || y > innerHeight) return 'is outside the window';
    const top = document.elementFromPoint(x, y);
    if (!top || !(element.contains(top) || top.contains(element)))
      return `is covered by <${top?.localName} class="${top?.className}">`;
  }

  const width = Number.parseFloat(style.outlineWidth);
  if (style.outlineStyle === 'none' || width < 2) return 'has no ring';
  const reach = width + Number.parseFloat(style.outlineOffset);
  const ring = {
    left: box.left - reach,
    top: box.top - reach,
    right: box.right + reach,
    bottom: box.bottom + reach,
  };
  const frame = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
  // A fixed element is clipped only by the window.
  for (
    let at: Element | null = element;
    at && getComputedStyle(at).position !== 'fixed';
    at = at.parentElement
  ) {
    const scroller = at.parentElement;
    if (
      !scroller ||
      scroller === document.body ||
      scroller === document.documentElement ||
      getComputedStyle(scroller).overflow === 'visible'
    )
      continue;
    const clip = scroller.getBoundingClientRect();
    frame.left = Math.max(frame.left, clip.left);
    frame.top = Math.max(frame.top, clip.top);
    frame.right = Math.min(frame.right, clip.right);
    frame.bottom = Math.min(frame.bottom, clip.bottom);
  }
  // At least a pixel of the ring must remain on each side.
  const cut = Math.max(
    frame.left - ring.left,
    frame.top - ring.top,
    ring.right - frame.right,
    ring.bottom - frame.bottom,
  );
  if (cut > width - 1) return `has a ring that is cut off by ${Math.round(cut)} px`;

  const channels = (colour: string) => (colour.match(/[\d.]+/g) ?? []).map(Number);
  const luminance = (colour: string) => {
    const [red = 0, green = 0, blue = 0] = channels(colour).map((each) => {
      const part = each / 255;
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  // The ring is outside the element unless its offset is negative.
  let ground: Element | null = reach > 0 ? element.parentElement : element;
  while (ground && channels(getComputedStyle(ground).backgroundColor)[3] === 0)
    ground = ground.parentElement;
  const [light = 1, dark = 0] = [
    luminance(style.outlineColor),
    luminance(ground ? getComputedStyle(ground).backgroundColor : 'rgb(255,255,255)'),
  ].sort((one, other) => other - one);
  const contrast = (light + 0.05) / (dark + 0.05);
  return contrast < 3 ? `has a ring of contrast ${contrast.toFixed(1)} only` : null;
}
