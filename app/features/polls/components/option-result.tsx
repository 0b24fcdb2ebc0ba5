import { countText } from '../view';

/** The share of an option as a bar and as text. `meter` needs no inline style for its width. */
export function OptionResult({ count, total }: { count: number; total: number }) {
  return (
    <span className="meter">
      <meter aria-hidden="true" className="w-32" min={0} max={Math.max(total, 1)} value={count} />
      <span>{countText(count, total)}</span>
    </span>
  );
}
