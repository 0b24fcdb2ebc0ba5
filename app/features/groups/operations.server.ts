import { sql } from 'kysely';
import type { z } from 'zod';
import type { Database } from '#db/connection';
import { addToGroup, lockGroup, removeFromGroup } from '~/features/members/rules/belonging.server';
import { leadersAmong, requireHeldLeaders } from '~/features/members/rules/leading.server';
import { toldApart } from '~/features/members/rules/namesakes.server';
import { readLines } from '~/features/members/rules/pasted.server';
import { named as memberNamed } from '~/features/members/wording';
import { scopeInOrganization } from '~/features/organizations/queries.server';
import { organizationId } from '~/features/organizations/schema';
import type { Scope } from '~/kernel/actor';
import { without } from '~/kernel/fields';
import type { Context } from '~/kernel/operation';
import { inScope, operation } from '~/kernel/operation.server';
import { conflict, invalid, notFound } from '~/kernel/problem';
import { sqlState } from '~/kernel/transaction.server';
import { edited, requireSame, stillAt } from '~/kernel/version.server';
import * as policy from './policy';
import {
  candidates,
  groupInScope,
  groupsOf,
  groupWithMembers,
  memberOfGroup,
  membersNamed,
  membersOf,
} from './queries.server';
import * as schema from './schema';
import { colorTexts, named, severalNamed, TOO_MANY_GROUPS } from './wording';

/** Groups and their members (U1, U2, U10). */

export const listGroups = operation({
  summary: 'List the groups of an organisation',
  description:
    'By name, those that are archived last; 200 at most. `members` counts to 1,000; 1,001 is more than that.',
  input: organizationId,
  subject: scopeInOrganization,
  may: inScope,
  read: ({ db, subject: { scope } }) => groupsOf(db, scope),
});

export const readGroup = operation({
  summary: 'Read a group',
  input: schema.groupId,
  subject: groupInScope,
  may: inScope,
  read: ({ subject }) => subject.group,
});

export const listGroupMembers = operation({
  summary: 'List who belongs to a group, by last name, first name',
  input: schema.groupId,
  subject: groupInScope,
  may: inScope,
  read: ({ db, subject }) => membersOf(db, subject.group),
});

export const createGroup = operation({
  summary: 'Create a group',
  description: '409: the organisation has 200 already. 422 at `name`: another one has this name.',
  input: schema.newGroup,
  once: true,
  subject: scopeInOrganization,
  may: policy.edit,
  async run({ db, actor, input: { organization: _scopes, ...fields }, subject: { scope } }) {
    const { uuid } = await db
      .insertInto('groups')
      .values({ organization_uuid: scope.organization, ...fields })
      .returning('uuid')
      .executeTakeFirstOrThrow()
      .catch(explain);
    return reread({ db, actor }, uuid);
  },
  audit: ({ output }) => `${named(output)} angelegt`,
});

export const updateGroup = operation({
  summary: 'Change a group',
  description:
    'What is left out stays as it is. Nobody is asked for an archived group, and its leaders lead nothing; its events ' +
    'stay as they are.',
  input: schema.changedGroup,
  edits: true,
  changesStandingOf: ({ db, input }) => (input.archived ? leadersAmong(db, input) : []),
  subject: groupInScope,
  may: policy.edit,
  async run({ db, actor, input, subject: { group }, version, changing }) {
    const { group: uuid, belongsTo = group.organization, archived, ...given } = input;
    if (belongsTo !== group.organization)
      throw invalid({ organization: ['Eine Gruppe kann den Verein nicht wechseln.'] });
    if (archived && (await lockGroup(db, group))) await requireHeldLeaders(db, input, changing);
    // Left out, it is not written at all: somebody else may be archiving it just now.
    const archivedAt = archived === false ? null : archived && (group.archivedAt ?? new Date());
    const saved = await db
      .updateTable('groups')
      .set(edited({ ...given, archived_at: archivedAt }))
      .where('uuid', '=', uuid)
      .where(stillAt(version))
      .returning('uuid')
      .executeTakeFirst()
      .catch(explain);
    const now = await reread({ db, actor }, uuid);
    if (!saved) {
      const present = { ...now, archived: now.archivedAt !== null };
      requireSame(now.version, inWords({ ...given, archived }), inWords(present));
    }
    return now;
  },
  audit: ({ subject: { group }, output }) =>
    output.version === group.version ? null : `${named(output)} geändert`,
});

