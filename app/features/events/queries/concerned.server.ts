import { type RawBuilder, sql } from 'kysely';
import type { Scope } from '~/kernel/actor';
import { givenTo } from './given.server';

/**
 * The members an event concerns (U4), in SQL: its groups, or the whole club, without those who
 * opted out of its series. The one definition is concerned() in Postgres (0014-groups.sql).
 */

/**
 * The members an event concerns, for `in` or `from`.
 * @param event its UUID
 * @param groups to ask whom it would concern if it were for these
 */
export const concernedBy = (
  event: RawBuilder<unknown> | string,
  groups?: readonly string[],
) => sql<string>`(
  select c.uuid from events concerning ${groups ? asIfFor(groups) : sql``}
  cross join lateral concerned(${groups ? sql`supposed` : sql`concerning`}) as c
  where concerning.uuid = ${event}::uuid)`;

const asIfFor = (groups: readonly string[]) => sql`cross join lateral
  jsonb_populate_record(concerning, jsonb_build_object('groups', ${groups}::uuid[])) as supposed`;

/**
 * Whether an event concerns each of many members. Not a join: without statistics on a new table,
 * Postgres would compute all concerned members once for each of them.
 */
export const concernsEach = (
  event: string,
  member: RawBuilder<unknown>,
  groups?: readonly string[],
) => sql<boolean>`coalesce(${member} in ${concernedBy(event, groups)}, false)`;

/**
 * Whether an event concerns a member: for one member, or few.
 * @param event the alias of a row of `events`
 * @param member a UUID; null for a user who has no member here
 */
export const concerns = (event: string, member: RawBuilder<unknown> | string | null) =>
  sql<boolean>`exists (
    select from concerned(${sql.ref(event)}) as c where c.uuid = ${member}::uuid)`;

/** Whether an event, by its UUID, concerns a member: looked up one by one, for a list that is read in order. */
export const concernsOf = (
  event: RawBuilder<unknown> | string,
  member: RawBuilder<unknown>,
) => sql<boolean>`(
  select exists (select from concerned(concerning) as c where c.uuid = ${member})
  from events concerning where concerning.uuid = ${event}::uuid)`;

/** Whether a day is after a member's last one: they can no longer say yes to an event on it (O8). */
export const isAfterLeaving = (
  day: RawBuilder<unknown>,
  member: RawBuilder<unknown> | string | null,
) => sql<boolean>`exists (
  select from members leaver where leaver.uuid = ${member}::uuid and has_left(leaver, ${day}))`;

/** Whether an event is one of the actor's own (U5): it concerns them, or they have answered it. */
export const isOwn = (event: string, { member }: Pick<Scope, 'member'>) => sql<boolean>`(
  ${concerns(event, member)} or ${givenTo(sql.ref(`${event}.uuid`), member)} is not null)`;

/** Whether an event is for groups that the actor leads all: they may edit it (policy.edit). */
export const isLedBy = (event: string, { leads }: { leads: unknown }) => sql<boolean>`(
  ${sql.ref(`${event}.groups`)} <> '{}' and ${sql.ref(`${event}.groups`)} <@ ${leads}::uuid[])`;
