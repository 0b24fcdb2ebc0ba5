import { requireFewClubs } from '~/features/organizations/queries.server';
import { selectActive } from '~/kernel/actor.server';
import { loggedIn, operation } from '~/kernel/operation.server';
import { notFound } from '~/kernel/problem';
import {
  acceptFor,
  invitationByCode,
  organizationJoinedWith,
  takeInvitation,
} from '../queries.server';
import { invitationCode } from '../schema';
import { tookBack } from '../wording';

export const readInvitationInfo = operation({
  summary: 'Read which organisation an invitation is to',
  input: invitationCode,
  subject: ({ db }, { code }) => invitationByCode(db, code),
  may: loggedIn,
  read: ({ subject }) => ({
    organizationUuid: subject.organization,
    organizationName: subject.organizationName,
  }),
});

export const readInvitation = operation({
  summary: 'Read what an invitation offers the current user',
  description: 'A code that was used tells so only to the user who used it.',
  input: invitationCode,
  may: loggedIn,
  async read({ db, actor, input }) {
    const invitation = await invitationByCode(db, input.code);
    if (invitation) {
      const { organization, organizationName } = invitation;
      const own = actor.organizations.find(({ uuid }) => uuid === organization);
      // A user of the organisation who is not linked to a member yet may accept (C5).
      return { organization, organizationName, alreadyMember: Boolean(own?.member) };
    }
    const joined = await organizationJoinedWith(db, actor.uuid, input.code);
    return { ...joined, alreadyMember: true };
  },
});

export const acceptInvitation = operation({
  summary:
    'Accept an invitation: the current user joins the organisation and is linked to the member',
  description:
    'An invitation is accepted once. A former member has come back then: the record stays, its `leftOn` goes. Its organisation becomes the active one of this session (C5).',
  input: invitationCode,
  once: true,
  may: loggedIn,
  async run({ db, actor, input, services: { config }, concerns }) {
    const accepted = await acceptFor(db, { user: actor.uuid, code: input.code });
    if (!accepted) throw notFound();
    const { organization } = accepted;
    await requireFewClubs(db, actor.uuid, config);
    concerns({ organization });
    await selectActive(db, actor, organization);
    return accepted.invited;
  },
  audit: ({ output }) => `Einladung angenommen${tookBack(output)}`,
});

export const rejectInvitation = operation({
  summary: 'Reject an invitation: it is gone',
  input: invitationCode,
  may: loggedIn,
  async run({ db, input, concerns }) {
    const invitation = await takeInvitation(db, input.code);
    if (!invitation) throw notFound();
    concerns({ organization: invitation.organization });
  },
  audit: 'Einladung abgelehnt',
});
