import { useLocation } from '@remix-run/react';
import { listChoicePath, monthPath, seriesChoicePath } from '~/paths/events';
import { Link } from '~/ui/link';
import type { SeriesShown } from '../schema';

type ViewSwitchProps = {
  shown: 'list' | 'month';
  /** Undefined where there are no series. */
  series?: SeriesShown;
};

/** How events are looked at, and whether those of series are among them; the session remembers it. */
export function ViewSwitch({ shown, series }: ViewSwitchProps) {
  const { pathname, search } = useLocation();
  const views = [
    { view: 'list', label: 'Liste', to: listChoicePath },
    { view: 'month', label: 'Monat', to: monthPath() },
  ];
  const here = pathname.endsWith('/calendar') ? pathname + keptMonth(search) : '/app/events';
  return (
    <nav className="flex flex-wrap items-center gap-3 print:hidden" aria-label="Ansicht">
      <span className="switch">
        {views.map(({ view, label, to }) => (
          <Link key={view} to={to} aria-current={view === shown ? 'page' : undefined}>
            {label}
          </Link>
        ))}
      </span>
      {series && (
        <Link
          className="inline-flex min-h-target items-center"
          to={seriesChoicePath(here, series === 'shown' ? 'hidden' : 'shown')}
        >
          {series === 'shown' ? 'Serien ausblenden' : 'Serien anzeigen'}
        </Link>
      )}
    </nav>
  );
}

function keptMonth(search: string): string {
  const month = new URLSearchParams(search).get('month');
  return month ? `?${new URLSearchParams({ month })}` : '';
}
