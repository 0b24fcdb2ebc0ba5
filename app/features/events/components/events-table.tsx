import { pollsPath } from '~/features/polls/paths';
import { Badge } from '~/ui/badge';
import { type Column, RowActions, RowLink, Table } from '~/ui/table';
import { eventPath } from '../paths';
import type { EventRow } from '../rows.server';
import { capacityOf, isFull, occupancyOf, type Places } from '../view';

type EventsTableProps = {
  rows: readonly EventRow[];
  mayEdit: boolean;
  /** The query of the list's URL, which the dialogs' URLs keep. */
  search: string;
};

/** Name, date, places and what can be done (E1 to E3); past events are muted. */
export function EventsTable({ rows, mayEdit, search }: EventsTableProps) {
  const columns: Column<EventRow>[] = [
    { label: 'Name', cell: NameCell },
    { label: 'Datum', cell: (event) => event.date },
    { label: 'Informationen', cell: InformationCell },
    {
      label: 'Aktionen',
      cell: (event) => (
        <RowActions>
          <RowLink to={pollsPath({ event: event.uuid })}>Umfragen</RowLink>
          <RegistrationAction event={event} search={search} />
          {mayEdit && <EditorActions event={event} search={search} />}
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
      rowTone={(event) => (event.past ? 'muted' : undefined)}
    />
  );
}

function NameCell({ name, registered }: EventRow) {
  if (!registered) return name;
  return (
    <>
      {name} <Badge tone="green">Angemeldet</Badge>
    </>
  );
}

function InformationCell(event: EventRow) {
  const places = placesOf(event);
  if (!places) return <Badge>Offene Veranstaltung</Badge>;
  const { tone, text } = capacityOf(places);
  return (
    <>
      <Badge tone={tone}>{text}</Badge> <i>{occupancyOf(places)}</i>
    </>
  );
}

function placesOf({ max, taken }: EventRow): Places | null {
  return max === undefined || taken === undefined ? null : { max, taken };
}

type ActionProps = { event: EventRow; search: string };

function RegistrationAction({ event, search }: ActionProps) {
  const { uuid, registered } = event;
  const places = placesOf(event);
  // Whoever signed up before the event became an open one may still sign off.
  if (!places && !registered) return null;
  const full = places !== null && !registered && isFull(places);
  return registered ? (
    <RowLink to={eventPath(uuid, 'registration/withdrawal', search)} dialog>
      Abmelden
    </RowLink>
  ) : (
    <RowLink to={eventPath(uuid, 'registration', search)} dialog disabled={full}>
      Anmelden
    </RowLink>
  );
}

function EditorActions({ event: { uuid }, search }: ActionProps) {
  return (
    <>
      <RowLink to={eventPath(uuid, 'edit', search)} dialog>
        Bearbeiten
      </RowLink>
      <RowLink to={eventPath(uuid, 'participants', search)} dialog>
        Teilnehmer
      </RowLink>
      <RowLink to={eventPath(uuid, 'delete', search)} tone="danger" dialog>
        Löschen
      </RowLink>
    </>
  );
}
