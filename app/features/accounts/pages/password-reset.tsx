import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import type { z } from 'zod';
import { form } from '~/doors/form.server';
import { loginPath, passwordResetDonePath } from '~/paths/accounts';
import { Banner } from '~/ui/banner';
import { Button, ButtonLink } from '~/ui/button';
import { ActionForm, useActionForm } from '~/ui/form';
import { PageHeader } from '~/ui/page-header';
import { PasswordScript } from '~/ui/password-field';
import { titled } from '~/ui/title';
import { NewPasswordFields } from '../components/new-password-fields';
import { resetPassword } from '../operations/passwords.server';
import { passwordResetForm } from '../schema';
import { messages } from '../wording';

export const meta = titled('Neues Passwort');

/** Shows the form, or that the code is missing, or (`?done`) the success. */
export function loader({ request, params, context }: LoaderFunctionArgs) {
  const done = new URL(request.url).searchParams.has('done');
  const { passwordMinLength } = context.services.config;
  const given = /^[\w-]+$/.test(params.code ?? '');
  return { state: done ? 'done' : given ? 'form' : 'missing', passwordMinLength } as const;
}

export const action = form(resetPassword, {
  fields: passwordResetForm,
  failure: messages.passwordResetFailed,
  gone: 'here',
  next: passwordResetDonePath,
});

export default function PasswordResetPage() {
  const { state, passwordMinLength } = useLoaderData<typeof loader>();
  const [setting, fields] = useActionForm<z.input<typeof passwordResetForm>>({
    id: 'password-reset',
  });
  return (
    <>
      <PageHeader title="Neues Passwort" />
      {state === 'done' && (
        <>
          <Banner
            tone="success"
            title="Passwort erfolgreich gesetzt. Sie können sich nun einloggen."
            alert
          />
          <ButtonLink variant="primary" to={loginPath}>
            Zum Einloggen
          </ButtonLink>
        </>
      )}
      {state === 'missing' && (
        <Banner
          tone="danger"
          title="Fehler beim zurücksetzen des Passworts. Ungültiger Code."
          alert
        />
      )}
      {state === 'form' && (
        <ActionForm
          form={setting}
          labels={{ password: 'Passwort', passwordRepeat: 'Passwort wiederholen' }}
        >
          <NewPasswordFields fields={fields} label="Passwort" minLength={passwordMinLength} />
          <Button variant="primary">Passwort setzen</Button>
        </ActionForm>
      )}
      {state === 'form' && <PasswordScript />}
    </>
  );
}
