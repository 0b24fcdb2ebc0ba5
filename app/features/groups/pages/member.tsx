import { useLoaderData, useParams } from '@remix-run/react';
import { form } from '~/doors/form.server';
import { page } from '~/doors/page.server';
import { groupBehind, groupMemberPath, groupPath } from '~/paths/groups';
import { memberPath } from '~/paths/members';
import { Button, ButtonLink, ButtonRow } from '~/ui/button';
import { DialogActions, RouteDialog } from '~/ui/dialog';
import { QuestionTick } from '~/ui/question-field';
import { QuestionForm } from '~/ui/question-form';
import { titled } from '~/ui/title';
import { putGroupMember, readMembership } from '../operations.server';
import { membershipForm } from '../schema';
import { messages } from '../wording';

const TITLE = 'Leitung';

export const meta = titled(TITLE);
export const loader = page(readMembership, {
  gone: { to: groupBehind, message: messages.groupLoadFailed },
});
export const action = form(putGroupMember, {
  fields: membershipForm,
  success: messages.membershipSaved,
  failure: messages.groupMembersFailed,
  next: (_output, args) => groupBehind(args),
  gone: groupBehind,
});

/** Whether a member leads a group (U2, U8). */
export default function Membership() {
  const { group, name, leader } = useLoaderData<typeof loader>();
  const { member = '' } = useParams();
  return (
    <RouteDialog title={name} subject={group.name} closeTo={groupPath(group.uuid)}>
      <QuestionForm id="membership" key={member}>
        <QuestionTick
          name="leader"
          value="on"
          label={`Leitet die Gruppe ${group.name}`}
          hint="Legt Termine für diese Gruppe an, sieht alle Antworten darauf und darf sie ändern und ausfallen lassen."
          ticked={leader}
        />
        <ButtonRow>
          <ButtonLink to={memberPath(member, '', '')}>Zum Mitglied</ButtonLink>
          <ButtonLink variant="caution" to={groupMemberPath(group.uuid, member, true)} dialog>
            Aus der Gruppe nehmen
          </ButtonLink>
        </ButtonRow>
        <DialogActions>
          <Button variant="primary">Speichern</Button>
        </DialogActions>
      </QuestionForm>
    </RouteDialog>
  );
}
