import { type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { useActionData } from '@remix-run/react';
import { form } from '~/doors/form.server';
import { currentActor } from '~/doors/page.server';
import { messages } from '~/messages';
import { Banner } from '~/ui/banner';
import { Button, ButtonLink } from '~/ui/button';
import { ActionForm, useActionForm } from '~/ui/form';
import { PageHeader } from '~/ui/page-header';
import { titled } from '~/ui/title';
import { logOut } from '../operations/sessions.server';

export const meta = titled('Abmelden');

/**
 * Posted to from the navigation. It must not lead on by itself: after a failure it is this screen
 * that says so.
 */
export async function loader(args: LoaderFunctionArgs) {
  if (!(await currentActor(args))) throw redirect('/app/login');
  return null;
}

export const action = form(logOut, { failure: messages.logoutFailed, next: '/app/login' });

/** Asks, or says that the session could not be ended (A10): nobody must think that it was. */
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
        <Button variant="primary">{failed ? 'Erneut versuchen' : 'Abmelden'}</Button>
      </ActionForm>
      <ButtonLink variant="quiet" to="/app/">
        Zur Übersicht
      </ButtonLink>
    </>
  );
}
