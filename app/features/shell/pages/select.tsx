import { type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { form } from '~/doors/form.server';
import { guardLoggedIn } from '~/doors/page.server';
import { homePath } from '~/paths/shell';
import { ButtonLink } from '~/ui/button';
import { FormRefusal } from '~/ui/form-refusal';
import { selectOrganization } from '../operations.server';
import { messages } from '../wording';

/** As a page of its own it leads home, and a link to the club that it names. */
export async function loader(args: LoaderFunctionArgs) {
  await guardLoggedIn(args);
  const { request, context } = args;
  if (context.document && !context.submits)
    throw redirect(homePath + new URL(request.url).search, 303);
  return null;
}

export const action = form(selectOrganization, {
  failure: messages.organizationSelectFailed,
  next: homePath,
  standsOn: homePath,
});

/** The header's selector posts here (B1). Shows a failure and the way back. */
export default function SelectOrganization() {
  return (
    <>
      <FormRefusal />
      <ButtonLink to={homePath}>Zur Übersicht</ButtonLink>
    </>
  );
}
