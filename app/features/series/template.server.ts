import { type RawBuilder, sql } from 'kysely';
import type { Database } from '#db/connection';
import {
  DEADLINES,
  DEFAULT_DETAILS,
  type Deadline,
  type Detail,
  type EventFields,
  eventDetails,
  fieldColumns,
} from '~/features/events/fields';
import type { ClubEvent } from '~/features/events/queries.server';
import { deadlineOn, latestOn } from './deadlines.server';

/** The template of a series' dates: the fields of an event, with days relative to the first (L1). */

/** A time on the club's clock, some days after the event's day; before it, if negative. */
interface Relative {
  readonly days: number;
  /** 'HH:MM', or with seconds. */
  readonly time: string;
}

type Same = Omit<EventFields, 'date' | 'endDate' | Deadline>;

export interface Template extends Same, Readonly<Record<Deadline, Relative | null>> {
  /** Days from the first to the last; null for an event of one day. */
  readonly lastDay: number | null;
}

const POSTGRES_TYPES = {
  line: 'text',
  lines: 'text',
  time: 'time',
  yesNo: 'boolean',
  count: 'smallint',
  visibility: 'text',
  groups: 'uuid[]',
} as const satisfies Partial<Record<Detail['type'], string>>;

/** The fields that are the same for each date, with their types in Postgres. */
const sameFields = [
  ...Object.entries({ name: 'text', eventType: 'text', maxParticipants: 'bigint' }),
  ...Object.entries(eventDetails).flatMap(([name, { type }]) =>
    type === 'day' || type === 'deadline' ? [] : [[name, POSTGRES_TYPES[type]]],
  ),
] as Array<[keyof Same, string]>;

/** Of fields that are newer than a stored template. */
const defaults: Partial<Record<keyof Same, unknown>> = DEFAULT_DETAILS;

/** An event as a template, without its cancellation and answers. */
export async function templateOf(db: Database, event: ClubEvent): Promise<Template> {
  const relative = (deadline: Deadline) => {
    const wall = sql`(${event[deadline]}::timestamptz at time zone ${event.timeZone})`;
    return sql<Relative | null>`case when ${event[deadline]}::timestamptz is not null then
      jsonb_build_object('days', ${wall}::date - ${event.date}::date, 'time', to_char(${wall},
        case when extract(second from ${wall}) = 0 then 'HH24:MI' else 'HH24:MI:SS.US' end)) end`.as(
      deadline,
    );
  };
  const lastDay = sql<number | null>`${event.endDate}::date - ${event.date}::date`.as('lastDay');
  const days = await db
    .selectNoFrom([lastDay, ...DEADLINES.map(relative)])
    .executeTakeFirstOrThrow();
  const same = Object.fromEntries(sameFields.map(([field]) => [field, event[field]]));
  return { ...(same as unknown as Same), ...days };
}

/**
 * Inserts the missing dates of a series from its template, in one statement: existing dates, and
 * those deleted by a person, are left alone. So is a day whose skipped hour would put the end before
 * the start. The caller has locked the series (lockSeries), so that
 * nobody else inserts the same ones (L3, L7).
 * @param dates 'YYYY-MM-DD'
 * @returns how many were added
 */
export async function insertDates(
  db: Database,
  { uuid }: { readonly uuid: string },
  dates: readonly string[],
): Promise<number> {
  if (dates.length === 0) return 0;
  const named = sameFields.map(([field]) => sql.ref(fieldColumns[field]));
  const type = sql`t."eventType"`;
  const given = sameFields.map(([field]) => {
    const value = sql`coalesce(t.${sql.ref(field)}, ${defaults[field] ?? null})`;
    if (field === 'maxParticipants') return maximumOf(type, value);
    return field === 'asksAnswer' ? asksOf(type, value) : value;
  });
  const typed = sameFields.map(([field, type]) => sql`${sql.ref(field)} ${sql.raw(type)}`);
  const { numAffectedRows } = await sql`
    insert into events (organization_uuid, series_uuid, series_date, date, end_date,
      sign_up_until, sign_off_until, ${sql.join(named)})
    select s.organization_uuid, s.uuid, day, day, day + t."lastDay",
      ${sql.join(DEADLINES.map(deadlineOfTemplate))}, ${sql.join(given)}
    from series s
    join organizations o on o.uuid = s.organization_uuid
    cross join lateral jsonb_to_record(s.template) as t
      ("lastDay" integer, "signUpUntil" jsonb, "signOffUntil" jsonb, ${sql.join(typed)})
    cross join unnest(${dates}::date[]) as day
    cross join lateral event_moments(
      day, day + t."lastDay", t."startTime", t."endTime", o.time_zone) as m
    where s.uuid = ${uuid} and m.ends_at > m.starts_at
      and not exists (select from events e where e.series_uuid = s.uuid and e.series_date = day)
      and not exists (
        select from series_exceptions x where x.series_uuid = s.uuid and x.date = day)
    order by day`.execute(db);
  return Number(numAffectedRows ?? 0n);
}

/** Of these days those that insertDates() leaves alone, as the clocks put the end before the start. */
export async function reversedDays(
  db: Database,
  {
    organization,
    startTime,
    endTime,
    lastDay,
  }: Pick<ClubEvent, 'organization'> & Pick<Template, 'startTime' | 'endTime' | 'lastDay'>,
  days: readonly string[],
): Promise<ReadonlySet<string>> {
  if (!startTime || !endTime) return new Set();
  // An end before the start on the clock itself is refused, or half typed.
  const length = lastDay ?? 0;
  if (length < 0 || (length === 0 && endTime <= startTime)) return new Set();
  const { rows } = await sql<{ day: string }>`
    select day::text from unnest(${days}::date[]) as day
    join organizations o on o.uuid = ${organization}
    cross join lateral event_moments(day, day + ${length}::integer,
      ${startTime}::time, ${endTime}::time, o.time_zone) as m
    where m.ends_at <= m.starts_at`.execute(db);
  return new Set(rows.map(({ day }) => day));
}

/** The maximum of an event: an open one has none. */
export const maximumOf = (type: RawBuilder<unknown>, maximum: RawBuilder<unknown>) =>
  sql`case when ${type} = 'OPEN_EVENT' then 0 else ${maximum} end`;

/** Whether an event asks who comes: a limited one does not (J3). */
export const asksOf = (type: RawBuilder<unknown>, asks: RawBuilder<unknown>) =>
  sql`(${type} = 'OPEN_EVENT' and ${asks})`;

function deadlineOfTemplate(deadline: Deadline) {
  const [of, day] = [sql`t.${sql.ref(deadline)}`, sql`day`];
  const relative = { days: sql`(${of}->>'days')`, time: sql`(${of}->>'time')` };
  const moment = deadlineOn(day, relative, latestOn(day, sql`t."startTime"`));
  return sql`case when jsonb_typeof(${of}) = 'object' then ${moment} end`;
}
