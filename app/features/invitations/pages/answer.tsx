import { data, type LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData, useParams } from '@remix-run/react';
import { form } from '~/doors/form.server';
import { orGone, page } from '~/doors/page.server';
import { answerPath, rejectionPath } from '~/paths/invitations';
import { homePath } from '~/paths/shell';
import { Button, ButtonLink, ButtonRow } from '~/ui/button';
import { Card, Stack } from '~/ui/card';
import { ActionForm, useActionForm } from '~/ui/form';
import { PageHeader } from '~/ui/page-header';
import { titled } from '~/ui/title';
import { InvalidCode } from '../components/invalid-code';
import { acceptInvitation, readInvitation } from '../operations/answers.server';
import { ALREADY_MEMBER, messages } from '../wording';

export const meta = titled('Einladung');

const read = page(readInvitation);

export async function loader(args: LoaderFunctionArgs) {
  const invitation = await orGone(read(args));
  return data(invitation, { status: invitation ? 200 : 404 });
}

export const action = form(acceptInvitation, {
  success: messages.invitationAccepted,
  failure: messages.invitationAcceptFailed,
  next: `${homePath}?refresh`,
  // Stays on this screen, which then says that the code is invalid.
  gone: ({ params }) => answerPath(params.code ?? ''),
});

/** The screen behind an invitation's link (C5). */
export default function AnswerInvitation() {
  const invitation = useLoaderData<typeof loader>();
  const { code = '' } = useParams();
  if (!invitation) {
    return (
      <>
        <PageHeader title="Einladung" />
        <InvalidCode />
      </>
    );
  }
  return (
    <>
      <PageHeader title="Einladung" />
      <Card title={invitation.organizationName}>
        {invitation.alreadyMember ? (
          <AlreadyMember organization={invitation.organization} />
        ) : (
          <Answers code={code} />
        )}
      </Card>
    </>
  );
}

function AlreadyMember({ organization }: { organization: string }) {
  return (
    <Stack>
      <p>{ALREADY_MEMBER}</p>
      <ButtonRow>
        <ButtonLink variant="primary" to={`${homePath}?${new URLSearchParams({ organization })}`}>
          Zur Übersicht
        </ButtonLink>
      </ButtonRow>
    </Stack>
  );
}

function Answers({ code }: { code: string }) {
  const [accepting] = useActionForm({ id: 'accept-invitation' });
  const [rejecting] = useActionForm({ id: 'reject-invitation', lastResult: null });
  return (
    <Stack>
      <p>Sie sind in diesen Verein eingeladen.</p>
      <ActionForm form={accepting} failure={messages.invitationAcceptFailed}>
        <ButtonRow>
          <Button variant="primary">Akzeptieren</Button>
        </ButtonRow>
      </ActionForm>
      <ActionForm
        form={rejecting}
        action={rejectionPath(code)}
        failure={messages.invitationRejectFailed}
        summary={false}
      >
        <ButtonRow>
          <Button>Ablehnen</Button>
        </ButtonRow>
      </ActionForm>
    </Stack>
  );
}
