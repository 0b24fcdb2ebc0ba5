import { useActionData, useParams } from '@remix-run/react';
import { form } from '~/doors/form.server';
import { messages } from '~/messages';
import { ButtonLink } from '~/ui/button';
import { FormRefusal } from '~/ui/form-refusal';
import { rejectInvitation } from '../operations/answers.server';

export const action = form(rejectInvitation, {
  success: messages.invitationRejected,
  failure: messages.invitationRejectFailed,
  next: '/app/',
  gone: ({ params }) => `/app/invite/${params.code}`,
});

/**
 * Posted to from the invitation (C5). Says what failed; who opens the address by hand finds the way
 * back.
 */
export default function RejectInvitation() {
  const { code } = useParams();
  return (
    <>
      <FormRefusal answer={useActionData<typeof action>()} />
      <ButtonLink to={`/app/invite/${code}`}>Zur Einladung</ButtonLink>
    </>
  );
}
