import type { ReactNode } from 'react';
import { ButtonLink } from './button';
import { IconChevronLeft, IconChevronRight } from './icons';

/** The fragment of a list by date at which what is earlier ends: the newest of it is above. */
export const LATER = 'later';

type PageLinksProps = {
  previous?: string | null;
  next?: string | null;
  /** What a list by date shows: it gives one of the links, to what is earlier or later. */
  of?: string;
};

/**
 * The links to the previous and the next page of a list, if there are any. The way to earlier dates
 * is above the list; on a phone, where it stands beside a month, in one word.
 */
export function PageLinks({ previous, next, of }: PageLinksProps) {
  if (!previous && !next) return null;
  const above = of !== undefined && !next;
  const when = next ? 'Spätere' : 'Frühere';
  const name = of && (
    <span>
      {when}
      <span className={above ? 'max-sm:sr-only' : undefined}>{` ${of}`}</span>
    </span>
  );
  const before = previous && (
    <ButtonLink to={previous} rel="prev" variant={above ? 'quiet' : undefined}>
      <IconChevronLeft />
      {name ?? <Page>Vorherige</Page>}
    </ButtonLink>
  );
  const after = next && (
    <ButtonLink to={next} rel="next">
      {name ?? <Page>Nächste</Page>}
      <IconChevronRight />
    </ButtonLink>
  );
  return (
    <nav
      id={of && next ? LATER : undefined}
      aria-label={of ? `${when} ${of}` : 'Seiten'}
      className={above ? 'above' : undefined}
    >
      <PageRow previous={above ? null : before} next={above ? before : after} />
    </nav>
  );
}

/** One way to another page on the left, one on the right; on paper a note that there are more. */
export function PageRow({ previous, next }: { previous: ReactNode; next: ReactNode }) {
  if (!previous && !next) return null;
  return (
    <div className="page-links flex justify-between gap-4">
      {previous || <span />}
      {next}
    </div>
  );
}

function Page({ children }: { children: ReactNode }) {
  return (
    <span>
      {children}
      <span className="visually-hidden"> Seite</span>
    </span>
  );
}
