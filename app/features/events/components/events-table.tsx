import { pollsPath } from '~/features/polls/paths';
import { Badge } from '~/ui/badge';
import { hyphenated } from '~/ui/hyphenation';
import { Meter } from '~/ui/meter';
import { useScripted } from '~/ui/scripted';
import { type Column, RowActions, RowLink, Table } from '~/ui/table';
import { eventPath } from '../paths';
import type { EventRow } from '../view';
import { capacityOf, isFull, occupancyOf, type Places } from '../wording';

type EventsTableProps = {
  rows: readonly EventRow[];
  mayEdit: boolean;
  /** The query of the list's URL, which the dialogs' URLs keep. */
  search: string;
};

/** Name, date, places and what can be done (E1 to E3); past events are muted. */
export function EventsTable({ rows, mayEdit, search }: EventsTableProps) {
  // Without scripts only the main action names its event: five times the name is a kilobyte more.
  const named = useScripted();
  const columns: Column<EventRow>[] = [
    { label: 'Name', cell: NameCell },
    { label: 'Datum', cell: (event) => event.date },
    { label: 'Informationen', cell: InformationCell },
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
          {mayEdit && <EditorActions event={event} named={named} search={search} />}
        </RowActions>
      ),
    },
  ];
  // What is over takes little room above what is ahead.
  const past = rows.some((event) => !event.past) ? 'past' : 'muted';
  return (
    <Table
      caption="Veranstaltungen"
      columns={columns}
      rows={rows}
      rowKey={(event) => event.uuid}
      rowTone={(event) => (event.past ? past : undefined)}
      groupOf={monthOf}
    />
  );
}

/** '05. März 2030' -> 'März 2030' */
function monthOf({ date }: EventRow): string {
  return date.slice(4);
}

function NameCell({ name, past, registered }: EventRow) {
  const words = hyphenated(name);
  if (!registered) return words;
  return (
    <>
      {past ? <span>{words}</span> : words} <Badge tone="green">Angemeldet</Badge>
    </>
  );
}

function InformationCell(event: EventRow) {
  const places = placesOf(event);
  return (
    <>
      {places ? <Capacity {...places} /> : <Badge>Offene Veranstaltung</Badge>}
      {event.past && (
        <>
          {' '}
          <Badge>Vorbei</Badge>
        </>
      )}
    </>
  );
}

function Capacity(places: Places) {
  const { tone, text } = capacityOf(places);
  return (
    <>
      <Badge tone={tone}>{text}</Badge>{' '}
      <Meter value={places.taken} max={places.max}>
        {occupancyOf(places)}
      </Meter>
    </>
  );
}

function placesOf({ max, taken }: EventRow): Places | null {
  return max === undefined || taken === undefined ? null : { max, taken };
}

type ActionProps = { event: EventRow; search: string };

function RegistrationAction({ event, search }: ActionProps) {
  const { uuid, name, past, registered } = event;
  const places = placesOf(event);
  // Whoever signed up before the event became an open one may still sign off.
  if (!places && !registered) return null;
  if (registered) {
    const to = eventPath(uuid, 'registration/withdrawal', search);
    return (
      <RowLink to={to} of={name} main="outlined" dialog>
        Abmelden
      </RowLink>
    );
  }
  const full = places !== null && isFull(places);
  return (
    <RowLink
      to={eventPath(uuid, 'registration', search)}
      of={name}
      main={past ? 'outlined' : 'filled'}
      disabled={full}
      dialog
    >
      Anmelden
    </RowLink>
  );
}

function EditorActions({ event, named, search }: ActionProps & { named: boolean }) {
  const { uuid } = event;
  const name = named ? event.name : undefined;
  return (
    <>
      <RowLink to={eventPath(uuid, 'edit', search)} of={name} icon="edit" dialog>
        Bearbeiten
      </RowLink>
      <RowLink to={eventPath(uuid, 'participants', search)} of={name} icon="people" dialog>
        Teilnehmer
      </RowLink>
      <RowLink to={eventPath(uuid, 'delete', search)} of={name} icon="delete" tone="danger" dialog>
        Löschen
      </RowLink>
    </>
  );
}
