import { type RawBuilder, sql } from 'kysely';
import type { Answer } from '../rules/answering';

/** Members' answers to events, in SQL, for any query with a row of either. */

/**
 * A member's answer to an event; null for none. Looked up by the primary key: for an `exists` or a
 * join Postgres may read all answers first.
 * @param event its UUID
 * @param member a UUID; null for a user who has no member here
 */
export const givenTo = (event: RawBuilder<unknown>, member: RawBuilder<unknown> | string | null) =>
  sql<Answer | null>`(
    select given.answer from answers given
    where given.event_uuid = ${event} and given.member_uuid = ${member}::uuid)`;

/**
 * Whether the polls of an event ask a member: not if it is cancelled, or they have declined it (N4).
 * @param event its UUID
 */
export const pollsAsk = (event: RawBuilder<unknown>, member: string | null) => sql<boolean>`(
  ${givenTo(event, member)} is distinct from 'no' and not exists (
    select from events asking where asking.uuid = ${event} and asking.cancelled_at is not null))`;

/** An answer as a literal, so that Postgres can use the waiting list's index. */
export const literal = (answer: Answer) => sql.lit(answer);

/** A member's position on the waiting list of a row of `events`, from 1; null if they do not wait. */
export const positionOf = (member: RawBuilder<unknown> | string | null) => sql<number | null>`(
  select count(*) from answers own
  join answers w on w.event_uuid = own.event_uuid and w.answer = 'waiting' and w.seq <= own.seq
  where own.event_uuid = events.uuid and own.member_uuid = ${member} and own.answer = 'waiting'
  having count(*) > 0)`;
