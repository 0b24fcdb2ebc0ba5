import { createContext, useContext } from 'react';

/**
 * Whether the enclosing form's own fetcher is busy: true or false inside such a form, undefined elsewhere,
 * where the page's navigation tells.
 */
export const FormPendingContext = createContext<boolean | undefined>(undefined);

/** Reads FormPendingContext. */
export function useFormPending(): boolean | undefined {
  return useContext(FormPendingContext);
}

/** The address a dialog closes to; null outside a dialog. */
export const DialogContext = createContext<string | null>(null);

/** Reads DialogContext. */
export function useDialogCloseTo(): string | null {
  return useContext(DialogContext);
}
