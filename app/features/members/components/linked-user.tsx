import { useLocation } from '@remix-run/react';
import { useEffect, useRef } from 'react';
import { dateToText } from '~/dates';
import type { MemberLink } from '~/features/invitations/queries.server';
import { messages as invitations } from '~/features/invitations/wording';
import { memberPath } from '~/paths/members';
import { userPath } from '~/paths/permissions';
import { Badge } from '~/ui/badge';
import { Button, ButtonLink, ButtonRow } from '~/ui/button';
import { ActionForm, useActionForm } from '~/ui/form';
import { Link } from '~/ui/link';

/** The user that a member is linked to, or the progress: not invited, invited, accepted (D3). */
export function LinkedUser({ link }: { link: MemberLink }) {
  const section = useRef<HTMLElement>(null);
  const { invited, accepted } = link;

  // A pressed button disappears with the state it changed, and the focus with it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each new state.
  useEffect(() => {
    if (document.activeElement === document.body) section.current?.focus();
  }, [invited, accepted]);

  return (
    <section aria-labelledby="linked-user" tabIndex={-1} ref={section}>
      <div className="grid gap-2">
        <h3 id="linked-user">Verknüpfter Benutzer</h3>
        {accepted ? (
          <p>
            {link.firstName} {link.lastName} ({link.email}){' '}
            {link.userUuid && <Link to={userPath(link.userUuid, '', '')}>Berechtigungen</Link>}
          </p>
        ) : invited ? (
          <Invited member={link.memberUuid} validThrough={link.validThrough} />
        ) : (
          <NotInvited member={link.memberUuid} />
        )}
      </div>
    </section>
  );
}

function NotInvited({ member }: { member: string }) {
  const { search } = useLocation();
  const [inviting] = useActionForm({ id: 'create-invitation', lastResult: null });
  return (
    <>
      <p className="text-muted">Noch ohne Zugang.</p>
      <ActionForm
        form={inviting}
        action={memberPath(member, 'invitation', search)}
        failure={invitations.invitationCreateFailed}
        summary={false}
      >
        <ButtonRow>
          <Button>Einladung erstellen</Button>
        </ButtonRow>
      </ActionForm>
    </>
  );
}

function Invited({ member, validThrough }: { member: string; validThrough: string | null }) {
  const { search } = useLocation();
  const [revoking] = useActionForm({ id: 'revoke-invitation', lastResult: null });
  return (
    <>
      <p>
        <Badge tone="green">Einladung erstellt</Badge>
      </p>
      {validThrough && <p>Der Link gilt bis {dateToText(validThrough)}.</p>}
      <ActionForm
        form={revoking}
        failure={invitations.invitationRevokeFailed}
        action={memberPath(member, 'invitation/revocation', search)}
        summary={false}
      >
        <ButtonRow>
          <Button>Widerrufen</Button>
          <ButtonLink variant="quiet" to={memberPath(member, 'invitation', search)} dialog>
            Neuen Link erstellen
          </ButtonLink>
        </ButtonRow>
      </ActionForm>
    </>
  );
}
