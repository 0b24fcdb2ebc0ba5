import { sql } from 'kysely';
import type { Database } from '#db/connection';
import { newSecret } from '~/kernel/secret.server';
import { renderMail } from '~/mail/render.server';
import type { MailWriter } from '~/mail/writer';
import {
  loginPath,
  passwordResetPath,
  passwordResetRequestPath,
  verificationPath,
} from '~/paths/accounts';
import { LINK_HOURS } from '~/retention';
import { GERMANY, instantToText } from '~/times';
import { isMarkOf } from './email-change.server';
import {
  accountExists,
  activation,
  emailChange,
  emailChangeNotice,
  newDevice,
  passwordReset,
} from './emails/account-letters';
import type { CodePurpose } from './queries.server';
import { accountByEmail, accountById, endCodes, shareAccount } from './queries.server';
import { linkWithRedirect } from './redirect.server';
import { draftsOf } from './rules/drafts.server';
import { networkText } from './view';

const writePasswordReset: MailWriter = async (
  { user = '', redirect, confirms = '' },
  { db, config },
) => {
  // Lock the account until the code exists, so that a change of the address finds and ends it.
  const made = await db.transaction().execute(async (trx) => {
    const account = await shareAccount(trx, user);
    return account && { account, code: await newCode(trx, user, 'password') };
  });
  if (!made) return null;
  const link = linkWithRedirect(passwordResetPath(made.code), redirect, config);
  const values = { ...greeting(made.account, config), link, confirms };
  return renderMail(made.account.email, passwordReset, values);
};

const greeting = ({ firstName }: { firstName: string }, { appName }: { appName: string }) => ({
  appName,
  name: firstName,
});

/**
 * The mails about accounts, by the template names that queueMail() takes. Null if there is no
 * longer anything to send.
 */
export const accountMails: Record<string, MailWriter> = {
  activation: async (payload, context) => {
    const { user = '', draft, redirect } = payload;
    const { db, config } = context;
    const account = await accountById(db, user);
    if (!account || account.activated) return null;
    const drafts = await draftsOf(db, user);
    // After several registrations nobody can tell which password this mail's reader chose. They set
    // a new one, which confirms the address as well.
    if (!draft && drafts.length > 1)
      return writePasswordReset({ ...payload, confirms: 'address' }, context);
    const meant = draft ? drafts.find(({ uuid }) => uuid === draft) : drafts[0];
    if (draft && !meant) return null;
    const code = await newCode(db, user, 'activation', { draft: meant?.uuid });
    const link = linkWithRedirect(verificationPath(code), redirect, config);
    return renderMail(account.email, activation, { ...greeting(meant ?? account, config), link });
  },

  accountExists: async ({ user = '', redirect }, { db, config }) => {
    const account = await accountById(db, user);
    if (!account) return null;
    const link = linkWithRedirect(loginPath, redirect, config);
    return renderMail(account.email, accountExists, { ...greeting(account, config), link });
  },

  // Only the owner of the new address may learn whether it has an account (A3).
  emailChange: async ({ user = '', email = '', mark }, { db, config }) => {
    const holder = await accountByEmail(db, email);
    const { origin } = config;
    if (holder?.activated) {
      if (holder.uuid === user) return null;
      const values = { ...greeting(holder, config), link: origin + loginPath };
      return renderMail(holder.email, accountExists, values);
    }
    const made = await db.transaction().execute(async (trx) => {
      const account = await shareAccount(trx, user);
      if (!account?.activated || !isMarkOf(mark, account)) return null;
      await endCodes(trx, user, ['email']);
      return { account, code: await newCode(trx, user, 'email', { email }) };
    });
    if (!made) return null;
    const link = origin + verificationPath(made.code);
    return renderMail(email, emailChange, { ...greeting(made.account, config), link });
  },

  emailChangeNotice: async ({ user = '', email = '', to = '' }, { db, config }) => {
    const account = await accountById(db, user);
    if (!account) return null;
    const link = config.origin + passwordResetRequestPath;
    return renderMail(to, emailChangeNotice, { ...greeting(account, config), email, link });
  },

  // To the address at that time: a thief who has just logged in may be about to change it.
  newDevice: async (payload, { db, config }) => {
    const { user = '', to = '', device = '', network = '', at = '' } = payload;
    const account = await accountById(db, user);
    if (!account) return null;
    return renderMail(to, newDevice, {
      ...greeting(account, config),
      device,
      when: instantToText(new Date(at), GERMANY),
      network: networkText(network),
      link: config.origin + passwordResetRequestPath,
    });
  },

  passwordReset: writePasswordReset,
};

/** How long a code is valid (A4, A7). */
const HOURS: Record<CodePurpose, number> = {
  activation: LINK_HOURS,
  email: LINK_HOURS,
  password: 1,
};

/**
 * Makes a code for a link and stores its hash. Call it when the mail is written, not when it is
 * queued.
 * @param about the address that an 'email' code confirms; the draft that an 'activation' code turns
 *   into an account
 */
async function newCode(
  db: Database,
  user: string,
  purpose: CodePurpose,
  about: { email?: string; draft?: string } = {},
): Promise<string> {
  const { secret, hash } = newSecret();
  await db
    .insertInto('codes')
    .values({
      code_hash: hash,
      user_uuid: user,
      purpose,
      email: about.email ?? null,
      draft_uuid: about.draft ?? null,
      expires_at: sql`now() + make_interval(hours => ${HOURS[purpose]})`,
    })
    .execute();
  return secret;
}
