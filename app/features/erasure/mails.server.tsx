import { dateToText } from '~/dates';
import { renderMail } from '~/mail/render.server';
import type { MailWriter } from '~/mail/writer';
import { erasedSoonPath } from '~/paths/erasure';
import { erasuresAhead as template } from './emails/erasures-ahead';
import { erasuresAhead } from './retention.server';

/** The mails about erasing records. Null if there is no longer anything to tell. */
export const erasureMails: Record<string, MailWriter> = {
  erasuresAhead: async ({ user = '', organization = '' }, { db, config }) => {
    const now = await erasuresAhead(db, user, organization);
    if (!now) return null;
    const { email, members, more, ...names } = now;
    const { appName, origin } = config;
    return renderMail(email, template, {
      ...{ appName, ...names, link: origin + erasedSoonPath },
      more: more ? 'Und weitere.' : '',
      members: members.map(({ firstName, lastName, eraseOn }) => ({
        member: `${firstName} ${lastName}`,
        day: dateToText(eraseOn),
      })),
    });
  },
};
