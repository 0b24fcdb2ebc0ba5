import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import type { z } from 'zod';
import { form } from '~/doors/form.server';
import { loginPath } from '~/paths/accounts';
import { useInstallation } from '~/root';
import { Button, ButtonLink } from '~/ui/button';
import { TextField } from '~/ui/field';
import { ActionForm, useActionForm } from '~/ui/form';
import { PageHeader } from '~/ui/page-header';
import { PasswordField, PasswordScript } from '~/ui/password-field';
import { PrivacyNotice } from '~/ui/privacy-notice';
import { Steps } from '~/ui/steps';
import { titled } from '~/ui/title';
import { OtherWays } from '../components/other-ways';
import { confirmationOf } from '../confirmation-address.server';
import { registerAccount } from '../operations/registration.server';
import { carriedRedirect, keepRedirect } from '../redirect';
import type { registration } from '../schema';
import { messages, passwordHint, REGISTRATION_STEPS } from '../wording';

export const meta = titled('Benutzerkonto erstellen');

export function loader({ request, context }: LoaderFunctionArgs) {
  const redirect = carriedRedirect(new URL(request.url).searchParams.get('redirect'));
  return { redirect, passwordMinLength: context.services.config.passwordMinLength };
}

export const action = form(registerAccount, {
  failure: messages.registrationFailed,
  next: (_output, { request, context }, { email }) =>
    keepRedirect(
      confirmationOf(String(email), context.services.config),
      new URL(request.url).searchParams.get('redirect'),
    ),
});

export default function RegisterPage() {
  const { redirect, passwordMinLength } = useLoaderData<typeof loader>();
  const [registering, fields] = useActionForm<z.input<typeof registration>>({
    id: 'register',
    defaultValue: { redirect },
  });
  // It is never sent back, so it is gone for somebody who has to mend something else.
  const isGone = registering.status === 'error' && !fields.password.errors;
  return (
    <>
      <div>
        <Steps steps={REGISTRATION_STEPS} current={0} />
        <PageHeader title="Benutzerkonto erstellen" />
      </div>
      <ActionForm
        form={registering}
        labels={{
          firstName: 'Vorname',
          lastName: 'Nachname',
          email: 'E-Mail',
          password: 'Passwort',
        }}
      >
        <div className="grid gap-6 sm:grid-cols-2">
          <TextField field={fields.firstName} label="Vorname" autoComplete="given-name" />
          <TextField field={fields.lastName} label="Nachname" autoComplete="family-name" />
        </div>
        <TextField field={fields.email} label="E-Mail" type="email" autoComplete="username" />
        <PasswordField
          field={fields.password}
          label="Passwort"
          autoComplete="new-password"
          hint={isGone ? 'Bitte geben Sie es noch einmal ein.' : passwordHint(passwordMinLength)}
        />
        <input type="hidden" name={fields.redirect.name} value={redirect} />
        <Button variant="primary">Benutzerkonto erstellen</Button>
      </ActionForm>
      <PasswordScript />
      <PrivacyNotice url={useInstallation()?.privacyUrl} />
      <OtherWays>
        <ButtonLink variant="quiet" to={keepRedirect(loginPath, redirect)}>
          Ich habe schon ein Konto
        </ButtonLink>
      </OtherWays>
    </>
  );
}
