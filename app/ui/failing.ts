import { addNotice } from './notice-store';

/** The form of a submission, and the button that was pressed. */
export interface Submitted {
  readonly form: HTMLFormElement;
  readonly submitter: HTMLElement | null;
}

/** What a form says when it fails, as its action does (B6). */
export interface FailureText {
  readonly title: string;
  readonly message?: string;
}

/** For forms that have no words of their own. */
const UNKNOWN = { title: 'Verbindung', message: 'Vom Server kam keine Antwort.' };

let ofPage: FailureText | undefined;

/** Keeps what the form at the page's own address says; the server tells with each page. */
export function setPageFailure(failure: FailureText | undefined): void {
  ofPage = failure;
}

/**
 * Attributes of a form that is sent to another address, or of a button that sends it there, with
 * what the browser says when no answer comes: the server cannot then.
 */
export function failing(failure: FailureText | undefined) {
  return { 'data-failure': failure && JSON.stringify(failure) };
}

/** Says that a form has failed. In the browser only. */
export function tellFailure({ form, submitter }: Submitted): void {
  const told = submitter?.dataset.failure ?? form.dataset.failure;
  const address = submitter?.getAttribute('formaction') ?? form.action;
  const own = new URL(address, location.href).pathname === location.pathname;
  const text: FailureText = (told ? JSON.parse(told) : own && ofPage) || UNKNOWN;
  const { title, message } = text;
  addNotice({ id: crypto.randomUUID(), kind: 'error', title, message });
}
