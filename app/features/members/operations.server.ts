import { sql } from 'kysely';
import type { z } from 'zod';
import type { Database } from '#db/connection';
import { lastTwelveMonths, today } from '~/dates.server';
import * as invitations from '~/features/invitations/policy';
import { linkStateOfFound } from '~/features/invitations/queries.server';
import { scopeInOrganization } from '~/features/organizations/queries.server';
import { organizationId } from '~/features/organizations/schema';
import { untoldInWords } from '~/features/outbox/wording';
import * as permissions from '~/features/permissions/policy';
import { accessBy, removeFromOrganization } from '~/features/permissions/queries.server';
import { userNamed } from '~/features/permissions/wording';
import type { Actor, Scope } from '~/kernel/actor';
import { readPage } from '~/kernel/keyset.server';
import type { Context, Work } from '~/kernel/operation';
import { inScope, operation } from '~/kernel/operation.server';
import { readInPieces } from '~/kernel/pieces.server';
import { conflict, invalid, notFound, tooManyToday } from '~/kernel/problem';
import type { Limits } from '~/kernel/services.server';
import { edited, requireSame, stillAt } from '~/kernel/version.server';
import { type GivenMember, memberFields, type WrittenField, writtenFieldNames } from './fields';
import { yearOf } from './participation';
import * as policy from './policy';
import {
  isNarrow,
  MAX_COUNTED,
  membersFound,
  outlineOf,
  placeBefore,
  recordOfFound,
  withMembersFound,
} from './queries/found.server';
import { columnsSeenBy, withRecord, withRecords } from './queries/record.server';
import {
  belongingsOf,
  groupsToFilter,
  hasNamesake,
  memberInScope,
  memberValues,
  memberWithGroups,
  memberWithMonths,
  namesTaken,
  sharesIdentifier,
  todayAt,
  withAllEvents,
} from './queries.server';
import { addToGroup, groupsToChoose, lockGroups, removeFromGroup } from './rules/belonging.server';
import { inWords } from './rules/field-words';
import { leadersAmong, requireHeldLeaders } from './rules/leading.server';
import { toldApart } from './rules/namesakes.server';
import { areApart, type PastedLine, readLines } from './rules/pasted.server';
import {
  byName,
  chosenMembers,
  filteredMembersPage,
  fullMember,
  type MemberFilters,
  memberDeletion,
  memberId,
  memberInGroups,
  memberList,
  newMember,
  newMemberInGroups,
  pastedMembers,
} from './schema';
import {
  AFTER_LEAVING,
  ALREADY_THERE,
  changedGroups,
  IS_HELD,
  listed,
  membersCounted,
  named,
  OTHERWISE_LINKED,
  sameNameAs,
} from './wording';

/** Multi-line texts, among the fields that everybody sees. */
const longFields = ['description'] as const;

/** Up to this many need no letters to jump to. */
const FEW = 30;

/** Rows of a page of the list on screen. */
const PAGE_SIZE = 100;

export const listMembers = operation({
  summary: 'List the members of an organisation',
  description:
    'By last name, first name (D1), in German order; `q` finds members by parts of their name.',
  input: memberList,
  subject: scopeInOrganization,
  may: inScope,
  async read({ db, actor, input: { q, limit, cursor }, subject }) {
    const found = membersFound(db, subject.scope, q);
    const { rows, next } = await readInPieces(db, found, byName, {
      after: cursor,
      limit,
      long: longFields.map((field) => `found.${field}` as const),
    });
    // For the rows of a piece only, as a piece is chosen from many more.
    return { rows: rows.inEach((members) => withRecords(db, actor, members)), next };
  },
});

export const readMembersPage = operation({
  summary: 'Read a page of the member list',
  input: filteredMembersPage,
  subject: scopeInOrganization,
  may: inScope,
  async read({ db, actor, input, subject: { scope } }) {
    const { q, from, limit = PAGE_SIZE, after, before } = input;
    const filters = filtersFor(scope, input);
    const seesLinks = invitations.administer({ scope });
    const found = withMembersFound(db, scope, q, filters)
      .selectFrom('found')
      .select(['uuid', 'firstName', 'lastName'])
      .select(outlineOf(scope, q, filters))
      .select(recordOfFound(actor).as('record'))
      .select((seesLinks ? linkStateOfFound : sql<null>`null`).as('link'));
    const place = from ? { after: placeBefore(from) } : { after, before };
    const [{ rows, previous, next }, groups] = await Promise.all([
      readPage(found, byName, { ...place, limit }),
      groupsToFilter(db, scope),
    ]);
    const [first] = rows;
    const count = first?.count ?? 0;
    const andMore = !isNarrow(q, filters) && count > MAX_COUNTED;
    return {
      q,
      filters,
      rows: (await toldApart({ db, actor }, rows)).map(({ record, ...member }) => ({
        uuid: member.uuid,
        firstName: member.firstName,
        lastName: member.lastName,
        ...(member.distinction && { distinction: member.distinction }),
        ...((record.mobile || record.phone) && { tel: record.mobile || record.phone }),
        ...(record.email && { mail: record.email }),
        ...(member.link && { link: member.link }),
      })),
      previous,
      next,
      count: andMore ? MAX_COUNTED : count,
      inAll: listed(andMore ? MAX_COUNTED : count),
      andMore,
      letters: count > FEW ? [...(first?.letters ?? '')] : [],
      groups: groups.filter(({ inUse }) => inUse).map(({ uuid, name }) => ({ uuid, name })),
      anyGroups: groups.length > 0,
    };
  },
});

