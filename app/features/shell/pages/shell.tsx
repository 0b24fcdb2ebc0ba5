import { type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { Outlet, useLoaderData } from '@remix-run/react';
import { ownerOf } from '~/doors/kept-input.server';
import { page } from '~/doors/page.server';
import { requestedPath } from '~/doors/screen.server';
import { administer } from '~/features/organizations/policy';
import type { Frame } from '~/frame/context';
import { absencesPath } from '~/paths/absences';
import { accountPath, logoutPath } from '~/paths/accounts';
import { eventsPath } from '~/paths/events';
import { factorPath } from '~/paths/factors';
import { groupsPath } from '~/paths/groups';
import { membersPath } from '~/paths/members';
import { messagePath } from '~/paths/messages';
import { ADMIN, foundingPath, organizationPath } from '~/paths/organizations';
import { usersPath } from '~/paths/permissions';
import { homePath, selectionPath } from '~/paths/shell';
import { useInstallation } from '~/root';
import { Banner } from '~/ui/banner';
import { FormKeyContext, FormOrganizationContext } from '~/ui/form-context';
import { IconBoard, IconCalendar, IconHome, IconKey, IconPeople } from '~/ui/icons';
import { Link } from '~/ui/link';
import { Notices } from '~/ui/notices';
import { usePrefetchedScreen } from '~/ui/prefetch';
import { useSessionEnd } from '~/ui/session-end';
import { type NavigationItem, Shell } from '~/ui/shell';
import { readShell } from '../operations.server';

const read = page(readShell);

/** Needs no query beyond the session's. Removes `?refresh` and reloads everything (B3). */
export async function loader(args: LoaderFunctionArgs) {
  const url = new URL(args.request.url);
  if (url.searchParams.has('refresh')) {
    url.searchParams.delete('refresh');
    throw redirect(requestedPath(new Request(url)));
  }
  const { user, ...shell } = await read(args);
  shell satisfies Frame;
  const { uuid, firstName, lastName } = user;
  const owner = ownerOf(uuid, args.context.services.config);
  // This is part of every screen, and the random id would only make it longer.
  return { ...shell, user: { firstName, lastName }, owner };
}

const everyone: NavigationItem[] = [
  { to: homePath, label: 'Übersicht', icon: IconHome, end: true, also: [absencesPath] },
  {
    to: eventsPath(),
    label: 'Veranstaltungen',
    icon: IconCalendar,
    about: 'event',
    except: 'club',
  },
  {
    to: membersPath(),
    label: 'Mitglieder',
    icon: IconPeople,
    also: [groupsPath],
    about: 'group',
  },
];
const admins: NavigationItem[] = [
  {
    to: organizationPath,
    label: 'Meine Organisation',
    icon: IconBoard,
    also: [ADMIN, messagePath('')],
    about: 'club',
  },
  { to: usersPath(), label: 'Berechtigungen', icon: IconKey },
];

/** The frame of everything behind the log-in (B1). */
export default function ShellFrame() {
  const { user, validUntil, organizations, active, canFound, scope, factor, owner, day } =
    useLoaderData<typeof loader>();
  const installation = useInstallation();
  useSessionEnd(validUntil);
  // Brings the code that all dialogs share, which pages lack (vite.config.ts).
  usePrefetchedScreen('features/answers/pages/registration', 4000);
  if (!installation) return null;
  return (
    <Shell
      {...installation}
      user={{ name: `${user.firstName} ${user.lastName}` }}
      organizations={organizations}
      active={active?.uuid ?? null}
      printHeading={active && `${active.name}, Stand ${day}`}
      nav={everyone}
      more={administer({ scope }) && active ? admins : []}
      logoutAction={logoutPath}
      accountTo={accountPath}
      selectAction={selectionPath}
      foundTo={canFound ? foundingPath : null}
    >
      <FormKeyContext.Provider value={`${installation.requestId}.${owner}`}>
        <FormOrganizationContext.Provider value={active?.uuid ?? null}>
          <Notices notice={installation.notice} />
          {factor && <FactorBanner {...factor} />}
          <Outlet />
        </FormOrganizationContext.Provider>
      </FormKeyContext.Provider>
    </Shell>
  );
}

/** For admins without a second factor if their club requires one (T6). */
function FactorBanner({ title, text }: { title: string; text: string }) {
  return (
    <Banner tone="warning" title={title}>
      {text} <Link to={factorPath}>Handy-Code einrichten</Link>
    </Banner>
  );
}
