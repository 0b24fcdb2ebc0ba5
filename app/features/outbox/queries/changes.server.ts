import { sql } from 'kysely';
import type { Database } from '#db/connection';
import { type ActingUser, answerers, countsOn, type Notification, notify } from '../queries.server';
import { type Former, isOnOtherDays, isOther } from '../rules/former.server';
import type { SeriesKind } from '../schema';

/** Telling who counts on events that these are otherwise now (J9, J10, L9). */

/** More changes within so many minutes are one mail (N5). */
const COLLECTED = 5;

/**
 * Tells who counts on an event that it has another date, time or place (J10); if the day is
 * another, also who declined where answers are asked for.
 */
export async function notifyOfChange(
  db: Database,
  actor: ActingUser,
  before: Former,
  after: Former & Notification['event'] & { readonly asksAnswer: boolean },
): Promise<void> {
  if (!isOther(before, after)) return;
  const { date, startTime, endDate, endTime, place } = before;
  await notify(
    db,
    {
      kind: 'event_changed',
      event: after,
      dedupe: `event_changed:${after.uuid}`,
      details: { date, startTime, endDate, endTime, place },
      collects: COLLECTED,
    },
    answerers(db, after, {
      but: actor,
      declined: after.asksAnswer && isOnOtherDays(before, after),
    }),
  );
}

/** A date of a series, before an edit and after it. */
export interface ChangedDate {
  readonly before: Former;
  readonly after: Former &
    Notification['event'] & { readonly series: string | null; readonly asksAnswer: boolean };
}

/**
 * The same for an edit of many dates of a series: one mail for each user, however many of them they
 * count on (L9). Edits within five minutes are one, too.
 * @param changes of one series
 * @returns how many will get a mail
 */
export async function notifySeriesChange(
  db: Database,
  actor: ActingUser,
  changes: readonly ChangedDate[],
): Promise<number> {
  const [first, ...others] = changes.filter(({ before, after }) => isOther(before, after));
  if (!first) return 0;
  const { series, uuid, organization } = first.after;
  return notifyOfDates(db, actor, {
    kind: 'series_changed',
    organization,
    dedupe: `series_changed:${series ?? uuid}`,
    collects: COLLECTED,
    dates: [first, ...others].map(({ before, after }) => {
      const { date, startTime, endDate, endTime, place } = before;
      return {
        event: after.uuid,
        former: { date, startTime, endDate, endTime, place },
        declined: after.asksAnswer && isOnOtherDays(before, after),
      };
    }),
  });
}

/**
 * Tells who counts on dates of a series that these are cancelled, in one mail for each user.
 * @param events of one organisation
 * @returns how many get a mail
 */
export async function notifySeriesCancelled(
  db: Database,
  actor: ActingUser,
  events: readonly Notification['event'][],
): Promise<number> {
  const [first] = events;
  if (!first) return 0;
  return notifyOfDates(db, actor, {
    kind: 'series_cancelled',
    organization: first.organization,
    // Each cancellation is a cause of its own.
    dedupe: `series_cancelled:${crypto.randomUUID()}`,
    collects: 0,
    dates: events.map(({ uuid }) => ({ event: uuid, former: null, declined: false })),
  });
}

interface Dates {
  readonly kind: SeriesKind;
  readonly organization: string;
  readonly dedupe: string;
  readonly collects: number;
  readonly dates: ReadonlyArray<{
    readonly event: string;
    readonly former: Former | null;
    /** Whether those who declined are told, too. */
    readonly declined: boolean;
  }>;
}

/**
 * One notification for each user who counts on any of these dates, with those that they count on: it
 * belongs to the first of them. One that still waits keeps what it knows, and learns of the others.
 */
async function notifyOfDates(
  db: Database,
  actor: ActingUser,
  { kind, organization, dedupe, collects, dates }: Dates,
): Promise<number> {
  const { numAffectedRows } = await sql`
    with changed as (
      select e.uuid, e.date, t.former, t.declined
      from jsonb_to_recordset(${JSON.stringify(dates)}::jsonb)
        as t (event uuid, former jsonb, declined boolean)
      join events e on e.uuid = t.event and e.organization_uuid = ${organization}
      where not e.over
    ), counting as (
      select a.member_uuid, changed.* from answers a join changed on changed.uuid = a.event_uuid
      where ${countsOn({ declined: sql`changed.declined` })}
    ), told as (
      select m.uuid, m.user_uuid
      from members m
      join users u on u.uuid = m.user_uuid and u.activated
      join organization_users ou
        on ou.user_uuid = m.user_uuid and ou.organization_uuid = m.organization_uuid
      where m.organization_uuid = ${organization} and m.user_uuid <> ${actor.uuid}
        and m.uuid in (select member_uuid from counting)
      for key share of m skip locked
    )
    insert into notifications
      (organization_uuid, user_uuid, member_uuid, event_uuid, kind, details, dedupe, due_at)
    select ${organization}::uuid, told.user_uuid, told.uuid,
      (array_agg(counting.uuid order by counting.date, counting.uuid))[1], ${kind}::text,
      jsonb_build_object('dates', jsonb_object_agg(counting.uuid, counting.former)),
      ${dedupe}::text, now() + make_interval(mins => ${collects})
    from told join counting on counting.member_uuid = told.uuid
    group by told.uuid, told.user_uuid
    on conflict (user_uuid, dedupe) do update set
      due_at = excluded.due_at,
      way = excluded.way,
      details = jsonb_build_object('dates',
        (excluded.details -> 'dates') || (notifications.details -> 'dates'))
    where notifications.sent_at is null`.execute(db);
  return Number(numAffectedRows ?? 0n);
}
