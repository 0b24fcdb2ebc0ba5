import { useLocation, useNavigation } from '@remix-run/react';
import { useEffect, useRef } from 'react';

/**
 * Moves the focus to the heading of a page that the browser has changed to, as loading a page would
 * begin anew: screen readers then say where one is. Dialogs move the focus themselves, and a
 * search leaves it in the field and says what was found. For the document to call.
 */
export function useHeadingFocus(): void {
  const { key, pathname, search } = useLocation();
  const { formMethod } = useNavigation();
  const before = useRef<{ heading: Element | null; pathname: string; search: string }>();
  const searches = useRef(false);
  if (formMethod) searches.current = true;

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each navigation.
  useEffect(() => {
    const heading = document.querySelector('h1');
    const last = before.current;
    const paged = last?.pathname === pathname && last.search !== search && !searches.current;
    const moved = last && (paged || last.heading !== heading);
    before.current = { heading, pathname, search };
    searches.current = false;
    if (!heading || !moved || document.querySelector('dialog[open]')) return;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  }, [key]);
}
