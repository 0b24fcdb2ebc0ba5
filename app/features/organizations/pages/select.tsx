import { useActionData } from '@remix-run/react';
import { form } from '~/kernel/form.server';
import { messages } from '~/messages';
import { ButtonLink } from '~/ui/button';
import { FormRefusal } from '~/ui/form-refusal';
import { selectOrganization } from '../operations.server';

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
