import type { LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import type { z } from 'zod';
import { form } from '~/doors/form.server';
import { loginPath, passwordResetDonePath, passwordResetRequestPath } from '~/paths/accounts';
import { Banner } from '~/ui/banner';
import { Button, ButtonLink } from '~/ui/button';
import { Summary } from '~/ui/error-summary';
import { ActionForm, useActionForm } from '~/ui/form';
import { PageHeader } from '~/ui/page-header';
import { PasswordScript } from '~/ui/password-field';
import { titled } from '~/ui/title';
import { NewPasswordFields } from '../components/new-password-fields';
import { resetPassword } from '../operations/passwords.server';
import { keepRedirect } from '../redirect';
import { passwordResetForm } from '../schema';
import { messages } from '../wording';

export const meta = titled('Neues Passwort');

/** Shows the form, or that the code is missing, or (`?done`) the success. */
export function loader({ request, params, context }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url);
  const done = searchParams.has('done');
  const wanted = searchParams.get('redirect');
  const { passwordMinLength } = context.services.config;
  const given = /^[\w-]+$/.test(params.code ?? '');
  return {
    state: done ? 'done' : given ? 'form' : 'missing',
    passwordMinLength,
    login: keepRedirect(loginPath, wanted),
    another: keepRedirect(passwordResetRequestPath, wanted),
  } as const;
}

export const action = form(resetPassword, {
  fields: passwordResetForm,
  failure: messages.passwordResetFailed,
  gone: 'here',
  next: (_output, { request }) =>
    keepRedirect(passwordResetDonePath, new URL(request.url).searchParams.get('redirect')),
});

export default function PasswordResetPage() {
  const { state, passwordMinLength, login, another } = useLoaderData<typeof loader>();
  const response = useActionData<typeof action>();
  const [setting, fields] = useActionForm<z.input<typeof passwordResetForm>>({
    id: 'password-reset',
  });
  // No other password helps then; what a limit refused can be sent again.
  const isOver = response?.result.error?.['']?.includes(messages.passwordResetFailed.message);
  const asks = state === 'form' && !isOver;
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
          <ButtonLink variant="primary" to={login}>
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
      {isOver && (
        <Summary
          formErrors={[messages.passwordResetFailed.message]}
          fields={[]}
          response={response}
        />
      )}
      {asks && (
        <ActionForm
          form={setting}
          labels={{ password: 'Passwort', passwordRepeat: 'Passwort wiederholen' }}
          summary="heard"
        >
          <NewPasswordFields fields={fields} label="Passwort" minLength={passwordMinLength} />
          <Button variant="primary">Passwort setzen</Button>
        </ActionForm>
      )}
      {asks && <PasswordScript />}
      {(state === 'missing' || isOver) && (
        <ButtonLink variant="primary" to={another}>
          Neuen Link anfordern
        </ButtonLink>
      )}
    </>
  );
}
