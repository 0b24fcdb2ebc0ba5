import { Outlet, useLoaderData } from '@remix-run/react';
import { page } from '~/doors/page.server';
import { useScope } from '~/frame/context';
import { activeErrorScreen } from '~/frame/error-screen';
import { groupPath, newGroupPath } from '~/paths/groups';
import { membersPath } from '~/paths/members';
import { Badge } from '~/ui/badge';
import { keepBehindDialog } from '~/ui/behind-dialog';
import { ButtonLink } from '~/ui/button';
import { EmptyState } from '~/ui/empty-state';
import { IconPlus } from '~/ui/icons';
import { PageHeader } from '~/ui/page-header';
import { Table } from '~/ui/table';
import { titled } from '~/ui/title';
import { GroupName } from '../components/group-name';
import { listGroups } from '../operations.server';
import * as policy from '../policy';
import { CREATE_GROUP, counted, GROUPS, leadersOf, messages } from '../wording';

export const meta = titled(GROUPS);
export const loader = page(listGroups);
export const shouldRevalidate = keepBehindDialog;

/** The groups of the active organisation (U2). */
export default function GroupList() {
  const groups = useLoaderData<typeof loader>();
  const mayEdit = policy.edit({ scope: useScope() });
  const create = mayEdit && (
    <ButtonLink variant="primary" to={newGroupPath} dialog>
      <IconPlus />
      {CREATE_GROUP}
    </ButtonLink>
  );
  return (
    <>
      <PageHeader
        title={GROUPS}
        back={{ to: membersPath(''), label: 'Mitglieder' }}
        actions={groups.length > 0 && create}
      />
      {groups.length === 0 ? (
        <EmptyState title="Noch keine Gruppen" drawing action={create}>
          {mayEdit
            ? 'Mannschaften, Abteilungen, Chorstimmen: Termine gelten dann denen, die sie angehen.'
            : 'Gruppen legt Ihr Verein an.'}
        </EmptyState>
      ) : (
        <div className="led">
          <Table
            caption={GROUPS}
            rows={groups}
            rowKey={({ uuid }) => uuid}
            rowTone={({ archivedAt }) => (archivedAt ? 'muted' : undefined)}
            columns={[
              {
                label: 'Name',
                cell: ({ uuid, name, color, archivedAt }) => (
                  <>
                    <a href={groupPath(uuid)}>
                      <GroupName name={name} color={color} />
                    </a>
                    {archivedAt && (
                      <>
                        {' '}
                        <Badge>Archiviert</Badge>
                      </>
                    )}
                  </>
                ),
              },
              {
                label: 'Mitglieder',
                cell: ({ members }) => counted(members),
              },
              {
                label: 'Leitung',
                cell: (group) => leadersOf(group) || '–',
              },
            ]}
          />
        </div>
      )}
      <Outlet />
    </>
  );
}

export const ErrorBoundary = activeErrorScreen(messages.groupsLoadFailed);
