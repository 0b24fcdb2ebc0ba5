import { monthToText } from '~/dates';
import { type Month, yearInWords } from '../participation';

const WIDTH = 20;
const HEIGHT = 48;

/** A member's participations by month; the sentence says the same for screen readers. */
export function YearChart({ year }: { year: readonly Month[] }) {
  return (
    <figure className="max-w-sm">
      {year.some(({ count }) => count > 0) && <Bars year={year} />}
      <figcaption className="text-muted">{yearInWords(year)}</figcaption>
    </figure>
  );
}

function Bars({ year }: { year: readonly Month[] }) {
  const most = Math.max(2, ...year.map(({ count }) => count));
  return (
    <svg
      className="fill-muted text-[10px]"
      textAnchor="middle"
      viewBox={`0 0 ${WIDTH * year.length} ${HEIGHT + 16}`}
      aria-hidden="true"
      focusable="false"
    >
      {year.map(({ month, count }, at) => {
        const height = count === 0 ? 1 : (count / most) * HEIGHT;
        return (
          <g key={month}>
            <rect
              className="fill-green"
              x={at * WIDTH + 3}
              y={HEIGHT - height}
              width={WIDTH - 6}
              height={height}
            />
            <text x={at * WIDTH + WIDTH / 2} y={HEIGHT + 13}>
              {monthToText(month).slice(0, 1)}
            </text>
          </g>
        );
      })}
    </svg>
  );
}
