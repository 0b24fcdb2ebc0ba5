import { type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { form } from '~/doors/form.server';
import { orGone, page } from '~/doors/page.server';
import { messages as accountMessages } from '~/features/accounts/wording';
import { mailedPath } from '~/paths/invitations';
import { homePath } from '~/paths/shell';
import { PageHeader } from '~/ui/page-header';
import { titled } from '~/ui/title';
import { InvalidCode } from '../components/invalid-code';
import { Joining } from '../components/joining';
import { readMailedInvitation, registerInvited } from '../operations/registration.server';
import { messages } from '../wording';

export const meta = titled('Einladung');

const read = page(readMailedInvitation);

/** Only shows a refused form; opening the address starts at the mail's link. */
export async function loader(args: LoaderFunctionArgs) {
  const { code = '', proof = '' } = args.params;
  const { submits, services } = args.context;
  if (!submits) throw redirect(mailedPath(code, proof));
  const { passwordMinLength } = services.config;
  return { code, proof, passwordMinLength, invitation: await orGone(read(args)) };
}

export const action = form(registerInvited, {
  success: messages.invitationAccepted,
  failure: accountMessages.registrationFailed,
  next: `${homePath}?refresh`,
  gone: 'here',
});

/** The refused form of a new person who came by an invitation mail (C5). */
export default function JoiningPage() {
  const { invitation, ...link } = useLoaderData<typeof loader>();
  const response = useActionData<typeof action>();
  if (invitation) return <Joining {...link} invitation={invitation} response={response ?? null} />;
  return (
    <>
      <PageHeader title="Einladung" />
      <InvalidCode code={link.code} />
    </>
  );
}
