import type { ReactNode } from 'react';
import { followLink } from './link';

export type Column<Row> = {
  label: string;
  cell: (row: Row) => ReactNode;
  /** Marks the cell that names the row; by default the first. */
  rowHeader?: boolean;
};

/**
 * A list as a table whose rows become cards in little room. Rows and their links
 * (RowLink) are plain elements, which keeps a hundred of them small and quick to render; the table
 * follows the links without a page load.
 */
export function Table<Row>(table: TableProps<Row>) {
  return (
    // An agenda extends beyond it, to the edges of a phone.
    <div className={table.groupOf ? '@container' : '@container overflow-x-clip'}>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: Enter on a link is a click. */}
      <table className={table.groupOf ? 'agenda' : 'data-table'} onClick={followLink}>
        <TableContent {...table} />
      </table>
    </div>
  );
}

type TableProps<Row> = {
  /** Names the table for screen readers. */
  caption: string;
  columns: Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** 'muted' for a row that matters less; 'off' also strikes its name through. */
  rowTone?: (row: Row) => 'muted' | 'off' | undefined;
  /**
   * The month, or another heading of a row; rows with one heading follow each other, and in little
   * room they are an agenda (table.css).
   */
  groupOf?: (row: Row) => string;
};

function TableContent<Row>({ caption, columns, rows, groupOf, ...of }: TableProps<Row>) {
  return (
    <>
      <caption className="visually-hidden">{caption}</caption>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column.label} scope="col">
              {column.label}
            </th>
          ))}
        </tr>
      </thead>
      {groupOf ? (
        groupsOf(rows, groupOf).map(({ heading, rows }) => (
          <tbody key={heading}>
            <tr>
              <td colSpan={columns.length}>
                <h2 className="text-base">{heading}</h2>
              </td>
            </tr>
            <Rows rows={rows} columns={columns} {...of} />
          </tbody>
        ))
      ) : (
        <tbody>
          <Rows rows={rows} columns={columns} labelled {...of} />
        </tbody>
      )}
    </>
  );
}

type RowsProps<Row> = Pick<TableProps<Row>, 'columns' | 'rows' | 'rowKey' | 'rowTone'> & {
  /** Whether cells name their columns, in cards without a layout of their own. */
  labelled?: boolean;
};

function Rows<Row>({ columns, rows, rowKey, rowTone, labelled }: RowsProps<Row>) {
  const header = columns.find((column) => column.rowHeader) ?? columns[0];
  return rows.map((row) => (
    <tr key={rowKey(row)} data-tone={rowTone?.(row)}>
      {columns.map((column) =>
        column === header ? (
          <th key={column.label} scope="row" data-label={labelled ? column.label : undefined}>
            {column.cell(row)}
          </th>
        ) : (
          <td key={column.label} data-label={labelled ? column.label : undefined}>
            {column.cell(row)}
          </td>
        ),
      )}
    </tr>
  ));
}

/** Each heading, followed by its rows. */
function groupsOf<Row>(rows: readonly Row[], groupOf: (row: Row) => string) {
  const groups: { heading: string; rows: Row[] }[] = [];
  for (const row of rows) {
    const heading = groupOf(row);
    const last = groups.at(-1);
    if (last?.heading === heading) last.rows.push(row);
    else groups.push({ heading, rows: [row] });
  }
  return groups;
}

/** The actions of a row: RowLinks and submit buttons; the main one first. */
export function RowActions({ children }: { children: ReactNode }) {
  return <div className="row-actions">{children}</div>;
}

type RowLinkProps = {
  to: string;
  /** What it acts on: screen readers say 'Bearbeiten: Wanderung'. */
  of?: string;
  /** A mask in rows.css, since eighty rows could not carry drawings. */
  icon?: 'poll' | 'edit' | 'delete';
  /** The row's one button; 'asked' if it waits for the user's answer. */
  main?: '' | 'asked';
  /** The number behind it, shown beside its words unless 0. */
  count?: number;
  /** Marks the link; announced as 'Umfragen, {mark}: Wanderung'. */
  mark?: string;
  dialog?: boolean;
  tone?: 'danger' | 'muted';
  disabled?: boolean;
  /** The visible words. */
  children: string;
};

/**
 * A link in a table's row. `to` is an absolute path (with /app). `dialog`: the target is a
 * RouteDialog over this page, which keeps its scroll position. `disabled`: shown, but not available
 * now.
 */
export function RowLink(link: RowLinkProps) {
  const { to, of, icon, main, count, mark, tone, dialog, disabled, children } = link;
  const look = {
    'aria-label': of && `${mark ? `${children}, ${mark}` : children}: ${of}`,
    'data-icon': icon,
    'data-main': main,
    'data-mark': mark && '',
    'data-tone': tone,
    title: icon && of && children,
  };
  // HTML has no disabled links.
  if (disabled) {
    return (
      <button type="button" disabled {...look}>
        {children}
      </button>
    );
  }
  return (
    <a href={to} data-dialog={dialog ? '' : undefined} {...look}>
      {children}
      {count ? <small aria-hidden="true">{count}</small> : null}
    </a>
  );
}
