import { sql } from 'kysely';
import type { Database } from '#db/connection';
import { connectedUser } from '~/features/permissions/queries.server';
import { scopeOf } from '~/kernel/actor';
import type { Context } from '~/kernel/operation';

/** What a leaving user has promised: the future events that they attend or wait for (O9). */

/**
 * Whose answers are meant: those of a user's members, in one organisation or in all, or a member's
 * answers to events after a day, 'YYYY-MM-DD'.
 */
type Leaver =
  | { readonly user: string; readonly organization?: string }
  | { readonly member: string; readonly after: string };

const membersOf = (leaver: Leaver) => {
  if ('member' in leaver) return sql`(${leaver.member}::uuid)`;
  const { user, organization } = leaver;
  return sql`(
    select uuid from members
    where user_uuid = ${user} ${organization ? sql`and organization_uuid = ${organization}` : sql``}
  )`;
};

/** The events that somebody attends or waits for and that have not begun. */
const promisedEvents = (leaver: Leaver) => sql`
  events e where e.uuid in (
    select event_uuid from answers a
    where member_uuid in ${membersOf(leaver)} and a.promised
  ) and e.to_come ${'member' in leaver ? sql`and e.date > ${leaver.after}::date` : sql``}`;

export const promisedCount = (leaver: Leaver) =>
  sql<number>`(select count(*) from ${promisedEvents(leaver)})`;

/** How many events that have not begun somebody attends or waits for. */
export async function countPromised(db: Database, leaver: Leaver): Promise<number> {
  const { promised } = await db
    .selectNoFrom(promisedCount(leaver).as('promised'))
    .executeTakeFirstOrThrow();
  return promised;
}

/** A user of an organisation as a subject, with how many events they have promised to come to. */
export async function leaverInScope(
  { db, actor }: Context,
  ids: { organization: string; user: string },
) {
  const scope = scopeOf(actor, ids.organization);
  const user =
    scope &&
    (await connectedUser(db, scope, ids.user)
      .select(promisedCount(ids).as('promised'))
      .executeTakeFirst());
  return user ? { scope, user } : null;
}

/**
 * Takes back a leaving user's promises (O9): every yes and every place on a waiting list for events
 * that have not begun. Others move up. Call it before they leave, since their members are found by
 * the link; locks organisation and events in the global order.
 * @returns the number of events
 */
export async function withdrawPromises(db: Database, leaver: Leaver): Promise<number> {
  await sql`
    select from organizations
    where uuid in (select organization_uuid from members where uuid in ${membersOf(leaver)})
    order by uuid for no key update`.execute(db);
  const { rows } = await sql<{ uuid: string }>`
    select e.uuid from ${promisedEvents(leaver)}`.execute(db);
  const events = rows.map(({ uuid }) => uuid);
  if (events.length === 0) return 0;
  // Separate from finding them: a combined statement would search again after each wait, and might
  // miss members who have moved up meanwhile.
  await sql`
    select from events where uuid = any(${events}::uuid[])
    order by uuid for no key update`.execute(db);
  // Waiting lists first, so that none of these members moves up meanwhile.
  for (const answer of ['waiting', 'yes']) {
    await sql`
      delete from answers
      where member_uuid in ${membersOf(leaver)} and event_uuid = any(${events}::uuid[])
        and answer = ${answer}`.execute(db);
  }
  return events.length;
}
