import { useLoaderData } from '@remix-run/react';
import { form } from '~/doors/form.server';
import { page } from '~/doors/page.server';
import { accountPath } from '~/paths/accounts';
import { QuestionDialog } from '~/ui/question-dialog';
import { QuestionTick } from '~/ui/question-field';
import { titled } from '~/ui/title';
import { leaveOrganization, readOrganizationForLeaving } from '../operations.server';
import { messages, WITHDRAW, withdrawHint } from '../wording';

const TITLE = 'Verein verlassen';

export const meta = titled(TITLE);
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
    <QuestionDialog
      title={TITLE}
      closeTo={accountPath}
      id="account-organization"
      button="Verlassen"
    >
      <p>
        {name} wirklich verlassen? Sie verlieren dort Ihre Berechtigungen und sehen nichts mehr
        davon. Was der Verein über Sie als Mitglied führt, bleibt. Zurück geht es nur mit einer
        neuen Einladung.
      </p>
      {promised > 0 && (
        <QuestionTick name="withdraw" label={WITHDRAW} hint={withdrawHint(promised)} />
      )}
    </QuestionDialog>
  );
}
