import { LEAVE_WAITING_LIST, messages } from '~/features/answers/wording';
import { comingInWords } from '~/features/events/wording';
import { waitingListPath } from '~/paths/answers';
import { declineAction, signOffAction, waitAction } from '~/paths/board';
import { eventPagePath } from '~/paths/events';
import { Badge } from '~/ui/badge';
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
  const { uuid, name, date, when, told, asks = 0, until, isGone } = event;
  const { undo, title } = useDone(uuid) ?? {};
  return (
    <li className="relative flex gap-4 border-t border-line py-3 first:border-t-0">
      <DateLeaf date={date} />
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-4 gap-y-1">
        <div className="min-w-0 flex-1 basis-44">
          <h3>
            <Link className={`text-ink decoration-line ${WHOLE}`} to={eventPagePath(uuid)}>
              {hyphenated(name)}
            </Link>
          </h3>
          <p className="text-sm wrap-anywhere text-muted">
            {when && <b className="text-green">{when}</b>} {told}
            {told && asks > 0 && ' · '}
            {asks > 0 && <span className="whitespace-nowrap">{comingInWords(asks)}</span>}
          </p>
          {until && <b className="text-sm text-orange">Bitte antworten bis {until}</b>}
        </div>
        <div className="relative flex flex-wrap items-center gap-2 text-sm text-muted">
          {isGone && title ? <b>{title}</b> : <State {...event} />}{' '}
          {undo ? <UndoButton {...undo} size="small" /> : !isGone && <Buttons {...event} />}
        </div>
      </div>
    </li>
  );
}

const TONES = { green: undefined, orange: 'font-semibold text-orange', red: 'text-red' };

/** The user's own answer; without one, how full it is. */
function State({ answer, position, places, asks }: BoardEvent) {
  const isAsked = asks !== undefined;
  return (
    <>
      {answer === 'yes' && <Badge tone="green">{isAsked ? 'Zugesagt' : 'Angemeldet'}</Badge>}
      {answer === 'waiting' && <Badge tone="orange">Warteliste: Platz {position}</Badge>}
      {answer === 'no' && <Badge>Abgesagt</Badge>}{' '}
      {places && !answer && <span className={TONES[places.tone]}>{places.text}</span>}
      {!places && !isAsked && <span>Offene Veranstaltung</span>}
    </>
  );
}

function Buttons({ uuid, name, answer, does, asks, canDecline, others }: BoardEvent) {
  const said = { name: 'event', value: uuid, size: 'small' } as const;
  const isAsked = asks !== undefined;
  const label =
    does &&
    {
      signUp: isAsked ? 'Zusagen' : 'Anmelden',
      signOff: isAsked ? 'Absagen' : 'Abmelden',
      wait: 'Auf die Warteliste',
      leave: LEAVE_WAITING_LIST,
    }[does];
  return (
    <>
      {does === 'leave' && (
        // Asks first, as the place on the waiting list would be lost.
        <ButtonLink
          to={waitingListPath(uuid, '', '/page')}
          size="small"
          aria-label={`${label}: ${name}`}
        >
          {label}
        </ButtonLink>
      )}
      {does && does !== 'leave' && (
        <Button
          {...said}
          variant={answer || others ? 'secondary' : 'primary'}
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
