import { redirect } from '@remix-run/node';
import { form } from '~/kernel/form.server';
import { messages } from '~/messages';
import { ErrorScreen } from '~/ui/error-screen';
import { logOut } from '../operations/sessions.server';

/** Only posted to, from the navigation. */
export const loader = () => redirect('/app/');

export const action = form(logOut, { failure: messages.logoutFailed, next: '/app/login' });

/** Rendered only when the form could not be carried out (A10). */
export default function LogoutPage() {
  return <ErrorScreen status={500} />;
}
