import { redirect } from '@remix-run/node';
import { form } from '~/kernel/form.server';
import { messages } from '~/messages';
import { ErrorScreen } from '~/ui/error-screen';
import { selectOrganization } from '../operations.server';

/** Only posted to, from the header's selector. */
export const loader = () => redirect('/app/');

export const action = form(selectOrganization, {
  failure: messages.organizationSelectFailed,
  next: '/app/',
});

/** Rendered only when the choice could not be carried out. */
export default function SelectOrganization() {
  return <ErrorScreen status={500} />;
}