export const deleteGroup = operation({
  summary: 'Delete a group',
  description:
    'Its members and events stay. Nobody is asked any more about events that were for it alone; others are for their ' +
    'other groups.',
  input: schema.groupId,
  once: true,
  changesStandingOf: ({ db, input }) => leadersAmong(db, input),
  subject: groupInScope,
  may: policy.edit,
  async run({ db, input, subject: { group }, changing }) {
    if (!(await lockGroup(db, group))) throw notFound();
    await requireHeldLeaders(db, input, changing);
    // Waits for those who are giving it events (groupsAmong).
    await db.deleteFrom('groups').where('uuid', '=', group.uuid).execute();
    await sql`select leave_events_to_other_groups(${group.organization}, ${group.uuid})`.execute(
      db,
    );
    return { name: group.name };
  },
  audit: ({ output }) => `${named(output)} gelöscht`,
});

export const putGroupMember = operation({
  summary: 'Add a member to a group, and set whether they lead it',
  description: '409: the group is archived, or they have left.',
  input: schema.newMembership,
  changesStandingOf: ({ db, input }) => leadersAmong(db, demoted(input)),
  subject: membershipInScope,
  may: policy.edit,
  async run({ db, input, subject: { group, member }, changing }) {
    const { leader } = input;
    if (!(await lockGroup(db, group))) throw notFound();
    await requireHeldLeaders(db, demoted(input), changing);
    const before = await memberOfGroup(db, group, member.uuid);
    if ((await addToGroup(db, group, [member.uuid], leader)) === 0) throw notFound();
    return { changed: before?.leader !== leader };
  },
  audit: ({ input, subject: { group, member }, output }) =>
    output.changed
      ? `${memberNamed(member)} in ${named(group)}${input.leader ? ', mit Leitung' : ''}`
      : null,
});

export const deleteGroupMember = operation({
  summary: 'Remove a member from a group',
  description: 'Their answers stay; they are no longer asked about its events.',
  input: schema.membership,
  changesStandingOf: ({ db, input }) => leadersAmong(db, demoted(input)),
  subject: membershipInScope,
  may: policy.edit,
  async run({ db, input, subject: { group, member }, changing }) {
    if (!(await lockGroup(db, group))) throw notFound();
    await requireHeldLeaders(db, demoted(input), changing);
    return { left: (await removeFromGroup(db, group, [member.uuid])) > 0 };
  },
  audit: ({ subject: { group, member }, output }) =>
    output.left ? `${memberNamed(member)} nicht mehr in ${named(group)}` : null,
});

export const readGroupPage = operation({
  summary: 'Read a group and who belongs to it, for its page',
  input: schema.groupId,
  subject: groupWithMembers,
  may: inScope,
  async read({ db, actor, subject: { group, scope, belonging } }) {
    return { group, scope, members: await toldApart({ db, actor }, belonging) };
  },
});

export const readGroupForEdit = operation({
  summary: 'Read a group in order to change or delete it',
  input: schema.groupId,
  subject: groupInScope,
  may: policy.edit,
  read: ({ subject }) => subject.group,
});

export const readMembership = operation({
  summary: 'Read whether a member leads a group, in order to change that',
  input: schema.membership,
  subject: membershipInScope,
  may: policy.edit,
  read: ({ subject: { group, member } }) => ({
    group,
    name: `${member.firstName} ${member.lastName}`,
    leader: member.leader ?? false,
  }),
});

export const readGroupCandidates = operation({
  summary: 'Read who could belong to a group, and who does',
  description: 'All members, or those that a search finds; 1,000 at most.',
  input: schema.groupMembersPage,
  subject: groupInScope,
  may: policy.edit,
  async read({ db, actor, input: { q }, subject: { group, scope } }) {
    const limit = schema.MEMBERS_ON_ONE_LIST;
    const found = await candidates(db, scope, group, q, limit + 1);
    const isWhole = q === '' && found.length <= limit;
    const members = await toldApart({ db, actor }, found.slice(0, limit));
    return { group, members, q: isWhole ? null : q };
  },
});

