import { Form } from '@remix-run/react';
import { useEffect, useState } from 'react';
import { messages } from '~/features/answers/wording';
import { create as mayCreate } from '~/features/events/policy';
import type { Whose } from '~/features/events/schema';
import { CREATE_EVENT } from '~/features/events/wording';
import { useScope } from '~/frame/context';
import { counted } from '~/numbers';
import { absencesPath } from '~/paths/absences';
import { signUpAction } from '~/paths/board';
import { eventPagePath, eventsPath, newEventPath, whoseOptions } from '~/paths/events';
import { homePath } from '~/paths/shell';
import { ButtonLink } from '~/ui/button';
import { Card } from '~/ui/card';
import { Disclosure } from '~/ui/disclosure';
import { EmptyState } from '~/ui/empty-state';
import { failing } from '~/ui/failing';
import { HiddenFields } from '~/ui/hidden-fields';
import { Link } from '~/ui/link';
import { readNotices } from '~/ui/notice-store';
import { useNotices } from '~/ui/notices';
import { Switch } from '~/ui/switch';
import type { boardOf } from '../rows.server';
import { type BoardEvent, countUnanswered } from '../view';
import { EventLeaf } from './event-leaf';

/** The change first, then the message about it. */
const NOTICED_MS = 50;

/**
 * The events in their places on the board; one just answered stays in place while it says so and
 * offers to undo it.
 */
export function useParts(events: readonly BoardEvent[]): BoardEvent[] {
  const [settled, settle] = useState(events);
  const { notices } = useNotices();
  // biome-ignore lint/correctness/useExhaustiveDependencies: what stays goes with its notice.
  useEffect(() => {
    const timer = setTimeout(() => {
      const said = (uuid: string) => readNotices().notices.some(({ about }) => about === uuid);
      settle((before) => merged(before, events, said));
    }, NOTICED_MS);
    return () => clearTimeout(timer);
  }, [events, notices]);
  return merged(settled, events, () => true);
}

/** The current events in their previous order, so that nothing moves under a finger. */
function merged(
  before: readonly BoardEvent[],
  events: readonly BoardEvent[],
  stays: (uuid: string) => boolean,
): BoardEvent[] {
  const now = new Map(events.map((each) => [each.uuid, each]));
  const kept = new Set(before.map(({ uuid }) => uuid).filter(stays));
  const shown = events.filter(({ uuid }) => !kept.has(uuid));
  before.forEach((each, at) => {
    if (kept.has(each.uuid))
      shown.splice(at, 0, {
        ...(now.get(each.uuid) ?? { ...each, isGone: true }),
        part: each.part,
      });
  });
  return shown;
}

/** Events in a form whose buttons answer with one tap. Not an ActionForm, whose code they do not need. */
function Leaves({ events }: PartProps) {
  return (
    <Form
      {...failing(messages.eventRegisterFailed)}
      method="post"
      action={signUpAction}
      preventScrollReset
    >
      <HiddenFields />
      <ol>
        {events.map((event) => (
          <EventLeaf key={event.uuid} event={event} />
        ))}
      </ol>
    </Form>
  );
}

type PartProps = { events: readonly BoardEvent[] };

const ALL = (
  <Link className="print:hidden" to={eventsPath()}>
    Alle ansehen
  </Link>
);

/** Events that wait for an answer, in one card. @param missing how many in all; some are shown */
export function Missing({ events, missing }: PartProps & { missing: number }) {
  return (
    <Card
      title={
        missing === 0 ? 'Alles beantwortet' : counted(missing, 'Antwort fehlt', 'Antworten fehlen')
      }
      aside={missing > countUnanswered(events) && ALL}
    >
      <Leaves events={events} />
    </Card>
  );
}

/** Events that the user attends or waits for. @param more whether there are others */
export function Own({ events, more }: PartProps & { more?: boolean }) {
  return (
    <Card title="Dabei" aside={more && ALL}>
      <Leaves events={events} />
    </Card>
  );
}

/** Declined events, folded, where the user can still change the answer. */
export function Declined({ events }: PartProps) {
  return (
    <Disclosure
      summary="Sie haben abgesagt "
      note={<span className="line-clamp-2">{events.map(({ name }) => name).join(', ')}</span>}
    >
      <Leaves events={events} />
    </Disclosure>
  );
}

type RestProps = PartProps & {
  whose?: Whose;
  linked: boolean;
  /** Whether there are any events ahead. */
  isEmpty: boolean;
};

const ONWARD = 'inline-flex min-h-target items-center';

/** Whatever else is next. */
export function Rest({ events, whose, linked, isEmpty }: RestProps) {
  return (
    <Card
      title="Das steht an"
      aside={
        whose && (
          <nav aria-label="Ansicht">
            <Switch options={whoseOptions(homePath, whose)} />
          </nav>
        )
      }
    >
      {isEmpty ? <NothingAhead /> : <Leaves events={events} />}
      {!isEmpty && (
        <p className="mt-3 flex flex-wrap gap-x-6 border-t border-line pt-1 print:hidden">
          <Link className={ONWARD} to={eventsPath()}>
            Alle Veranstaltungen
          </Link>
          {linked && (
            <Link className={ONWARD} to={absencesPath}>
              Verreist? Abwesenheit eintragen
            </Link>
          )}
        </p>
      )}
    </Card>
  );
}

function NothingAhead() {
  const create = mayCreate({ scope: useScope() }) && (
    <ButtonLink to={newEventPath('')}>{CREATE_EVENT}</ButtonLink>
  );
  return (
    <EmptyState title="Zurzeit steht nichts an." drawing action={create}>
      {create
        ? 'Tragen Sie ein, was Ihr Verein als Nächstes vorhat.'
        : 'Sobald Ihr Verein etwas plant, hängt es hier.'}
    </EmptyState>
  );
}

/** Cancelled events, a red line each. */
export function CalledOff({ events }: { events: ReturnType<typeof boardOf>['cancelled'] }) {
  return (
    <ul className="grid grid-cols-1 gap-2">
      {events.map(({ uuid, text, reason }) => (
        <li key={uuid} className="rounded border-l-5 border-red bg-red-soft px-4 wrap-anywhere">
          <Link
            className="flex min-h-target items-center py-1.5 text-ink no-underline"
            to={eventPagePath(uuid)}
          >
            <span className="line-clamp-2">
              <b className="text-red">Fällt aus:</b> {text}
              {reason && ` (${reason})`}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
