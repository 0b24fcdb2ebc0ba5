import { redirect } from '@remix-run/node';
import { useActionData } from '@remix-run/react';
import { form } from '~/kernel/form.server';
import { messages } from '~/messages';
import { ButtonLink } from '~/ui/button';
import { FormRefusal } from '~/ui/form-refusal';
import { selectOrganization } from '../operations.server';

/** Only posted to, from the header's selector. */
export const loader = () => redirect('/app/');

export const action = form(selectOrganization, {
  failure: messages.organizationSelectFailed,
  next: '/app/',
});

/** Rendered only when the choice could not be carried out. */
export default function SelectOrganization() {
  return (
    <>
      <FormRefusal answer={useActionData<typeof action>()} />
      <ButtonLink to="/app/">Zur Übersicht</ButtonLink>
    </>
  );
}
