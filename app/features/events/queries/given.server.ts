import { type RawBuilder, sql } from 'kysely';

/** What members have answered to events, in SQL: for whatever has a row of either. */

/** An answer that is given; members who wait have said yes, and have no place yet. */
export type Given = 'yes' | 'waiting' | 'no';

/**
 * What a member has answered to an event; null for nothing. It is looked up by the primary key: for
 * an `exists` or a join Postgres may read all answers first.
 * @param event its UUID
 * @param member a UUID; null for a user who has no member here
 */
export const givenTo = (event: RawBuilder<unknown>, member: RawBuilder<unknown> | string | null) =>
  sql<Given | null>`(
    select given.answer from answers given
    where given.event_uuid = ${event} and given.member_uuid = ${member}::uuid)`;

/** An answer as a constant: only by such a one Postgres uses the index of the waiting list. */
export const is = (answer: Given) => sql.lit(answer);
