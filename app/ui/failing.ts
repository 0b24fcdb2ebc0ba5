import { addNotice } from './notice-store';

/** A submission's form, and the pressed button. */
export interface Submitted {
  readonly form: HTMLFormElement;
  readonly submitter: HTMLElement | null;
}

/** A form's failure message, the same as its action's (B6). */
export interface FailureText {
  readonly title: string;
  readonly message?: string;
}

/** For forms without their own message. */
const UNKNOWN = { title: 'Verbindung', message: 'Vom Server kam keine Antwort.' };

let ofPage: FailureText | undefined;

/** Stores the failure message of the form at the page's own address, which comes with each page. */
export function setPageFailure(failure: FailureText | undefined): void {
  ofPage = failure;
}

/**
 * Attributes of a form that is sent to another address, or of a button that sends it there: the
 * message that the browser shows if no answer comes.
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
