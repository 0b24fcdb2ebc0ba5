import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/node';
import {
  Form,
  type ShouldRevalidateFunction,
  useActionData,
  useLoaderData,
} from '@remix-run/react';
import type { z } from 'zod';
import { form, keepInput } from '~/doors/form.server';
import { currentActor, KEEP, LOST } from '~/doors/screen.server';
import { hasSessionCookie } from '~/doors/session.server';
import {
  confirmationAgainPath,
  loginPath,
  otherAccountPath,
  passwordResetRequestPath,
  registrationPath,
  secondStepPath,
} from '~/paths/accounts';
import { answerPath } from '~/paths/invitations';
import { membersPath } from '~/paths/members';
import { homePath } from '~/paths/shell';
import { INVITATION_DAYS } from '~/retention';
import { useInstallation } from '~/root';
import { Banner } from '~/ui/banner';
import { Button, ButtonLink } from '~/ui/button';
import { Stack } from '~/ui/card';
import { TextField } from '~/ui/field';
import { ActionForm, useActionForm } from '~/ui/form';
import { FORM_KEPT } from '~/ui/form-context';
import { PageHeader } from '~/ui/page-header';
import { PasswordField, PasswordScript } from '~/ui/password-field';
import { titled } from '~/ui/title';
import { OtherWays } from '../components/other-ways';
import { SecondStep } from '../components/second-step';
import { completeLogIn, logIn } from '../operations/sessions.server';
import { afterLogin, carriedRedirect, keepRedirect, leadsTo, redirectTarget } from '../redirect';
import type { credentials } from '../schema';
import { DOWNLOAD_BEGINS, INPUT_LOST, messages, UNCONFIRMED } from '../wording';

/**
 * Opening an invitation's link without being logged in leads here, so previews of such links show
 * this page (docs/decisions/0021).
 */
export const meta: MetaFunction<typeof loader> = (args) => {
  const invited = args.data?.invited;
  return [
    ...(titled('Einloggen')(args) ?? []),
    { property: 'og:type', content: 'website' },
    { property: 'og:title', content: invited ? 'Einladung in einen Verein' : 'Einloggen' },
    {
      property: 'og:description',
      content: invited
        ? 'Loggen Sie sich ein oder erstellen Sie ein Benutzerkonto, um die Einladung anzunehmen.'
        : 'Mitglieder, Veranstaltungen und Umfragen Ihres Vereins.',
    },
    { property: 'og:image', content: `${args.data?.origin ?? ''}/icon-512.png` },
  ];
};

export async function loader(args: LoaderFunctionArgs) {
  const { searchParams } = new URL(args.request.url);
  const wanted = searchParams.get('redirect');
  const actor = await currentActor(args);
  // Absolute URLs are dropped (A9); someone who is logged in has nothing to do here (A10), but may
  // log in as somebody else in a tab that is older.
  const isIn = actor !== null && !args.context.submits;
  if (isIn || redirectTarget(wanted).kind === 'absolute') throw redirect(homePath);
  const onwards = carriedRedirect(wanted);
  const { isFile, above } = leadsTo(onwards);
  return {
    ended: actor === null && hasSessionCookie(args),
    lost: searchParams.has(LOST),
    origin: args.context.services.config.origin,
    redirect: onwards,
    // Files about members are made by forms: their mere addresses lead to a screen.
    download: isFile && !onwards.startsWith(membersPath()) ? DOWNLOAD_BEGINS : '',
    above,
    invited: onwards.startsWith(answerPath('')),
    login: keepRedirect(loginPath, wanted),
    register: keepRedirect(registrationPath, wanted),
    confirmation: keepRedirect(confirmationAgainPath, wanted),
    reset: keepRedirect(passwordResetRequestPath, wanted),
  };
}

/** After a form, its answer is shown: the second step, even with a session. */
export const shouldRevalidate: ShouldRevalidateFunction = ({ formMethod, ...change }) =>
  formMethod !== 'POST' && change.defaultShouldRevalidate;

const ends = {
  failure: messages.loginFailed,
  next: (_session: unknown, args: ActionFunctionArgs) => wantedBy(args),
  carriesFor: ({ userUuid }: { userUuid: string }) => userUuid,
};
const submit = form(logIn, ends);
const submitCode = form(completeLogIn, ends);

export async function action(args: ActionFunctionArgs) {
  const { searchParams } = new URL(args.request.url);
  if (searchParams.has(KEEP)) return keepInput(args, wantedBy(args));
  return searchParams.has(STEP) ? submitCode(args) : submit(args);
}

/** In the query of the second step. */
const STEP = 'step';

function wantedBy({ request }: ActionFunctionArgs): string {
  return afterLogin(new URL(request.url).searchParams.get('redirect'));
}

