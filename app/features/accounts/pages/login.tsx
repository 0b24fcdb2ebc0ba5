import { type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import type { z } from 'zod';
import { form } from '~/kernel/form.server';
import { authenticate } from '~/kernel/session.server';
import { messages } from '~/messages';
import { useInstallation } from '~/root';
import { Button, ButtonLink } from '~/ui/button';
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
  return (
    <>
      <PageHeader title={`Willkommen bei ${appName}`} />
      <ActionForm form={login} labels={{ email: 'E-Mail', password: 'Passwort' }}>
        <TextField
          field={fields.email}
          label="E-Mail"
          type="email"
          autoComplete="username"
          inputMode="email"
          autoCapitalize="none"
        />
        {unconfirmed && <ButtonLink to={links.confirmation}>Bestätigung erneut senden</ButtonLink>}
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
