import { sql } from 'kysely';
import { z } from 'zod';
import type { Database } from '#db/connection';
import { today } from '~/dates.server';
import { concernsEach } from '~/features/events/queries/concerned.server';
import type { Announcement } from '~/features/outbox/queries/announcements.server';
import { inTransaction, retryingConflicts } from '~/kernel/transaction.server';
import { type ToldToMany, tellMany } from './many.server';

/** What is new in a club is told to all of its users by a job, however many they are (X9). */

const announcement: z.ZodType<Announcement> = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('event_new'), actor: z.uuid(), event: z.uuid() }),
  z.object({
    kind: z.literal('series_new'),
    actor: z.uuid(),
    event: z.uuid().nullable(),
    series: z.uuid(),
  }),
  z.object({ kind: z.literal('poll_new'), actor: z.uuid(), poll: z.uuid() }),
]);

/** What is announced, whoever did it. */
type What = Announcement extends infer Each
  ? Each extends Announcement
    ? Omit<Each, 'actor'>
    : never
  : never;

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
      if (!told) return;
      // Who has no member here hears of what is for all.
      const isTold = sql<boolean>`u.uuid <> ${what.actor}::uuid and (
        ${concernsEach(told.event, sql`m.uuid`)}
        or m.uuid is null and (select groups = '{}' from events where uuid = ${told.event}::uuid))`;
      await tellMany(trx, told, isTold);
    }),
  );
}

/** Members who have joined within so many days: the job is tried for some. */
const JOINED_WITHIN = 7;

/** Events and series that a job tells members who have joined a group, the next ones. */
const MOST_TOLD = 60;

/**
 * Tells members who have just joined a group what was announced to it before, in their next digest
 * (U11). What they were told already, they are not told again.
 */
export async function announceToJoined(db: Database, payload: unknown): Promise<void> {
  const { group } = z.object({ group: z.uuid() }).parse(payload);
  const { rows } = await sql<{ event: string; series: string | null }>`
    select event, series from (
      select distinct on (coalesce(e.series_uuid, e.uuid))
        e.uuid as event, e.series_uuid as series, e.date
      from groups g join events e on e.organization_uuid = g.organization_uuid
        and g.uuid = any(e.groups) and e.date >= ${today()}::date - 1
      where g.uuid = ${group} and e.cancelled_at is null and e.to_come
        and exists (${joinedAfter(group, sql`e.created_at`)})
      order by coalesce(e.series_uuid, e.uuid), e.date, e.uuid) as announced
    order by date, event limit ${MOST_TOLD}`.execute(db);
  for (const { event, series } of rows)
    await retryingConflicts(() =>
      inTransaction(db, async (trx) => {
        const ofGroup = sql`${group}::uuid = any(e.groups)`;
        const told = series
          ? await seriesTold(trx, series, ofGroup)
          : await toldBy(trx, { kind: 'event_new', event });
        if (!told) return;
        const created = sql`(select created_at from events where uuid = ${told.event})`;
        const among = joinedAfter(group, created);
        const isTold = concernsEach(told.event, sql`m.uuid`);
        await tellMany(trx, { ...told, collected: true, among }, isTold);
      }),
    );
}

/** Members who have joined a group of late, and after a moment. */
const joinedAfter = (group: string, moment: ReturnType<typeof sql>) => sql`
  select gm.member_uuid from group_members gm
  where gm.group_uuid = ${group} and gm.until is null
    and gm.since > now() - make_interval(days => ${JOINED_WITHIN}) and gm.since > ${moment}`;

async function toldBy(db: Database, what: What): Promise<ToldToMany | null> {
  switch (what.kind) {
    case 'event_new': {
      const [event] = await eventsAhead(db, sql`e.uuid = ${what.event}`, 1);
      return event ? { ...event, kind: what.kind, dedupe: `event_new:${event.event}` } : null;
    }
    case 'series_new': {
      return seriesTold(db, what.series, sql`e.uuid is distinct from ${what.event}::uuid`);
    }
    case 'poll_new': {
      const poll = sql`e.uuid = (select event_uuid from polls where uuid = ${what.poll} and not closed)`;
      const [event] = await eventsAhead(db, poll, 1);
      return event
        ? { ...event, kind: what.kind, poll: what.poll, dedupe: `poll_new:${what.poll}` }
        : null;
    }
  }
}

/** The dates of a series to come of which something holds; null if there are none. */
async function seriesTold(
  db: Database,
  series: string,
  which: ReturnType<typeof sql>,
): Promise<ToldToMany | null> {
  const dates = await eventsAhead(db, sql`e.series_uuid = ${series} and ${which}`, NAMED_DATES);
  const [first] = dates;
  if (!first) return null;
  const details = {
    dates: Object.fromEntries(dates.map(({ event }) => [event, null])),
    count: first.count,
  };
  return { ...first, kind: 'series_new', details, dedupe: `series_new:${series}` };
}

/** Those of these events that take place and have not begun, the first ones, and how many there are. */
async function eventsAhead(db: Database, which: ReturnType<typeof sql>, many: number) {
  const { rows } = await sql<{
    organization: string;
    event: string;
    count: number;
  }>`
    select e.organization_uuid as organization, e.uuid as event, count(*) over () as count
    from events e
    where ${which} and e.cancelled_at is null and e.to_come
    order by e.date, e.start_time, e.uuid limit ${many}`.execute(db);
  return rows;
}
