import type { ShouldRevalidateFunction } from '@remix-run/react';

/** For a page whose children are dialogs over it: opening and closing one does not load the page again. */
export const keepBehindDialog: ShouldRevalidateFunction = ({
  currentUrl,
  nextUrl,
  formMethod,
  defaultShouldRevalidate,
}) => (formMethod || currentUrl.search !== nextUrl.search ? defaultShouldRevalidate : false);
