import { sql } from 'kysely';
import type { Database } from '#db/connection';
import { kindsOf } from '~/features/outbox/rules/kinds.server';
import type { Kind } from '~/features/outbox/schema';

/**
 * Who has heard that an event is cancelled, or takes place after all. Only those who heard of the
 * one are told the other (N5): a cancellation may be taken back before its mail is written.
 */

/** What tells whether an event takes place. */
const SAYING_SO: readonly Kind[] = kindsOf('event_cancelled');

/**
 * A job that fails is tried again, and reads then what is so by then. What was sent so long ago and
 * has no mark was told before there were marks.
 */
const MARKED_AFTER = sql`interval '1 hour'`;

const isAboutEvent = sql`(c.event_uuid = e.uuid or c.details -> 'dates' ? e.uuid::text)`;
const before = sql`c.user_uuid = n.user_uuid and c.id < n.id
  and c.kind = any(${SAYING_SO}::text[]) and ${isAboutEvent}`;

/**
 * Whether the receiver of a notification `n` about an event `e` takes it for cancelled, by the last
 * that they were told; true if it is not known any more.
 */
export const believesCancelled = sql<boolean>`coalesce(
  (
    select c.kind <> 'event_restored' from notifications c
    where ${before} and (c.details -> 'told' ? e.uuid::text
      or c.sent_at < now() - ${MARKED_AFTER} and c.withheld is null)
    order by c.id desc limit 1
  ),
  not exists (select from notifications c where ${before})
)`;

/** A notification that a mail tells, and the event that it is about. */
interface Telling {
  readonly id: number;
  readonly kind: Kind;
  readonly event: string;
}

/**
 * Notes, before a mail leaves, what it tells of whether events take place.
 * @returns what the mail may tell: without that of which the contrary has become true meanwhile
 */
export async function noteTold<Each extends Telling>(
  db: Database,
  telling: readonly Each[],
): Promise<readonly Each[]> {
  const noted = telling.filter(({ kind }) => SAYING_SO.includes(kind));
  if (noted.length === 0) return telling;
  const about = noted.map(({ id, kind, event }) => ({
    id,
    event,
    cancelled: kind !== 'event_restored',
  }));
  // The lock makes it known to the next change of that, before its mails are written.
  const { rows } = await sql<{ id: number; event: string }>`
    with about as (
      select * from jsonb_to_recordset(${JSON.stringify(about)}::jsonb)
        as t (id bigint, event uuid, cancelled boolean)
    ), so as (
      select about.id, about.event from events e join about on about.event = e.uuid
      where (e.cancelled_at is not null) = about.cancelled
      order by e.uuid for share of e
    ), noted as (
      update notifications n
      set details = n.details || jsonb_build_object('told', so.events)
      from (select id, jsonb_agg(event) as events from so group by id) so where n.id = so.id
    )
    select id, event from so`.execute(db);
  const holds = new Set(rows.map(({ id, event }) => `${id} ${event}`));
  return telling.filter(
    ({ id, kind, event }) => !SAYING_SO.includes(kind) || holds.has(`${id} ${event}`),
  );
}
