import { Outlet, useLoaderData, useLocation, useSearchParams } from '@remix-run/react';
import { dateToText } from '~/dates';
import { page } from '~/doors/page.server';
import { activeErrorScreen } from '~/frame/error-screen';
import { PERMISSIONS, type Permission } from '~/kernel/actor';
import type { OutputOf } from '~/kernel/operation';
import { invitingPath } from '~/paths/invitations';
import { factorRulePath, userPath, usersPagePath, usersPath } from '~/paths/permissions';
import { Badge } from '~/ui/badge';
import { keepBehindDialog } from '~/ui/behind-dialog';
import { ButtonLink } from '~/ui/button';
import { Card } from '~/ui/card';
import { EmptyState } from '~/ui/empty-state';
import { PageHeader } from '~/ui/page-header';
import { PageLinks } from '~/ui/page-links';
import { useScripted } from '~/ui/scripted';
import { SearchField } from '~/ui/search-field';
import { RowActions, RowLink, Table } from '~/ui/table';
import { titled } from '~/ui/title';
import { type Missing, MissingFactors } from '../components/missing-factors';
import { readUsersPage } from '../operations/users.server';
import { messages } from '../wording';

export const meta = titled('Berechtigungen');
export const loader = page(readUsersPage);
export const shouldRevalidate = keepBehindDialog;

/** The users of the organisation, and the dialogs over them (C3). */
export default function Users() {
  const { users, previous, next, rule } = useLoaderData<typeof loader>();
  const [query] = useSearchParams();
  const { search } = useLocation();
  // As in the lists of members and events: without scripts only the row tells whom it is about.
  const named = useScripted();
  return (
    <>
      <PageHeader
        title="Berechtigungen"
        actions={
          <ButtonLink to={invitingPath()} variant="primary">
            Einladen
          </ButtonLink>
        }
      />
      <SearchField
        live
        label="Benutzer suchen"
        action={usersPath()}
        defaultValue={query.get('q') ?? ''}
      />
      {users.length === 0 ? (
        <EmptyState
          title="Keine Benutzer gefunden."
          action={<ButtonLink to={usersPath()}>Alle Benutzer anzeigen</ButtonLink>}
        />
      ) : (
        <div className="first-acts">
          <Table
            caption="Benutzer"
            rows={users}
            rowKey={({ uuid }) => uuid}
            columns={[
              { label: 'Name', cell: (user) => <Person {...user} /> },
              {
                label: 'Verknüpftes Mitglied',
                cell: ({ member, acceptedOn, firstName, lastName }) => {
                  const since = acceptedOn ? `, seit ${dateToText(acceptedOn)}` : '';
                  if (!member) return 'Kein verknüpftes Mitglied';
                  // What the row says already is quiet.
                  const isSame = member === `${firstName} ${lastName}`;
                  return isSame ? <i>{member + since}</i> : member + since;
                },
              },
              {
                label: 'Aktionen',
                cell: ({ uuid, firstName, lastName }) => (
                  <UserActions
                    user={uuid}
                    of={named ? `${firstName} ${lastName}` : undefined}
                    search={search}
                  />
                ),
              },
            ]}
          />
        </div>
      )}
      <PageLinks
        previous={usersPagePath(search, 'before', previous)}
        next={usersPagePath(search, 'after', next)}
      />
      <FactorRuleNote rule={rule} search={search} />
      <Outlet />
    </>
  );
}

function UserActions({ user, of, search }: { user: string; of?: string; search: string }) {
  return (
    <RowActions>
      <RowLink to={userPath(user, '', search)} of={of} dialog>
        Berechtigungen
      </RowLink>
      <RowLink to={userPath(user, 'remove', search)} of={of} tone="danger" dialog>
        Benutzer entfernen
      </RowLink>
    </RowActions>
  );
}

type User = OutputOf<typeof readUsersPage>['users'][number];

/** The user's name, and below it what they may do. */
function Person({ firstName, lastName, permissions, resting, leads }: User) {
  return (
    <>
      {firstName} {lastName}
      {resting && (
        <>
          {' '}
          <Badge tone="orange">ruht</Badge>
        </>
      )}
      <i> {rightsInWords(permissions, leads)}</i>
    </>
  );
}

/** What somebody may do, in few words. @param leads the names of the groups that they lead */
function rightsInWords(permissions: readonly Permission[], leads: readonly string[]) {
  const edited = [
    permissions.includes('EDIT_EVENTS') && 'Veranstaltungen',
    permissions.includes('EDIT_MEMBERS') && 'Mitglieder',
  ].filter(Boolean);
  // No line divides a name.
  const groups = leads.map((name) => name.replaceAll(' ', '\u00a0')).join(', ');
  const rights =
    permissions.length === PERMISSIONS.length
      ? ['darf alles']
      : [
          permissions.includes('ORGANIZATION_ADMIN') && 'verwaltet den Verein',
          edited.length > 0 && `bearbeitet ${edited.join(' und ')}`,
        ];
  const words =
    [...rights, groups && `leitet\u00a0${groups}`].filter(Boolean).join(', ') ||
    'keine besonderen Rechte';
  return words.charAt(0).toUpperCase() + words.slice(1);
}

type FactorRuleProps = Missing & {
  /** The day from which it holds, 'YYYY-MM-DD'; null if it is off. */
  on: string | null;
  holds: boolean;
};

/** Below the users: whether admins need a second factor, and who lacks one (T6). */
function FactorRuleNote({ rule, search }: { rule: FactorRuleProps; search: string }) {
  const { on, holds } = rule;
  return (
    <Card title="Handy-Code für die Verwaltung">
      <p>
        {on
          ? `Verlangt ${holds ? 'seit' : 'ab'} dem ${dateToText(on)}.`
          : 'Zum Einloggen reicht das Passwort.'}
      </p>
      {on && <MissingFactors {...rule} />}
      <p className="mt-3">
        <ButtonLink size="small" to={factorRulePath(search)} preventScrollReset>
          {on ? 'Aufheben' : 'Handy-Code verlangen'}
        </ButtonLink>
      </p>
    </Card>
  );
}

export const ErrorBoundary = activeErrorScreen(messages.permissionLoadFailed);
