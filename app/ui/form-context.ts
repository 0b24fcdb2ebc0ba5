import { createContext, useContext } from 'react';

/** The address a dialog closes to; null outside a dialog. */
export const DialogContext = createContext<string | null>(null);

export function useDialogCloseTo(): string | null {
  return useContext(DialogContext);
}

/** True in a form that says once what it needs: its optional fields are not marked. */
export const NeedsSaidContext = createContext(false);

/** Identifies a rendered form, so that it is carried out only once if sent twice. */
export const FORM_KEY = '__key';

/** Input from before a log-in, sealed, on its way back to its form. */
export const FORM_KEPT = '__kept';

/** Marks kept input that should only be shown again, as the confirmation was abandoned (T2). */
export const FORM_GIVEN_UP = '__givenUp';

/**
 * The header that tells scripts to send a form elsewhere: to the log-in, as its session has ended,
 * or to the confirmation (T2).
 */
export const FORM_LOGIN = 'X-Form-Log-In';

/**
 * The header by which scripts ask for the next page along with a form's answer; in the response,
 * the length of the answer itself, and the address of the data that follow it.
 */
export const FORM_PAGE = 'X-Form-Page';

/** The header that tells scripts that the user has ended the session with a form. */
export const FORM_ENDED = 'X-Form-Ended';

export const FORM_VERSION = '__version';

/**
 * Makes the keys of each rendering unique and, behind the log-in, identifies the user; '' sends
 * none.
 */
export const FormKeyContext = createContext('');

/**
 * The field that says which organisation's screen a form is on, and the header by which scripts
 * say which one's they ask for the next page.
 */
export const FORM_ORGANIZATION = 'organization';

/** The organisation that the screens inside are about; null sends none. */
export const FormOrganizationContext = createContext<string | null>(null);
