import type { z } from 'zod';
import type { Database } from '#db/connection';
import { lastTwelveMonths, today } from '~/dates.server';
import { scopeInOrganization, todayAt } from '~/features/organizations/queries.server';
import { organizationId } from '~/features/organizations/schema';
import { untoldInWords } from '~/features/outbox/wording';
import type { Actor, Scope } from '~/kernel/actor';
import { without } from '~/kernel/fields';
import type { Work } from '~/kernel/operation';
import { inScope, operation } from '~/kernel/operation.server';
import { invalid, notFound } from '~/kernel/problem';
import { edited, requireSame, stillAt } from '~/kernel/version.server';
import { type GivenMember, memberFields, type WrittenField, writtenFieldNames } from '../fields';
import { yearOf } from '../participation';
import * as policy from '../policy';
import { columnsSeenBy, withRecord } from '../queries/record.server';
import {
  groupsInUse,
  hasNamesake,
  memberInScope,
  memberValues,
  memberWithGroups,
  memberWithMonths,
  namedGroups,
  sharesIdentifier,
  withAllEvents,
} from '../queries.server';
import { addToGroup, lockGroups, removeFromGroup } from '../rules/belonging.server';
import { countMembers, weightOf } from '../rules/budgets.server';
import { inWords } from '../rules/field-words';
import { leadersAmong, requireHeldLeaders } from '../rules/leading.server';
import { fullMember, memberId, memberInGroups, newMember, newMemberInGroups } from '../schema';
import { changedGroups, named } from '../wording';

/** Creating, reading and changing a member (D1, D2). */

/** @throws Problem 422 for a future day, by the club's clock */
async function requirePast(db: Database, scope: Scope, fields: GivenMember) {
  const days = writtenFieldNames.filter((name) => mustBePast(name) && fields[name]);
  if (days.length === 0) return;
  const today = await todayAt(db, scope);
  const wrong = days.filter((name) => String(fields[name]) > today);
  if (wrong.length > 0)
    throw invalid(Object.fromEntries(wrong.map((name) => [name, ['Liegt in der Zukunft.']])));
}

const mustBePast = (name: WrittenField) => 'inThePast' in memberFields[name];

type Making<Input> = Pick<
  Work<Actor, Input, { readonly scope: Scope }>,
  'db' | 'actor' | 'input' | 'services' | 'subject'
>;

/** @throws Problem 422 for a future day, 429 if the user has created too many today */
async function insert({ db, actor, input, services, subject }: Making<GivenMember>) {
  await requirePast(db, subject.scope, input);
  await countMembers(db, services.limits, actor, weightOf(input));
  const created = await db
    .insertInto('members')
    .values({ organization_uuid: subject.scope.organization, ...memberValues(input) })
    .returning([...columnsSeenBy(actor), hasNamesake.as('hasNamesake')])
    .returning(sharesIdentifier.as('sharesIdentifier'))
    .executeTakeFirstOrThrow();
  return withRecord(created);
}

export const createMember = operation({
  summary: 'Create a member',
  input: newMember,
  once: true,
  subject: scopeInOrganization,
  may: policy.edit,
  run: insert,
  audit: ({ output }) => `${named(output)} angelegt`,
});

export const createMemberInGroups = operation({
  summary: 'Create a member who belongs to groups',
  input: newMemberInGroups,
  once: true,
  subject: scopeInOrganization,
  may: policy.edit,
  async run(work) {
    const joins = [...new Set(work.input.groups)];
    const held = await lockGroups(work.db, work.subject.scope, { joins, leaves: [] });
    const created = await insert(work);
    for (const group of held.joins) await addToGroup(work.db, group, [created.uuid]);
    return { ...created, ...held };
  },
  audit: ({ output }) => `${named(output)} angelegt${changedGroups(output)}`,
});

export const readGroupsToChoose = operation({
  summary: 'Read the groups that a new member can belong to',
  input: organizationId,
  subject: scopeInOrganization,
  may: policy.edit,
  read: async ({ db, subject: { scope } }) => groupsInUse(await namedGroups(db, scope)),
});

