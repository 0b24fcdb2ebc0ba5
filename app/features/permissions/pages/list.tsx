import { Outlet, useLoaderData, useLocation, useSearchParams } from '@remix-run/react';
import { page } from '~/doors/page.server';
import { ActiveErrorScreen } from '~/features/shell/error-screen';
import { messages } from '~/messages';
import { keepBehindDialog } from '~/ui/behind-dialog';
import { EmptyState } from '~/ui/empty-state';
import { PageHeader } from '~/ui/page-header';
import { PageLinks } from '~/ui/page-links';
import { SearchField } from '~/ui/search-field';
import { RowActions, RowLink, Table } from '~/ui/table';
import { titled } from '~/ui/title';
import { readUsers } from '../operations/users.server';
import { neighbourPath, userPath } from '../view';

export const meta = titled('Berechtigungen');
export const loader = page(readUsers);
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
        action="/app/admin/permissions"
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
                  <RowLink to={userPath(uuid, search)} dialog>
                    Berechtigungen
                  </RowLink>
                  <RowLink to={userPath(uuid, search, '/remove')} tone="danger" dialog>
                    Benutzer entfernen
                  </RowLink>
                </RowActions>
              ),
            },
          ]}
        />
      )}
      <PageLinks
        previous={neighbourPath(search, 'before', previous)}
        next={neighbourPath(search, 'after', next)}
      />
      <Outlet />
    </>
  );
}

export function ErrorBoundary() {
  return <ActiveErrorScreen failed={messages.permissionLoadFailed} />;
}
