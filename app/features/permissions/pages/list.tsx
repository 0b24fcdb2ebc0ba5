import { Outlet, useLoaderData, useLocation, useSearchParams } from '@remix-run/react';
import { page } from '~/doors/page.server';
import { ActiveErrorScreen } from '~/features/shell/error-screen';
import { keepBehindDialog } from '~/ui/behind-dialog';
import { EmptyState } from '~/ui/empty-state';
import { PageHeader } from '~/ui/page-header';
import { PageLinks } from '~/ui/page-links';
import { SearchField } from '~/ui/search-field';
import { RowActions, RowLink, Table } from '~/ui/table';
import { titled } from '~/ui/title';
import { readUsersPage } from '../operations/users.server';
import { userPath, usersPagePath, usersPath } from '../paths';
import { messages } from '../wording';

export const meta = titled('Berechtigungen');
export const loader = page(readUsersPage);
export const shouldRevalidate = keepBehindDialog;

/** The users of the organisation, and the dialogs over them (C3). */
export default function Users() {
  const { users, previous, next } = useLoaderData<typeof loader>();
  const [query] = useSearchParams();
  const { search } = useLocation();
  return (
    <>
      <PageHeader title="Berechtigungen" />
      <SearchField
        label="Benutzer suchen"
        action={usersPath()}
        defaultValue={query.get('q') ?? ''}
      />
      {users.length === 0 ? (
        <EmptyState title="Keine Benutzer gefunden." />
      ) : (
        <Table
          caption="Benutzer"
          rows={users}
          rowKey={({ uuid }) => uuid}
          columns={[
            { label: 'Name', cell: ({ name }) => name },
            {
              label: 'Verknüpftes Mitglied',
              cell: ({ member }) => member ?? 'Kein verknüpftes Mitglied',
            },
            {
              label: 'Aktionen',
              cell: ({ uuid }) => (
                <RowActions>
                  <RowLink to={userPath(uuid, '', search)} dialog>
                    Berechtigungen
                  </RowLink>
                  <RowLink to={userPath(uuid, 'remove', search)} tone="danger" dialog>
                    Benutzer entfernen
                  </RowLink>
                </RowActions>
              ),
            },
          ]}
        />
      )}
      <PageLinks
        previous={usersPagePath(search, 'before', previous)}
        next={usersPagePath(search, 'after', next)}
      />
      <Outlet />
    </>
  );
}

export function ErrorBoundary() {
  return <ActiveErrorScreen failed={messages.permissionLoadFailed} />;
}
