import { type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { Outlet, useLoaderData } from '@remix-run/react';
import { page } from '~/doors/page.server';
import { requestedPath } from '~/doors/screen.server';
import { readShell } from '~/features/organizations/operations.server';
import * as policy from '~/features/organizations/policy';
import { longDay, today } from '~/kernel/day.server';
import { useInstallation } from '~/root';
import { FormOrganizationContext } from '~/ui/form-context';
import { IconBoard, IconCalendar, IconHome, IconKey, IconLog, IconPeople } from '~/ui/icons';
import { Notices } from '~/ui/notices';
import { type NavigationItem, Shell } from '~/ui/shell';

const read = page(readShell);

/**
 * Who is here and what they may do: no query beyond the session's. `?refresh` is removed and all
 * loaded afresh (B3).
 */
export async function loader(args: LoaderFunctionArgs) {
  const url = new URL(args.request.url);
  if (url.searchParams.has('refresh')) {
    url.searchParams.delete('refresh');
    throw redirect(requestedPath(new Request(url)));
  }
  return { ...(await read(args)), day: longDay(today()) };
}

const everyone: NavigationItem[] = [
  { to: '/app/', label: 'Übersicht', icon: IconHome, end: true },
  { to: '/app/events', label: 'Veranstaltungen', icon: IconCalendar },
  { to: '/app/members', label: 'Mitglieder', icon: IconPeople },
];
const admins: NavigationItem[] = [
  { to: '/app/admin/organization', label: 'Meine Organisation', icon: IconBoard },
  { to: '/app/admin/permissions', label: 'Berechtigungen', icon: IconKey },
  { to: '/app/admin/log', label: 'Protokoll', icon: IconLog },
];

/** The frame of everything behind the log-in (B1). */
export default function ShellFrame() {
  const { user, organizations, active, canFound, scope, day } = useLoaderData<typeof loader>();
  const installation = useInstallation();
  if (!installation) return null;
  return (
    <Shell
      {...installation}
      user={{ name: `${user.firstName} ${user.lastName}` }}
      organizations={organizations}
      active={active?.uuid ?? null}
      printHeading={active && `${active.name}, Stand ${day}`}
      canFound={canFound}
      nav={policy.administer({ scope }) && active ? [...everyone, ...admins] : everyone}
      logoutAction="/app/logout"
      accountTo="/app/account"
      selectAction="/app/organizations/active"
    >
      <Notices notice={installation.notice} />
      <FormOrganizationContext.Provider value={active?.uuid ?? null}>
        <Outlet />
      </FormOrganizationContext.Provider>
    </Shell>
  );
}
