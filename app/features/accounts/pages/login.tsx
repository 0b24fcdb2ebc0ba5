import { type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { Form, useActionData, useLoaderData } from '@remix-run/react';
import type { z } from 'zod';
import { form } from '~/kernel/form.server';
import { authenticate } from '~/kernel/session.server';
import { messages } from '~/messages';
import { useInstallation } from '~/root';
import { Banner } from '~/ui/banner';
import { Button, ButtonLink } from '~/ui/button';
import { Stack } from '~/ui/card';
import { TextField } from '~/ui/field';
import { ActionForm, useActionForm } from '~/ui/form';
import { PageHeader } from '~/ui/page-header';
import { titled } from '~/ui/title';
import { logIn } from '../operations/sessions.server';
import { afterLogin, keepRedirect, redirectTarget } from '../redirect';
import type { credentials } from '../schema';
import { UNCONFIRMED } from '../wording';

export const meta = titled('Anmelden');

export async function loader({ request, context }: LoaderFunctionArgs) {
  const wanted = new URL(request.url).searchParams.get('redirect');
  const { actor } = await authenticate(request, context);
  // An absolute address is dropped, and someone who is logged in has nothing to do here: one level up (A9, A10).
  if (actor || redirectTarget(wanted).kind === 'absolute') throw redirect('/app/');
  return {
    redirect: wanted ?? '',
    register: keepRedirect('/app/auth/register', wanted),
    confirmation: keepRedirect('/app/auth/register/confirmation?again', wanted),
  };
}

export const action = form(logIn, {
  failure: messages.loginFailed,
  next: (_session, { request }) => afterLogin(new URL(request.url).searchParams.get('redirect')),
});

export default function LoginPage() {
  const links = useLoaderData<typeof loader>();
  const appName = useInstallation()?.appName;
  const answer = useActionData<typeof action>();
  const [login, fields] = useActionForm<z.input<typeof credentials>>({ id: 'login' });
  const unconfirmed = answer?.result.error?.email?.includes(UNCONFIRMED);
  const typedEmail = String(answer?.result.initialValue?.email ?? '');
  return (
    <>
      <PageHeader title={`Willkommen bei ${appName}`} />
      {unconfirmed && (
        <Banner tone="warning" title="Sie haben den Link in der E-Mail noch nicht geöffnet.">
          <Stack>
            <p>Ist sie nicht angekommen oder schon abgelaufen? Wir schicken Ihnen gern eine neue.</p>
            <Form method="post" action={links.confirmation}>
              <input type="hidden" name="email" value={typedEmail} />
              <input type="hidden" name="redirect" value={links.redirect} />
              <Button>Bestätigung erneut senden</Button>
            </Form>
          </Stack>
        </Banner>
      )}
      <ActionForm form={login} labels={{ email: 'E-Mail', password: 'Passwort' }} summary={!unconfirmed}>
        <TextField field={fields.email} label="E-Mail" type="email" autoComplete="username" />
        <TextField field={fields.password} label="Passwort" type="password" autoComplete="current-password" />
        <Button variant="primary">Einloggen</Button>
      </ActionForm>
      <div className="button-row">
        <ButtonLink to="/app/auth/password-reset">Passwort vergessen</ButtonLink>
        <ButtonLink to={links.register}>Benutzerkonto erstellen</ButtonLink>
      </div>
    </>
  );
}
