import { useLoaderData, useLocation } from '@remix-run/react';
import { form } from '~/doors/form.server';
import { page } from '~/doors/page.server';
import { listSearch, memberPath, membersBehind, membersPath } from '~/paths/members';
import { QuestionDialog } from '~/ui/question-dialog';
import { titled } from '~/ui/title';
import { readMemberForInvitation, revokeInvitation } from '../operations/administration.server';
import { messages } from '../wording';

export const meta = titled('Einladung widerrufen');
export const loader = page(readMemberForInvitation);

/** Leads back to the dialog that offers it (D3). */
export const action = form(revokeInvitation, {
  success: ({ person }) => messages.invitationRevoked(person),
  failure: messages.invitationRevokeFailed,
  next: ({ mayEditMember }, { params, request }) =>
    memberPath(
      params.member ?? '',
      mayEditMember ? 'edit' : '',
      listSearch(new URL(request.url).search),
    ),
  gone: membersBehind,
});

export default function RevokeInvitation() {
  const { firstName, lastName } = useLoaderData<typeof loader>();
  const search = listSearch(useLocation().search);
  return (
    <QuestionDialog
      title="Einladung widerrufen"
      closeTo={membersPath(search)}
      id="revoke-invitation"
      button="Widerrufen"
    >
      <p>
        Möchten Sie die Einladung für {firstName} {lastName} widerrufen? Ihr Link wird ungültig.
      </p>
    </QuestionDialog>
  );
}
