import { type RawBuilder, sql } from 'kysely';
import type { Database } from '#db/connection';
import { plannedEachTime } from '#db/prepared-statements';
import { MAX_COUNTED } from '~/features/members/wording';
import { concernedBy } from './concerned.server';
import { givenTo } from './given.server';

/** The members an event asks for an answer: those it concerns who have given none. */

/**
 * Whether a member whom an event concerns has given no answer.
 * @param each looks up answers one by one, for few members or a list that is read in order; for a
 *   `not exists` Postgres may read all answers first
 */
export function isSilent(
  event: RawBuilder<unknown>,
  member: RawBuilder<unknown>,
  { each = false } = {},
): RawBuilder<boolean> {
  if (each) return sql`${givenTo(event, member)} is null`;
  return sql`not exists (
    select from answers given where given.event_uuid = ${event} and given.member_uuid = ${member})`;
}

/**
 * How many members the statement's event `e` concerns who have not answered. Null if the club has
 * too many members to count on a screen.
 */
export const silentCount = sql<number | null>`(
  select case when e.groups <> '{}' or count(*) <= ${MAX_COUNTED} then (
    select count(*) from concerned(e) as c
    where ${isSilent(sql.ref('e.uuid'), sql.ref('c.uuid'))}) end
  from (
    select from members
    where organization_uuid = e.organization_uuid and e.groups = '{}'
    limit ${MAX_COUNTED + 1}) as club)`;

/** The members whom an event asks. @param but a user who is left out */
export function askedMembers(
  db: Database,
  event: { readonly uuid: string },
  but: { uuid: string } | null = null,
) {
  const asked = db
    .selectFrom('members')
    .select('members.uuid as member_uuid')
    .modifyFront(plannedEachTime)
    .where('members.uuid', 'in', concernedBy(event.uuid))
    .where(isSilent(sql`${event.uuid}::uuid`, sql.ref('members.uuid')));
  return but ? asked.where('members.user_uuid', 'is distinct from', but.uuid) : asked;
}
