import type { ReactNode } from 'react';
import { administer } from '~/features/organizations/policy';
import type { OutputOf } from '~/kernel/operation';
import { absencesPath } from '~/paths/absences';
import { accountPath, logoutPath } from '~/paths/accounts';
import { eventsPath } from '~/paths/events';
import { groupsPath } from '~/paths/groups';
import { membersPath } from '~/paths/members';
import { messagePath } from '~/paths/messages';
import { ADMIN, foundingPath, organizationPath } from '~/paths/organizations';
import { usersPath } from '~/paths/permissions';
import { homePath, selectionPath } from '~/paths/shell';
import { IconBoard, IconCalendar, IconHome, IconKey, IconPeople } from '~/ui/icons';
import type { FooterLinks } from '~/ui/layout';
import { type NavigationItem, Shell } from '~/ui/shell';
import type { readShell } from '../operations.server';

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

type OwnShellProps = FooterLinks &
  Pick<OutputOf<typeof readShell>, 'organizations' | 'active' | 'canFound' | 'scope' | 'day'> & {
    user: { firstName: string; lastName: string };
    appName: string;
    children: ReactNode;
  };

/** The frame with this user's organisations, and the places that they may go to. */
export function OwnShell({ user, active, canFound, scope, day, ...rest }: OwnShellProps) {
  return (
    <Shell
      {...rest}
      user={{ name: `${user.firstName} ${user.lastName}` }}
      active={active?.uuid ?? null}
      printHeading={active && `${active.name}, Stand ${day}`}
      nav={everyone}
      more={administer({ scope }) && active ? admins : []}
      logoutAction={logoutPath}
      accountTo={accountPath}
      selectAction={selectionPath}
      foundTo={canFound ? foundingPath : null}
    />
  );
}
