import { useActionData } from '@remix-run/react';
import { form } from '~/doors/form.server';
import { guardLoggedIn } from '~/doors/page.server';
import { loginPath } from '~/paths/accounts';
import { homePath } from '~/paths/shell';
import { Banner } from '~/ui/banner';
import { Button, ButtonLink } from '~/ui/button';
import { PageHeader } from '~/ui/page-header';
import { QuestionForm } from '~/ui/question-form';
import { titled } from '~/ui/title';
import { logOut } from '../operations/sessions.server';
import { messages } from '../wording';

export const meta = titled('Abmelden');

export const loader = guardLoggedIn;
export const action = form(logOut, {
  success: messages.loggedOut,
  failure: messages.logoutFailed,
  next: loginPath,
});

/**
 * The form in the navigation posts here. After a failure this screen says so (A10), so that nobody
 * believes that the session has ended.
 */
export default function LogoutPage() {
  const failed = useActionData<typeof action>() !== undefined;
  return (
    <>
      <PageHeader title="Abmelden" />
      {failed && (
        <Banner tone="danger" title={messages.logoutFailed.message} alert>
          <p>Sie sind noch eingeloggt.</p>
        </Banner>
      )}
      <QuestionForm id="logout">
        <Button variant="primary">{failed ? 'Erneut versuchen' : 'Abmelden'}</Button>
      </QuestionForm>
      <ButtonLink to={homePath}>Zur Übersicht</ButtonLink>
    </>
  );
}
