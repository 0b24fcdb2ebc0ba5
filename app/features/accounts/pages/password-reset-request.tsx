import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import type { z } from 'zod';
import { form } from '~/doors/form.server';
import { loginPath, passwordResetRequestPath, passwordResetSentPath } from '~/paths/accounts';
import { Banner } from '~/ui/banner';
import { Button, ButtonLink } from '~/ui/button';
import { TextField } from '~/ui/field';
import { ActionForm, useActionForm } from '~/ui/form';
import { Link } from '~/ui/link';
import { PageHeader } from '~/ui/page-header';
import { titled } from '~/ui/title';
import { OtherWays } from '../components/other-ways';
import { requestPasswordReset } from '../operations/mail-links.server';
import { carriedRedirect, keepRedirect } from '../redirect';
import type { mailRequest } from '../schema';
import { messages } from '../wording';

export const meta = titled('Passwort vergessen');

export function loader({ request }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url);
  const redirect = carriedRedirect(searchParams.get('redirect'));
  return {
    sent: searchParams.has('sent'),
    redirect,
    login: keepRedirect(loginPath, redirect),
    again: keepRedirect(passwordResetRequestPath, redirect),
  };
}

export const action = form(requestPasswordReset, {
  failure: messages.passwordResetRequestFailed,
  next: (_output, { request }) =>
    keepRedirect(passwordResetSentPath, new URL(request.url).searchParams.get('redirect')),
});

export default function PasswordResetRequestPage() {
  const { sent, redirect, login, again } = useLoaderData<typeof loader>();
  const [requesting, fields] = useActionForm<z.input<typeof mailRequest>>({
    id: 'password-reset-request',
  });
  return (
    <>
      <PageHeader title="Passwort vergessen" />
      {sent ? (
        <>
          <Banner tone="success" title="E-Mail wurde versendet." alert>
            <p>Öffnen Sie den Link darin. Er gilt eine Stunde.</p>
          </Banner>
          <p>
            Nichts angekommen? Sehen Sie im Spam-Ordner nach, oder{' '}
            <Link to={again}>lassen Sie sich den Link noch einmal schicken</Link>.
          </p>
          <ButtonLink to={login}>Zum Einloggen</ButtonLink>
        </>
      ) : (
        <>
          <p>Wir schicken Ihnen einen Link, mit dem Sie ein neues Passwort setzen.</p>
          <ActionForm form={requesting} labels={{ email: 'E-Mail' }} summary="heard">
            <TextField field={fields.email} label="E-Mail" type="email" autoComplete="username" />
            <input type="hidden" name={fields.redirect.name} value={redirect} />
            <Button variant="primary">Link senden</Button>
          </ActionForm>
          <OtherWays>
            <ButtonLink variant="quiet" to={login}>
              Zum Einloggen
            </ButtonLink>
          </OtherWays>
        </>
      )}
    </>
  );
}
