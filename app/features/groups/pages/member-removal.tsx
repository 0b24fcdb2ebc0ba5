import { useLoaderData } from '@remix-run/react';
import { form } from '~/doors/form.server';
import { page } from '~/doors/page.server';
import { groupBehind, groupPath } from '~/paths/groups';
import { QuestionDialog } from '~/ui/question-dialog';
import { titled } from '~/ui/title';
import { deleteGroupMember, readMembership } from '../operations.server';
import { messages } from '../wording';

const TITLE = 'Aus der Gruppe nehmen';

export const meta = titled(TITLE);
export const loader = page(readMembership, {
  gone: { to: groupBehind, message: messages.groupLoadFailed },
});
export const action = form(deleteGroupMember, {
  success: messages.membershipSaved,
  failure: messages.groupMembersFailed,
  next: (_output, args) => groupBehind(args),
  gone: groupBehind,
});

/** Asks before a member is taken out of a group. */
export default function RemoveFromGroup() {
  const { group, name } = useLoaderData<typeof loader>();
  return (
    <QuestionDialog
      title={TITLE}
      closeTo={groupPath(group.uuid)}
      id="remove-from-group"
      button="Herausnehmen"
    >
      <p className="wrap-anywhere">
        Gehört <strong>{name}</strong> nicht mehr zu <strong>{group.name}</strong>? Was schon
        geantwortet ist, bleibt; gefragt wird {name} für diese Gruppe nicht mehr.
      </p>
    </QuestionDialog>
  );
}
