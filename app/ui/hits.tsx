import { inFull } from '~/numbers';

/** '2 Treffer' */
export const hitsText = (count: number): string =>
  count === 0 ? 'Keine Treffer' : `${inFull(count)} Treffer`;

type HitsProps = {
  /** On this page of the list; null if there was no search. */
  count: number | null;
  previous: unknown;
  next: unknown;
};

/** How much a search found. With scripts it is announced while the focus stays in the field. */
export function Hits({ count, previous, next }: HitsProps) {
  const start = previous ? 'Weitere ' : next ? 'Mehr als ' : '';
  return (
    <p className={count ? 'text-muted' : 'visually-hidden'} role="status">
      {count !== null && (count === 0 ? hitsText(0) : start + hitsText(count))}
    </p>
  );
}
