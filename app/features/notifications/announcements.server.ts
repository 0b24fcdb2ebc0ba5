import { type RawBuilder, sql } from 'kysely';
import type { Database } from '#db/connection';
import { today } from '~/dates.server';
import { concernsEach } from '~/features/events/queries/concerned.server';
import type { Announcement, News } from '~/features/outbox/queries/announcements.server';
import { inTransaction, retryingConflicts } from '~/kernel/transaction.server';
import { type ToldToMany, tellMany } from './many.server';

/** News in a club is announced to all its users by a job, however many there are (X9). */

/** Dates that one notification lists, along with the total number. */
const NAMED_DATES = 60;

/**
 * Announces an event, the new dates of a series or a poll, unless it is gone, cancelled, begun or
 * closed by now. It may run twice, on two servers, or be killed.
 */
export async function announceInJob(db: Database, payload: unknown): Promise<void> {
  const what = payload as Announcement;
  await retryingConflicts(() =>
    inTransaction(db, async (trx) => {
      const told = await toldBy(trx, what);
      if (!told) return;
      const { actor, formerly: before } = what;
      const knows = before ? alreadyKnows(told, before) : sql`false`;
      // Users without a member here only hear of what is for everyone.
      const isTold = sql<boolean>`u.uuid <> ${actor}::uuid and not ${knows} and (
        ${concernsEach(told.event, sql`m.uuid`)}
        or m.uuid is null and (select groups = '{}' from events where uuid = ${told.event}::uuid))`;
      await tellMany(trx, told, isTold);
    }),
  );
}

/** Whether it concerned them before an edit, or they were told of it otherwise, or have answered. */
const alreadyKnows = ({ event, kind }: ToldToMany, formerly: readonly string[]) => sql<boolean>`(
  ${concernsEach(event, sql`m.uuid`, formerly)}
  or exists (select from answers a
    where a.event_uuid = ${event}::uuid and a.member_uuid = m.uuid and a.absence_uuid is null)
  or exists (select from notifications n
    where n.user_uuid = u.uuid and n.kind in (${kind}, 'series_new') and n.withheld is null
      and (n.event_uuid = ${event}::uuid or n.details -> 'dates' ? ${event}::text)))`;

/** For how many days members count as having just joined, as the job is retried for days. */
const JOINED_WITHIN = 7;

/** How many of the next events and series new group members are told about. */
const MOST_TOLD = 60;

/**
 * Tells members who have just joined a group, or one who got another record's place in it, what was
 * announced to it before, in their next digest (U11), except what they were told already.
 */
export async function announceToJoined(db: Database, payload: unknown): Promise<void> {
  const { group, member } = payload as { group: string; member?: string };
  const newIn = (moment: RawBuilder<unknown>) =>
    member ? sql`select ${member}::uuid` : joinedAfter(group, moment);
  const { rows } = await sql<{ event: string; series: string | null }>`
    select event, series from (
      select distinct on (coalesce(e.series_uuid, e.uuid))
        e.uuid as event, e.series_uuid as series, e.date
      from groups g join events e on e.organization_uuid = g.organization_uuid
        and g.uuid = any(e.groups) and e.date >= ${today()}::date - 1
      where g.uuid = ${group} and e.cancelled_at is null and e.to_come
        and exists (${newIn(sql`e.created_at`)})
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
        const among = newIn(created);
        const isTold = concernsEach(told.event, sql`m.uuid`);
        await tellMany(trx, { ...told, collected: true, among }, isTold);
      }),
    );
}

const joinedAfter = (group: string, moment: RawBuilder<unknown>) => sql`
  select gm.member_uuid from group_members gm
  where gm.group_uuid = ${group} and gm.until is null
    and gm.since > now() - make_interval(days => ${JOINED_WITHIN}) and gm.since > ${moment}`;

async function toldBy(
  db: Database,
  what: News & Pick<Announcement, 'formerly'>,
): Promise<ToldToMany | null> {
  switch (what.kind) {
    case 'event_new': {
      const [event] = await eventsAhead(db, sql`e.uuid = ${what.event}`, 1);
      return event ? { ...event, kind: what.kind, dedupe: `event_new:${event.event}` } : null;
    }
    case 'series_new': {
      // Dates with groups of their own are not for those added to the series.
      const also = what.formerly ? sql`and not 'groups' = any(e.own_fields)` : sql``;
      const which = sql`e.uuid is distinct from ${what.event}::uuid ${also}`;
      return seriesTold(db, what.series, which);
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

/** The future dates of a series that meet a condition; null if there are none. */
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

/** The first of these events that take place and have not begun, and how many there are. */
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
