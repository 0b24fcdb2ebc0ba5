import { sql } from 'kysely';
import type { Database } from '#db/connection';
import {
  type ActingUser,
  answerers,
  type ChangeKind,
  countsOn,
  isWithin,
  type Members,
  memberKeys,
  type Notification,
  notify,
  notifyMany,
  type Slice,
  slicesOf,
  tell,
} from '~/features/outbox/queries.server';
import { type Former, isOnOtherDays, isOther } from '~/features/outbox/rules/former.server';
import { reachedUsers } from '~/features/outbox/rules/reached.server';
import { inTransaction, retryingConflicts } from '~/kernel/transaction.server';
import { askedMembers, isSilent } from './asked.server';
import { reachOfCancelled, reachOfDates, toldOpen } from './reach.server';

/**
 * Notifies members that events have changed or are cancelled (J9, J10, L9): those who count on them
 * and, optionally, those asked who have not answered (U7), whose notifications have 'open' in their
 * details.
 */

/** More members without an answer than this are told by a job, in slices of this size (X9). */
const AT_ONCE = 500;

/** The actor, and whether members without an answer are told, too. */
export interface Telling {
  readonly but: ActingUser;
  readonly open: boolean;
}

/**
 * Tells members that an event is cancelled, or takes place after all: each time is a separate
 * cause. All who were told of the cancellation are told that it takes place.
 * @returns how many get a mail
 */
export async function notifyOfCancellation(
  db: Database,
  kind: 'event_cancelled' | 'event_restored',
  event: Notification['event'],
  { but, open }: Telling,
): Promise<number> {
  const dedupe = `${kind}:${event.uuid}:${crypto.randomUUID()}`;
  const what = { kind, event, dedupe };
  const told = await notify(db, what, answerers(db, event, { but }));
  return told + (open ? await notifyOpen(db, what, but) : 0);
}

/**
 * Members who declined, and were not told of another day as the event was cancelled by then, are
 * told once it takes place after all: it may suit them (N5).
 */
export async function notifyOfMissedMove(
  db: Database,
  { uuid, organization, cancelledAt }: Notification['event'] & { cancelledAt: Date | null },
  but: ActingUser,
): Promise<void> {
  const receivers = sql<unknown>`
    select m.user_uuid, m.uuid as member_uuid, change.details
    from (
      select distinct on (user_uuid) user_uuid, member_uuid, details, withheld, sent_at
      from notifications
      where event_uuid = ${uuid} and kind = 'event_changed' order by user_uuid, id desc
    ) as change
    join members m on m.uuid = change.member_uuid and m.user_uuid = change.user_uuid
    join answers a on a.event_uuid = ${uuid} and a.member_uuid = m.uuid
    where change.withheld = 'changed' and change.sent_at > ${cancelledAt} and m.user_uuid <> ${but.uuid}
      and a.answer = 'no' and a.absence_uuid is null
    for key share of m skip locked`;
  const what = { kind: 'event_changed', organization, dedupe: `event_changed:${uuid}` } as const;
  const ofEach = { event: sql`${uuid}::uuid`, details: sql.ref('details') };
  await tell(db, { ...what, ofEach }, receivers);
}

/**
 * Tells members who count on an event that it has another date, time or place (J10); if the day
 * changes and the event asks, also those who declined.
 * @returns how many will get a mail
 */
export async function notifyOfChange(
  db: Database,
  before: Former,
  after: Former & Notification['event'] & { readonly asksAnswer: boolean },
  { but, open }: Telling,
): Promise<number> {
  if (!isOther(before, after)) return 0;
  const what = {
    ...({ kind: 'event_changed', event: after } as const),
    dedupe: `event_changed:${after.uuid}`,
    details: formerOf(before),
  };
  const declined = after.asksAnswer && isOnOtherDays(before, after);
  const told = await notify(db, what, answerers(db, after, { but, declined }));
  const all = told + (open ? await notifyOpen(db, what, but) : 0);
  await mergeChanges(db, [after.uuid], what.kind);
  return all;
}

/**
 * The change of one date is told with that of many if both still wait: in one mail (N5), with what
 * held before the first.
 * @param latest what was put into the outbox just now
 */
