import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import type { z } from 'zod';
import { form } from '~/doors/form.server';
import { loginPath, passwordResetSentPath } from '~/paths/accounts';
import { Banner } from '~/ui/banner';
import { Button, ButtonLink } from '~/ui/button';
import { TextField } from '~/ui/field';
import { ActionForm, useActionForm } from '~/ui/form';
import { PageHeader } from '~/ui/page-header';
import { titled } from '~/ui/title';
import { requestPasswordReset } from '../operations/passwords.server';
import type { emailOnly } from '../schema';
import { messages } from '../wording';

export const meta = titled('Passwort vergessen');

export function loader({ request }: LoaderFunctionArgs) {
  return { sent: new URL(request.url).searchParams.has('sent') };
}

export const action = form(requestPasswordReset, {
  failure: messages.passwordResetRequestFailed,
  next: passwordResetSentPath,
});

export default function PasswordResetRequestPage() {
  const { sent } = useLoaderData<typeof loader>();
  const [requesting, fields] = useActionForm<z.input<typeof emailOnly>>({
    id: 'password-reset-request',
  });
  return (
    <>
      <PageHeader title="Passwort vergessen" />
      {sent ? (
        <>
          <Banner tone="success" title="E-Mail wurde versendet." alert>
            <p>Öffnen Sie den Link in der E-Mail. Er gilt eine Stunde.</p>
          </Banner>
          <ButtonLink to={loginPath}>Zum Einloggen</ButtonLink>
        </>
      ) : (
        <>
          <p>Wir schicken Ihnen einen Link, mit dem Sie ein neues Passwort setzen.</p>
          <ActionForm form={requesting} labels={{ email: 'E-Mail' }}>
            <TextField field={fields.email} label="E-Mail" type="email" autoComplete="username" />
            <Button variant="primary">Link senden</Button>
          </ActionForm>
          <ButtonLink variant="quiet" to={loginPath}>
            Zum Einloggen
          </ButtonLink>
        </>
      )}
    </>
  );
}
