import { Link } from '@remix-run/react';
import type { ReactNode } from 'react';
import { IconChevronLeft, IconChevronRight } from './icons';

type PageLinksProps = {
  previous?: string | null;
  next?: string | null;
  /**
   * What the links are called, where a word suits the list better than 'Vorherige' and 'Nächste'.
   */
  labels?: { previous: string; next: string };
};

/**
 * The way to the previous and next page of a list; a missing target leaves its link out, both
 * missing everything.
 */
export function PageLinks({ previous, next, labels }: PageLinksProps) {
  if (!previous && !next) return null;
  return (
    <nav className="page-links" aria-label="Seiten">
      {previous ? (
        <Link className="button" data-variant="secondary" discover="none" to={previous} rel="prev">
          <IconChevronLeft />
          <span>{labels?.previous ?? <Page>Vorherige</Page>}</span>
        </Link>
      ) : (
        <span />
      )}
      {next && (
        <Link className="button" data-variant="secondary" discover="none" to={next} rel="next">
          <span>{labels?.next ?? <Page>Nächste</Page>}</span>
          <IconChevronRight />
        </Link>
      )}
    </nav>
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
