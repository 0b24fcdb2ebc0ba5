import { useLocation } from '@remix-run/react';
import { listChoicePath, monthPath, seriesChoicePath, whoseOptions } from '~/paths/events';
import { Link } from '~/ui/link';
import { Switch } from '~/ui/switch';
import type { SeriesShown, Whose } from '../schema';

type ViewSwitchProps = {
  shown: 'list' | 'month';
  /** Undefined where there are no series. */
  series?: SeriesShown;
  /** Undefined where there are no groups. */
  whose?: Whose;
};

/** How events are looked at, and whether those of series are among them; the session remembers it. */
export function ViewSwitch({ shown, series, whose }: ViewSwitchProps) {
  const { pathname, search } = useLocation();
  const views = [
    { view: 'list', label: 'Liste', to: listChoicePath },
    { view: 'month', label: 'Monat', to: monthPath() },
  ];
  const here = pathname.endsWith('/calendar') ? pathname + keptMonth(search) : '/app/events';
  return (
    <nav className="flex flex-wrap items-center gap-3 print:hidden" aria-label="Ansicht">
      <Switch options={views.map(({ view, ...of }) => ({ ...of, chosen: view === shown }))} />
      {whose && <Switch options={whoseOptions(here, whose)} />}
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
