import { form } from '~/doors/form.server';
import { onlyForForms } from '~/doors/page.server';
import { homePath } from '~/paths/shell';
import { ButtonLink } from '~/ui/button';
import { FormRefusal } from '~/ui/form-refusal';
import { selectOrganization } from '../operations.server';
import { messages } from '../wording';

/** As a page of its own it leads home, and a link to the club that it names. */
export const loader = onlyForForms(({ request }) => homePath + new URL(request.url).search);

export const action = form(selectOrganization, {
  failure: messages.organizationSelectFailed,
  next: homePath,
  standsOn: homePath,
});

/** The header's selector posts here (B1). Shows a failure and the way back. */
export default function SelectOrganization() {
  return (
    <>
      <FormRefusal />
      <ButtonLink to={homePath}>Zur Übersicht</ButtonLink>
    </>
  );
}
