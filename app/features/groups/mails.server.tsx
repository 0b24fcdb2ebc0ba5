import { renderMail } from '~/mail/render.server';
import type { MailWriter } from '~/mail/writer';
import { groupPath } from '~/paths/groups';
import { groupWithoutLeader } from './emails/group-without-leader';
import { leaderlessGroup } from './without-leader.server';

/** The mails about groups. Null if there is no longer anything to tell. */
export const groupMails: Record<string, MailWriter> = {
  groupWithoutLeader: async ({ user = '', group = '' }, { db, config }) => {
    const now = await leaderlessGroup(db, user, group);
    if (!now) return null;
    const { email, ...names } = now;
    const { appName, origin } = config;
    const link = origin + groupPath(group);
    return renderMail(email, groupWithoutLeader, { appName, ...names, link });
  },
};
