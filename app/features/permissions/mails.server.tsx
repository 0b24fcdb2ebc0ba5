import { dateToText } from '~/dates';
import { renderMail } from '~/mail/render.server';
import type { MailWriter } from '~/mail/writer';
import { factorPath } from '~/paths/factors';
import { adminsNeedFactor } from './emails/admins-need-factor';
import { factorDemanded } from './factor-rule.server';

/**
 * The mails about permissions. Null if there is no longer anything to tell. They are sent even to
 * refused addresses, as rights depend on them.
 */
export const permissionMails: Record<string, MailWriter> = {
  adminsNeedFactor: async ({ user = '', organization = '' }, { db, config }) => {
    const now = await factorDemanded(db, user, organization);
    if (!now) return null;
    const { email, on, ...names } = now;
    const { appName, origin } = config;
    const link = origin + factorPath;
    return renderMail(email, adminsNeedFactor, { appName, ...names, day: dateToText(on), link });
  },
};