async function mergeChanges(
  db: Database,
  events: readonly string[],
  latest: 'event_changed' | 'series_changed',
): Promise<void> {
  const merged =
    latest === 'event_changed'
      ? sql`due_at = one.due_at, way = one.way`
      : sql`details = jsonb_set(n.details, '{dates}', (n.details -> 'dates') || one.dates)`;
  await sql`
    with waiting as (
      select one.id as one, many.id as many
      from notifications one
      join notifications many on many.user_uuid = one.user_uuid
        and many.organization_uuid = one.organization_uuid
        and many.details -> 'dates' ? one.event_uuid::text
      join events of_one on of_one.uuid = one.event_uuid
      join events of_many on of_many.uuid = many.event_uuid
      where one.event_uuid = any(${events}::uuid[])
        and one.kind = 'event_changed' and one.sent_at is null
        and many.kind = 'series_changed' and many.sent_at is null
        -- When the mail goes is judged by its first date.
        and of_one.starts_at >= of_many.starts_at
      -- What is being sent just now stays as it is.
      order by many.id for update of one, many skip locked
    ), told as (
      delete from notifications n using waiting where n.id = waiting.one
      returning waiting.many as id, n.event_uuid, n.details - 'open' as former, n.due_at, n.way
    ), one as (
      select id, jsonb_object_agg(event_uuid, former) as dates, max(due_at) as due_at,
        max(way) as way
      from told group by id
    )
    update notifications n set ${merged} from one where n.id = one.id`.execute(db);
}

const formerOf = ({ date, startTime, endDate, endTime, place }: Former): Former => ({
  date,
  startTime,
  endDate,
  endTime,
  place,
});

/** Tells members who have not answered; very many in a job. @returns how many will get a mail */
async function notifyOpen(
  db: Database,
  what: Notification & { readonly kind: ChangeKind },
  but: ActingUser,
): Promise<number> {
  const { kind, event } = what;
  const { uuid, organization } = event;
  const told = { ...what, event: { uuid, organization }, details: { ...what.details, open: true } };
  const members = openOf(db, told, but);
  const { open } =
    kind === 'event_restored'
      ? await reachOfCancelled(db, event, but)
      : await reachOfDates(db, { organization, kind, but }, [{ event: uuid, declined: false }]);
  if (open.reached <= AT_ONCE) return notify(db, told, members);
  await queue(db, { what: told, but });
  return open.reached;
}

const openOf = (db: Database, { kind, event }: Notification, but: ActingUser): Members =>
  (kind === 'event_restored' ? toldOpen : askedMembers)(db, event, but);

/** A date of a series, before an edit and after it. */
export interface ChangedDate {
  readonly before: Former;
  readonly after: Former &
    Notification['event'] & { readonly series: string | null; readonly asksAnswer: boolean };
}

/**
 * Tells members of an edit of many dates of a series: one mail per user, however many dates they
 * count on (L9). Edits within five minutes are merged, too.
 * @param changes of one series
 * @returns how many will get a mail
 */
export async function notifySeriesChange(
  db: Database,
  changes: readonly ChangedDate[],
  { but, open }: Telling,
): Promise<number> {
  const [first, ...others] = changes.filter(({ before, after }) => isOther(before, after));
  if (!first) return 0;
  const { series, uuid, organization } = first.after;
  const what: Dates = {
    kind: 'series_changed',
    organization,
    dedupe: `series_changed:${series ?? uuid}`,
    dates: [first, ...others].map(({ before, after }) => ({
      event: after.uuid,
      former: formerOf(before),
      declined: after.asksAnswer && isOnOtherDays(before, after),
    })),
  };
  if (!open) return notifyOfDates(db, what, but, ANSWERED);
  const reach = await reachOfDates(db, { organization, kind: what.kind, but }, what.dates);
  if (reach.open.reached <= AT_ONCE) return notifyOfDates(db, what, but, BOTH);
  await queue(db, { what: { ...what, event: { uuid, organization } }, but });
  return (await notifyOfDates(db, what, but, ANSWERED)) + reach.open.reached;
}

/**
 * Tells members who count on dates of a series that these are cancelled, in one mail per user.
 * @param events of one organisation
 * @returns how many get a mail
 */
export async function notifySeriesCancelled(
  db: Database,
  but: ActingUser,
  events: readonly Notification['event'][],
): Promise<number> {
  const [first] = events;
  if (!first) return 0;
  const what: Dates = {
    kind: 'series_cancelled',
    organization: first.organization,
    // Each cancellation is a separate cause.
    dedupe: `series_cancelled:${crypto.randomUUID()}`,
    dates: events.map(({ uuid }) => ({ event: uuid, former: null, declined: false })),
  };
  return notifyOfDates(db, what, but, ANSWERED);
}

