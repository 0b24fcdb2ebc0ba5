import { administer } from '~/features/organizations/policy';
import { accessBy, removeFromOrganization } from '~/features/permissions/queries.server';
import { userNamed } from '~/features/permissions/wording';
import type { Context } from '~/kernel/operation';
import { operation } from '~/kernel/operation.server';
import { conflict, notFound } from '~/kernel/problem';
import * as policy from '../policy';
import { belongingsOf, memberInScope } from '../queries.server';
import { leadersAmong, requireHeldLeaders } from '../rules/leading.server';
import { memberDeletion, memberId } from '../schema';
import { IS_HELD, named, OTHERWISE_LINKED } from '../wording';

/** Deleting a member, and with them the access of their user (D2, O9). */

export const readMemberForDeletion = operation({
  summary: 'Read what is lost when a member is deleted',
  input: memberId,
  subject: memberInScope,
  may: policy.edit,
  async read({ db, actor, subject }) {
    const { uuid, firstName, lastName } = subject.member;
    const { access: anybodys, hold, ...belongings } = await belongingsOf(db, subject.scope, uuid);
    const access = administer(subject) ? anybodys : null;
    const own = access?.user === actor.uuid;
    const held = hold === '' ? null : { why: IS_HELD, reason: hold };
    return { uuid, firstName, lastName, held, belongings, access: access && { ...access, own } };
  },
});

export const deleteMember = operation({
  summary: 'Delete a member',
  description:
    'Their registrations, participations, answers and invitation go with them. A linked user stays in the organisation, ' +
    'unless `endAccessOf` names them: to end that needs ORGANIZATION_ADMIN, too. 409: the member is linked to somebody ' +
    'else, or to the last administrator; or a reason to keep the record is given (S4).',
  input: memberDeletion,
  once: true,
  changesStandingOf: async ({ db, input: { member, endAccessOf } }) => [
    ...(endAccessOf ? [endAccessOf] : []),
    ...(await leadersAmong(db, { members: [member] })),
  ],
  subject: memberToDelete,
  may: policy.remove,
  confirms: 'permission',
  confirmsIf: ({ input }) => input.endAccessOf !== undefined,
  async run({ db, input: { endAccessOf }, subject: { scope, member, access }, changing }) {
    const { hold } = await db
      .selectFrom('members')
      .select('retention_hold as hold')
      .where('uuid', '=', member.uuid)
      .forUpdate()
      .executeTakeFirstOrThrow(notFound);
    if (hold !== '') throw conflict(IS_HELD);
    await requireHeldLeaders(db, { members: [member.uuid] }, changing);
    if (endAccessOf) {
      const { organization } = scope;
      if (!access || !(await removeFromOrganization(db, organization, endAccessOf, member.uuid)))
        throw conflict(OTHERWISE_LINKED);
    }
    return db
      .deleteFrom('members')
      .where('organization_uuid', '=', scope.organization)
      .where('uuid', '=', member.uuid)
      .returning(['first_name as firstName', 'last_name as lastName'])
      .executeTakeFirstOrThrow(notFound);
  },
  audit: ({ subject: { member, access } }) =>
    `${named(member)} gelöscht${access ? `, ${userNamed(access)} entfernt` : ''}`,
});

/** A member, and with `endAccessOf` the user with access by it. */
async function memberToDelete(
  context: Context,
  { member: uuid, endAccessOf }: { member: string; endAccessOf?: string },
) {
  const found = await memberInScope(context, { member: uuid });
  if (!found) return null;
  const endsAccess = endAccessOf !== undefined;
  const access = endsAccess ? await accessBy(context.db, found.scope, uuid) : null;
  return { ...found, endsAccess, access: access?.user === endAccessOf ? access : null };
}
