import { useContext } from 'react';
import {
  FORM_KEY,
  FORM_ORGANIZATION,
  FormKeyContext,
  FormOrganizationContext,
} from './form-context';

/**
 * Hidden fields of every form: its organisation, and its key.
 * @param form the form's id, unique on the page
 */
export function HiddenFields({ form }: { form: string }) {
  const rendering = useContext(FormKeyContext);
  return (
    <>
      <OrganizationField />
      {rendering && <input type="hidden" name={FORM_KEY} value={`${rendering}.${form}`} />}
    </>
  );
}

/**
 * The organisation that a form's screen is about, as another tab may have switched since it was
 * rendered.
 */
export function OrganizationField() {
  const organization = useContext(FormOrganizationContext);
  return organization && <input type="hidden" name={FORM_ORGANIZATION} value={organization} />;
}
