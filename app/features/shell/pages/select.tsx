import { useActionData } from '@remix-run/react';
import { form } from '~/doors/form.server';
import { selectOrganization } from '~/features/organizations/operations.server';
import { messages } from '~/messages';
import { ButtonLink } from '~/ui/button';
import { FormRefusal } from '~/ui/form-refusal';

export const action = form(selectOrganization, {
  failure: messages.organizationSelectFailed,
  next: '/app/',
});

/**
 * Posted to from the header's selector (B1). Says what failed; who opens the address by hand finds
 * the way back.
 */
export default function SelectOrganization() {
  return (
    <>
      <FormRefusal answer={useActionData<typeof action>()} />
      <ButtonLink to="/app/">Zur Übersicht</ButtonLink>
    </>
  );
}
