import type { ShouldRevalidateFunction } from '@remix-run/react';

/**
 * For a page whose children are dialogs over it: opening and closing one does not reload the page.
 * Navigating to the page that one is already on does, by the menu or when a dialog leads back at
 * once because its subject is gone (E5).
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
