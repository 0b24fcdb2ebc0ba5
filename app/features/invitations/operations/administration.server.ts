import { sql } from 'kysely';
import * as members from '~/features/members/policy';
import { memberInScope } from '~/features/members/queries.server';
import { memberId } from '~/features/members/schema';
import { named } from '~/features/members/wording';
import { scopeInOrganization } from '~/features/organizations/queries.server';
import { operation } from '~/kernel/operation.server';
import { conflict, notFound, tooMany } from '~/kernel/problem';
import { seal } from '~/kernel/seal.server';
import { hashSecret, newSecret } from '~/kernel/secret.server';
import { queueMail } from '~/mail/queue.server';
import { invitationLink } from '../link.server';
import * as policy from '../policy';
import { invitationByCode, linkOfMember } from '../queries.server';
import { invitationMail, memberOfOrganization } from '../schema';

export const readMemberLink = operation({
  summary: 'Read which user a member is linked to, or whether one is invited',
  input: memberOfOrganization,
  subject: (context, { organization }) => scopeInOrganization(context, organization),
  may: policy.administer,
  async read({ db, input, subject }) {
    const link = await linkOfMember(db, subject.scope, input.member);
    if (!link) throw notFound();
    return link;
  },
});

export const readInvitation = operation({
  summary: 'Read a member in order to invite a user to it',
  input: memberId,
  subject: memberInScope,
  may: policy.administer,
  async read({ db, subject }) {
    const { uuid, firstName, lastName } = subject.member;
    const link = await linkOfMember(db, subject.scope, uuid);
    if (!link) throw notFound();
    return { uuid, firstName, lastName, invited: link.invited, accepted: link.accepted };
  },
});

export const createInvitation = operation({
  summary: 'Invite a user to be linked to a member',
  description:
    'Answers the code of the link, this once: only its hash is stored. It replaces an invitation that was there ' +
    'before (D4).',
  input: memberId,
  subject: memberInScope,
  may: policy.administer,
  async run({ db, actor, subject, services }) {
    const { uuid, organization } = subject.member;
    // Locked, so that nobody accepts an older invitation in between.
    const member = await db
      .selectFrom('members')
      .select('user_uuid as user')
      .where('uuid', '=', uuid)
      .forUpdate()
      .executeTakeFirst();
    if (!member) throw notFound();
    if (member.user) throw conflict('Dieses Mitglied ist schon mit einem Benutzer verknüpft.');
    const { secret: code, hash } = newSecret();
    const fields = { code_hash: hash, created_by: actor.uuid, created_at: sql<Date>`now()` };
    await db
      .insertInto('invitations')
      .values({ member_uuid: uuid, organization_uuid: organization, ...fields })
      .onConflict((clash) => clash.column('member_uuid').doUpdateSet(fields))
      .execute();
    return { code, link: invitationLink(services.config, code) };
  },
  audit: ({ subject }) => `Einladung für ${named(subject.member)} erstellt`,
});

export const revokeInvitation = operation({
  summary: 'Revoke the invitation to a member',
  input: memberId,
  subject: memberInScope,
  may: policy.administer,
  async run({ db, subject }) {
    const revoked = await db
      .deleteFrom('invitations')
      .where('organization_uuid', '=', subject.scope.organization)
      .where('member_uuid', '=', subject.member.uuid)
      .returning('member_uuid')
      .executeTakeFirst();
    if (!revoked) throw notFound();
    return { mayEditMember: members.edit(subject) };
  },
  audit: ({ subject }) => `Einladung für ${named(subject.member)} widerrufen`,
});

export const sendInvitation = operation({
  summary: 'Send the link of an invitation by mail',
  description: 'Takes the code, which nobody knows but who was just shown it (D4).',
  input: invitationMail,
  async prepare({ input, actor, services }) {
    const waits = await Promise.all([
      services.limits.take('mail', `to ${input.email.toLowerCase()}`),
      services.limits.take('invitation', actor.uuid),
    ]);
    const wait = Math.max(...waits);
    if (wait > 0) throw tooMany(wait);
  },
  subject: memberInScope,
  may: policy.administer,
  async run({ db, input, subject, services }) {
    const invitation = await invitationByCode(db, hashSecret(input.code));
    if (invitation?.member !== subject.member.uuid) {
      throw conflict('Diese Einladung gilt nicht mehr. Erstellen Sie eine neue.');
    }
    const code = seal(input.code, services.config.secret);
    await queueMail(db, 'invitation', { email: input.email, code });
  },
  audit: ({ subject }) => `Einladung für ${named(subject.member)} per E-Mail verschickt`,
});
