import type { LoaderFunctionArgs } from '@remix-run/node';
import { Outlet, useLoaderData } from '@remix-run/react';
import { page } from '~/doors/page.server';
import { activeErrorScreen } from '~/frame/error-screen';
import { groupDialogPath, groupMemberPath, groupMembersPath, groupsPath } from '~/paths/groups';
import { memberPath } from '~/paths/members';
import { newMessagePath, WRITE_MESSAGE } from '~/paths/messages';
import { Badge } from '~/ui/badge';
import { keepBehindDialog } from '~/ui/behind-dialog';
import { ButtonLink } from '~/ui/button';
import { EmptyState } from '~/ui/empty-state';
import { IconPeople } from '~/ui/icons';
import { Initials } from '~/ui/initials';
import { followLink, WHOLE } from '~/ui/link';
import { PageHeader } from '~/ui/page-header';
import { titled } from '~/ui/title';
import { readGroupPage } from '../operations.server';
import * as policy from '../policy';
import { GROUPS, leadersOf, membersCounted, messages } from '../wording';

export const meta = titled<{ name: string }>((shown) => shown?.name ?? 'Gruppe');
export const shouldRevalidate = keepBehindDialog;

const read = page(readGroupPage);

export async function loader(args: LoaderFunctionArgs) {
  const { group, scope, members } = await read(args);
  return {
    uuid: group.uuid,
    name: group.name,
    count: group.members,
    leaders: leadersOf(group),
    archived: group.archivedAt !== null,
    mayEdit: policy.edit({ scope }),
    mayWrite: policy.write({ scope, group }),
    members: members.map(({ uuid, firstName, lastName, distinction, leader }) => ({
      uuid,
      firstName,
      lastName,
      ...(distinction && { distinction }),
      ...(leader && { leader }),
    })),
  };
}

/** A group, and who belongs to it (U2). */
export default function GroupPage() {
  const { uuid, name, count, leaders, archived, mayEdit, mayWrite, members } =
    useLoaderData<typeof loader>();
  const isEmpty = members.length === 0;
  const choose = mayEdit && (
    <ButtonLink variant={isEmpty ? 'primary' : 'secondary'} to={groupMembersPath(uuid)} dialog>
      Mitglieder wählen
    </ButtonLink>
  );
  const actions = (mayEdit || mayWrite) && (
    <>
      {!isEmpty && choose}{' '}
      {mayWrite && <ButtonLink to={newMessagePath({ group: uuid })}>{WRITE_MESSAGE}</ButtonLink>}{' '}
      {mayEdit && (
        <ButtonLink to={groupDialogPath(uuid, 'edit')} dialog>
          Bearbeiten
        </ButtonLink>
      )}
    </>
  );
  const about = (
    <>
      {membersCounted(count)}
      {count > members.length && `, die ersten ${members.length.toLocaleString('de')} davon`}
      {leaders && `. Leitung: ${leaders}`}
      {!leaders && mayEdit && !isEmpty && '. Noch ohne Leitung: Name antippen'}
      {archived && (
        <>
          {'. '}
          <Badge>Archiviert</Badge> Für ihre Termine wird niemand gefragt.
        </>
      )}
    </>
  );
  return (
    <>
      <PageHeader
        title={name}
        about={about}
        back={{ to: groupsPath, label: GROUPS }}
        actions={actions}
      />
      {isEmpty ? (
        <EmptyState title="Noch niemand in dieser Gruppe" icon={IconPeople} action={choose}>
          {mayEdit && 'Kreuzen Sie an, wer dazugehört, oder fügen Sie eine Namensliste ein.'}
        </EmptyState>
      ) : (
        // biome-ignore lint/a11y/useKeyWithClickEvents: Enter on a link is a click.
        <ul className={NAMES} onClick={followLink}>
          {members.map(({ firstName, lastName, distinction, leader, ...member }) => (
            <li key={member.uuid} className={NAME}>
              <Initials firstName={firstName} lastName={lastName} seed={member.uuid} />
              <p className="flex min-w-0 flex-wrap items-center gap-x-2 wrap-anywhere">
                <a
                  className={`text-ink decoration-line ${WHOLE}`}
                  href={
                    mayEdit ? groupMemberPath(uuid, member.uuid) : memberPath(member.uuid, '', '')
                  }
                  data-dialog={mayEdit ? '' : undefined}
                >
                  {`${lastName}, ${firstName}`}
                </a>
                {leader && (
                  <>
                    {' '}
                    <Badge tone="green">Leitung</Badge>
                  </>
                )}
                {distinction && (
                  <span className="basis-full text-md text-muted"> {distinction}</span>
                )}
              </p>
            </li>
          ))}
        </ul>
      )}
      <Outlet />
    </>
  );
}

/** Two columns where they have room, each read downwards. */
const NAMES =
  'gap-x-4 rounded border border-line bg-card px-4 py-1.5 leaf print:columns-2 sm:columns-2 print:border-0 print:p-0';
const NAME = 'relative flex min-h-target break-inside-avoid items-center py-1.5';

export const ErrorBoundary = activeErrorScreen(messages.groupLoadFailed);