export const chooseGroupMembers = operation({
  summary: 'Set who belongs to a group: members by id, or by pasted names',
  description:
    'Members that are not listed stay as they are, so two people can choose at once. 422 at `names`: nobody has a ' +
    'name, or several have it.',
  input: schema.chosenMembers,
  changesStandingOf: ({ db, input }) => leadersAmong(db, leaving(input)),
  subject: groupInScope,
  may: policy.edit,
  async run({ db, input, subject: { group, scope }, changing }) {
    const { inQuestion, members, names } = input;
    const pasted = await membersOfLines(db, scope, names);
    const joining = [...new Set([...without(members, inQuestion), ...pasted])];
    if (!(await lockGroup(db, group))) throw notFound();
    await requireHeldLeaders(db, leaving(input), changing);
    const left = await removeFromGroup(db, group, without(inQuestion, [...members, ...pasted]));
    if ((await addToGroup(db, group, joining)) < joining.length)
      throw invalid({ members: ['Ein Mitglied gibt es nicht oder nicht mehr.'] });
    return { name: group.name, chosen: joining.length, left };
  },
  audit: ({ output }) =>
    `Mitglieder der ${named(output)} gewählt: ${output.chosen} gehören dazu, ${output.left} nicht mehr`,
});

/** The members who no longer lead after a change of one member. */
const demoted = ({
  group,
  member,
  leader,
}: {
  group: string;
  member: string;
  leader?: boolean;
}) => ({
  group,
  members: leader ? [] : [member],
});

/** Who may have to leave a group: members who are unticked, unless their name was pasted. */
const leaving = ({ group, ...chosen }: z.output<typeof schema.chosenMembers>) => ({
  group,
  members: without(chosen.inQuestion, chosen.members),
});

/** @throws Problem 422 at `names`, listing the names that were not found */
async function membersOfLines(db: Database, scope: Scope, names: string): Promise<string[]> {
  const lines = readLines(names);
  if (lines.length === 0) return [];
  const readable = lines.filter(({ fault }) => !fault);
  const found = await membersNamed(db, scope, readable);
  const read = lines.map((line) => {
    const name = `${line.firstName} ${line.lastName}`.trim();
    const namesakes = found.filter((member) => member.name === name.toLowerCase());
    const fitting = namesakes.filter(({ hasLeft }) => !hasLeft);
    const [only, ...others] = fitting;
    if (line.fault) return { error: `${name}: ${line.fault}` };
    if (!only) {
      const why = namesakes.length > 0 ? 'ist ausgetreten' : 'gibt es im Verein nicht';
      return { error: `${name} ${why}.` };
    }
    if (others.length > 0) return { error: severalNamed(name, fitting) };
    return { member: only.uuid };
  });
  const errors = read.flatMap(({ error }) => error ?? []);
  if (errors.length > 0) throw invalid({ names: errors.slice(0, MOST_ERRORS) });
  return read.flatMap(({ member }) => member ?? []);
}

/** More lines than anybody corrects at once. */
const MOST_ERRORS = 20;

/** A group and a member of the same organisation. */
async function membershipInScope(
  context: Context,
  { group: uuid, member }: { group: string; member: string },
) {
  const found = await groupInScope(context, { group: uuid });
  if (!found) return null;
  const subject = await memberOfGroup(context.db, found.group, member);
  return subject ? { ...found, member: subject } : null;
}

/** The fields as people read them. */
const inWords = ({ name, color, archived }: Partial<z.output<typeof schema.changedGroup>>) => ({
  name,
  color: color && colorTexts[color],
  archived: archived === undefined ? archived : archived ? 'Ja' : 'Nein',
});

/** A group that was written, as it is now. */
async function reread(context: Context, group: string) {
  const found = await groupInScope(context, { group });
  if (!found) throw notFound();
  return found.group;
}

/** @throws Problem if the name is taken, or there are too many groups */
function explain(error: unknown): never {
  const state = sqlState(error);
  if (state === '23505') throw invalid({ name: ['Diese Gruppe gibt es schon.'] });
  if (state === 'VH010') throw conflict(TOO_MANY_GROUPS);
  throw error;
}
