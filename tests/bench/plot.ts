interface Plot {
  readonly x: string;
  readonly y: string;
  /** Positions on the logarithmic axis. */
  readonly labels: readonly number[];
  readonly lines: ReadonlyArray<{ readonly name: string; readonly values: readonly number[] }>;
}

const WIDTH = 760;
const LEAST_HEIGHT = 380;
const LEFT = 50;
const RIGHT = 210;
const TOP = 20;
const BOTTOM = 50;
const COLOURS = ['#1b6b3a', '#b4451f', '#2b5c9e', '#8a5a00', '#7b3f8c', '#0a7a7a', '#a0254f'];
/** Once each colour has been used, lines are dashed; then dotted. */
const DASHES = ['', '7 4', '2 3'];
/** Between the names of two lines. */
const LINE_HEIGHT = 16;

/** Draws lines as an SVG that is readable on light and dark backgrounds. */
export function plot({ x, y, labels, lines }: Plot): string {
  const height = Math.max(LEAST_HEIGHT, TOP + BOTTOM + lines.length * 1.7 * LINE_HEIGHT);
  const highest = Math.max(...lines.flatMap(({ values }) => values));
  const top = niceAbove(highest);
  const [first = 1, last = 1] = [labels[0], labels.at(-1)];
  const across = (label: number) =>
    LEFT + ((WIDTH - LEFT - RIGHT) * Math.log(label / first)) / Math.log(last / first);
  const up = (value: number) => height - BOTTOM - ((height - TOP - BOTTOM) * value) / top;
  const grid = [0, 1, 2, 3, 4].map((step) => {
    const value = (top * step) / 4;
    return `<path d="M${LEFT} ${up(value)}H${WIDTH - RIGHT}" stroke="#ccc"/><text x="${LEFT - 6}" y="${up(value) + 4}" text-anchor="end">${+value.toFixed(2)}</text>`;
  });
  const ticks = labels.map(
    (label) =>
      `<text x="${across(label)}" y="${height - BOTTOM + 18}" text-anchor="middle">${label.toLocaleString('en')}</text>`,
  );
  const ends = lines.map(({ values }) => up(values.at(-1) ?? 0));
  const heights = spread(ends, { from: TOP, to: height - BOTTOM });
  const drawn = lines.map(({ name, values }, index) => {
    const colour = COLOURS[index % COLOURS.length];
    const points = values.map(
      (value, at) => `${across(labels[at] ?? 1).toFixed(1)},${up(value).toFixed(1)}`,
    );
    const dots = points.map((point) => {
      const [cx, cy] = point.split(',');
      return `<circle cx="${cx}" cy="${cy}" r="3" fill="${colour}"/>`;
    });
    const dash = DASHES[Math.floor(index / COLOURS.length) % DASHES.length];
    const at = (heights[index] ?? 0).toFixed(1);
    const right = WIDTH - RIGHT;
    const lead = `<path d="M${right + 5} ${(ends[index] ?? 0).toFixed(1)}L${right + 22} ${at}" stroke="${colour}" stroke-opacity="0.5"/>`;
    const label = `<text x="${right + 26}" y="${at}" dy="4" fill="${colour}">${name}</text>`;
    return `<polyline points="${points.join(' ')}" fill="none" stroke="${colour}" stroke-width="2"${dash ? ` stroke-dasharray="${dash}"` : ''}/>${dots.join('')}${lead}${label}`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" font-family="system-ui, sans-serif" font-size="12" fill="#333" role="img" aria-label="${y} against ${x}">
<rect width="100%" height="100%" fill="#fff"/>
${grid.join('\n')}
${ticks.join('\n')}
<text x="${(LEFT + WIDTH - RIGHT) / 2}" y="${height - 12}" text-anchor="middle">${x}</text>
<text x="${LEFT}" y="${TOP - 8}">${y}</text>
${drawn.join('\n')}
</svg>
`;
}

/** Rounds up to a value whose quarters are short. */
function niceAbove(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  return (
    power * ([1, 1.2, 1.6, 2, 2.4, 3.2, 4, 6, 8, 10].find((step) => step * power >= value) ?? 10)
  );
}

/** Moves overlapping names apart within their space, in their order, and as little as that takes. */
function spread(
  heights: readonly number[],
  { from, to }: { from: number; to: number },
): readonly number[] {
  const order = heights
    .map((height, index) => ({ height, index }))
    .sort((a, b) => a.height - b.height);
  // Names that would overlap stand together, around the middle of their lines' ends.
  const groups: Array<{ members: typeof order; top: number }> = [];
  for (const each of order) {
    let members = [each];
    for (;;) {
      const space = (members.length - 1) * LINE_HEIGHT;
      const middle = members.reduce((sum, { height }) => sum + height, 0) / members.length;
      const top = Math.max(from, Math.min(middle - space / 2, to - space));
      const above = groups.at(-1);
      if (!above || above.top + above.members.length * LINE_HEIGHT <= top) {
        groups.push({ members, top });
        break;
      }
      groups.pop();
      members = [...above.members, ...members];
    }
  }
  const placed: number[] = [];
  for (const { members, top } of groups)
    for (const [nth, { index }] of members.entries()) placed[index] = top + nth * LINE_HEIGHT;
  return placed;
}
