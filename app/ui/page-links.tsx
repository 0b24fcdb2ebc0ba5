import type { ReactNode } from 'react';
import { ButtonLink } from './button';
import { IconChevronLeft, IconChevronRight } from './icons';

type PageLinksProps = {
  previous?: string | null;
  next?: string | null;
  /** What a list by date shows, which is earlier or later instead of 'Vorherige' and 'Nächste'. */
  of?: string;
};

/**
 * The links to the previous and the next page of a list, if there are any. On its own, the way to
 * earlier dates is above the list; on a phone, where it stands beside a month, in one word.
 */
export function PageLinks({ previous, next, of }: PageLinksProps) {
  if (!previous && !next) return null;
  const above = of !== undefined && !next;
  const before = previous && (
    <ButtonLink to={previous} rel="prev" variant={above ? 'quiet' : undefined}>
      <IconChevronLeft />
      {of ? (
        <span>
          Frühere<span className={above ? 'max-sm:sr-only' : undefined}>{` ${of}`}</span>
        </span>
      ) : (
        <Page>Vorherige</Page>
      )}
    </ButtonLink>
  );
  const after = next && (
    <ButtonLink to={next} rel="next">
      {of ? <span>{`Spätere ${of}`}</span> : <Page>Nächste</Page>}
      <IconChevronRight />
    </ButtonLink>
  );
  return (
    <nav
      aria-label={of ? `${next ? 'Spätere' : 'Frühere'} ${of}` : 'Seiten'}
      className={above ? 'above' : undefined}
    >
      <PageRow previous={above ? null : before} next={above ? before : after} />
    </nav>
  );
}

type PageRowProps = { previous: ReactNode; next: ReactNode };

/** One way to another page on the left, one on the right; on paper a note that there are more. */
export function PageRow({ previous, next }: PageRowProps) {
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
