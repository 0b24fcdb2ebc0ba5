import { sql } from 'kysely';
import type { Database } from '#db/connection';
import { selectedUser } from '~/features/permissions/queries.server';
import { scopeOf } from '~/kernel/actor';
import type { Context } from '~/kernel/operation';

/** What a user who leaves has promised: the events to come that they come to or wait for (O9). */

/**
 * Whose answers are meant: those of a user's members, in one organisation or in all of theirs, or a
 * member's to what is after a day, 'YYYY-MM-DD'.
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

/** The events that somebody comes to or waits for and that have not begun. */
const promisedEvents = (leaver: Leaver) => sql`
  events e where e.uuid in (
    select event_uuid from answers
    where member_uuid in ${membersOf(leaver)} and answer <> 'no'
  ) and e.to_come ${'member' in leaver ? sql`and e.date > ${leaver.after}::date` : sql``}`;

export const promisedCount = (leaver: Leaver) =>
  sql<number>`(select count(*) from ${promisedEvents(leaver)})`;

/** How many events that have not begun somebody comes to or waits for. */
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
    (await selectedUser(db, scope, ids.user)
      .select(promisedCount(ids).as('promised'))
      .executeTakeFirst());
  return user ? { scope, user } : null;
}

/**
 * Takes back what a user who leaves has promised (O9): every yes and every place on a waiting list of
 * events that have not begun. Others move up. To be called before they leave, since their members are
 * known by the link to them; locks organisation and events in the order that holds everywhere.
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
  // In a statement of its own: one that finds them, too, finds them anew after each wait, and may
  // then miss who has moved up meanwhile.
  await sql`
    select from events where uuid = any(${events}::uuid[])
    order by uuid for no key update`.execute(db);
  // From waiting lists first: none of their members is to move up meanwhile.
  for (const answer of ['waiting', 'yes']) {
    await sql`
      delete from answers
      where member_uuid in ${membersOf(leaver)} and event_uuid = any(${events}::uuid[])
        and answer = ${answer}`.execute(db);
  }
  return events.length;
}
