import { useEffect } from 'react';

/**
 * Clears what a page shows when its session ends (ASVS V14.3.1, docs/decisions/0044). For the
 * browser only.
 */

/** Where the form in the navigation posts to, as Remix sends it. */
const LOGOUT = '/app/logout.data';

/** Other tabs of this browser. */
let others: BroadcastChannel;

/** Call it once, at the start. */
export function watchSession() {
  others = new BroadcastChannel('session');
  others.onmessage = leave;
  // A page from the browser's memory may be older than the session.
  window.addEventListener('pageshow', ({ persisted }) => persisted && leave());
}

/**
 * Takes the page's content out of the document. React keeps rendering it outside; its fields are
 * not visible, so nothing asks whether to discard them.
 */
function clear() {
  const empty = document.createElement('body');
  empty.hidden = true;
  document.body.replaceWith(empty);
  return empty;
}

/** Takes the page off the screen, then asks the server for what may be seen now. */
function leave() {
  clear();
  location.replace(location.pathname + location.search);
}

/**
 * Logs out like browsers without scripts. The content disappears at once, whether or not the server
 * can be reached, and what scripts know goes with the document.
 * @returns true if that request is the log-out
 */
export function logsOut({ pathname }: URL): boolean {
  if (pathname !== LOGOUT) return false;
  const form = document.createElement('form');
  form.method = 'post';
  form.action = '/app/logout';
  clear().append(form);
  // By then the server has answered, or cannot be reached.
  window.addEventListener('pagehide', tellOthers);
  form.submit();
  return true;
}

/**
 * Makes all other tabs leave, discarding their input. Only if the user logs out: input survives a
 * session that expires (docs/decisions/0031).
 */
export function tellOthers() {
  others.postMessage('');
}

/** Leaves the page when its session expires, which each answer may have postponed. */
export function useSessionEnd(validUntil: Date): void {
  const until = validUntil.getTime();
  useEffect(() => {
    // With a clock that is ahead, every page would be outdated.
    if (until < Date.now()) return;
    // A timeout cannot be as long as 30 days.
    const timer = setInterval(() => Date.now() > until && leave(), 60_000);
    return () => clearInterval(timer);
  }, [until]);
}
