import { type ShouldRevalidateFunction, useLocation, useRevalidator } from '@remix-run/react';
import { useEffect } from 'react';

/**
 * For a page whose children are dialogs over it: opening and closing one does not reload the page.
 * Navigating to the current page does, by the menu or when a dialog leads straight back because its
 * subject is gone (E5).
 */
export const keepBehindDialog: ShouldRevalidateFunction = ({
  currentUrl,
  nextUrl,
  formMethod,
  defaultShouldRevalidate,
}) => {
  const overIt = currentUrl.pathname !== nextUrl.pathname && currentUrl.search === nextUrl.search;
  return overIt && !formMethod ? false : defaultShouldRevalidate;
};

/**
 * Reloads a page's data as soon as no dialog is open over it.
 * @param part true if the document only contains the visible rows (doors/rows-in-sight.server.ts)
 */
export function useWholeList(part: boolean | undefined): void {
  const { revalidate } = useRevalidator();
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address says when a dialog closes.
  useEffect(() => {
    if (part && !document.querySelector('dialog')) revalidate();
  }, [part, pathname]);
}
