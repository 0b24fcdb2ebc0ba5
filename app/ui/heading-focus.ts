import { useLocation } from '@remix-run/react';
import { useEffect, useRef } from 'react';

/**
 * Moves the focus to the heading after a client-side navigation, as a page load would reset it:
 * screen readers then announce the page. Dialogs move the focus themselves, and a form that filters
 * its page leaves it where it is and announces the hits. Called by the document.
 */
export function useHeadingFocus(): void {
  const { key, pathname, search } = useLocation();
  const before = useRef<{ heading: Element | null; pathname: string; search: string }>();

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each navigation.
  useEffect(() => {
    const heading = document.querySelector('h1');
    const last = before.current;
    const filters = document.activeElement?.matches('input, select, button');
    const paged = last?.pathname === pathname && last.search !== search && !filters;
    const moved = last && (paged || last.heading !== heading);
    before.current = { heading, pathname, search };
    if (!heading || !moved || document.querySelector('dialog[open]')) return;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  }, [key]);
}
