import { countText } from '../view';

/** The share of an option as a bar and as text. `meter` needs no inline style for its width. */
export function OptionResult({ count, total }: { count: number; total: number }) {
  return (
    <span className="grid grid-cols-[minmax(4rem,1fr)_9.5rem] items-center gap-x-3 text-sm text-muted figures">
      <meter aria-hidden="true" className="w-full" min={0} max={Math.max(total, 1)} value={count} />
      <span>{countText(count, total)}</span>
    </span>
  );
}
