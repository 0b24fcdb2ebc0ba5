import { createContext, useContext } from 'react';

/** The address a dialog closes to; null outside a dialog. */
export const DialogContext = createContext<string | null>(null);

/** Reads DialogContext. */
export function useDialogCloseTo(): string | null {
  return useContext(DialogContext);
}

/**
 * The field that names a rendered form, so that the server carries out one that is sent twice only
 * once.
 */
export const FORM_KEY = '__key';

/** The field that says which version of something a form goes out from. */
export const FORM_VERSION = '__version';

/** What makes a form's key unlike that of any other rendering; '' sends none. */
export const FormKeyContext = createContext('');

/** The field that says which organisation's screen a form is on. */
export const FORM_ORGANIZATION = 'organization';

/** The organisation that the screens inside are about; null sends none. */
export const FormOrganizationContext = createContext<string | null>(null);
