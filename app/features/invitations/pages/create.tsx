import { useActionData, useLoaderData, useLocation } from '@remix-run/react';
import { dateToText } from '~/dates';
import { form } from '~/doors/form.server';
import { page } from '~/doors/page.server';
import { invitationMailPath, invitationPath } from '~/paths/invitations';
import { listSearch, membersBehind, membersPath } from '~/paths/members';
import { Banner } from '~/ui/banner';
import { Button, ButtonLink } from '~/ui/button';
import { DialogActions, RouteDialog } from '~/ui/dialog';
import { ActionForm, useActionForm } from '~/ui/form';
import { titled } from '~/ui/title';
import { InvitationLink } from '../components/invitation-link';
import { createInvitation, readMemberForInvitation } from '../operations/administration.server';
import { ALREADY_LINKED, messages, takesBack } from '../wording';

export const meta = titled('Einladung');
export const loader = page(readMemberForInvitation);

/** The response itself shows the link: it is not stored, so no later page could (D4). */
export const action = form(createInvitation, {
  failure: messages.invitationCreateFailed,
  next: 'show',
  gone: membersBehind,
});

export default function CreateInvitation() {
  const member = useLoaderData<typeof loader>();
  const created = useActionData<typeof action>()?.output;
  const search = listSearch(useLocation().search);
  return (
    <RouteDialog
      title={`Einladung für ${member.firstName} ${member.lastName}`}
      closeTo={membersPath(search)}
    >
      {created?.code ? (
        <InvitationLink
          {...created}
          email={member.email}
          mailAction={invitationMailPath(member.uuid, search)}
          lastResult={null}
        />
      ) : created ? (
        <ShownBefore
          validThrough={
            member.invitation?.createdAt === created.createdAt ? created.validThrough : null
          }
          again={invitationPath(member.uuid, search)}
        />
      ) : (
        <Creation
          firstName={member.firstName}
          invited={member.invitation !== null}
          accepted={member.accepted}
          leftOn={member.leftOn}
        />
      )}
    </RouteDialog>
  );
}

type CreationProps = {
  firstName: string;
  invited: boolean;
  accepted: boolean;
  leftOn: string | null;
};

function Creation({ firstName, invited, accepted, leftOn }: CreationProps) {
  const [creating] = useActionForm({ id: 'create-invitation' });
  return (
    <ActionForm form={creating}>
      {accepted ? (
        <p>{ALREADY_LINKED}</p>
      ) : (
        <p>
          Schicken Sie {firstName} den Link. Damit legt man ein Konto an und kann zu- und absagen.
        </p>
      )}
      {leftOn && (
        <Banner tone="warning">
          <p>{takesBack(firstName, leftOn)}</p>
        </Banner>
      )}
      {invited && !accepted && (
        <Banner tone="warning">
          <p>Es gibt schon eine Einladung. Mit einer neuen wird ihr Link ungültig.</p>
        </Banner>
      )}
      <DialogActions>
        {!accepted && <Button variant="primary">Einladung erstellen</Button>}
      </DialogActions>
    </ActionForm>
  );
}

type ShownBeforeProps = {
  /** Last day of the link that was shown, 'YYYY-MM-DD'; null if it is no longer valid. */
  validThrough: string | null;
  /** The dialog that creates a new invitation. */
  again: string;
};

/** Replaces a link that was shown already, after a reload or from the browser's history (D4). */
function ShownBefore({ validThrough, again }: ShownBeforeProps) {
  return (
    <>
      <Banner tone="warning" title="Der Link wurde schon angezeigt." alert>
        {validThrough ? (
          <p>
            Er kann nur einmal angezeigt werden. Wenn Sie ihn kopiert haben, können Sie ihn
            verwenden: Er gilt bis {dateToText(validThrough)}. Mit einem neuen Link wird er
            ungültig.
          </p>
        ) : (
          <p>
            Er gilt nicht mehr: Die Einladung wurde angenommen, abgelehnt, widerrufen oder ersetzt.
          </p>
        )}
      </Banner>
      <DialogActions cancel="Fertig">
        <ButtonLink to={again} dialog>
          Neue Einladung
        </ButtonLink>
      </DialogActions>
    </>
  );
}
