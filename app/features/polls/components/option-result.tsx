import { countText } from '../view';

type ResultProps = { count: number; total: number };

/** The share of an option as a bar. `meter` needs no inline style for its width. */
export function OptionBar({ count, total }: ResultProps) {
  return (
    <meter aria-hidden="true" className="w-full" min={0} max={Math.max(total, 1)} value={count} />
  );
}

/** The share of an option as a bar and, beside it or on a phone below, as text. */
export function OptionResult(result: ResultProps) {
  return (
    <span className="grid grid-cols-[minmax(2rem,1fr)_minmax(0,9.5rem)] items-center gap-x-3 text-sm text-muted figures max-sm:grid-cols-1">
      <OptionBar {...result} />
      <span>{countText(result.count, result.total)}</span>
    </span>
  );
}
