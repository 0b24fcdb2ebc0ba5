import { useLocation, useResolvedPath, useRevalidator } from '@remix-run/react';
import { createContext, type ReactNode, useEffect, useRef, useState } from 'react';

/** Writes elements without hooks as HTML; only the server has one. */
export const MarkupContext = createContext<((elements: ReactNode) => string) | null>(null);

/**
 * The rows of a list that are in the page's HTML and not in its data (doors/rows-once.server.ts):
 * they stay as the server sent them until the list's data come, by a save, a search or a link.
 * Where they have gone with their page, or only those in sight behind a dialog were sent, they are
 * asked for.
 * @param sent what the loader says: undefined if there are data
 */
export function useSentRows(sent: 'all' | 'part' | undefined) {
  const table = useRef<HTMLTableElement>(null);
  // If React renders the page anew, because something else was not as expected, they survive that.
  const [html] = useState(() => (sent && document.querySelector('[data-once]')?.innerHTML) || '');
  const { revalidate } = useRevalidator();
  const isCovered = useLocation().pathname !== useResolvedPath('.').pathname;
  const isWanted = sent && (!html || (sent === 'part' && !isCovered));

  useEffect(() => {
    if (isWanted) revalidate();
  }, [isWanted, revalidate]);

  useEffect(() => {
    if (sent) nameLinks(table.current);
  }, [sent]);

  return { table, html };
}

/** Without scripts the row alone tells what its links are about: names again would be kilobytes. */
function nameLinks(table: HTMLTableElement | null) {
  for (const row of table?.rows ?? []) {
    for (const link of row.querySelectorAll<HTMLElement>('.row-actions > :not([aria-label])')) {
      const { mark } = link.dataset;
      link.ariaLabel = `${link.textContent}${mark ? `, ${mark}` : ''}: ${row.dataset.of}`;
    }
  }
}