export const readMemberForDetails = operation({
  summary: 'Read a member and how often they took part over the last twelve months',
  input: memberId,
  subject: memberWithMonths,
  may: inScope,
  read({ subject }) {
    const { months, isUnreachable, hasAccess, untold, ...found } = subject.member;
    const { groups, participatedEvents: _all, ...member } = found;
    return {
      member,
      groups,
      ...(hasAccess !== null && { hasAccess }),
      year: months?.length ? yearOf(lastTwelveMonths(today()), months) : null,
      // Others do not even learn that there is an address.
      ...(isUnreachable && policy.lookAfter(subject) && { isUnreachable }),
      ...(untold?.length && { untold: untold.map(untoldInWords) }),
    };
  },
});

export const readMember = operation({
  summary: 'Read a member',
  input: memberId,
  subject: memberInScope,
  may: inScope,
  read: ({ db, subject }) => withAllEvents(db, subject.member),
});

export const readMemberForEdit = operation({
  summary: 'Read a member in order to change it',
  input: memberId,
  subject: memberWithGroups,
  may: policy.edit,
  read: ({ subject }) => subject.member,
});

type Update = Making<z.output<typeof fullMember>> & {
  subject: NonNullable<Awaited<ReturnType<typeof memberInScope>>>;
  version: number | undefined;
};

/** @throws Problem 422 for a future day, 412 if somebody else has changed the member since */
async function update({ db, actor, input, services, subject, version }: Update) {
  const { member: _subject, organization: _own, ...fields } = input;
  const { limits, db: afterwards } = services;
  await requirePast(db, subject.scope, fields);
  const { joinedOn: before, leftOn } = subject.member;
  const { joinedOn } = fields;
  // What an import has brought must not keep the rest from being changed.
  if (joinedOn && leftOn && joinedOn !== before && joinedOn > leftOn)
    throw invalid({ joinedOn: ['Das ist nach dem Austritt.'] });
  await countMembers(db, limits, actor, weightOf(fields) - 1);
  const saved = await db
    .updateTable('members')
    .set(edited(memberValues(fields)))
    .where('organization_uuid', '=', subject.scope.organization)
    .where('uuid', '=', subject.member.uuid)
    .where(stillAt(version))
    .returning([...columnsSeenBy(actor), 'version', sharesIdentifier.as('sharesIdentifier')])
    .executeTakeFirst();
  if (saved) return withAllEvents(afterwards, { ...subject.member, ...withRecord(saved) });
  const now = await memberInScope({ db, actor }, input);
  if (!now) throw notFound();
  requireSame(now.member.version, inWords(fields), inWords(now.member));
  return withAllEvents(afterwards, now.member);
}

export const updateMember = operation({
  summary: 'Change a member',
  description:
    'Takes the full member: `customMemberIdentifier` and `description` become empty if they are left out, ' +
    'any other optional field stays as it is; null empties it.',
  input: fullMember,
  edits: true,
  subject: memberInScope,
  may: policy.edit,
  run: update,
  audit: ({ output, subject: { member } }) =>
    output.version === member.version ? null : `${named(output)} geändert`,
});

export const updateMemberInGroups = operation({
  summary: 'Change a member, and to which groups they belong',
  description:
    'Groups that are in neither list stay as they are, so two people can choose at once.',
  input: memberInGroups,
  edits: true,
  changesStandingOf: ({ db, input }) => leadersAmong(db, leaving(input)),
  subject: memberInScope,
  may: policy.edit,
  async run(work) {
    const { db, input, subject, changing } = work;
    const { groups, groupsBefore, ...fields } = input;
    const held = await lockGroups(db, subject.scope, {
      joins: without(groups, groupsBefore),
      leaves: without(groupsBefore, groups),
    });
    await requireHeldLeaders(db, leaving(input), changing);
    const saved = await update({ ...work, input: fields });
    for (const group of held.leaves) await removeFromGroup(db, group, [saved.uuid]);
    for (const group of held.joins) await addToGroup(db, group, [saved.uuid]);
    return { ...saved, ...held };
  },
  audit: ({ output }) => `${named(output)} geändert${changedGroups(output)}`,
});

/** The member, if they leave a group, which they may lead. */
const leaving = ({ member, groups, groupsBefore }: z.output<typeof memberInGroups>) => ({
  members: without(groupsBefore, groups).length > 0 ? [member] : [],
});
