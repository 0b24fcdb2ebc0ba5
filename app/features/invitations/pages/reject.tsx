import { type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { useActionData, useParams } from '@remix-run/react';
import { form } from '~/kernel/form.server';
import { messages } from '~/messages';
import { ButtonLink } from '~/ui/button';
import { FormRefusal } from '~/ui/form-refusal';
import { rejectInvitation } from '../operations/answers.server';

/** Only posted to, from the invitation. */
export const loader = ({ params }: LoaderFunctionArgs) => redirect(`/app/invite/${params.code}`);

export const action = form(rejectInvitation, {
  success: messages.invitationRejected,
  failure: messages.invitationRejectFailed,
  next: '/app/',
  gone: ({ params }) => `/app/invite/${params.code}`,
});

/** Rendered only when the answer could not be carried out. */
export default function RejectInvitation() {
  const { code } = useParams();
  return (
    <>
      <FormRefusal answer={useActionData<typeof action>()} />
      <ButtonLink to={`/app/invite/${code}`}>Zur Einladung</ButtonLink>
    </>
  );
}
