import { Outlet, useLoaderData, useLocation } from '@remix-run/react';
import { page } from '~/doors/page.server';
import { invitingPath } from '~/features/invitations/paths';
import * as invitations from '~/features/invitations/policy';
import { INVITE } from '~/features/invitations/wording';
import { useScope } from '~/features/shell/context';
import { ActiveErrorScreen } from '~/features/shell/error-screen';
import { keepBehindDialog } from '~/ui/behind-dialog';
import { ButtonLink } from '~/ui/button';
import { EmptyState } from '~/ui/empty-state';
import { Hits } from '~/ui/hits';
import { IconPeople, IconPlus } from '~/ui/icons';
import { Initials } from '~/ui/initials';
import { PageHeader } from '~/ui/page-header';
import { PageLinks } from '~/ui/page-links';
import { SearchField } from '~/ui/search-field';
import { RowActions, RowLink, Table } from '~/ui/table';
import { titled } from '~/ui/title';
import { readMembersPage } from '../operations.server';
import { listSearch, memberPath, membersPath, newMemberPath } from '../paths';
import * as policy from '../policy';
import { CREATE_MEMBER, messages } from '../wording';

export const meta = titled('Mitglieder');
export const loader = page(readMembersPage);
export const shouldRevalidate = keepBehindDialog;

/** The members of the active organisation by name, with search and pages (D1). */
export default function MemberList() {
  const { rows, q, previous, next } = useLoaderData<typeof loader>();
  const scope = useScope();
  const mayEdit = policy.edit({ scope });
  const { search } = useLocation();
  const at = (place: { after?: string; before?: string }) =>
    membersPath(`?${new URLSearchParams({ q, ...place })}`);
  const creation = mayEdit && (
    <ButtonLink variant="primary" to={newMemberPath(search)} dialog>
      <IconPlus />
      {CREATE_MEMBER}
    </ButtonLink>
  );
  const actions = (
    <>
      {invitations.administer({ scope }) && <ButtonLink to={invitingPath()}>{INVITE}</ButtonLink>}
      {creation}
    </>
  );
  const isWhole = listSearch(search) === '';

  return (
    <>
      <PageHeader title="Mitglieder" actions={actions} />
      {!(isWhole && rows.length === 0) && (
        <SearchField label="Mitglieder suchen" defaultValue={q} action={membersPath()} />
      )}
      <Hits count={q === '' ? null : rows.length} previous={previous} next={next} />
      {rows.length > 0 ? (
        <Table
          caption="Mitglieder"
          rows={rows}
          rowKey={(member) => member.uuid}
          columns={[
            {
              label: 'Vorname',
              cell: ({ uuid, firstName, lastName }) => (
                <>
                  <Initials firstName={firstName} lastName={lastName} seed={uuid} />
                  {firstName}
                </>
              ),
            },
            { label: 'Nachname', cell: (member) => member.lastName, rowHeader: true },
            {
              label: 'Aktionen',
              cell: ({ uuid }) => <MemberActions member={uuid} mayEdit={mayEdit} search={search} />,
            },
          ]}
        />
      ) : isWhole ? (
        <EmptyState title="Noch keine Mitglieder" drawing>
          {mayEdit ? 'Erstellen Sie das erste Mitglied.' : 'Mitglieder trägt Ihr Verein ein.'}
        </EmptyState>
      ) : (
        <EmptyState
          title="Keine Mitglieder gefunden"
          icon={IconPeople}
          action={<ButtonLink to={membersPath()}>Alle Mitglieder anzeigen</ButtonLink>}
        >
          {q !== '' && `Zu „${q}“ gibt es hier niemanden. Gesucht wird im Vor- und Nachnamen.`}
        </EmptyState>
      )}
      <PageLinks
        previous={previous && at({ before: previous })}
        next={next && at({ after: next })}
      />
      <Outlet />
    </>
  );
}

export function ErrorBoundary() {
  return <ActiveErrorScreen failed={messages.membersLoadFailed} />;
}

type MemberActionsProps = { member: string; mayEdit: boolean; search: string };

function MemberActions({ member, mayEdit, search }: MemberActionsProps) {
  return (
    <RowActions>
      {mayEdit ? (
        <>
          <RowLink to={memberPath(member, 'edit', search)} dialog>
            Bearbeiten
          </RowLink>
          <RowLink to={memberPath(member, 'delete', search)} tone="danger" dialog>
            Löschen
          </RowLink>
        </>
      ) : (
        <RowLink to={memberPath(member, '', search)} dialog>
          Anzeigen
        </RowLink>
      )}
    </RowActions>
  );
}
