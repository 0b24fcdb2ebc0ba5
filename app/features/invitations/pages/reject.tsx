import { type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { form } from '~/kernel/form.server';
import { messages } from '~/messages';
import { ErrorScreen } from '~/ui/error-screen';
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
  return <ErrorScreen status={500} />;
}
