import { Badge } from '~/ui/badge';
import { Meter } from '~/ui/meter';
import { PageLinks } from '~/ui/page-links';
import { RowActions, RowLink, Table } from '~/ui/table';

const events = [
  { uuid: 'a', name: 'Sommerfest', date: '04. Juli 2026', taken: 12, places: 40, registered: true },
  {
    uuid: 'b',
    name: 'Vorstandssitzung mit Kassenprüfung',
    date: '09. Juli 2026',
    taken: 9,
    places: 10,
  },
  {
    uuid: 'c',
    name: 'Ausflug an den Königssee',
    date: '12. September 2026',
    taken: 50,
    places: 50,
  },
  { uuid: 'd', name: 'Weihnachtsfeier', date: '19. Dezember 2026', taken: 0, places: null },
];

/** A list with badges, meters and actions; cards on a narrow screen. */
export function TableSamples() {
  return (
    <>
      <Table
        caption="Veranstaltungen"
        rows={events}
        rowKey={(event) => event.uuid}
        columns={[
          {
            label: 'Name',
            cell: (event) => (
              <>
                {event.name}
                {event.registered && <Badge tone="green">Angemeldet</Badge>}
              </>
            ),
          },
          { label: 'Datum', cell: (event) => event.date },
          {
            label: 'Informationen',
            cell: (event) =>
              event.places === null ? (
                <Badge>Offene Veranstaltung</Badge>
              ) : (
                <Meter value={event.taken} max={event.places}>
                  ({event.taken} von {event.places} belegt)
                </Meter>
              ),
          },
          {
            label: 'Aktionen',
            cell: (event) => (
              <RowActions>
                {event.places !== null && (
                  <RowLink
                    main={event.registered ? 'outlined' : 'filled'}
                    to="/app/dev/ui?dialog=confirm"
                    of={event.name}
                    disabled={event.places === event.taken}
                    dialog
                  >
                    {event.registered ? 'Abmelden' : 'Anmelden'}
                  </RowLink>
                )}
                <RowLink icon="poll" to={`/app/events/${event.uuid}/polls`} of={event.name}>
                  Umfragen
                </RowLink>
                <RowLink icon="edit" to="/app/dev/ui?dialog=form" of={event.name} dialog>
                  Bearbeiten
                </RowLink>
                <RowLink
                  icon="delete"
                  to="/app/dev/ui?dialog=confirm"
                  of={event.name}
                  tone="danger"
                  dialog
                >
                  Löschen
                </RowLink>
              </RowActions>
            ),
          },
        ]}
      />
      <PageLinks previous="?page=1" next="?page=3" />
    </>
  );
}
