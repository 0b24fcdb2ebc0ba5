import { secretsOf } from '~/config.server';
import { dateToText } from '~/dates';
import { accountById } from '~/features/accounts/queries.server';
import { mayHaveAccount } from '~/features/accounts/schema';
import { unseal } from '~/kernel/seal.server';
import { renderMail } from '~/mail/render.server';
import type { MailWriter } from '~/mail/writer';
import { invitationLink, mailedLink } from '~/paths/invitations';
import { invitationEmail } from './emails/invitation';
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
    // Not to several mailboxes in one mail: each of them would prove the address.
    const single = mayHaveAccount(email);
    const proof = single && (await insertProof(db, { code, email }));
    if (proof === null) return null;
    const { organizationName: organization, memberFirstName: name, validThrough } = invitation;
    return renderMail(email, invitationEmail, {
      appName: config.appName,
      organization,
      name,
      sender: sender?.email ?? '',
      until: dateToText(validThrough),
      link: proof ? mailedLink(config, code, proof) : invitationLink(config, code),
    });
  },
};
