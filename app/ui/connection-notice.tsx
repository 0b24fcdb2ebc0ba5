import { useSyncExternalStore } from 'react';
import { Button } from './button';
import { useHeld } from './connection';
import { IconAlert } from './icons';
import { INPUTS } from './inputs';
import { readNotices, readNoticesOnServer, subscribeNotices } from './notice-store';

/** At the top of the page, however far it is scrolled; an open dialog has its own. */
export function PageConnectionNotice() {
  const { container } = useSyncExternalStore(subscribeNotices, readNotices, readNoticesOnServer);
  return container ? null : <ConnectionNotice look="sticky top-0 z-50" />;
}

/**
 * Says in place that there is no connection, and offers to try again. It is part of every screen's
 * code, as nothing can be loaded without a network.
 */
export function ConnectionNotice({ look }: { look: string }) {
  const held = useHeld();
  if (held.length === 0) return null;
  const form = held.find(({ what }) => what === 'form');
  const typed = form?.submitted?.form.querySelector(INPUTS);
  return (
    <div
      className={
        'flex flex-wrap items-center justify-end gap-x-2 gap-y-1 border-l-5 border-orange ' +
        `bg-orange-soft px-4 py-2 svg:text-orange print:hidden ${look}`
      }
      role="alert"
    >
      <IconAlert />
      <div className={`min-w-0 flex-1 ${form ? 'basis-44' : 'basis-20'}`}>
        <p className="text-md font-bold">
          {typed ? 'Keine Verbindung. Ihre Eingaben sind noch da.' : 'Keine Verbindung.'}
        </p>
        {form && (
          <p className="text-md">
            Ein neuer Versuch zeigt, was angekommen ist. Doppelt gespeichert wird nichts.
          </p>
        )}
      </div>
      <Button
        type="button"
        size="small"
        busy={held.some(({ trying }) => trying)}
        onClick={() => {
          for (const { retry } of held) retry();
        }}
      >
        Erneut versuchen
      </Button>
    </div>
  );
}
