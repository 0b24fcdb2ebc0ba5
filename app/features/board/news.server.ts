import { sql } from 'kysely';
import { givenTo } from '~/features/events/queries/given.server';
import { isOtherThanTold } from '~/features/outbox/rules/former.server';
import type { Scope } from '~/kernel/actor';

/** News from recent mails, for users who do not read them (N14). */

/** An event the user counts on that was cancelled or moved. */
interface Tiding {
  readonly event: string;
  readonly name: string;
  readonly cancelled: boolean;
  /** True if it was told with other dates of its series. */
  readonly several: boolean;
  /** 'YYYY-MM-DD' */
  readonly date: string;
  /** 'HH:MM' */
  readonly startTime: string | null;
}

/** A message to many (N11). */
interface Letter {
  readonly uuid: string;
  readonly subject: string;
  readonly sentAt: string;
}

export interface News {
  readonly tidings: Tiding[];
  readonly letters: Letter[];
}

const TIDINGS_SHOWN = 3;
const LETTERS_SHOWN = 3;
/** How many of a user's notifications are looked at. */
const LOOKED_AT = 30;

// The kinds are literals, so that Postgres uses the index for them (0011-notifications.sql).
const CHANGES = sql`kind in
      ('event_changed', 'series_changed', 'event_cancelled', 'series_cancelled')`;
const MESSAGES = sql`kind = 'message'`;

const toldLately = (
  user: string,
  { organization }: Scope,
  { of, days }: { of: typeof CHANGES; days: number },
) => sql`(
    select * from notifications
    where user_uuid = ${user} and organization_uuid = ${organization} and ${of}
      and due_at > now() - make_interval(days => ${days})
    order by due_at desc limit ${LOOKED_AT})`;

/**
 * Cancellations and changes of the last week that still hold, for coming events that the member
 * attends or waits for, or was told about without an answer; a change that was reverted does not.
 * @param day today
 */
export const tidingsOf = (user: string, scope: Scope, day: string) => sql<Tiding[]>`coalesce((
  select json_agg(tiding) from (
    select event, name, cancelled, several, date, "startTime" from (
      select distinct on (e.uuid) e.uuid as event, e.name, e.cancelled_at is not null as cancelled,
        (select count(*) from jsonb_object_keys(n.details -> 'dates')) > 1 as several, e.date, to_char(e.start_time, 'HH24:MI') as "startTime",
        n.due_at
      from ${toldLately(user, scope, { of: CHANGES, days: 7 })} as n
      join events e on e.uuid = n.event_uuid
      where e.date >= ${day}::date
        and case when n.kind like '%_cancelled' then e.cancelled_at is not null
          else e.cancelled_at is null and (n.kind = 'series_changed' or ${isOtherThanTold}) end
        and coalesce(${givenTo(sql`e.uuid`, scope.member)}, n.details ->> 'open') <> 'no'
      order by e.uuid, n.due_at desc) as each
    order by due_at desc, event limit ${TIDINGS_SHOWN}) as tiding), '[]')`;

/** Messages to the user in the last two weeks. */
export const lettersTo = (user: string, scope: Scope) => sql<Letter[]>`coalesce((
  select json_agg(letter) from (
    select m.uuid, m.subject, m.created_at as "sentAt"
    from ${toldLately(user, scope, { of: MESSAGES, days: 14 })} as n
    join messages m on m.uuid = n.message_uuid
    where m.created_at > now() - interval '14 days'
    order by m.created_at desc, m.uuid limit ${LETTERS_SHOWN}) as letter), '[]')`;
