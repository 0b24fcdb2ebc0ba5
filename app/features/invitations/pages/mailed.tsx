import { data, type LoaderFunctionArgs, type MetaFunction, redirect } from '@remix-run/node';
import { Form, useActionData, useLoaderData } from '@remix-run/react';
import { form } from '~/doors/form.server';
import { orGone, page } from '~/doors/page.server';
import { currentActor } from '~/doors/screen.server';
import { answerPath } from '~/paths/invitations';
import { useInstallation } from '~/root';
import { Button } from '~/ui/button';
import { FORM_KEY } from '~/ui/form-context';
import { FormRefusal } from '~/ui/form-refusal';
import { PageHeader } from '~/ui/page-header';
import { titled } from '~/ui/title';
import { InvalidCode } from '../components/invalid-code';
import { Joining } from '../components/joining';
import { checkMailedInvitation, readMailedInvitation } from '../operations/registration.server';
import { messages } from '../wording';

/** Names no club: programs that forward or carry the mail may preview its link (decision 21). */
export const meta: MetaFunction<typeof loader> = (args) => [
  ...(titled('Einladung')(args) ?? []),
  { property: 'og:type', content: 'website' },
  { property: 'og:title', content: 'Einladung in einen Verein' },
  { property: 'og:description', content: 'Öffnen Sie den Link, um die Einladung anzusehen.' },
  { property: 'og:image', content: `${args.data?.origin ?? ''}/icon-512.png` },
];

const check = page(checkMailedInvitation);

export async function loader(args: LoaderFunctionArgs) {
  const { code = '', proof = '' } = args.params;
  // A logged-in user has an account to accept with (C5).
  if (await currentActor(args)) throw redirect(answerPath(code));
  const { origin, passwordMinLength } = args.context.services.config;
  const works = (await orGone(check(args))) !== null;
  return data({ code, proof, works, origin, passwordMinLength }, { status: works ? 200 : 404 });
}

/**
 * Opening the link changes nothing and reveals only whether it still works, since previews and
 * scanners open it, too; only people press the button.
 */
export const action = form(readMailedInvitation, {
  failure: messages.invitationLoadFailed,
  gone: 'here',
  next: 'show',
});

/** The screen behind the link of an invitation mail, for people who are not logged in (C5). */
export default function MailedInvitation() {
  const link = useLoaderData<typeof loader>();
  const response = useActionData<typeof action>();
  if (response?.output) return <Joining {...link} invitation={response.output} response={null} />;
  return link.works ? (
    <>
      <PageHeader title="Sie sind eingeladen" />
      <FormRefusal />
      <Asking />
    </>
  ) : (
    <>
      <PageHeader title="Einladung" />
      <InvalidCode code={link.code} />
    </>
  );
}

function Asking() {
  const appName = useInstallation()?.appName;
  return (
    <>
      <p>Ein Verein lädt Sie ein, bei {appName} mitzumachen.</p>
      <Form method="post" className="grid">
        {/* Lynx sends forms without any field in a way that no server can read. */}
        <input type="hidden" name={FORM_KEY} value="invitation" />
        <Button variant="primary">Einladung ansehen</Button>
      </Form>
    </>
  );
}
