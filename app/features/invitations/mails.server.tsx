import { secretsOf } from '~/config.server';
import { dateToText } from '~/dates';
import { accountById } from '~/features/accounts/queries.server';
import { unseal } from '~/kernel/seal.server';
import { MailLink, MailNote, MailText } from '~/mail/layout';
import { clubLetter } from '~/mail/letter';
import { renderMail } from '~/mail/render.server';
import type { MailWriter } from '~/mail/writer';
import { mailedLink } from '~/paths/invitations';
import { insertProof, invitationByCode } from './queries.server';

/**
 * The mails about invitations. Null if the invitation was revoked, replaced, answered or has
 * expired in the meantime, or if the sender's account was deactivated.
 */
export const invitationMails: Record<string, MailWriter> = {
  invitation: async ({ email = '', code: sealed = '', by = '' }, { db, config }) => {
    const code = unseal(sealed, secretsOf(config));
    const [invitation, sender] = await Promise.all([
      invitationByCode(db, code),
      by === '' ? undefined : accountById(db, by),
    ]);
    if (!invitation || sender?.activated === false) return null;
    const proof = await insertProof(db, { code, email });
    if (proof === null) return null;
    const { organizationName: organization, memberFirstName: name, validThrough } = invitation;
    return renderMail(email, invitationEmail, {
      appName: config.appName,
      organization,
      name,
      email: sender?.email ?? '',
      until: dateToText(validThrough),
      link: mailedLink(config, code, proof),
    });
  },
};

/**
 * Goes to any address an administrator types, so it names the sending account and quotes
 * user-chosen names (D4).
 */
const invitationEmail = clubLetter<{
  /** The confirmed address of the sender, unbroken, so that it is trusted; '' if the account is gone. */
  email: string;
  /** '05. März 2030' */
  until: string;
}>({
  subject: ({ organization }) => `Einladung von „${organization}“`,
  preview: ({ appName, organization }) =>
    `Der Verein „${organization}“ lädt Sie zu ${appName} ein.`,
  body: ({ appName, organization, email, until, link }) => (
    <>
      <MailText>
        der Verein „{organization}“ lädt Sie ein, bei {appName} mitzumachen.
      </MailText>
      <MailLink href={link}>Einladung ansehen</MailLink>
      <MailText>
        Dort wählen Sie ein Passwort, und schon sind Sie dabei. Wenn Sie schon ein Benutzerkonto
        haben, loggen Sie sich damit ein.
      </MailText>
      <MailNote>
        Der Link gilt nur für Sie, nur einmal und bis {until}. Geben Sie ihn nicht weiter: Wer ihn
        öffnet, kann sich mit Ihrer E-Mail-Adresse ein Benutzerkonto anlegen.
      </MailNote>
      <MailNote>
        {email !== '' && `Die Einladung kommt von ${email}. `}
        Wenn Sie den Verein nicht kennen, brauchen Sie nichts zu tun: Ohne Ihre Zustimmung geschieht
        nichts.
      </MailNote>
    </>
  ),
});
