import { encode } from 'uqr';

/** A QR code as the path of an SVG. */
export interface QrCode {
  /** Modules per side, including the margin. */
  readonly size: number;
  /** The dark modules, row by row, for the `d` of a path. */
  readonly path: string;
}

/** White modules around a code, so that cameras find it (ISO 18004). */
const MARGIN = 4;

/** Draws a text as a QR code that stays readable with 15 % of it hidden. */
export function qrCode(text: string): QrCode {
  const { size, data } = encode(text, { ecc: 'M', border: MARGIN });
  const path = data.map((row, y) =>
    barsOf(row).map(([x, width]) => `M${x} ${y}h${width}v1h-${width}z`),
  );
  return { size, path: path.flat().join('') };
}

/** Where dark modules follow one another in a row: from where, and how many. */
function barsOf(row: readonly boolean[]): [x: number, width: number][] {
  const bars: [number, number][] = [];
  for (let x = 0; x < row.length; x++) {
    if (!row[x]) continue;
    const from = x;
    while (row[x + 1]) x += 1;
    bars.push([from, x - from + 1]);
  }
  return bars;
}
