import { createContext, useContext } from 'react';

/** The address a dialog closes to; null outside a dialog. */
export const DialogContext = createContext<string | null>(null);

/** Reads DialogContext. */
export function useDialogCloseTo(): string | null {
  return useContext(DialogContext);
}

/** Identifies a rendered form, so that the server carries it out once if it is sent twice. */
export const FORM_KEY = '__key';

/** What was typed before a log-in, sealed, on its way back to its form. */
export const FORM_KEPT = '__kept';

/** Beside what was kept: it is only to be shown again, as the confirmation was given up (T2). */
export const FORM_GIVEN_UP = '__givenUp';

/**
 * The header that tells scripts where a form is to be sent to instead: the log-in, as its session has
 * ended, or the confirmation (T2).
 */
export const FORM_LOGIN = 'X-Form-Log-In';

/**
 * The header by which scripts ask that the answer to a form bring the page that it leads to; in the
 * answer, how many bytes are the answer itself, and the address of the data that follow it.
 */
export const FORM_PAGE = 'X-Form-Page';

/** The header that tells scripts that a form has ended the session, at its user's own wish. */
export const FORM_ENDED = 'X-Form-Ended';

/** The version of the subject that a form was rendered with. */
export const FORM_VERSION = '__version';

/**
 * Makes the keys of each rendering unique, and behind the log-in says whose they are; '' sends
 * none.
 */
export const FormKeyContext = createContext('');

/** The field that says which organisation's screen a form is on. */
export const FORM_ORGANIZATION = 'organization';

/** The organisation that the screens inside are about; null sends none. */
export const FormOrganizationContext = createContext<string | null>(null);
