import type { LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData, useLocation } from '@remix-run/react';
import { form } from '~/doors/form.server';
import { page } from '~/doors/page.server';
import { invitationLink, invitationMailPath, invitationPath } from '~/paths/invitations';
import { listSearch, membersBehind, membersPath } from '~/paths/members';
import { ButtonLink } from '~/ui/button';
import { DialogActions, RouteDialog } from '~/ui/dialog';
import { FormRefusal } from '~/ui/form-refusal';
import { titled } from '~/ui/title';
import { InvitationLink } from '../components/invitation-link';
import { readMemberForInvitation, sendInvitation } from '../operations/administration.server';
import { messages, NO_LONGER_VALID } from '../wording';

export const meta = titled('Einladung');

const read = page(readMemberForInvitation);

export async function loader(args: LoaderFunctionArgs) {
  return { member: await read(args), linkStart: invitationLink(args.context.services.config, '') };
}

export const action = form(sendInvitation, {
  success: messages.invitationSent,
  failure: messages.invitationSendFailed,
  next: (_output, args) => membersBehind(args),
  gone: membersBehind,
});

/**
 * Shows the form again if it was refused, with the link that it carried. Opening the URL by hand
 * shows no link.
 */
export default function MailInvitation() {
  const { member, linkStart } = useLoaderData<typeof loader>();
  const response = useActionData<typeof action>();
  const code = response?.result.initialValue?.code;
  const ended = response?.result.error?.['']?.includes(NO_LONGER_VALID);
  const search = listSearch(useLocation().search);
  return (
    <RouteDialog
      title={`Einladung für ${member.firstName} ${member.lastName}`}
      closeTo={membersPath(search)}
    >
      {member.invitation && typeof code === 'string' && !ended ? (
        <InvitationLink
          code={code}
          email={member.email}
          link={linkStart + code}
          validThrough={member.invitation.validThrough}
          mailAction={invitationMailPath(member.uuid, search)}
          lastResult={response?.result ?? null}
        />
      ) : (
        <>
          <FormRefusal />
          <p>
            Der Link kann nur einmal angezeigt werden. Für einen neuen Link erstellen Sie eine neue
            Einladung.
          </p>
          <DialogActions>
            <ButtonLink variant="primary" to={invitationPath(member.uuid, search)} dialog>
              Neue Einladung
            </ButtonLink>
          </DialogActions>
        </>
      )}
    </RouteDialog>
  );
}
