/** A form of one field that takes back what was done. */
export type Undo = { action: string; field: string; value: string };

/** A message about something that succeeded or failed. */
export type Notice = {
  id: string;
  kind: 'success' | 'error';
  title: string;
  message?: string;
  undo?: Undo;
  /** The id of the thing it is about, which may show it itself (useDone). */
  about?: string;
  /** How often it was repeated, if more than once. */
  count?: number;
};

type State = {
  notices: readonly Notice[];
  container: HTMLElement | null;
  /** True while the code of toasts cannot be loaded: notices are plain then. */
  plain: boolean;
};

/** Maximum shown at once; the oldest is dropped (B6). */
const maxNotices = 5;

const nothing: State = { notices: [], container: null, plain: false };
const seen = new Set<string>();
/** The ids of things that show their own notices, so that no toast has to. */
const confirming = new Set<string>();
const listeners = new Set<() => void>();
let state = nothing;

function change(next: Partial<State>) {
  state = { ...state, ...next };
  for (const listener of listeners) listener();
}

/** Shows a notice, once per id; it replaces an equal one. In the browser only. */
export function addNotice(notice: Notice) {
  if (seen.has(notice.id)) return;
  seen.add(notice.id);
  const twin = state.notices.find((each) => saysTheSame(each, notice));
  const others = state.notices.filter((each) => each !== twin && !givesWay(each, notice));
  const added = twin ? { ...notice, count: (twin.count ?? 1) + 1 } : notice;
  const all = [...others, added];
  const gone = all.filter((each) => !isConfirmed(each)).slice(0, -maxNotices);
  change({ notices: all.filter((each) => !gone.includes(each)) });
}

/**
 * True if a notice is replaced by a newer one: about the same thing, or on a phone, where several
 * would hide the page. Errors stay.
 */
function givesWay(notice: Notice, to: Notice): boolean {
  if (notice.about && notice.about === to.about) return true;
  if (notice.kind === 'error' || isConfirmed(notice)) return false;
  return matchMedia('(width < 48rem)').matches;
}

/** True if the thing that the notice is about shows it. */
export const isConfirmed = ({ about = '' }: Notice): boolean => confirming.has(about);

function saysTheSame(one: Notice, other: Notice): boolean {
  const text = ({ kind, title, message, undo }: Notice) =>
    JSON.stringify([kind, title, message, undo]);
  return text(one) === text(other);
}

/** Lets something show its own notices. @returns a function to end that, and the notice */
export function confirmInPlace(about: string) {
  confirming.add(about);
  return () => {
    confirming.delete(about);
    change({ notices: state.notices.filter((each) => each.about !== about) });
  };
}

/** Takes a notice off the screen. */
export function removeNotice(id: string) {
  change({ notices: state.notices.filter((notice) => notice.id !== id) });
}

/** Takes failures off the screen: something has succeeded since. */
export function dropFailures() {
  change({ notices: state.notices.filter(({ kind }) => kind !== 'error') });
}

/**
 * Puts notices into the modal dialog, because everything outside it is inert (neither clickable nor
 * announced); null puts them on the page.
 */
export function setNoticeContainer(container: HTMLElement | null) {
  change({ container });
}

/** Says whether the code of toasts is missing. */
export function setPlain(plain: boolean) {
  change({ plain });
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