export default function LoginPage() {
  const links = useLoaderData<typeof loader>();
  const appName = useInstallation()?.appName;
  const response = useActionData<typeof action>();
  const [login, fields] = useActionForm<z.input<typeof credentials>>({ id: 'login' });
  const unconfirmed = response?.result.error?.email?.includes(UNCONFIRMED);
  // A user whose session has ended has an account.
  const isNew = links.invited && !links.ended;
  const { email, passwordProof } = response?.result.initialValue ?? {};
  const typedEmail = String(email ?? '');
  const header = <PageHeader title={`Willkommen bei ${appName}`} />;
  // Input that is kept leads to its screen first.
  const download = response?.kept ? '' : links.download;
  const back = download && <ButtonLink to={links.above}>Zurück</ButtonLink>;
  if (passwordProof)
    return (
      <>
        {header}
        {response?.kept && <p>Danach geht es mit Ihren Eingaben weiter.</p>}
        {download && <p>{download}</p>}
        <SecondStep
          email={typedEmail}
          passwordProof={String(passwordProof)}
          kept={response?.kept}
          action={keepRedirect(secondStepPath, links.redirect)}
          other={keepRedirect(otherAccountPath, links.redirect)}
          login={links.login}
        />
        {back}
      </>
    );
  return (
    <>
      {header}
      <Reason {...links} {...response} download={download} />
      {isNew && <Invited register={links.register} />}
      {unconfirmed && (
        <Banner tone="warning" title="Sie haben den Link in der E-Mail noch nicht geöffnet.">
          <Stack>
            <p>
              Ist sie nicht angekommen oder schon abgelaufen? Wir schicken Ihnen gern eine neue.
            </p>
            <Form method="post" action={links.confirmation}>
              <input type="hidden" name="email" value={typedEmail} />
              <input type="hidden" name="redirect" value={links.redirect} />
              <Button>Bestätigung erneut senden</Button>
            </Form>
          </Stack>
        </Banner>
      )}
      <ActionForm
        form={login}
        action={links.login}
        labels={{ email: 'E-Mail', password: 'Passwort' }}
        summary={!unconfirmed && 'heard'}
      >
        {response?.kept && <input type="hidden" name={FORM_KEPT} value={response.kept} />}
        <TextField field={fields.email} label="E-Mail" type="email" autoComplete="username" />
        <PasswordField field={fields.password} label="Passwort" autoComplete="current-password" />
        <Button variant={isNew ? 'secondary' : 'primary'}>Einloggen</Button>
      </ActionForm>
      <PasswordScript />
      {back}
      <OtherWays>
        <ButtonLink variant="quiet" to={links.reset}>
          Passwort vergessen
        </ButtonLink>
      </OtherWays>
      {!isNew && (
        <div className="grid gap-3 border-t border-line pt-5">
          <p className="text-center text-muted">Noch kein Konto?</p>
          <ButtonLink to={links.register}>{CREATE_ACCOUNT}</ButtonLink>
        </div>
      )}
    </>
  );
}

const CREATE_ACCOUNT = 'Benutzerkonto erstellen';

/**
 * For visitors who open an invitation's link, from paper or a chat, without a session. Says neither
 * whose it is nor whether it is still valid (docs/decisions/0021).
 */
function Invited({ register }: { register: string }) {
  return (
    <>
      <p>
        <b>Das ist eine Einladung in einen Verein.</b> Sind Sie neu? Dann erstellen Sie zuerst ein
        Benutzerkonto. Danach geht es mit der Einladung weiter.
      </p>
      <ButtonLink variant="primary" to={register}>
        {CREATE_ACCOUNT}
      </ButtonLink>
      <p className="text-sm text-muted">
        Der Link gilt einmal und höchstens {INVITATION_DAYS} Tage. Geht er nicht mehr, bitten Sie
        Ihren Verein um einen neuen.
      </p>
      <h2 className="border-t border-line pt-5">Schon ein Konto?</h2>
    </>
  );
}

type ReasonProps = {
  ended: boolean;
  kept?: string | null;
  lost?: boolean;
  invited: boolean;
  /** The page that was asked for, or ''. */
  redirect: string;
  /** What to know about the file that it is, or ''. */
  download: string;
};

/** Why somebody sees the log-in instead of what they asked for, and what happens to their input. */
function Reason({ ended, kept, lost, invited, redirect, download }: ReasonProps) {
  if (!ended && !kept && !lost)
    return invited || ['', '/', homePath].includes(redirect) ? null : (
      <p>
        Bitte loggen Sie sich ein
        {download ? `. ${download}` : ', dann geht es gleich weiter.'}
      </p>
    );
  return (
    <Banner tone="warning" title="Ihre Sitzung ist abgelaufen.">
      <p>
        {kept
          ? 'Loggen Sie sich wieder ein, dann geht es mit Ihren Eingaben weiter.'
          : 'Bitte loggen Sie sich wieder ein.'}
        {download && ` ${download}`}
        {lost && ` ${INPUT_LOST}`}
      </p>
    </Banner>
  );
}
