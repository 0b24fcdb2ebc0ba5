import { sql } from 'kysely';
import { z } from 'zod';
import type { Database } from '#db/connection';
import type { Announcement } from '~/features/outbox/queries/announcements.server';
import { inTransaction, retryingConflicts } from '~/kernel/transaction.server';
import { type ToldToMany, tellMany } from './many.server';

/** What is new in a club is told to all of its users by a job, however many they are (X9). */

const announcement: z.ZodType<Announcement> = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('event_new'), actor: z.uuid(), event: z.uuid() }),
  z.object({ kind: z.literal('series_new'), actor: z.uuid(), event: z.uuid(), series: z.uuid() }),
  z.object({ kind: z.literal('poll_new'), actor: z.uuid(), poll: z.uuid() }),
]);

/**
 * In minutes. People often correct at once what they have created; the mail tells the last state.
 */
const CORRECTED_WITHIN = 5;

/** Dates that one notification names; how many there are stands beside them. */
const NAMED_DATES = 60;

/**
 * Announces an event, the new dates of a series or a poll, unless it is gone, cancelled, begun or
 * closed by now. It may run twice, on two servers, or be killed.
 */
export async function announceInJob(db: Database, payload: unknown): Promise<void> {
  const what = announcement.parse(payload);
  await retryingConflicts(() =>
    inTransaction(db, async (trx) => {
      const told = await toldBy(trx, what);
      if (told) await tellMany(trx, told, sql<boolean>`u.uuid <> ${what.actor}::uuid`);
    }),
  );
}

async function toldBy(db: Database, what: Announcement): Promise<ToldToMany | null> {
  switch (what.kind) {
    case 'event_new': {
      const [event] = await eventsAhead(db, sql`e.uuid = ${what.event}`, 1);
      return event
        ? { ...event, kind: what.kind, dedupe: `event_new:${event.event}`, ...soon }
        : null;
    }
    case 'series_new': {
      const dates = await eventsAhead(
        db,
        sql`e.series_uuid = ${what.series} and e.uuid <> ${what.event}`,
        NAMED_DATES,
      );
      const [first] = dates;
      if (!first) return null;
      const details = {
        dates: Object.fromEntries(dates.map(({ event }) => [event, null])),
        count: first.count,
      };
      return { ...first, kind: what.kind, details, dedupe: `series_new:${what.series}`, ...soon };
    }
    case 'poll_new': {
      const poll = sql`e.uuid = (select event_uuid from polls where uuid = ${what.poll} and not closed)`;
      const [event] = await eventsAhead(db, poll, 1);
      return event
        ? { ...event, kind: what.kind, poll: what.poll, dedupe: `poll_new:${what.poll}`, ...soon }
        : null;
    }
  }
}

const soon = { after: CORRECTED_WITHIN };

/** Those of these events that take place and have not begun, the first ones, and how many there are. */
async function eventsAhead(db: Database, which: ReturnType<typeof sql>, many: number) {
  const { rows } = await sql<{
    organization: string;
    event: string;
    useUntil: Date;
    count: number;
  }>`
    select e.organization_uuid as organization, e.uuid as event, count(*) over () as count,
      e.starts_at as "useUntil"
    from events e
    where ${which} and e.cancelled_at is null and e.to_come
    order by e.date, e.start_time, e.uuid limit ${many}`.execute(db);
  return rows;
}
