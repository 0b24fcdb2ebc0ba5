import { type RawBuilder, sql } from 'kysely';
import type { Database } from '#db/connection';
import { dayInWords } from '~/dates';
import { today } from '~/dates.server';
import { DEADLINES, type EventFields, fieldColumns } from '~/features/events/fields';
import { timesFaults } from '~/features/events/rules/times.server';
import { invalid } from '~/kernel/problem';
import { deadlineMoved, deadlineOn, latestOn } from './deadlines.server';
import type { PlacedDate } from './replanning.server';
import { asksOf, maximumOf, type Template } from './template.server';

/** Writes to many dates of a series, in one statement however many there are (L7). */

type Field = keyof EventFields;

/** Those that depend on the day, each in its own way. */
const OF_THE_DAY = ['date', 'endDate', ...DEADLINES] as const;

/** Those that only events of one type have (maximumOf, asksOf). */
const OF_A_TYPE = ['maxParticipants', 'asksAnswer'] as const;

/** What an edit of many dates does to each. */
interface FieldEdit {
  /** The edited date. It takes the whole edit, without overriding anything. */
  readonly event: string;
  readonly uuids: readonly string[];
  readonly changed: readonly Field[];
  /** With the new values. */
  readonly template: Template;
  /** By how many days the dates move. */
  readonly days: number;
  /** The series they will belong to. */
  readonly series: string;
}

/**
 * Changes fields of dates of a series, except where a date overrides the same field (L5). What
 * depends on the day moves along with it.
 * @throws Problem 422 if a date's own fields contradict the change
 */
export async function changeFields(db: Database, edit: FieldEdit): Promise<void> {
  const { event, uuids, changed, days, series } = edit;
  const next = nextOf(edit);
  await requireSense(db, next, changed);
  const same = changed.filter((field) => !isOfTheDay(field));
  const stored = new Set<Field>([...same, ...OF_THE_DAY, ...OF_A_TYPE]);
  const set = [...stored].map((field) => {
    const column = sql.ref(fieldColumns[field]);
    return sql`${column} = next.${column}`;
  });
  await sql`
    with next as (${next})
    update events set ${sql.join(set)},
      series_uuid = ${series},
      series_date = series_date + ${days}::integer,
      own_fields = case when events.uuid <> ${event} then own_fields
        else array(select unnest(own_fields) except select unnest(${changed}::text[])) end,
      version = events.version + 1
    from next where events.uuid = next.uuid and events.uuid = any(${uuids}::uuid[])`.execute(db);
}

/** The fields of each date as they will be. */
function nextOf({ event, uuids, changed, template, days }: FieldEdit): RawBuilder<unknown> {
  const isOwn = (field: Field) => sql`(e.uuid <> ${event} and ${field} = any(e.own_fields))`;
  const column = (field: Field) => sql`${sql.ref(`e.${fieldColumns[field]}`)}`;
  const named = (field: Field) => sql.ref(fieldColumns[field]);
  const given = (field: Exclude<Field, OfTheDay>) =>
    changed.includes(field)
      ? sql`case when ${isOwn(field)} then ${column(field)} else ${template[field]} end`
      : column(field);
  const same = Object.keys(fieldColumns) as Field[];
  const fields = same.flatMap((field) =>
    isOfTheDay(field) || OF_A_TYPE.some((each) => each === field)
      ? []
      : [sql`${given(field)} as ${named(field)}`],
  );
  const date = changed.includes('date')
    ? sql`case when ${isOwn('date')} then e.date else e.series_date + ${days}::integer end`
    : sql`e.date`;
  const along = sql`e.end_date + (moved.date - e.date)`;
  const endDate = changed.includes('endDate')
    ? sql`case when ${isOwn('endDate')} then ${along} else moved.date + ${template.lastDay}::integer end`
    : along;
  const deadlines = DEADLINES.map((field) => {
    const kept = deadlineMoved(column(field), sql`e.date`, moved, latest);
    const relative = template[field];
    const wanted = relative
      ? deadlineOn(moved, { days: sql`${relative.days}`, time: sql`${relative.time}` }, latest)
      : sql`null`;
    const value = changed.includes(field)
      ? sql`case when ${isOwn(field)} then ${kept} else ${wanted} end`
      : kept;
    return sql`${value} as ${named(field)}`;
  });
  return sql`
    select e.uuid, moved.date, ${endDate} as end_date, same.*, ${sql.join(deadlines)},
      ${maximumOf(sql`same.event_type`, given('maxParticipants'))} as max_participants,
      ${asksOf(sql`same.event_type`, given('asksAnswer'))} as asks_answer,
      ${latest} as latest, o.time_zone
    from events e
    join organizations o on o.uuid = e.organization_uuid
    cross join lateral (select ${date} as date) as moved
    cross join lateral (select ${sql.join(fields)}) as same
    where e.uuid = any(${uuids}::uuid[])`;
}

