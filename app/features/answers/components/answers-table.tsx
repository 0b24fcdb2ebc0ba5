import { answersPath } from '~/features/events/paths';
import { Initials } from '~/ui/initials';
import { type Column, RowActions, RowLink, Table } from '~/ui/table';
import type { AnswersScreen } from '../answers-rows.server';
import { memberAnswerPath, waitingMemberPath } from '../paths';

type AnswersTableProps = AnswersScreen & {
  /** The query of the screen's URL, to which the dialogs lead back. */
  search: string;
};

type Row = AnswersScreen['rows'][number];

/** Who answered what; the buttons are those of the form around it. */
export function AnswersTable({ search, ...screen }: AnswersTableProps) {
  const { of, rows } = screen;
  const columns: Column<Row>[] = [
    { label: 'Name', cell: Person },
    { label: 'Angaben', cell: Told },
    { label: 'Aktionen', cell: (row) => <Actions {...{ row, screen, search }} /> },
  ];
  return (
    <Table
      caption="Antworten"
      // Who has not answered has told nothing.
      columns={columns.filter(({ cell }) => of !== 'open' || cell !== Told)}
      rows={rows}
      rowKey={({ uuid }) => uuid}
    />
  );
}

function Person({ uuid, firstName, lastName, distinction }: Row) {
  return (
    <>
      <Initials firstName={firstName} lastName={lastName} seed={uuid} />
      {`${lastName}, ${firstName}`}
      {distinction && <i> {distinction}</i>}
    </>
  );
}

function Told({ note, facts = [] }: Row) {
  return (
    <>
      {note && <p className="whitespace-pre-line">{note}</p>}
      {facts.map((fact) => (
        <p className="text-sm text-muted" key={fact}>
          {fact}
        </p>
      ))}
    </>
  );
}

type ActionsProps = { row: Row; screen: AnswersScreen; search: string };

/** What who may edit events does for a member: at once, or in a dialog where there is more to say. */
function Actions({ row, screen: { uuid: event, of, yes, canDecline }, search }: ActionsProps) {
  const name = `${row.firstName} ${row.lastName}`;
  const ids = { event, member: row.uuid };
  const member = { name: 'member', value: row.uuid };
  return (
    <RowActions>
      {of === 'waiting' && (
        <RowLink to={waitingMemberPath(ids, 'promotion', search)} of={name} main="outlined">
          Vorziehen
        </RowLink>
      )}
      {(of === 'no' || of === 'open') && yes && (
        <button {...member} data-main="outlined" aria-label={`${yes}: ${name}`}>
          {yes}
        </button>
      )}
      {(of === 'yes' || of === 'open') && canDecline && (
        <button
          {...member}
          data-main={of === 'yes' ? 'outlined' : undefined}
          formAction={answersPath(event, { ...listed(search), says: 'no' })}
          aria-label={`Absagen: ${name}`}
        >
          Absagen
        </button>
      )}
      {(of === 'yes' || of === 'waiting') && (
        <RowLink to={memberAnswerPath(ids, search)} of={name} icon="edit">
          Bearbeiten
        </RowLink>
      )}
      {of === 'waiting' && (
        <RowLink
          to={waitingMemberPath(ids, 'removal', search)}
          of={name}
          icon="delete"
          tone="danger"
        >
          Entfernen
        </RowLink>
      )}
    </RowActions>
  );
}

/** The part of the query that says which list it is. */
const listed = (search: string) => Object.fromEntries(new URLSearchParams(search));
