import type { ReactNode } from 'react';
import { IconChevronRight } from './icons';
import { Link, WHOLE } from './link';

interface Door {
  readonly label: string;
  /** Its current content, or its purpose. */
  readonly says?: ReactNode;
  readonly to: string;
  /** Leads to a RouteDialog over this page. */
  readonly dialog?: boolean;
}

/** A list of places to go to; the whole row is a link. */
export function Doors({ doors }: { doors: readonly Door[] }) {
  return (
    <ul className="rounded border border-line bg-card leaf">
      {doors.map(({ label, says, to, dialog }) => (
        <li
          key={to}
          className="relative flex min-h-15 items-center gap-3 border-line px-4 py-2 not-first:border-t"
        >
          <div className="min-w-0 flex-1">
            <Link
              className={`font-semibold text-ink no-underline ${WHOLE}`}
              to={to}
              preventScrollReset={dialog}
            >
              {label}
            </Link>
            {says && <p className="wrap-anywhere text-muted">{says}</p>}
          </div>
          <IconChevronRight />
        </li>
      ))}
    </ul>
  );
}
