import { messages } from '~/features/answers/wording';
import { answeredYes } from '~/features/events/wording';
import { declineAction, signOffAction } from '~/paths/board';
import { eventPagePath } from '~/paths/events';
import { Badge } from '~/ui/badge';
import { Button, ButtonLink } from '~/ui/button';
import { Pin } from '~/ui/card';
import { DateLeaf } from '~/ui/date-leaf';
import { hyphenated } from '~/ui/hyphenation';
import { Link } from '~/ui/link';
import type { BoardEvent } from '../view';

type EventLeafProps = {
  event: BoardEvent;
  /** The one that comes next. */
  next: boolean;
};

/** A link that a finger meets anywhere on what it names, the nearest that is `relative`. */
export const WHOLE = 'text-ink decoration-line after:absolute after:inset-0';

const LEAF = 'leaf relative flex gap-4 rounded border border-line bg-card ';

/**
 * An event on the board: when, where, what, how full, and the one thing to do; its name leads to its
 * page. Part of the board's form.
 */
export function EventLeaf({ event, next }: EventLeafProps) {
  const { uuid, name, date, when, told } = event;
  return (
    <li className={LEAF + (next ? 'mt-3 p-4 pt-6 sm:gap-5 sm:p-5 sm:pt-7' : 'px-4 py-3')}>
      {next && <Pin />}
      <DateLeaf date={date} large={next} />
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-4 gap-y-1">
        <div className="min-w-0 flex-1 basis-44">
          <h3 className={next ? 'text-lg sm:text-xl' : undefined}>
            <Link className={WHOLE} to={eventPagePath(uuid)}>
              {hyphenated(name)}
            </Link>
          </h3>
          {told && <p className="mt-0.5 text-md wrap-anywhere">{told}</p>}
          <p className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1 text-md text-muted">
            {when && <b className="text-green">{when}</b>} <State event={event} />
          </p>
        </div>
        {event.canDecline ? (
          <div className="relative flex flex-wrap gap-2">
            <TheOneThing event={event} next={false} />
            <Decline event={event} />
          </div>
        ) : (
          <div className="relative empty:hidden">
            <TheOneThing event={event} next={next} />
          </div>
        )}
      </div>
    </li>
  );
}

const TONES = { green: undefined, orange: 'font-semibold text-orange', red: 'text-red' };

/** The user's own answer, and how full it is: with a place there is no need to hurry. */
function State({
  event: { answer, places, asks, cancelled, does },
}: Pick<EventLeafProps, 'event'>) {
  if (cancelled) return <Badge tone="red">Fällt aus</Badge>;
  const isAsked = asks !== undefined;
  return (
    <>
      {answer === 'yes' && <Badge tone="green">{isAsked ? 'Zugesagt' : 'Angemeldet'}</Badge>}
      {answer === 'waiting' && <Badge tone="orange">Warteliste</Badge>}
      {answer === 'no' && <Badge>Sie haben abgesagt</Badge>}
      {isAsked && !answer && does && <Badge tone="orange">Bitte antworten</Badge>}{' '}
      {places && <Left {...places} settled={answer === 'yes'} />}
      {isAsked && <span>{answeredYes(asks)}</span>}
      {!places && !isAsked && <span>Offene Veranstaltung</span>}
    </>
  );
}

type LeftProps = NonNullable<BoardEvent['places']> & { settled: boolean };

function Left({ tone, text, full, settled }: LeftProps) {
  if (settled) return full ? null : <span>{text}</span>;
  return <span className={TONES[tone]}>{text}</span>;
}

/** One element to sign up and off, so that the focus stays when one becomes the other. */
function TheOneThing({ event, next }: EventLeafProps) {
  const { uuid, name, does, asks } = event;
  const size = next ? undefined : 'small';
  if (!does) return null;
  if (does === 'wait') {
    const label = 'Auf die Warteliste';
    return (
      <ButtonLink to={eventPagePath(uuid)} size={size} aria-label={`${label}: ${name}`}>
        {label}
      </ButtonLink>
    );
  }
  const signsOff = does === 'signOff';
  const isAsked = asks !== undefined;
  const label = signsOff ? (isAsked ? 'Absagen' : 'Abmelden') : isAsked ? 'Zusagen' : 'Anmelden';
  return (
    <Button
      // Of one size with the other: what lies below stays where it is.
      variant={signsOff ? 'secondary' : 'primary'}
      size={size}
      name="event"
      value={uuid}
      formAction={signsOff ? signOffAction : undefined}
      failure={signsOff ? messages.eventUnregisterFailed : undefined}
      aria-label={`${label}: ${name}`}
    >
      {label}
    </Button>
  );
}

/** Says no to an event that asks; part of a form of the board. */
export function Decline({ event: { uuid, name } }: { event: { uuid: string; name: string } }) {
  return (
    <Button
      size="small"
      name="event"
      value={uuid}
      formAction={declineAction}
      failure={messages.declineFailed}
      aria-label={`Absagen: ${name}`}
    >
      Absagen
    </Button>
  );
}
