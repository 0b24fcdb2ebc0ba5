import { LEAVE_WAITING_LIST, messages } from '~/features/answers/wording';
import { comingInWords } from '~/features/events/wording';
import { waitingListPath } from '~/paths/answers';
import { declineAction, signOffAction, waitAction } from '~/paths/board';
import { eventPagePath, FROM_BOARD } from '~/paths/events';
import { Button, ButtonLink } from '~/ui/button';
import { DateLeaf } from '~/ui/date-leaf';
import { hyphenated } from '~/ui/hyphenation';
import { Link, WHOLE } from '~/ui/link';
import { useDone } from '~/ui/notices';
import { UndoButton } from '~/ui/undo-button';
import type { BoardEvent } from '../view';

/**
 * An event on the board: when, where, what, how full, and what to do; its name links to its page.
 * Part of a form of the board. After an answer it says so itself, and offers to undo it (Y7).
 */
export function EventLeaf({ event }: { event: BoardEvent }) {
  const { uuid, name, date, when, told, until, part, asks, places, isGone } = event;
  const coming =
    asks === undefined ? !places && 'Offene Veranstaltung' : asks && comingInWords(asks);
  const facts = [told, coming].filter(Boolean).join(' · ');
  const { undo, title } = useDone(uuid) ?? {};
  const state = isGone && title ? <b>{title}</b> : stateOf(event);
  return (
    <li className="relative flex flex-wrap gap-3 border-t border-line py-3 first:border-t-0 last:pb-0">
      <DateLeaf date={date} />
      <div className="flex min-w-0 flex-1 basis-[8rem] flex-wrap items-center gap-x-3 gap-y-1">
        {/* On a phone the state is beside the buttons instead of below the facts. */}
        <div className="min-w-0 flex-99999 basis-44 max-sm:contents">
          <div className="max-sm:basis-full">
            <h3>
              <Link className={`text-ink decoration-line ${WHOLE}`} to={eventPagePath(uuid)}>
                {hyphenated(name)}
              </Link>
            </h3>
            <p className="text-sm wrap-anywhere text-muted">
              {/* No line begins or ends with a dot, unless it and the words beside it are as long as a line. */}
              {when && <b className="text-green">{when}</b>} {facts.replace(DOTS, dotBetween)}
            </p>
            {until && <b className="block text-sm text-orange">Bitte antworten bis {until}</b>}
          </div>
          {state && <p className="flex-auto text-sm text-muted">{state}</p>}
        </div>{' '}
        <div
          className={
            'relative flex min-w-0 flex-auto flex-wrap items-center justify-end gap-2 ' +
            (part === 'asked' && !undo ? 'max-sm:basis-full max-sm:*:flex-auto' : '')
          }
        >
          {undo ? <UndoButton {...undo} size="small" /> : !isGone && <Buttons {...event} />}
        </div>
      </div>
    </li>
  );
}

const DOTS = /(?<=([^ ]+)) · (?=([^ ]+))/g;

const dotBetween = (_dot: string, before: string, after: string) =>
  (before + after).length > 20 ? '\u00A0· ' : '\u00A0·\u00A0';

const TONES = { green: undefined, orange: 'font-semibold text-orange', red: 'text-red' };

/** The user's own answer; without one, how full a limited event is, beside the button that signs up. */
function stateOf({ answer, position, asks, places }: BoardEvent) {
  if (answer === 'waiting') return <b className={TONES.orange}>Warteliste: Platz {position}</b>;
  if (answer === 'no') return 'Abgesagt';
  if (answer) return <b className="text-green">{asks === undefined ? 'Angemeldet' : 'Zugesagt'}</b>;
  return places && asks === undefined && <span className={TONES[places.tone]}>{places.text}</span>;
}

function Buttons({ uuid, name, part, does, answer, asks, canDecline }: BoardEvent) {
  const said = { name: 'event', value: uuid, size: 'small' } as const;
  const isAsked = asks !== undefined;
  const label =
    does &&
    {
      signUp: answer === 'waiting' ? 'Platz nehmen' : isAsked ? 'Zusagen' : 'Anmelden',
      signOff: isAsked ? 'Absagen' : 'Abmelden',
      wait: 'Auf die Warteliste',
      leave: LEAVE_WAITING_LIST,
    }[does];
  return (
    <>
      {does === 'leave' && (
        // Asks first, as the place on the waiting list would be lost.
        <ButtonLink
          to={waitingListPath(uuid, '', '/page') + FROM_BOARD}
          size="small"
          aria-label={`${label}: ${name}`}
        >
          {label}
        </ButtonLink>
      )}
      {does && does !== 'leave' && (
        <Button
          {...said}
          variant={part === 'asked' ? 'primary' : 'secondary'}
          formAction={{ signUp: undefined, signOff: signOffAction, wait: waitAction }[does]}
          failure={does === 'signOff' ? messages.eventUnregisterFailed : undefined}
          aria-label={`${label}: ${name}`}
        >
          {label}
        </Button>
      )}{' '}
      {canDecline && (
        <Button
          {...said}
          formAction={declineAction}
          failure={messages.declineFailed}
          aria-label={`Absagen: ${name}`}
        >
          Absagen
        </Button>
      )}
    </>
  );
}
