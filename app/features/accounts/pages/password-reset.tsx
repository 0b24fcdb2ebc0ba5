import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import type { z } from 'zod';
import { form } from '~/doors/form.server';
import { page } from '~/doors/page.server';
import { loginPath, passwordResetDonePath, passwordResetRequestPath } from '~/paths/accounts';
import { Banner } from '~/ui/banner';
import { Button, ButtonLink } from '~/ui/button';
import { ActionForm, useActionForm } from '~/ui/form';
import { PageHeader } from '~/ui/page-header';
import { PasswordScript } from '~/ui/password-field';
import { titled } from '~/ui/title';
import { NewPasswordFields } from '../components/new-password-fields';
import { readPasswordReset, resetPassword } from '../operations/passwords.server';
import { keepRedirect } from '../redirect';
import { passwordResetForm } from '../schema';
import { messages } from '../wording';

export const meta = titled('Neues Passwort');

const NO_CODE = 'Fehler beim zurücksetzen des Passworts. Ungültiger Code.';

const read = page(readPasswordReset);

/** Shows the form, or why the link does not work, or (`?done`) the success. */
export async function loader(args: LoaderFunctionArgs) {
  const { searchParams } = new URL(args.request.url);
  const wanted = searchParams.get('redirect');
  const links = {
    login: keepRedirect(loginPath, wanted),
    another: keepRedirect(passwordResetRequestPath, wanted),
  };
  if (searchParams.has('done')) return { state: 'done', ...links } as const;
  if (!/^[\w-]+$/.test(args.params.code ?? ''))
    return { state: 'unusable', why: NO_CODE, ...links } as const;
  const { usable, passwordMinLength } = await read(args);
  return usable
    ? ({ state: 'form', passwordMinLength, ...links } as const)
    : ({ state: 'unusable', why: messages.passwordResetFailed.message, ...links } as const);
}

export const action = form(resetPassword, {
  fields: passwordResetForm,
  failure: messages.passwordResetFailed,
  gone: 'here',
  next: (_output, { request }) =>
    keepRedirect(passwordResetDonePath, new URL(request.url).searchParams.get('redirect')),
});

export default function PasswordResetPage() {
  const shown = useLoaderData<typeof loader>();
  const [setting, fields] = useActionForm<z.input<typeof passwordResetForm>>({
    id: 'password-reset',
  });
  return (
    <>
      <PageHeader title="Neues Passwort" />
      {shown.state === 'done' && (
        <>
          <Banner
            tone="success"
            title="Passwort erfolgreich gesetzt. Sie können sich nun einloggen."
            alert
          />
          <ButtonLink variant="primary" to={shown.login}>
            Zum Einloggen
          </ButtonLink>
        </>
      )}
      {shown.state === 'unusable' && (
        <>
          <Banner tone="danger" title={shown.why} alert />
          <ButtonLink to={shown.another}>Neuen Link anfordern</ButtonLink>
        </>
      )}
      {shown.state === 'form' && (
        <>
          <ActionForm
            form={setting}
            labels={{ password: 'Passwort', passwordRepeat: 'Passwort wiederholen' }}
          >
            <NewPasswordFields
              fields={fields}
              label="Passwort"
              minLength={shown.passwordMinLength}
            />
            <Button variant="primary">Passwort setzen</Button>
          </ActionForm>
          <PasswordScript />
        </>
      )}
    </>
  );
}
