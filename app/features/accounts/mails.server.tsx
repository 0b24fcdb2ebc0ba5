import { unseal } from '~/kernel/seal.server';
import { renderMail } from '~/mail/render.server';
import type { MailWriter } from '~/mail/writer';
import { newCode } from './codes.server';
import { AccountExistsMail } from './emails/account-exists';
import { ActivationMail } from './emails/activation';
import { PasswordResetMail } from './emails/password-reset';
import { accountById } from './queries.server';
import { keepRedirect } from './redirect';

/** The mails about accounts, by the template names that queueMail() takes. One whose account is gone is not written. */
export const accountMails: Record<string, MailWriter> = {
  activation: async ({ user = '', redirect }, { db, config }) => {
    const account = await accountById(db, user);
    if (!account || account.activated) return null;
    const code = await newCode(db, user, 'activation');
    const onwards = redirect && unseal(redirect, config.secret);
    const link = config.origin + keepRedirect(`/app/auth/verify/${code}`, onwards);
    const { appName } = config;
    return renderMail(
      account.email,
      `${appName}: E-Mail-Adresse bestätigen`,
      <ActivationMail appName={appName} name={account.firstName} link={link} />,
    );
  },

  accountExists: async ({ user = '' }, { db, config }) => {
    const account = await accountById(db, user);
    if (!account) return null;
    const { appName, origin } = config;
    return renderMail(
      account.email,
      `${appName}: Sie haben schon ein Benutzerkonto`,
      <AccountExistsMail appName={appName} name={account.firstName} link={`${origin}/app/login`} />,
    );
  },

  passwordReset: async ({ user = '' }, { db, config }) => {
    const account = await accountById(db, user);
    if (!account) return null;
    const code = await newCode(db, user, 'password');
    const { appName, origin } = config;
    return renderMail(
      account.email,
      `${appName}: Neues Passwort setzen`,
      <PasswordResetMail
        appName={appName}
        name={account.firstName}
        link={`${origin}/app/auth/password-reset/${code}`}
      />,
    );
  },
};
