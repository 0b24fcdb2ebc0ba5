import type { LoaderFunctionArgs } from '@remix-run/node';
import { Outlet, useLoaderData, useLocation } from '@remix-run/react';
import { page } from '~/doors/page.server';
import { inSight, partInSight } from '~/doors/rows-in-sight.server';
import * as invitations from '~/features/invitations/policy';
import { INVITE } from '~/features/invitations/wording';
import { administer } from '~/features/organizations/policy';
import { useScope } from '~/frame/context';
import { ActiveErrorScreen } from '~/frame/error-screen';
import { groupsPath } from '~/paths/groups';
import { invitingPath } from '~/paths/invitations';
import {
  listSearch,
  memberPath,
  membersPath,
  newMemberPath,
  severalMembersPath,
} from '~/paths/members';
import { keepBehindDialog, useWholeList } from '~/ui/behind-dialog';
import { ButtonLink } from '~/ui/button';
import { EmptyState } from '~/ui/empty-state';
import { hitsText } from '~/ui/hits';
import { IconPeople, IconPlus } from '~/ui/icons';
import { Initials } from '~/ui/initials';
import { followLink } from '~/ui/link';
import { PageHeader } from '~/ui/page-header';
import { PageLinks } from '~/ui/page-links';
import { useScripted } from '~/ui/scripted';
import { SearchField } from '~/ui/search-field';
import { RowActions, RowLink, Table } from '~/ui/table';
import { titled } from '~/ui/title';
import { LinkState } from '../components/link-state';
import { readMembersPage } from '../operations.server';
import * as policy from '../policy';
import { byName } from '../schema';
import { CREATE_MEMBER, CREATE_SEVERAL, messages, NO_LETTER, nameOf } from '../wording';

export const meta = titled('Mitglieder');
export const shouldRevalidate = keepBehindDialog;

const read = page(readMembersPage, { remembered: (args) => inSight(args, membersPath()) });

export const loader = async (args: LoaderFunctionArgs) =>
  partInSight(await read(args), args, { path: membersPath(), nextAfter: byName.cursorAt });

/** The members of the active organisation by name, with search and pages (D1). */
export default function MemberList() {
  const { rows, part, q, previous, next, count, andMore, letters, anyGroups } =
    useLoaderData<typeof loader>();
  useWholeList(part);
  const scope = useScope();
  const mayEdit = policy.edit({ scope });
  const { search } = useLocation();
  // Without scripts the row alone tells whom an action is about: names twice are half a kilobyte.
  const named = useScripted();
  const at = (place: { after?: string; before?: string }) =>
    membersPath(`?${new URLSearchParams({ q, ...place })}`);
  const actions = (
    <>
      {mayEdit && (
        <>
          <ButtonLink variant="primary" to={newMemberPath(search)} dialog>
            <IconPlus />
            {CREATE_MEMBER}
          </ButtonLink>{' '}
          <ButtonLink to={severalMembersPath(search)} dialog>
            {CREATE_SEVERAL}
          </ButtonLink>
        </>
      )}{' '}
      {(mayEdit || administer({ scope }) || anyGroups) && (
        <ButtonLink to={groupsPath}>Gruppen</ButtonLink>
      )}{' '}
      {invitations.administer({ scope }) && <ButtonLink to={invitingPath()}>{INVITE}</ButtonLink>}
    </>
  );
  const isWhole = listSearch(search) === '';
  const isEmpty = rows.length === 0;

  return (
    <>
      <PageHeader title="Mitglieder" actions={actions} />
      {!(isWhole && isEmpty) && (
        <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-2">
          <SearchField label="Mitglieder suchen" defaultValue={q} action={membersPath()} />
          <p className="text-muted" role="status">
            {(q !== '' || !isEmpty) && countOf({ q, count, andMore })}
          </p>
        </div>
      )}
      {count > FEW && letters.length > 1 && <Letters letters={letters} search={search} />}
      {!isEmpty ? (
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
            {
              label: 'Nachname',
              rowHeader: true,
              cell: ({ uuid, lastName, distinction, link }) => (
                <>
                  <a href={memberPath(uuid, '', search)} data-dialog="">
                    {lastName}
                  </a>
                  {distinction && <i> {distinction}</i>}
                  {link && <LinkState link={link} />}
                </>
              ),
            },
            {
              label: 'Aktionen',
              cell: (member) => (
                <MemberActions
                  member={member.uuid}
                  of={named ? nameOf(member) : undefined}
                  mayEdit={mayEdit}
                  search={search}
                />
              ),
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
          {q !== '' && `Zu „${q}“ gibt es hier niemanden. Gesucht wird in Namen und Kennungen.`}
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

/** So many can be seen without letters to jump to. */
const FEW = 30;

/** '57 Mitglieder', or of a search '2 Treffer'. */
function countOf({ q, count, andMore }: { q: string; count: number; andMore: boolean }): string {
  const noun = count === 1 ? 'Mitglied' : 'Mitglieder';
  const counted = q === '' ? `${count.toLocaleString('de')} ${noun}` : hitsText(count);
  return andMore ? `Über ${counted}` : counted;
}

/** The way to where a letter begins; on a phone they are one line that scrolls. */
function Letters({ letters, search }: { letters: string[]; search: string }) {
  const shown = new URLSearchParams(search).get('from');
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Enter on a link is a click.
    <nav
      className="-mx-2 flex flex-wrap overflow-x-auto max-sm:flex-nowrap print:hidden"
      aria-label="Anfangsbuchstaben"
      onClick={followLink}
    >
      {letters.map((letter, at) => (
        <a
          className={LETTER}
          key={letter}
          aria-current={letter === shown || undefined}
          aria-label={letter === NO_LETTER ? `${letter}: Ziffern und Zeichen` : undefined}
          href={membersPath(at > 0 ? `?from=${letter}` : '')}
        >
          {letter}
        </a>
      ))}
    </nav>
  );
}

const LETTER =
  'grid size-9 flex-none place-items-center rounded font-semibold no-underline hover:bg-green-soft ' +
  'aria-[current]:bg-green-soft pointer-coarse:size-target';

type MemberActionsProps = { member: string; of?: string; mayEdit: boolean; search: string };

function MemberActions({ member, of, mayEdit, search }: MemberActionsProps) {
  return (
    <RowActions>
      {mayEdit ? (
        <>
          <RowLink to={memberPath(member, 'edit', search)} of={of} icon="edit" dialog>
            Bearbeiten
          </RowLink>
          <RowLink
            to={memberPath(member, 'delete', search)}
            of={of}
            icon="delete"
            tone="danger"
            dialog
          >
            Löschen
          </RowLink>
        </>
      ) : (
        <RowLink to={memberPath(member, '', search)} of={of} dialog>
          Anzeigen
        </RowLink>
      )}
    </RowActions>
  );
}
