import { useLocation } from '@remix-run/react';
import { useEffect, useRef } from 'react';

/**
 * Moves the focus to the heading after a client-side navigation, or to what the address's fragment
 * names, as a page load would: screen readers then announce it. Dialogs move the focus themselves,
 * and a form that filters its page leaves it where it is and announces the hits. Called by the
 * document.
 */
export function useHeadingFocus(): void {
  const { key, pathname, search, hash } = useLocation();
  const before = useRef<{ heading: Element | null; pathname: string; search: string }>();

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each navigation.
  useEffect(() => {
    const heading = document.querySelector('h1');
    const last = before.current;
    const filters = document.activeElement?.matches('input, select, button');
    const paged = last?.pathname === pathname && last.search !== search && !filters;
    const moved = last && (paged || hash || last.heading !== heading);
    before.current = { heading, pathname, search };
    if (!heading || !moved || document.querySelector('dialog[open]')) return;
    const reached = document.getElementById(hash.slice(1)) ?? heading;
    // A link or a field keeps its place in the order of tabs.
    if (reached.tabIndex < 0) reached.tabIndex = -1;
    reached.focus({ preventScroll: true });
  }, [key]);
}
