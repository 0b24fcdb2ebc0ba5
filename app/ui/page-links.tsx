import type { ReactNode } from 'react';
import { ButtonLink } from './button';
import { IconChevronLeft, IconChevronRight } from './icons';

type PageLinksProps = {
  previous?: string | null;
  next?: string | null;
  /** For a list that other words suit better than 'Vorherige' and 'Nächste'. */
  labels?: { previous: string; next: string };
};

/**
 * The links to the previous and the next page of a list, if there are any. On its own and with its
 * own label, the former is above the list.
 */
export function PageLinks({ previous, next, labels }: PageLinksProps) {
  if (!previous && !next) return null;
  const above = labels !== undefined && !next;
  const before = previous && (
    <ButtonLink to={previous} rel="prev" variant={above ? 'quiet' : undefined}>
      <IconChevronLeft />
      <span>{labels?.previous ?? <Page>Vorherige</Page>}</span>
    </ButtonLink>
  );
  const after = next && (
    <ButtonLink to={next} rel="next">
      <span>{labels?.next ?? <Page>Nächste</Page>}</span>
      <IconChevronRight />
    </ButtonLink>
  );
  return (
    <nav
      aria-label={labels ? labels[next ? 'next' : 'previous'] : 'Seiten'}
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
    <>
      {children}
      <span className="visually-hidden"> Seite</span>
    </>
  );
}
