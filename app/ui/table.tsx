import { useLocation, useRevalidator } from '@remix-run/react';
import { type ReactNode, useContext, useEffect, useRef, useState } from 'react';
import { followLink } from './link';
import { MarkupContext } from './markup';

export type Column<Row> = {
  label: string;
  cell: (row: Row) => ReactNode;
  /** Marks the cell that names the row; by default the first. */
  rowHeader?: boolean;
};

type TableProps<Row> = Omit<ContentProps<Row>, 'rows'> & {
  /** As rowsOnce() has them: in the browser there are none while they are in the page only. */
  rows: readonly Row[] | undefined;
  sent?: 'all' | 'part';
  /** Whom or what such a row is about, for the names of its links that have none. */
  nameIn?: (row: HTMLTableRowElement) => string;
};

/**
 * A list as a table whose rows become cards where there is little room. Rows and their links
 * (RowLink) are plain elements, which keeps a hundred of them small and quick to render; the table
 * follows the links without a page load. With `sent`, a document has the rows in its HTML only, and
 * they stay as they are until data come (docs/decisions/0028); columns then have no hooks.
 */
export function Table<Row>({ rows, sent, nameIn, ...of }: TableProps<Row>) {
  const markup = useContext(MarkupContext);
  const kept = useSentRows(rows ? undefined : sent, nameIn);
  const content = rows && <TableContent {...of} rows={rows} />;
  const html = content ? sent && markup?.(content) : kept.html;
  return (
    <div className="@container">
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: Enter on a link is a click. */}
      <table
        className="data-table"
        data-grouped={of.groupOf && ''}
        onClick={followLink}
        key={html === undefined ? 'data' : 'sent'}
        {...(html === undefined
          ? { children: content }
          : {
              ref: kept.table,
              'data-once': '',
              suppressHydrationWarning: true,
              dangerouslySetInnerHTML: { __html: html },
            })}
      />
    </div>
  );
}

/** Keeps rows that are in the page only, names their links, and asks for rows that are missing. */
function useSentRows(
  sent: 'all' | 'part' | undefined,
  nameIn?: (row: HTMLTableRowElement) => string,
) {
  const table = useRef<HTMLTableElement>(null);
  // If React renders the page anew, because something else is not as it expected, they survive that.
  const [html] = useState(() => (sent && document.querySelector('[data-once]')?.innerHTML) || '');
  const { revalidate } = useRevalidator();
  const { pathname } = useLocation();

  // biome-ignore lint/correctness/useExhaustiveDependencies: only what is below a dialog may be in part.
  useEffect(() => {
    if (sent && (!html || (sent === 'part' && !document.querySelector('dialog')))) revalidate();
  }, [sent, pathname]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a row says once whom it is about.
  useEffect(() => {
    if (!sent || !nameIn) return;
    // Without scripts the row alone tells that: names again would be kilobytes.
    for (const row of table.current?.rows ?? []) {
      for (const link of row.querySelectorAll<HTMLElement>('.row-actions > :not([aria-label])')) {
        const { says } = link.dataset;
        link.ariaLabel = `${link.firstChild?.textContent}${says ? `, ${says}` : ''}: ${nameIn(row)}`;
      }
    }
  }, [sent]);

  return { table, html };
}

type ContentProps<Row> = {
  /** Names the table for screen readers. */
  caption: string;
  columns: Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** 'muted' for a row that matters less, 'past' if it shall take little room, too. */
  rowTone?: (row: Row) => 'muted' | 'past' | undefined;
  /** The heading that a row belongs under; rows of one heading follow one another. */
  groupOf?: (row: Row) => string;
};

/** What is in the table, without hooks. */
function TableContent<Row>({ caption, columns, rows, groupOf, ...of }: ContentProps<Row>) {
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
              <th scope="rowgroup" colSpan={columns.length}>
                {heading}
              </th>
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

type RowsProps<Row> = Pick<ContentProps<Row>, 'columns' | 'rows' | 'rowKey' | 'rowTone'> & {
  /** Whether cells name their columns, in cards that have no other order. */
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

/** The drawings of row actions: masks in rows.css, since eighty rows could not carry them. */
export type RowIcon = 'poll' | 'edit' | 'people' | 'delete';

type RowLinkProps = {
  to: string;
  /** What it is done to: its name for those who hear it is 'Bearbeiten: Wanderung'. */
  of?: string;
  icon?: RowIcon;
  /** The row's one button: what people come for (filled), or how they take it back (outlined). */
  main?: 'filled' | 'outlined';
  /** How many there are behind it; shown beside its words unless 0. */
  count?: number;
  /** Marks the link; said as 'Umfragen, {mark}: Wanderung'. */
  mark?: string;
  dialog?: boolean;
  tone?: 'danger' | 'muted';
  disabled?: boolean;
  /** The visible words. */
  children: string;
};

/**
 * A link in a table's row. `to` is an absolute path (with /app). `dialog`: the target is a
 * RouteDialog over this page, which stays where it is scrolled to. `disabled`: shown, but not
 * available now.
 */
export function RowLink(link: RowLinkProps) {
  const { to, of, icon, main, count, mark, tone, dialog, disabled, children } = link;
  const look = {
    'aria-label': of && `${mark ? `${children}, ${mark}` : children}: ${of}`,
    'data-icon': icon,
    'data-main': main,
    'data-says': mark,
    'data-mark': mark && '',
    'data-tone': tone,
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
