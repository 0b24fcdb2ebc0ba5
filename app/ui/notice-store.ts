/** A message about something that was done or failed. */
export type Notice = { id: string; kind: 'success' | 'error'; title: string; message?: string };

type State = { notices: readonly Notice[]; container: HTMLElement | null };

/** Shown at once; the oldest makes room (B6). */
const maxNotices = 5;

const nothing: State = { notices: [], container: null };
const seen = new Set<string>();
const listeners = new Set<() => void>();
let state = nothing;

function change(next: Partial<State>) {
  state = { ...state, ...next };
  for (const listener of listeners) listener();
}

/** Shows a notice, once for each id. In the browser only. */
export function addNotice(notice: Notice) {
  if (seen.has(notice.id)) return;
  seen.add(notice.id);
  change({ notices: [...state.notices, notice].slice(-maxNotices) });
}

/** Takes a notice off the screen. */
export function removeNotice(id: string) {
  change({ notices: state.notices.filter((notice) => notice.id !== id) });
}

/**
 * Puts notices into the modal dialog, because everything outside it is inert (neither clickable nor
 * announced); null puts them on the page.
 */
export function setNoticeContainer(container: HTMLElement | null) {
  change({ container });
}

export function subscribeNotices(listener: () => void) {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

export function readNotices(): State {
  return state;
}

/** The server's state: empty, as requests share the module there. */
export function readNoticesOnServer(): State {
  return nothing;
}
