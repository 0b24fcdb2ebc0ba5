import { useLoaderData } from '@remix-run/react';
import { form } from '~/doors/form.server';
import { page } from '~/doors/page.server';
import { accountPath } from '~/paths/accounts';
import { Button } from '~/ui/button';
import { DialogActions, RouteDialog } from '~/ui/dialog';
import { QuestionTick } from '~/ui/question-field';
import { QuestionForm } from '~/ui/question-form';
import { titled } from '~/ui/title';
import { leaveOrganization, readOrganizationForLeaving } from '../operations.server';
import { messages, WITHDRAW, withdrawHint } from '../wording';

export const meta = titled('Verein verlassen');
export const loader = page(readOrganizationForLeaving, {
  gone: { to: accountPath, message: messages.organizationLeaveFailed },
});
export const action = form(leaveOrganization, {
  success: messages.organizationLeft,
  failure: messages.organizationLeaveFailed,
  next: accountPath,
  gone: accountPath,
});

/** Confirms leaving an organisation (A12). */
export default function AccountOrganizationDialog() {
  const { name, promised } = useLoaderData<typeof loader>();
  return (
    <RouteDialog title="Verein verlassen" closeTo={accountPath}>
      <p>
        {name} wirklich verlassen? Sie verlieren dort Ihre Berechtigungen und sehen nichts mehr
        davon. Was der Verein über Sie als Mitglied führt, bleibt. Zurück geht es nur mit einer
        neuen Einladung.
      </p>
      <QuestionForm id="account-organization">
        {promised > 0 && (
          <QuestionTick name="withdraw" label={WITHDRAW} hint={withdrawHint(promised)} />
        )}
        <DialogActions>
          <Button variant="danger">Verlassen</Button>
        </DialogActions>
      </QuestionForm>
    </RouteDialog>
  );
}
