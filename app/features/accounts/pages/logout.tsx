import { redirect } from '@remix-run/node';
import { useActionData } from '@remix-run/react';
import { form } from '~/kernel/form.server';
import { messages } from '~/messages';
import { Banner } from '~/ui/banner';
import { Button, ButtonLink } from '~/ui/button';
import { ActionForm, useActionForm } from '~/ui/form';
import { PageHeader } from '~/ui/page-header';
import { titled } from '~/ui/title';
import { logOut } from '../operations/sessions.server';

export const meta = titled('Abmelden');

/** Only posted to, from the navigation. */
export const loader = () => redirect('/app/');

export const action = form(logOut, { failure: messages.logoutFailed, next: '/app/login' });

/** Rendered only when the session could not be ended (A10): whoever sits here must not think that it was. */
export default function LogoutPage() {
  const failed = useActionData<typeof action>() !== undefined;
  const [loggingOut] = useActionForm<Record<string, never>>({ id: 'logout' });
  return (
    <>
      <PageHeader title="Abmelden" />
      {failed && (
        <Banner tone="danger" title={messages.logoutFailed.message} alert>
          <p>Sie sind noch angemeldet.</p>
        </Banner>
      )}
      <ActionForm form={loggingOut}>
        <Button variant="primary">Erneut versuchen</Button>
      </ActionForm>
      <ButtonLink variant="quiet" to="/app/">
        Zur Übersicht
      </ButtonLink>
    </>
  );
}
