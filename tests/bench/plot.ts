interface Plot {
  readonly x: string;
  readonly y: string;
  /** Positions on the logarithmic axis. */
  readonly labels: readonly number[];
  readonly lines: ReadonlyArray<{ readonly name: string; readonly values: readonly number[] }>;
}

const WIDTH = 720;
const HEIGHT = 380;
const LEFT = 50;
const RIGHT = 190;
const TOP = 20;
const BOTTOM = 50;
const COLOURS = ['#1b6b3a', '#b4451f', '#2b5c9e', '#8a5a00', '#7b3f8c', '#0a7a7a', '#a0254f'];

/** Draws lines as an SVG that is readable on light and dark backgrounds. */
export function plot({ x, y, labels, lines }: Plot): string {
  const highest = Math.max(...lines.flatMap(({ values }) => values));
  const top = niceAbove(highest);
  const [first = 1, last = 1] = [labels[0], labels.at(-1)];
  const across = (label: number) =>
    LEFT + ((WIDTH - LEFT - RIGHT) * Math.log(label / first)) / Math.log(last / first);
  const up = (value: number) => HEIGHT - BOTTOM - ((HEIGHT - TOP - BOTTOM) * value) / top;
  const grid = [0, 1, 2, 3, 4].map((step) => {
    const value = (top * step) / 4;
    return `<path d="M${LEFT} ${up(value)}H${WIDTH - RIGHT}" stroke="#ccc"/><text x="${LEFT - 6}" y="${up(value) + 4}" text-anchor="end">${+value.toFixed(2)}</text>`;
  });
  const ticks = labels.map(
    (label) =>
      `<text x="${across(label)}" y="${HEIGHT - BOTTOM + 18}" text-anchor="middle">${label.toLocaleString('en')}</text>`,
  );
  const heights = spread(lines.map(({ values }) => up(values.at(-1) ?? 0)));
  const drawn = lines.map(({ name, values }, index) => {
    const colour = COLOURS[index % COLOURS.length];
    const points = values.map(
      (value, at) => `${across(labels[at] ?? 1).toFixed(1)},${up(value).toFixed(1)}`,
    );
    const dots = points.map((point) => {
      const [cx, cy] = point.split(',');
      return `<circle cx="${cx}" cy="${cy}" r="3" fill="${colour}"/>`;
    });
    const label = `<text x="${WIDTH - RIGHT + 10}" y="${((heights[index] ?? 0) + 4).toFixed(1)}" fill="${colour}">${name}</text>`;
    return `<polyline points="${points.join(' ')}" fill="none" stroke="${colour}" stroke-width="2"/>${dots.join('')}${label}`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="system-ui, sans-serif" font-size="12" fill="#333" role="img" aria-label="${y} against ${x}">
<rect width="100%" height="100%" fill="#fff"/>
${grid.join('\n')}
${ticks.join('\n')}
<text x="${(LEFT + WIDTH - RIGHT) / 2}" y="${HEIGHT - 12}" text-anchor="middle">${x}</text>
<text x="${LEFT}" y="${TOP - 8}">${y}</text>
${drawn.join('\n')}
</svg>
`;
}

/** Rounds up to a power of two. */
function niceAbove(value: number): number {
  let top = 1;
  while (top < value) top *= 2;
  return top;
}

/** Moves overlapping labels apart and keeps their order. */
function spread(heights: readonly number[]): number[] {
  const order = heights
    .map((height, index) => ({ height, index }))
    .sort((a, b) => a.height - b.height);
  let free = 0;
  const placed: number[] = [];
  for (const { height, index } of order) {
    free = Math.max(height, free + 15);
    placed[index] = free;
  }
  return placed;
}
