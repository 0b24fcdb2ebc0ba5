import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import type { z } from 'zod';
import { form } from '~/doors/form.server';
import { confirmationAgainPath, loginPath } from '~/paths/accounts';
import { LINK_HOURS } from '~/retention';
import { Banner } from '~/ui/banner';
import { Button, ButtonLink } from '~/ui/button';
import { TextField } from '~/ui/field';
import { ActionForm, useActionForm } from '~/ui/form';
import { PageHeader } from '~/ui/page-header';
import { Steps } from '~/ui/steps';
import { titled } from '~/ui/title';
import { OtherWays } from '../components/other-ways';
import { addressToConfirm } from '../confirmation-address.server';
import { resendConfirmation } from '../operations/mail-links.server';
import { carriedRedirect, keepRedirect } from '../redirect';
import type { mailRequest } from '../schema';
import { messages, REGISTRATION_STEPS } from '../wording';

export const meta = titled('E-Mail bestätigen');

/** `?again`: for someone who registered earlier and asks for another mail (A5). */
export function loader({ request, context }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url);
  return {
    redirect: carriedRedirect(searchParams.get('redirect')),
    again: searchParams.has('again'),
    email: addressToConfirm(searchParams, context.services.config),
  };
}

export const action = form(resendConfirmation, {
  success: messages.confirmationSent,
  failure: messages.confirmationFailed,
  next: (_output, { request }) =>
    keepRedirect(confirmationAgainPath, new URL(request.url).searchParams.get('redirect')),
});

export default function ConfirmationPage() {
  const { redirect, again, email } = useLoaderData<typeof loader>();
  const [resending, fields] = useActionForm<z.input<typeof mailRequest>>({
    id: 'resend',
    defaultValue: { email },
  });
  return (
    <>
      <div>
        <Steps steps={REGISTRATION_STEPS} current={1} />
        <PageHeader title="E-Mail bestätigen" />
      </div>
      {!again && (
        <Banner tone="success" title="Account wurde erfolgreich angelegt.">
          <p>Eine E-Mail zur Bestätigung wurde verschickt.</p>
        </Banner>
      )}
      <p>
        Öffnen Sie den Link in der E-Mail
        {email && (
          <>
            {' '}
            an <b className="wrap-anywhere">{email}</b>
          </>
        )}
        , um Ihr Konto freizuschalten. Er gilt {LINK_HOURS} Stunden.
      </p>
      <h2 className="border-t border-line pt-5">Nichts angekommen?</h2>
      <p>
        Sehen Sie im Spam-Ordner nach, oder lassen Sie sich die Bestätigung noch einmal schicken.
      </p>
      <ActionForm form={resending} labels={{ email: 'E-Mail' }} summary="heard">
        <TextField field={fields.email} label="E-Mail" type="email" autoComplete="username" />
        <input type="hidden" name={fields.redirect.name} value={redirect} />
        <Button>Bestätigung erneut senden</Button>
      </ActionForm>
      <OtherWays>
        <ButtonLink variant="quiet" to={keepRedirect(loginPath, redirect)}>
          Zum Einloggen
        </ButtonLink>
      </OtherWays>
    </>
  );
}
