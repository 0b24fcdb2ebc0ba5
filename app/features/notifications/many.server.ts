import { type RawBuilder, sql } from 'kysely';
import type { Database } from '#db/connection';
import { isWithin, slicesOf, type Told, tell } from '~/features/outbox/queries.server';
import { reachedUsers } from '~/features/outbox/rules/reached.server';

/** Notifying a whole club, or the part that meets a condition, in a job. */

export interface ToldToMany extends Omit<Told, 'bulk' | 'message'> {
  readonly event: string;
  /** A query for these members' UUIDs, so that not the whole club is read. */
  readonly among?: RawBuilder<unknown>;
}

/**
 * Notifies each user of the organisation with a confirmed address who meets the condition, in a
 * transaction.
 * @param holds a condition on `u` (users) and `m`, the user's member, all null if there is none
 */
export async function tellMany(
  trx: Database,
  { among, ...told }: ToldToMany,
  holds: RawBuilder<boolean>,
): Promise<void> {
  if (!(await holdSubject(trx, told))) return;
  const { organization } = told;
  const users = sql`select user_uuid as key from organization_users
    where organization_uuid = ${organization}
      ${among ? sql`and user_uuid in (select user_uuid from members where uuid in (${among}))` : sql``}`;
  for await (const slice of slicesOf(trx, users))
    await tell(
      trx,
      { ...told, bulk: true },
      sql`
        with slice as materialized (
          select key from (${users}) as users where ${isWithin('key', slice)} order by key limit ${slice.most}
        )
        select u.uuid as user_uuid, m.uuid as member_uuid from slice
        join ${reachedUsers} u on u.uuid = slice.key and u.organization_uuid = ${organization}
        left join members m on m.organization_uuid = ${organization} and m.user_uuid = u.uuid
        where ${holds}`,
    );
}

/** Locks its subject against deletion. @returns false if it is gone */
async function holdSubject(trx: Database, { event, poll }: Pick<ToldToMany, 'event' | 'poll'>) {
  const events = await sql`select from events where uuid = ${event} for key share`.execute(trx);
  if (!poll) return events.rows.length > 0;
  const polls = await sql`select from polls where uuid = ${poll} for key share`.execute(trx);
  return polls.rows.length > 0;
}
