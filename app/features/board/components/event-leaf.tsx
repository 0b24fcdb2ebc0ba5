import { Badge } from '~/ui/badge';
import { Button } from '~/ui/button';
import { Pin } from '~/ui/card';
import { DateLeaf } from '~/ui/date-leaf';
import { hyphenated } from '~/ui/hyphenation';
import { signOffAction } from '../paths';
import type { BoardEvent, PlacesLeft } from '../view';

type EventLeafProps = {
  event: BoardEvent;
  /** The one that comes next. */
  next: boolean;
  /** True if the user has a member record, as which they sign up (E7). */
  linked: boolean;
};

const LEAF = 'leaf relative flex gap-4 rounded border border-line bg-card ';

/** An event on the board: when, what, how full, and the one thing to do. Part of the board's form. */
export function EventLeaf({ event, next, linked }: EventLeafProps) {
  const { name, date, when, registered, places } = event;
  return (
    <li className={LEAF + (next ? 'mt-3 p-4 pt-6 sm:gap-5 sm:p-5 sm:pt-7' : 'px-4 py-3')}>
      {next && <Pin />}
      <DateLeaf date={date} large={next} />
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-4 gap-y-1">
        <div className="min-w-0 flex-1 basis-44">
          <h3 className={next ? 'text-lg sm:text-xl' : undefined}>{hyphenated(name)}</h3>
          <p className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1 text-md text-muted">
            {when && <b className="text-green">{when}</b>}{' '}
            {registered && <Badge tone="green">Angemeldet</Badge>}{' '}
            <Places places={places} registered={registered} />
          </p>
        </div>
        <RegistrationButton event={event} next={next} offered={linked && places?.full === false} />
      </div>
    </li>
  );
}

const TONES = { green: undefined, orange: 'font-semibold text-orange', red: 'text-red' };

type PlacesProps = { places?: PlacesLeft; registered?: true };

/** Whoever has a place need not hurry. */
function Places({ places, registered }: PlacesProps) {
  if (!places) return <span>Offene Veranstaltung</span>;
  if (registered) return places.full ? null : <span>{places.text}</span>;
  return <span className={TONES[places.tone]}>{places.text}</span>;
}

type RegistrationButtonProps = { event: BoardEvent; next: boolean; offered: boolean };

/** One element for both, so that the focus stays when one becomes the other. */
function RegistrationButton({ event, next, offered }: RegistrationButtonProps) {
  const { uuid, name, registered } = event;
  if (!registered && !offered) return null;
  const label = registered ? 'Abmelden' : 'Anmelden';
  return (
    <Button
      // Of one size with the other: what lies below stays where it is.
      variant={registered ? 'secondary' : 'primary'}
      size={next ? undefined : 'small'}
      name="event"
      value={uuid}
      formAction={registered ? signOffAction : undefined}
      aria-label={`${label}: ${name}`}
    >
      {label}
    </Button>
  );
}