type OfTheDay = (typeof OF_THE_DAY)[number];

const isOfTheDay = (field: Field): field is OfTheDay => OF_THE_DAY.some((each) => each === field);

/** In nextOf(): the day of a date, and the last moment for its deadlines. */
const moved = sql`moved.date`;
const latest = latestOn(moved, sql`same.start_time`);

async function requireSense(db: Database, next: RawBuilder<unknown>, changed: readonly Field[]) {
  const { rows } = await sql<{ date: string; skipped: boolean | null }>`
    with next as (${next})
    select date,
      reversed and coalesce(end_date, date) + end_time > date + start_time as skipped
    from next cross join ${timesFaults} as faults
    where ends_before or too_long or startless or reversed or late_sign_up or late_sign_off
    order by date limit 1`.execute(db);
  const [date] = rows;
  if (!date) return;
  const timed = ['startTime', 'endTime', 'endDate', ...DEADLINES, 'date'] as const;
  const field = timed.find((each) => changed.includes(each)) ?? 'date';
  const day = dayInWords(date.date);
  const reason = date.skipped
    ? `Am ${day} werden die Uhren vorgestellt. Da gibt es diese Zeit nicht.`
    : `Das passt nicht zu den eigenen Zeiten des Termins am ${day}. Ändern Sie bitte zuerst diesen.`;
  throw invalid({ [field]: [reason] });
}

/** Puts dates of a series where a new rule has them, with what depends on the day. */
export async function placeDates(
  db: Database,
  series: string,
  placed: readonly PlacedDate[],
): Promise<void> {
  const [from, to] = [sql`e.date`, sql`next.date`];
  const latest = latestOn(to, sql`e.start_time`);
  const deadlines = DEADLINES.map((field) => {
    const before = sql.ref(`e.${fieldColumns[field]}`);
    const after = deadlineMoved(sql`${before}`, from, to, latest);
    return sql`${sql.ref(fieldColumns[field])} = ${after}`;
  });
  await sql`
    update events e set date = next.date, series_date = next."seriesDate", series_uuid = ${series},
      end_date = e.end_date + (next.date - e.date), ${sql.join(deadlines)},
      version = e.version + case when e.date < ${today()} then 0 else 1 end
    from jsonb_to_recordset(${JSON.stringify(placed)}::jsonb)
        as next (uuid uuid, date date, "seriesDate" date),
      organizations o
    where e.uuid = next.uuid and o.uuid = e.organization_uuid`.execute(db);
}

/** Counts an edit of a series as an edit of dates that it did not change. */
export async function countEdit(
  db: Database,
  dates: ReadonlyArray<{ readonly uuid: string }>,
): Promise<void> {
  const uuids = dates.map(({ uuid }) => uuid);
  await sql`update events set version = version + 1 where uuid = any(${uuids}::uuid[])`.execute(db);
}

/**
 * Turns dates of a series into independent events. No later rule of the series creates a second
 * event on their days.
 * @param cancelled whether they do not take place
 */
export async function releaseDates(
  db: Database,
  uuids: readonly string[],
  { cancelled }: { cancelled: boolean },
): Promise<void> {
  if (uuids.length === 0) return;
  await sql`
    insert into series_exceptions (organization_uuid, series_uuid, date)
    select organization_uuid, series_uuid, series_date from events
    where uuid = any(${uuids}::uuid[]) and series_uuid is not null
    on conflict do nothing`.execute(db);
  const cancellation = cancelled ? sql`, cancelled_at = coalesce(cancelled_at, now())` : sql``;
  await sql`
    update events set series_uuid = null, series_date = null, own_fields = '{}',
      version = version + 1 ${cancellation}
    where uuid = any(${uuids}::uuid[])`.execute(db);
}

/** Deletes dates that a series no longer has, without recording them as deleted by a person. */
export async function deleteDates(db: Database, uuids: readonly string[]): Promise<void> {
  if (uuids.length === 0) return;
  await sql`select set_config('vereinsheim.replanning', 'on', true)`.execute(db);
  await sql`delete from events where uuid = any(${uuids}::uuid[])`.execute(db);
  await sql`select set_config('vereinsheim.replanning', '', true)`.execute(db);
}

/**
 * Makes all entries for these events wait: poll answers and participations lock less than a sign-up
 * does.
 */
export async function holdBeforeDeletion(db: Database, uuids: readonly string[]): Promise<void> {
  await sql`
    select uuid from events where uuid = any(${uuids}::uuid[]) order by uuid for update`.execute(
    db,
  );
  await sql`
    select uuid from polls where event_uuid = any(${uuids}::uuid[]) order by uuid for update`.execute(
    db,
  );
}
