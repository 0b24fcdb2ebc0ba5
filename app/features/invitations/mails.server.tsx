import { unseal } from '~/kernel/seal.server';
import { hashSecret } from '~/kernel/secret.server';
import { renderMail } from '~/mail/render.server';
import type { MailWriter } from '~/mail/writer';
import { InvitationMail } from './emails/invitation';
import { invitationLink } from './link.server';
import { invitationByCode } from './queries.server';

/** The mails about invitations. One that was revoked, replaced or answered meanwhile is not written. */
export const invitationMails: Record<string, MailWriter> = {
  invitation: async ({ email = '', code: sealed = '' }, { db, config }) => {
    const code = unseal(sealed, config.secret);
    const invitation = await invitationByCode(db, hashSecret(code));
    if (!invitation) return null;
    const { organizationName: organization, memberFirstName: name } = invitation;
    return renderMail(
      email,
      `${config.appName}: Einladung von ${organization}`,
      <InvitationMail
        appName={config.appName}
        organization={organization}
        name={name}
        link={invitationLink(config, code)}
      />,
    );
  },
};
