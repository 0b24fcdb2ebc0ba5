import { useLocation } from '@remix-run/react';
import { eventsPath, listChoicePath, monthPath, whoseOptions } from '~/paths/events';
import { Switch } from '~/ui/switch';
import type { Whose } from '../schema';

type ViewSwitchProps = {
  shown: 'list' | 'month';
  /** Undefined if there are no groups. */
  whose?: Whose;
};

/** How events are shown, and whose; the session remembers it. */
export function ViewSwitch({ shown, whose }: ViewSwitchProps) {
  const { pathname, search } = useLocation();
  const views = [
    { view: 'list', label: 'Liste', to: listChoicePath },
    { view: 'month', label: 'Monat', to: monthPath() },
  ];
  const here = pathname.endsWith('/calendar') ? pathname + keptMonth(search) : eventsPath();
  return (
    <nav className="flex flex-wrap items-center gap-3 print:hidden" aria-label="Ansicht">
      <Switch options={views.map(({ view, ...of }) => ({ ...of, chosen: view === shown }))} />
      {whose && <Switch options={whoseOptions(here, whose)} />}
    </nav>
  );
}

function keptMonth(search: string): string {
  const month = new URLSearchParams(search).get('month');
  return month ? `?${new URLSearchParams({ month })}` : '';
}
