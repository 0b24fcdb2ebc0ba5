import { selectActive } from '~/kernel/actor.server';
import { loggedIn, operation } from '~/kernel/operation.server';
import { conflict, notFound } from '~/kernel/problem';
import { hashSecret } from '~/kernel/secret.server';
import { sqlState } from '~/kernel/transaction.server';
import { invitationOfCode, takeInvitation } from '../queries.server';
import { invitationCode } from '../schema';
import { ALREADY_MEMBER } from '../wording';

export const readInvitationInfo = operation({
  summary: 'Read which organisation an invitation is to',
  input: invitationCode,
  subject: invitationOfCode,
  may: loggedIn,
  read({ actor, subject }) {
    const own = actor.organizations.find(({ uuid }) => uuid === subject.organization);
    return {
      organizationUuid: subject.organization,
      organizationName: subject.organizationName,
      // A user of the organisation who is not linked to a member yet may accept (C5).
      alreadyMember: Boolean(own?.member),
    };
  },
});

export const acceptInvitation = operation({
  summary:
    'Accept an invitation: the current user joins the organisation and is linked to the member',
  description:
    'An invitation is accepted once. Its organisation becomes the active one of this session (C5).',
  input: invitationCode,
  may: loggedIn,
  async run({ db, actor, input, concerns }) {
    const invitation = await takeInvitation(db, hashSecret(input.code));
    if (!invitation) throw notFound();
    const { member, organization } = invitation;
    concerns({ organization });
    await db
      .insertInto('organization_users')
      .values({ organization_uuid: organization, user_uuid: actor.uuid })
      .onConflict((clash) => clash.doNothing())
      .execute();
    let linked: unknown;
    try {
      linked = await db
        .updateTable('members')
        .set({ user_uuid: actor.uuid })
        .where('uuid', '=', member)
        .where('user_uuid', 'is', null)
        .returning('uuid')
        .executeTakeFirst();
    } catch (error) {
      // A user has one member per organisation. The invitation stays, as nothing is committed.
      if (sqlState(error) === '23505') throw conflict(ALREADY_MEMBER);
      throw error;
    }
    if (!linked) throw notFound();
    await selectActive(db, actor, organization);
  },
  audit: 'Einladung angenommen',
});

export const rejectInvitation = operation({
  summary: 'Reject an invitation: it is gone',
  input: invitationCode,
  may: loggedIn,
  async run({ db, input, concerns }) {
    const invitation = await takeInvitation(db, hashSecret(input.code));
    if (!invitation) throw notFound();
    concerns({ organization: invitation.organization });
  },
  audit: 'Einladung abgelehnt',
});
