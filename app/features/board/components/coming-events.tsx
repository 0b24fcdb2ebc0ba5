import { Form } from '@remix-run/react';
import { useEffect, useState } from 'react';
import { messages } from '~/features/answers/wording';
import { create as mayCreate } from '~/features/events/policy';
import type { Whose } from '~/features/events/schema';
import { CREATE_EVENT } from '~/features/events/wording';
import { useScope } from '~/frame/context';
import { absencesPath } from '~/paths/absences';
import { signUpAction } from '~/paths/board';
import { eventPagePath, eventsPath, newEventPath, whoseOptions } from '~/paths/events';
import { homePath } from '~/paths/shell';
import { ButtonLink } from '~/ui/button';
import { Card } from '~/ui/card';
import { EmptyState } from '~/ui/empty-state';
import { failing } from '~/ui/failing';
import { OrganizationField } from '~/ui/hidden-fields';
import { Link } from '~/ui/link';
import { readNotices } from '~/ui/notice-store';
import { useNotices } from '~/ui/notices';
import { Switch } from '~/ui/switch';
import type { BoardEvent } from '../view';
import { EventLeaf } from './event-leaf';

/** After what has changed is there, what says that it has. */
const NOTICED_MS = 50;

/**
 * The events where they stand on the board; what was just answered stays where it was as long as it
 * says so, with the way back.
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

function merged(
  before: readonly BoardEvent[],
  events: readonly BoardEvent[],
  stays: (uuid: string) => boolean,
): BoardEvent[] {
  const find = (list: readonly BoardEvent[], of: BoardEvent) =>
    list.find(({ uuid }) => uuid === of.uuid);
  const shown = events.map((each) =>
    stays(each.uuid) ? { ...each, part: (find(before, each) ?? each).part } : each,
  );
  // What a list has no more stays at its place.
  before.forEach((each, at) => {
    if (stays(each.uuid) && !find(events, each)) shown.splice(at, 0, each);
  });
  return shown;
}

/** A part of the events, in a form whose buttons answer at one tap. It is no ActionForm, whose code only screens with fields load. */
function Leaves({ events, look }: { events: readonly BoardEvent[]; look: 'leaf' | 'row' }) {
  return (
    <Form
      {...failing(messages.eventRegisterFailed)}
      method="post"
      action={signUpAction}
      preventScrollReset
    >
      <OrganizationField />
      <ol className={look === 'leaf' ? 'grid gap-3' : undefined}>
        {events.map((event) => (
          <EventLeaf key={event.uuid} event={event} look={look} />
        ))}
      </ol>
    </Form>
  );
}

type PartProps = { events: readonly BoardEvent[] };

/** What waits for an answer, in one card. @param missing how many there are, of which some are shown */
export function Missing({ events, missing }: PartProps & { missing: number }) {
  const title = missing === 1 ? '1 Antwort fehlt' : `${missing} Antworten fehlen`;
  return (
    <Card
      title={missing === 0 ? 'Alles beantwortet' : title}
      aside={missing > events.length && <Link to={eventsPath()}>Alle ansehen</Link>}
      pinned
    >
      <Leaves events={events} look="row" />
    </Card>
  );
}

/** Where the user comes, or waits for a place. */
export function Own({ events }: PartProps) {
  return (
    <section className="grid grid-cols-1 gap-2" aria-labelledby="own">
      <h2 id="own" className="text-lg">
        Dabei
      </h2>
      <Leaves events={events} look="leaf" />
    </section>
  );
}

type RestProps = PartProps & {
  whose?: Whose;
  linked: boolean;
  /** Whether anything is ahead at all. */
  isEmpty: boolean;
};

/** Whatever else is next. */
export function Rest({ events, whose, linked, isEmpty }: RestProps) {
  return (
    <section className="grid grid-cols-1 gap-2" aria-labelledby="coming">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 id="coming" className="text-lg">
          Das steht an
        </h2>
        {whose && (
          <nav aria-label="Ansicht">
            <Switch options={whoseOptions(homePath, whose)} />
          </nav>
        )}
      </div>
      {isEmpty ? <NothingAhead /> : <Leaves events={events} look="leaf" />}
      {!isEmpty && (
        <p className="flex flex-wrap gap-x-6 gap-y-2">
          <Link to={eventsPath()}>Alle Veranstaltungen</Link>
          {linked && <Link to={absencesPath}>Verreist? Abwesenheit eintragen</Link>}
        </p>
      )}
    </section>
  );
}

function NothingAhead() {
  const create = mayCreate({ scope: useScope() }) && (
    <ButtonLink to={newEventPath('')}>{CREATE_EVENT}</ButtonLink>
  );
  return (
    <EmptyState title="Zurzeit steht nichts an." drawing action={create}>
      Sobald Ihr Verein etwas plant, hängt es hier.
    </EmptyState>
  );
}

type CalledOffProps = { events: readonly { uuid: string; text: string; reason?: string }[] };

/** What does not take place, a red line each. */
export function CalledOff({ events }: CalledOffProps) {
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
