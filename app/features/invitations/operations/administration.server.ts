import * as members from '~/features/members/policy';
import { memberInScope } from '~/features/members/queries.server';
import { memberId } from '~/features/members/schema';
import { named } from '~/features/members/wording';
import { administer } from '~/features/organizations/policy';
import { scopeInOrganization } from '~/features/organizations/queries.server';
import { operation } from '~/kernel/operation.server';
import { conflict, notFound } from '~/kernel/problem';
import { seal } from '~/kernel/seal.server';
import { queueMail } from '~/mail/queue.server';
import { invitationLink } from '~/paths/invitations';
import {
  insertInvitations,
  invitationByCode,
  linkOfMember,
  revokeInvitationTo,
} from '../queries.server';
import { budgetsOf, tooManyMails } from '../rules/budgets.server';
import { invitationMail, memberOfOrganization } from '../schema';
import { ALREADY_LINKED, NO_LONGER_VALID } from '../wording';

export const readMemberLink = operation({
  summary: 'Read which user a member is linked to, or whether one is invited',
  input: memberOfOrganization,
  subject: scopeInOrganization,
  may: administer,
  read: ({ db, input, subject }) => linkOfMember(db, subject.scope, input.member),
});

export const readMemberForInvitation = operation({
  summary: 'Read a member in order to invite a user to it',
  input: memberId,
  subject: memberInScope,
  may: administer,
  async read({ db, subject }) {
    const { uuid, firstName, lastName, email = '' } = subject.member;
    const link = await linkOfMember(db, subject.scope, uuid);
    const { accepted, invitedAt, validThrough, leftOn } = link;
    const invitation =
      invitedAt && validThrough ? { createdAt: invitedAt.toISOString(), validThrough } : null;
    return { uuid, firstName, lastName, email, accepted, invitation, leftOn };
  },
});

/** Code and link are '' if the form is sent again, as they are not stored. */
interface Created {
  code: string;
  link: string;
  createdAt: string;
  validThrough: string;
}

export const createInvitation = operation({
  summary: 'Invite a user to be linked to a member',
  description:
    'Answers the code of the link, this once: only its hash is stored. It replaces an invitation that was there ' +
    'before (D4), and holds for 90 days. A former member who accepts it has come back (`leftOn`).',
  input: memberId,
  // Reloading the page that shows the link sends the form again, which must not replace the link
  // that was just copied.
  once: (created: Created) => ({ ...created, code: '', link: '' }),
  subject: memberInScope,
  may: administer,
  async run({ db, actor, subject, services }): Promise<Created> {
    const { uuid } = subject.member;
    // The lock keeps anybody from accepting an older invitation in between.
    const member = await db
      .selectFrom('members')
      .select('user_uuid as user')
      .where('uuid', '=', uuid)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow(notFound);
    if (member.user) throw conflict(ALREADY_LINKED);
    const created = (await insertInvitations(db, subject.scope, actor.uuid, [uuid])).get(uuid);
    if (!created) throw notFound();
    const { code, createdAt, validThrough } = created;
    const link = invitationLink(services.config, code);
    return { code, link, createdAt: createdAt.toISOString(), validThrough };
  },
  audit: ({ subject }) => `Einladung für ${named(subject.member)} erstellt`,
});

export const revokeInvitation = operation({
  summary: 'Revoke the invitation to a member',
  input: memberId,
  subject: memberInScope,
  may: administer,
  async run({ db, subject }) {
    if (!(await revokeInvitationTo(db, subject.scope, subject.member.uuid))) throw notFound();
    return { mayEditMember: members.edit(subject), person: subject.member };
  },
  audit: ({ subject }) => `Einladung für ${named(subject.member)} widerrufen`,
});

export const sendInvitation = operation({
  summary: 'Send the link of an invitation by mail',
  description: 'Takes the code, which only the user who was just shown it knows (D4).',
  input: invitationMail,
  once: true,
  subject: memberInScope,
  may: administer,
  async run({ db, actor, input, subject, services, ip }) {
    const invitation = await invitationByCode(db, input.code);
    if (invitation?.member !== subject.member.uuid) {
      throw conflict(NO_LONGER_VALID);
    }
    const sender = { user: actor.uuid, organization: subject.scope.organization, network: ip };
    const spent = await services.limits.spend(db, budgetsOf(sender, input.email));
    if (spent) throw tooManyMails(spent);
    const code = seal(input.code, services.config.secret);
    await queueMail(db, 'invitation', { email: input.email, code, by: actor.uuid });
    return { email: input.email };
  },
  audit: ({ subject }) => `Einladung für ${named(subject.member)} per E-Mail verschickt`,
});