interface Dates {
  readonly kind: 'series_changed' | 'series_cancelled';
  readonly organization: string;
  readonly dedupe: string;
  readonly dates: ReadonlyArray<{
    readonly event: string;
    readonly former: Former | null;
    /** Whether those who declined are told, too. */
    readonly declined: boolean;
  }>;
}

const ANSWERED = { answered: true, open: false } as const;
const BOTH = { answered: true, open: true } as const;

/**
 * One notification for each user who counts on any of these dates, listing those; it belongs to the
 * first. One that is still waiting keeps its content, and the other dates are added.
 * @param whom the members of a slice, if there is one; these mails may wait for others (N12)
 */
async function notifyOfDates(
  db: Database,
  { kind, organization, dedupe, dates }: Dates,
  but: ActingUser,
  whom: { answered: boolean; open: boolean; slice?: Slice },
): Promise<number> {
  const { answered, open, slice } = whom;
  const members = sql`
    with changed as (
      select e.uuid, e.date, t.former, t.declined
      from jsonb_to_recordset(${JSON.stringify(dates)}::jsonb)
        as t (event uuid, former jsonb, declined boolean)
      join events e on e.uuid = t.event and e.organization_uuid = ${organization}
      where not e.over
    ), counting as (
      select a.member_uuid, changed.* from answers a join changed on changed.uuid = a.event_uuid
      where ${answered} and ${countsOn({ declined: sql`changed.declined` })}
      union all
      select c.uuid, changed.* from changed join events e on e.uuid = changed.uuid
      cross join lateral concerned(e) c
      where ${open} ${slice ? sql`and ${isWithin('c.uuid', slice)}` : sql``}
        and ${isSilent(sql.ref('e.uuid'), sql.ref('c.uuid'))}
    ), member as (
      select m.uuid, m.user_uuid
      from members m
      join ${reachedUsers} u on u.uuid = m.user_uuid and u.organization_uuid = m.organization_uuid
      where m.organization_uuid = ${organization} and m.user_uuid <> ${but.uuid}
        and m.uuid in (select member_uuid from counting)
      for key share of m skip locked
    )
    select member.user_uuid, member.uuid as member_uuid,
      (array_agg(counting.uuid order by counting.date, counting.uuid))[1] as event_uuid,
      jsonb_build_object('dates', jsonb_object_agg(counting.uuid, counting.former))
        || ${open ? '{"open": true}' : '{}'}::jsonb as details
    from member join counting on counting.member_uuid = member.uuid
    group by member.uuid, member.user_uuid`;
  const what = { kind, organization, dedupe, bulk: slice !== undefined };
  const ofEach = { event: sql.ref('event_uuid'), details: sql.ref('details') };
  const { wanted } = await tell(db, { ...what, ofEach }, members);
  if (kind === 'series_changed')
    await mergeChanges(
      db,
      dates.map(({ event }) => event),
      kind,
    );
  return wanted;
}

/** The payload of the job 'open'; for several dates, the event is the first. */
interface Queued {
  readonly what: Notification | (Dates & Pick<Notification, 'event'>);
  readonly but: ActingUser;
}

async function queue(db: Database, { what, but }: Queued): Promise<void> {
  const payload = { what, but, once: crypto.randomUUID() };
  await sql`select graphile_worker.add_job('open', ${JSON.stringify(payload)}::json)`.execute(db);
}

/** Tells very many members who have not answered: once, even if it runs twice or is killed. */
export async function notifyOpenInJob(db: Database, payload: unknown): Promise<void> {
  const { what, but, once } = payload as Queued & { readonly once: string };
  await retryingConflicts(() =>
    inTransaction(db, async (trx) => {
      const { rows: first } = await sql`
        insert into reminders (event_uuid, organization_uuid, kind, occasion)
        select uuid, organization_uuid, 'open', ${once} from events where uuid = ${what.event.uuid}
        on conflict do nothing returning event_uuid`.execute(trx);
      if (first.length === 0) return;
      if (!('dates' in what)) return void (await notifyMany(trx, what, openOf(trx, what, but)));
      for await (const slice of slicesOf(trx, memberKeys(what.organization), AT_ONCE))
        await notifyOfDates(trx, what, but, { answered: false, open: true, slice });
    }),
  );
}
