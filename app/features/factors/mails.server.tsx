import { accountById } from '~/features/accounts/queries.server';
import { type MailTemplate, renderMail } from '~/mail/render.server';
import type { MailWriter } from '~/mail/writer';
import { passwordResetRequestPath } from '~/paths/accounts';
import {
  codesGuessed,
  factorOff,
  factorOn,
  factorReset,
  recoveryCodesNew,
  recoveryCodeUsed,
} from './emails/factor-letters';
import { ownFactor } from './queries.server';
import { codesLeftText } from './wording';

type Context = Parameters<MailWriter>[1];

/** Common to all mails about the second factor: the greeting, and where to set a new password. */
async function valuesFor(user: string, { db, config: { appName, origin } }: Context) {
  const account = await accountById(db, user);
  if (!account?.activated) return null;
  const link = origin + passwordResetRequestPath;
  return { to: account.email, values: { appName, name: account.firstName, link } };
}

/** A mail that only says what has happened. */
function telling(
  template: MailTemplate<{ appName: string; name: string; link: string }>,
): MailWriter {
  return async ({ user = '' }, context) => {
    const told = await valuesFor(user, context);
    return told && renderMail(told.to, template, told.values);
  };
}

/**
 * The mails about second factors (T3, T4), by the template names that queueMail() takes. Each says
 * what to do if somebody else did it; null if there is no longer anybody to tell.
 */
export const factorMails: Record<string, MailWriter> = {
  factorOn: telling(factorOn),
  factorOff: telling(factorOff),
  recoveryCodesNew: telling(recoveryCodesNew),
  codesGuessed: telling(codesGuessed),
  factorReset: telling(factorReset),

  recoveryCodeUsed: async ({ user = '' }, context) => {
    const told = await valuesFor(user, context);
    // The number left when the mail is written, as others may have been used since.
    const factor = await ownFactor(context.db, user);
    if (!told || !factor) return null;
    const left = codesLeftText(factor.codesLeft);
    return renderMail(told.to, recoveryCodeUsed, { ...told.values, left });
  },
};
