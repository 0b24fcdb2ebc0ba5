import { useId } from 'react';
import type { z } from 'zod';
import { keepRedirect } from '~/features/accounts/redirect';
import { HAS_ACCOUNT, passwordHint } from '~/features/accounts/wording';
import type { OutputOf } from '~/kernel/operation';
import { loginPath, registrationPath } from '~/paths/accounts';
import { answerPath, joiningPath } from '~/paths/invitations';
import { useInstallation } from '~/root';
import { Banner } from '~/ui/banner';
import { Button, ButtonLink, ButtonRow } from '~/ui/button';
import { TextField } from '~/ui/field';
import { Hint, Labelled } from '~/ui/field-frame';
import { ActionForm, type ActionFormData, useActionForm } from '~/ui/form';
import { Input } from '~/ui/input';
import { PageHeader } from '~/ui/page-header';
import { PasswordField, PasswordScript } from '~/ui/password-field';
import { PrivacyNotice } from '~/ui/privacy-notice';
import type { readMailedInvitation } from '../operations/registration.server';
import type { invitedRegistration } from '../schema';

type JoiningProps = {
  code: string;
  proof: string;
  passwordMinLength: number;
  invitation: OutputOf<typeof readMailedInvitation>;
  /** The refusal of the registration, if any. */
  response: ActionFormData | null;
};

/** What an invitation mail offers someone who is not logged in: to join, or to log in first (C5). */
export function Joining(props: JoiningProps) {
  const { organizationName, hasAccount } = props.invitation;
  return (
    <>
      <PageHeader title={`Willkommen bei ${organizationName}`} />
      {hasAccount ? <LogIn {...props} /> : <Register {...props} />}
    </>
  );
}

/** The address that the mail went to, for people and their password managers. */
function KnownEmail({ email, hint }: { email: string; hint: string }) {
  const id = useId();
  return (
    <Labelled label="E-Mail" htmlFor={id}>
      <Hint id={`${id}-hint`}>{hint}</Hint>
      <Input
        id={id}
        type="email"
        name="email"
        value={email}
        readOnly
        autoComplete="username"
        aria-describedby={`${id}-hint`}
      />
    </Labelled>
  );
}

function Register({ code, proof, passwordMinLength, invitation, response }: JoiningProps) {
  const { firstName, lastName, email } = invitation;
  const [registering, fields] = useActionForm<z.input<typeof invitedRegistration>>({
    id: 'join',
    defaultValue: { firstName, lastName },
    lastResult: response?.result ?? null,
  });
  const onwards = answerPath(code);
  return (
    <>
      <p>Prüfen Sie Ihren Namen, wählen Sie ein Passwort, und schon sind Sie dabei.</p>
      <ActionForm
        form={registering}
        action={joiningPath(code, proof)}
        labels={{ firstName: 'Vorname', lastName: 'Nachname', password: 'Passwort' }}
      >
        <div className="grid gap-6 sm:grid-cols-2">
          <TextField field={fields.firstName} label="Vorname" autoComplete="given-name" />
          <TextField field={fields.lastName} label="Nachname" autoComplete="family-name" />
        </div>
        <KnownEmail
          email={email}
          hint="Ihre Adresse ist schon bestätigt: An sie ging die Einladung."
        />
        <PasswordField
          field={fields.password}
          label="Passwort"
          autoComplete="new-password"
          hint={passwordHint(passwordMinLength)}
        />
        <Button variant="primary">Konto erstellen und beitreten</Button>
      </ActionForm>
      <PasswordScript />
      <PrivacyNotice url={useInstallation()?.privacyUrl} />
      <ButtonRow>
        <ButtonLink variant="quiet" to={keepRedirect(loginPath, onwards)}>
          Ich habe schon ein Konto
        </ButtonLink>
        <ButtonLink variant="quiet" to={keepRedirect(registrationPath, onwards)}>
          Andere E-Mail-Adresse verwenden
        </ButtonLink>
      </ButtonRow>
    </>
  );
}

/** Posts to the log-in, which checks the password as usual and leads on to the invitation. */
function LogIn({ code, invitation }: JoiningProps) {
  const login = keepRedirect(loginPath, answerPath(code));
  const [loggingIn, fields] = useActionForm<{ password: string }>({
    id: 'login',
    lastResult: null,
  });
  return (
    <>
      <Banner title={HAS_ACCOUNT}>
        <p>Loggen Sie sich damit ein, dann können Sie die Einladung annehmen.</p>
      </Banner>
      <ActionForm form={loggingIn} action={login} summary={false}>
        <KnownEmail email={invitation.email} hint="An diese Adresse ging die Einladung." />
        <PasswordField field={fields.password} label="Passwort" autoComplete="current-password" />
        <Button variant="primary">Einloggen</Button>
      </ActionForm>
      <PasswordScript />
      <ButtonRow>
        <ButtonLink variant="quiet" to={login}>
          Mit einem anderen Konto einloggen
        </ButtonLink>
      </ButtonRow>
    </>
  );
}
