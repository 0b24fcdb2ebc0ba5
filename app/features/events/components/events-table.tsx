import { dateToText, monthToText, weekdayToText } from '~/dates';
import { eventInListPath, eventPath, unfoldedPath } from '~/paths/events';
import { pollsPath } from '~/paths/polls';
import { Badge } from '~/ui/badge';
import { hyphenated } from '~/ui/hyphenation';
import { useScripted } from '~/ui/scripted';
import { type Column, RowActions, RowLink, Table } from '~/ui/table';
import type { EventRow } from '../list-view';
import { capacityOf, eventTypeTexts, isFull, occupancyOf, type Places } from '../wording';

type EventsTableProps = {
  rows: readonly EventRow[];
  mayEdit: boolean;
  /** The query of the list's URL, which the dialogs' URLs keep. */
  search: string;
};

/** Name, date, places and what can be done (E1 to E3); past events are muted. */
export function EventsTable({ rows, mayEdit, search }: EventsTableProps) {
  // Without scripts only the main action names its event, as five times the name costs a kilobyte.
  const named = useScripted();
  const columns: Column<EventRow>[] = [
    { label: 'Name', cell: (event) => <NameCell event={event} search={search} /> },
    { label: 'Datum', cell: DateCell },
    {
      label: 'Informationen',
      cell: (event) => (
        <>
          <State {...event} />
          <Standing {...event} />
          {(event.joins || event.position > 0) && <WaitingLink event={event} search={search} />}
          {event.further && (
            <a
              href={unfoldedPath(event.uuid, search)}
              aria-label={`${event.further}: ${event.name}`}
              data-dialog=""
            >
              {event.further}
            </a>
          )}
        </>
      ),
    },
    {
      label: 'Aktionen',
      cell: (event) => (
        <RowActions>
          <RegistrationAction event={event} search={search} />
          <RowLink
            to={pollsPath({ event: event.uuid })}
            of={named ? event.name : undefined}
            icon="poll"
            count={event.polls}
            mark={event.unanswered ? 'noch nicht beantwortet' : undefined}
          >
            Umfragen
          </RowLink>
          {(mayEdit || event.led) && <EditorActions event={event} named={named} search={search} />}
        </RowActions>
      ),
    },
  ];
  return (
    <Table
      caption="Veranstaltungen"
      columns={columns}
      rows={rows}
      rowKey={(event) => event.uuid}
      rowTone={({ past, cancelled }) => (cancelled ? 'off' : past ? 'muted' : undefined)}
      groupOf={monthOf}
    />
  );
}

/** 'März 2030' */
function monthOf({ date }: EventRow): string {
  return `${monthToText(date.slice(0, 7))} ${Number(date.slice(0, 4))}`;
}

function NameCell({ event, search }: { event: EventRow; search: string }) {
  const { uuid, name, startTime, place, series, others, asks, past, today, tomorrow } = event;
  const [state, tone] = answerOf(event);
  const near = today ? 'Heute ' : tomorrow && 'Morgen ';
  const where = [startTime, place].filter(Boolean).join('\u00a0· ');
  return (
    <>
      {/* Events that ask the user, or that they said yes to, stand out. */}
      <a
        className={(asks && !others && !past) || state ? undefined : QUIET}
        href={eventInListPath(uuid, search)}
      >
        {hyphenated(name)}
      </a>{' '}
      {state && (
        <>
          <Badge tone={tone}>{state}</Badge>{' '}
        </>
      )}
      {(where || series || near) && (
        <i data-series={series ? '' : undefined}>
          {near && <b className="text-green print:hidden">{near}</b>}
          {where || (series && !near && 'Wiederholt sich')}
        </i>
      )}
    </>
  );
}

const QUIET = 'font-normal';

/** The user's answer in words; 'yes' for an event that asks (Y2). */
function answerOf({ registered, position, declined, asks }: EventRow) {
  if (registered) return [asks ? 'Zugesagt' : 'Angemeldet', 'green'] as const;
  if (position > 0) return [`Warteliste: Platz ${position}`, 'orange'] as const;
  return declined ? (['Abgesagt', 'neutral'] as const) : [];
}

function DateCell({ date }: EventRow) {
  return (
    <>
      <i>{weekdayToText(date).slice(0, 2)}</i> {dateToText(date)}
    </>
  );
}

/** For a full event with a waiting list; the specification's button beside it stays disabled (K5, K6). */
function WaitingLink({ event: { uuid, name, position }, search }: ActionProps) {
  const words = position > 0 ? 'Wartelistenplatz' : 'Auf die Warteliste';
  return (
    <>
      {' '}
      <a
        href={eventPath(uuid, 'registration', search)}
        aria-label={`${words}: ${name}`}
        data-dialog=""
      >
        {words}
      </a>
    </>
  );
}

/** Why signing up is over; without it people would look for the button. */
function Standing({ past, begun, registered, position, cancelled, ...event }: EventRow) {
  const over = past
    ? 'Vorbei'
    : begun
      ? 'Hat begonnen'
      : !registered &&
        position === 0 &&
        (event.closed ? 'Frist vorbei' : event.afterLeaving && 'Nach Ihrem Austritt');
  return (
    over &&
    (past || !cancelled) && (
      <>
        {' '}
        <Badge>{over}</Badge>
      </>
    )
  );
}

/** Whether it takes place, how full it is, and what kind of event it is. */
function State(event: EventRow) {
  const places = placesOf(event);
  const { tone, text } = places ? capacityOf(places) : {};
  return (
    <>
      {event.cancelled && <Badge tone="red">Fällt aus</Badge>}{' '}
      {text && <Badge tone={event.cancelled ? 'neutral' : tone}>{text}</Badge>}
      {event.asks && !!event.taken && <b>{`${event.taken} dabei`}</b>}{' '}
      <i>{places ? occupancyOf(places) : eventTypeTexts.OPEN_EVENT.label}</i>
    </>
  );
}

function placesOf({ max, taken }: EventRow): Places | null {
  return max === undefined || taken === undefined ? null : { max, taken };
}

type ActionProps = { event: EventRow; search: string };

function RegistrationAction({ event, search }: ActionProps) {
  const { uuid, name, past, signsUp, signsOff, position, declined, asks, others } = event;
  const answer = { of: name, dialog: true } as const;
  if (signsOff) {
    const to = eventPath(uuid, 'registration/withdrawal', search);
    return (
      <RowLink {...answer} to={to} main="" tone="muted">
        {asks ? 'Absagen' : 'Abmelden'}
      </RowLink>
    );
  }
  if (!signsUp) return null;
  const places = placesOf(event);
  const full = places !== null && isFull(places);
  const asked = !(position > 0 || full || declined || others || past);
  return (
    <RowLink
      {...answer}
      to={eventPath(uuid, 'registration', search)}
      main={asked ? 'asked' : ''}
      disabled={full}
    >
      {asks ? 'Zusagen' : 'Anmelden'}
    </RowLink>
  );
}

function EditorActions({ event, named, search }: ActionProps & { named: boolean }) {
  const { uuid } = event;
  const name = named ? event.name : undefined;
  return (
    <span>
      <RowLink to={eventPath(uuid, 'edit', search)} of={name} dialog>
        Bearbeiten
      </RowLink>
      <RowLink to={eventPath(uuid, 'participants', search)} of={name} dialog>
        Teilnehmer
      </RowLink>
      <RowLink to={eventPath(uuid, 'delete', search)} of={name} tone="danger" dialog>
        Löschen
      </RowLink>
    </span>
  );
}
