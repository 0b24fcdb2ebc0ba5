import { Link } from '@remix-run/react';
import { IconChevronLeft, IconChevronRight } from './icons';

/** The way to the previous and next page of a list; a missing target leaves its link out, both missing everything. */
export function PageLinks({ previous, next }: { previous?: string | null; next?: string | null }) {
  if (!previous && !next) return null;
  return (
    <nav className="page-links" aria-label="Seiten">
      {previous ? (
        <Link className="button" data-variant="secondary" to={previous} rel="prev">
          <IconChevronLeft />
          <span>
            Vorherige<span className="visually-hidden"> Seite</span>
          </span>
        </Link>
      ) : (
        <span />
      )}
      {next && (
        <Link className="button" data-variant="secondary" to={next} rel="next">
          <span>
            Nächste<span className="visually-hidden"> Seite</span>
          </span>
          <IconChevronRight />
        </Link>
      )}
    </nav>
  );
}
