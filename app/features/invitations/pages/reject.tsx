import type { ActionFunctionArgs } from '@remix-run/node';
import { useParams } from '@remix-run/react';
import { form } from '~/doors/form.server';
import { answerPath } from '~/paths/invitations';
import { homePath } from '~/paths/shell';
import { ButtonLink } from '~/ui/button';
import { FormRefusal } from '~/ui/form-refusal';
import { rejectInvitation } from '../operations/answers.server';
import { messages } from '../wording';

const invitation = ({ params }: ActionFunctionArgs) => answerPath(params.code ?? '');

export const action = form(rejectInvitation, {
  success: messages.invitationRejected,
  failure: messages.invitationRejectFailed,
  next: homePath,
  gone: invitation,
  standsOn: invitation,
});

/** The invitation's form posts here (C5). Shows a failure and the way back. */
export default function RejectInvitation() {
  const { code = '' } = useParams();
  return (
    <>
      <FormRefusal />
      <ButtonLink to={answerPath(code)}>Zur Einladung</ButtonLink>
    </>
  );
}
