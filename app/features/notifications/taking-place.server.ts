import { sql } from 'kysely';
import type { Database } from '#db/connection';
import type { Former } from '~/features/outbox/rules/former.server';
import { kindsOf } from '~/features/outbox/rules/kinds.server';
import type { Kind } from '~/features/outbox/schema';

/**
 * Who has been told that an event is cancelled, or takes place after all. Only those who were told
 * one are told the other (N5), as a cancellation may be taken back before its mail is written.
 */

/** The kinds that say whether an event takes place. */
const SAYING_SO: readonly Kind[] = kindsOf('event_cancelled');

const isAboutEvent = sql`(c.event_uuid = e.uuid or c.details -> 'dates' ? e.uuid::text)`;
const before = sql`c.user_uuid = n.user_uuid and c.id < n.id
  and c.kind = any(${SAYING_SO}::text[]) and ${isAboutEvent}`;

/**
 * Whether the receiver of a notification `n` about an event `e` believes it cancelled, by the last
 * thing they were told; true if that is no longer known.
 */
export const believesCancelled = sql<boolean>`coalesce(
  (
    select c.kind <> 'event_restored' from notifications c
    where ${before} and c.details -> 'told' ? e.uuid::text
    order by c.id desc limit 1
  ),
  not exists (select from notifications c where ${before})
)`;

const CHANGES: readonly Kind[] = kindsOf('event_changed');

/** The last mail before this one that said when and where the event is. */
const lastTold = sql`coalesce((
  select max(c.id) from notifications c
  where c.user_uuid = n.user_uuid and c.kind = any(${[...CHANGES, ...SAYING_SO]}::text[])
    and ${isAboutEvent} and c.sent_at is not null and c.withheld is null
    and coalesce(c.sent_with, c.id) <> coalesce(n.sent_with, n.id)), 0)`;

/**
 * When and where the receiver of such a notification believes its event to be: as it was before the
 * first change that they were not told of, as nobody is told of one while its event is cancelled.
 */
export const believedBefore = sql<Former | null>`(
  select coalesce(c.details -> 'dates' -> e.uuid::text, c.details) from notifications c
  where n.kind = any(${SAYING_SO}::text[]) and c.user_uuid = n.user_uuid
    and c.kind = any(${CHANGES}::text[]) and ${isAboutEvent} and c.id > ${lastTold}
  order by c.id limit 1)`;

interface Telling {
  readonly id: number;
  readonly kind: Kind;
  readonly event: string;
}

/**
 * Notes, before a mail is sent, what it says about whether events take place.
 * @returns what the mail may say, without what is no longer true
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
  // With the lock, the next such change sees it before its mails are written.
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
