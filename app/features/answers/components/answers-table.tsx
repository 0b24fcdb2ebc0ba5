import { messages as eventMessages } from '~/features/events/wording';
import { memberAnswerPath, waitingMemberPath } from '~/paths/answers';
import { answersPath, behindDialog } from '~/paths/events';
import { failing } from '~/ui/failing';
import { Initials } from '~/ui/initials';
import { type Column, RowActions, RowLink, Table } from '~/ui/table';
import type { AnswersScreen } from '../answers-rows.server';
import { messages } from '../wording';

type AnswersTableProps = AnswersScreen & {
  /** The query of the screen's URL, which the dialogs keep. */
  search: string;
};

type Row = AnswersScreen['rows'][number];

/**
 * Who answered what; the buttons are those of the form around it. On a phone (table.css) a person is
 * a line with the button at its end; two buttons have a line of their own.
 */
export function AnswersTable({ search, rows, ...screen }: AnswersTableProps) {
  const { of } = screen;
  const columns: Column<Row>[] = [
    { label: 'Name', cell: (row) => <Person row={row} screen={screen} search={search} /> },
    { label: 'Angaben', cell: Told },
    { label: 'Aktionen', cell: (row) => <Actions row={row} screen={screen} search={search} /> },
  ];
  return (
    <div className="rows answers bare">
      <Table
        caption="Wer kommt?"
        // Members who have not answered left no note.
        columns={columns.filter(({ cell }) => of !== 'open' || cell !== Told)}
        rows={rows}
        rowKey={({ uuid }) => uuid}
      />
    </div>
  );
}

type CellProps = { row: Row; screen: Omit<AnswersScreen, 'rows'>; search: string };

/** Who it is; the name opens what they answered, to be changed. */
function Person({ row, screen, search }: CellProps) {
  const { uuid, firstName, lastName, distinction } = row;
  return (
    <span className="flex items-center">
      <Initials firstName={firstName} lastName={lastName} seed={uuid} />
      <span className="min-w-0">
        <a href={memberAnswerPath({ event: screen.uuid, member: uuid }, 'registration', search)}>
          {`${lastName}, ${firstName}`}
        </a>
        {distinction && <i> {distinction}</i>}
      </span>
    </span>
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

/** Row actions for leaders: one tap, or a confirmation. */
function Actions({ row, screen: { uuid: event, of, yes, canDecline }, search }: CellProps) {
  const name = `${row.firstName} ${row.lastName}`;
  const ids = { event, member: row.uuid };
  const member = { name: 'member', value: row.uuid };
  return (
    <RowActions>
      {of === 'waiting' && (
        <RowLink to={waitingMemberPath(ids, 'promotion', search)} of={name} main="">
          Vorziehen
        </RowLink>
      )}
      {of === 'present' && (
        <button
          // Each says what it sets, so that a second tap changes nothing.
          name={row.present ? 'inQuestion' : 'participated'}
          value={row.uuid}
          formAction={answersPath(event, { ...listed(search), says: 'present' })}
          data-main=""
          aria-label={`${row.present ? 'War nicht da' : 'War da'}: ${name}`}
          {...failing(eventMessages.participantsSaveFailed)}
        >
          {row.present ? 'War nicht da' : 'War da'}
        </button>
      )}
      {(of === 'no' || of === 'open') && yes && (
        <button {...member} data-main={of === 'no' ? '' : undefined} aria-label={`${yes}: ${name}`}>
          {yes}
        </button>
      )}
      {/* Asks first: a member on the waiting list may get the place at once. */}
      {of === 'yes' && canDecline && (
        <RowLink to={memberAnswerPath(ids, 'decline', search)} of={name} tone="muted">
          Absagen
        </RowLink>
      )}
      {of === 'open' && canDecline && (
        <button
          {...member}
          formAction={answersPath(event, { ...listed(search), says: 'no' })}
          data-tone="muted"
          aria-label={`Absagen: ${name}`}
          {...failing(messages.declineFailed)}
        >
          Absagen
        </button>
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

/** The part of the query that identifies the list. */
const listed = (search: string) => Object.fromEntries(new URLSearchParams(behindDialog(search)));
