import { useNavigate } from '@remix-run/react';
import type { MouseEvent, ReactNode } from 'react';

export type Column<Row> = {
  label: string;
  cell: (row: Row) => ReactNode;
  /** Marks the cell that names the row; by default the first. */
  rowHeader?: boolean;
};

type TableProps<Row> = {
  /** Names the table for screen readers. */
  caption: string;
  columns: Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** 'muted' for a row that matters less. */
  rowTone?: (row: Row) => 'muted' | undefined;
};

/**
 * A list as a table whose rows become cards where there is little room. Rows and their links
 * (RowLink) are plain elements, which keeps a hundred of them small and quick to render; the table
 * follows the links without a page load.
 */
export function Table<Row>({ caption, columns, rows, rowKey, rowTone }: TableProps<Row>) {
  const navigate = useNavigate();
  const header = columns.find((column) => column.rowHeader) ?? columns[0];

  function followLink(event: MouseEvent<HTMLTableElement>) {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (!link || !isPlainClick(event, link)) return;
    event.preventDefault();
    navigate(link.pathname + link.search + link.hash, {
      preventScrollReset: 'dialog' in link.dataset,
    });
  }

  return (
    <div className="@container">
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: Enter on a link is a click. */}
      <table className="data-table" onClick={followLink}>
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
        <tbody>
          {rows.map((row) => (
            <tr key={rowKey(row)} data-tone={rowTone?.(row)}>
              {columns.map((column) =>
                column === header ? (
                  <th key={column.label} scope="row" data-label={column.label}>
                    {column.cell(row)}
                  </th>
                ) : (
                  <td key={column.label} data-label={column.label}>
                    {column.cell(row)}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** True if the browser would follow this link in this tab and within this app. */
function isPlainClick(event: MouseEvent, link: HTMLAnchorElement): boolean {
  const modified = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
  return (
    !event.defaultPrevented &&
    event.button === 0 &&
    !modified &&
    !link.target &&
    !link.hasAttribute('download') &&
    link.origin === window.location.origin
  );
}

/** The actions of a row: RowLinks and submit buttons. */
export function RowActions({ children }: { children: ReactNode }) {
  return <div className="row-actions">{children}</div>;
}

type RowLinkProps = {
  to: string;
  dialog?: boolean;
  tone?: 'danger' | 'muted';
  disabled?: boolean;
  children: ReactNode;
};

/**
 * A link in a table's row. `to` is an absolute path (with /app). `dialog`: the target is a
 * RouteDialog over this page, which stays where it is scrolled to. `disabled`: shown, but not
 * available now.
 */
export function RowLink({ to, dialog, tone, disabled, children }: RowLinkProps) {
  // HTML has no disabled links.
  if (disabled) {
    return (
      <button type="button" disabled>
        {children}
      </button>
    );
  }
  return (
    <a href={to} data-dialog={dialog ? '' : undefined} data-tone={tone}>
      {children}
    </a>
  );
}
