import { useLocation } from '@remix-run/react';
import { form } from '~/doors/form.server';
import { guard } from '~/doors/page.server';
import { administer } from '~/features/organizations/policy';
import { scopeInOrganization } from '~/features/organizations/queries.server';
import { organizationId } from '~/features/organizations/schema';
import { useShell } from '~/frame/context';
import { usersPath } from '~/paths/permissions';
import { homePath } from '~/paths/shell';
import { QuestionDialog } from '~/ui/question-dialog';
import { titled } from '~/ui/title';
import { resign } from '../operations/permissions.server';
import { messages } from '../wording';

export const meta = titled('Berechtigungen');
export const loader = guard({
  input: organizationId,
  subject: scopeInOrganization,
  may: administer,
});
export const action = form(resign, {
  success: messages.permissionResigned,
  failure: messages.permissionSaveFailed,
  next: homePath,
});

/** Confirms giving up the user's own administration, which they cannot undo (C4). */
export default function Resign() {
  const { active } = useShell();
  const { search } = useLocation();
  return (
    <QuestionDialog
      title="Eigene Berechtigung entfernen"
      subject={active?.name}
      closeTo={usersPath(search)}
      id="resign"
      button="Berechtigung entfernen"
    >
      <p>Eigene Berechtigung zur Administration der Organisation wirklich entfernen?</p>
      <p>Erneut erteilen kann sie Ihnen nur jemand anderes mit dieser Berechtigung.</p>
    </QuestionDialog>
  );
}