/** Filters by birthday, leaving and access are for those who look after members. */
function filtersFor(scope: Scope, { group, status, year, access }: MemberFilters): MemberFilters {
  return policy.lookAfter({ scope })
    ? { group, status, year, access }
    : { group, status: 'active' };
}

/** Bytes of a member's long texts before it counts as several. */
const LONG_BYTES = 1024;

function weightOf(fields: GivenMember): number {
  const bytes = longFields.map((field) => Buffer.byteLength(fields[field] ?? ''));
  return Math.max(1, Math.ceil(bytes.reduce((sum, each) => sum + each, 0) / LONG_BYTES));
}

/** Counts what a user creates a day (docs/decisions/0009). @throws Problem 429 */
export async function countMembers(db: Database, limits: Limits, { uuid }: Actor, points: number) {
  const spent = points > 0 ? await limits.spend(db, { membersOfUser: uuid }, points) : null;
  if (spent) throw tooManyToday('Mitglieder', spent.wait);
}

/** @throws Problem 422 for a future day, by the club's clock */
async function requirePast(db: Database, scope: Scope, fields: GivenMember) {
  const days = writtenFieldNames.filter((name) => isPast(name) && fields[name]);
  if (days.length === 0) return;
  const today = await todayAt(db, scope);
  const wrong = days.filter((name) => String(fields[name]) > today);
  if (wrong.length > 0)
    throw invalid(Object.fromEntries(wrong.map((name) => [name, ['Liegt in der Zukunft.']])));
}

const isPast = (name: WrittenField) => 'inThePast' in memberFields[name];

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
  read: ({ db, subject: { scope } }) => groupsToChoose(db, scope),
});

export const previewMembers = operation({
  summary: 'Read names that were pasted, before members are created of them',
  input: pastedMembers,
  subject: scopeInOrganization,
  may: policy.edit,
  async read({ db, input, subject }) {
    const read = readLines(input.lines);
    const taken = await namesTaken(
      db,
      subject.scope,
      read.filter(({ fault }) => !fault),
    );
    const known = new Set(taken.map(keyOf));
    const above = new Map<string, PastedLine[]>();
    return {
      isMore: read.some(({ others }) => others.some(Boolean)),
      lines: read.map((line) => {
        const { others: _onlyCompared, ...shown } = line;
        if (line.fault) return shown;
        const namesakes = above.get(keyOf(line)) ?? [];
        above.set(keyOf(line), [...namesakes, line]);
        if (known.has(keyOf(line)) || namesakes.some((other) => !areApart(line, other)))
          return { ...shown, doubt: ALREADY_THERE, isLeftOut: true };
        const [first] = namesakes;
        return first ? { ...shown, doubt: sameNameAs(first.at) } : shown;
      }),
    };
  },
});

const keyOf = ({ firstName, lastName }: { firstName: string; lastName: string }) =>
  JSON.stringify([firstName, lastName]);

export const createMembers = operation({
  summary: 'Create the members of pasted names, all or none',
  input: chosenMembers,
  once: true,
  counts: ({ chosen }) => chosen.length,
  subject: scopeInOrganization,
  may: policy.edit,
  async run({ db, actor, input, services: { limits }, subject: { scope } }) {
    const chosen = new Set(input.chosen.map(Number));
    const lines = readLines(input.lines).filter(({ at }) => chosen.has(at));
    const faults = lines.filter(({ fault }) => fault);
    if (lines.length < chosen.size || faults.length > 0)
      throw invalid({
        lines: faults.slice(0, 5).map(({ at, fault }) => `Zeile ${at}: ${fault}`),
        chosen: ['Bitte die Vorschau noch einmal ansehen.'],
      });
    await countMembers(db, limits, actor, lines.length);
    await db
      .insertInto('members')
      .values(
        lines.map(({ firstName, lastName }) => ({
          organization_uuid: scope.organization,
          first_name: firstName,
          last_name: lastName,
        })),
      )
      .execute();
    return { count: lines.length };
  },
  audit: ({ output: { count } }) => `${membersCounted(count)} angelegt`,
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
      year: months && yearOf(lastTwelveMonths(today()), months),
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

type Change = Making<z.output<typeof fullMember>> & {
  subject: NonNullable<Awaited<ReturnType<typeof memberInScope>>>;
  version: number | undefined;
};

/** @throws Problem 422 for a future day, 412 if somebody else has changed the member since */
async function update({ db, actor, input, services, subject, version }: Change) {
  const { member: _subject, organization: _own, ...fields } = input;
  const { limits, db: afterwards } = services;
  await requirePast(db, subject.scope, fields);
  const { joinedOn: before, leftOn } = subject.member;
  const { joinedOn } = fields;
  // What an import has brought must not keep the rest from being changed.
  if (joinedOn && leftOn && joinedOn !== before && joinedOn > leftOn)
    throw invalid({ joinedOn: [AFTER_LEAVING] });
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
  audit: ({ output }) => `${named(output)} geändert`,
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

const without = (these: readonly string[], those: readonly string[]) =>
  [...new Set(these)].filter((each) => !those.includes(each));

/** The member, if they leave a group, which they may lead. */
const leaving = ({ member, groups, groupsBefore }: z.output<typeof memberInGroups>) => ({
  members: without(groupsBefore, groups).length > 0 ? [member] : [],
});

export const readMemberForDeletion = operation({
  summary: 'Read what is lost when a member is deleted',
  input: memberId,
  subject: memberInScope,
  may: policy.edit,
  async read({ db, actor, subject }) {
    const { uuid, firstName, lastName } = subject.member;
    const { access: anybodys, hold, ...belongings } = await belongingsOf(db, subject.scope, uuid);
    const access = permissions.manage(subject) ? anybodys : null;
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
