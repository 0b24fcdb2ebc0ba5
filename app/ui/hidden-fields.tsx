import { useContext } from 'react';
import {
  FORM_KEY,
  FORM_ORGANIZATION,
  FormKeyContext,
  FormOrganizationContext,
} from './form-context';

/**
 * Hidden fields of every form: the organisation that its screen is about, as another tab may have
 * switched since it was rendered, and its key.
 * @param form the form's id, unique on the page; without it, the key only names the user, for
 *   buttons that may act repeatedly
 */
export function HiddenFields({ form }: { form?: string }) {
  const rendering = useContext(FormKeyContext);
  const organization = useContext(FormOrganizationContext);
  return (
    <>
      {organization && <input type="hidden" name={FORM_ORGANIZATION} value={organization} />}
      {rendering && <input type="hidden" name={FORM_KEY} value={[rendering, form].join('.')} />}
    </>
  );
}
