import { type InferResult, sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { Database } from '#db/connection';
import { plannedEachTime } from '#db/prepared-statements';
import { today } from '~/dates.server';
import { eventColumns } from '~/features/events/queries.server';
import { scopeOf } from '~/kernel/actor';
import type { Context } from '~/kernel/operation';
import { visibleTo } from '~/kernel/visible.server';
import type { Around, NamedDays } from './planning.server';
import { readRule, type State } from './rule';
import { schoolHolidaysIn } from './school-holidays.server';
import type { Template } from './template.server';

/** Events that repeat (L1). */
export type Series = ReturnType<typeof seriesOf>;

const seriesColumns = [
  'series.uuid',
  'series.organization_uuid as organization',
  'series.rule',
  'series.starts_on as startsOn',
  'series.ends_on as endsOn',
  'series.skip_holidays as skipHolidays',
  'series.skip_breaks as skipBreaks',
  'series.template',
  // How far ahead its dates have been created; null once there are no more.
  'series.planned_until as plannedUntil',
  'series.version',
] as const;

function selectSeries(db: Database, uuid: string) {
  return db
    .selectFrom('series')
    .select(seriesColumns)
    .where('series.uuid', '=', uuid)
    .$narrowType<{ skipHolidays: State | null }>();
}

/** When a series takes place, with its rule as stored. */
export type StoredRepetition = Pick<Series, 'endsOn' | 'skipHolidays' | 'skipBreaks'> & {
  readonly rule: string;
};

type Row = InferResult<ReturnType<typeof selectSeries>>[number];

function seriesOf({ template, ...row }: Row) {
  return { ...withRule(row), template: template as unknown as Template };
}

/** A stored repetition with its rule parsed. */
export function withRule<Stored extends { readonly rule: string }>({
  rule: text,
  ...rest
}: Stored) {
  const rule = readRule(text);
  if (!rule) throw new Error(`a series has a rule that is none: '${text}'`);
  return { ...rest, rule };
}

/** A series as a subject: null if the actor must not learn that it exists. */
export async function seriesInScope({ db, actor }: Context, { series: uuid }: { series: string }) {
  const row = await selectSeries(db, uuid)
    .where(visibleTo(actor, 'series.organization_uuid'))
    .executeTakeFirst();
  const scope = row && scopeOf(actor, row.organization);
  if (!scope) return null;
  const series = seriesOf(row);
  return { scope, series, event: { groups: series.template.groups ?? [] } };
}

/**
 * Locks a series against other writes, but none of its events. It comes before members and events
 * (L7).
 * @returns the locked series; undefined if it is gone
 */
export async function lockSeries(db: Database, uuid: string): Promise<Series | undefined> {
  const row = await selectSeries(db, uuid).forNoKeyUpdate('series').executeTakeFirst();
  return row && seriesOf(row);
}

export type SeriesEvent = Awaited<ReturnType<typeof futureDates>>[number];

/** Members who declined an event themselves, rather than by an absence. */
const declining = sql`from answers d
  where d.event_uuid = events.uuid and d.answer = 'no' and d.absence_uuid is null`;

/** Whether an event has other input that its deletion would lose. */
const hasMore = sql<boolean>`exists (select from participations p where p.event_uuid = events.uuid)
  or exists (select from polls p join poll_answers a on a.poll_uuid = p.uuid
    where p.event_uuid = events.uuid)`;

/** The days of a series that are today or later, without reading its answers one by one. */
const futureDays = (db: Database, { uuid }: { uuid: string }) =>
  db
    .selectFrom('events')
    .where('events.series_uuid', '=', uuid)
    .where('events.date', '>=', today())
    .select(['events.date', 'events.series_date as seriesDate'])
    .select(
      sql<boolean>`events.registered_participants > 0 or events.waiting > 0
        or exists (select ${declining}) or ${hasMore}`.as('answered'),
    )
    .$narrowType<{ seriesDate: string }>()
    .orderBy('events.date')
    .execute();

/** The later dates of an event's series and all that are to come: how many, when, and how many have answers. */
export async function widthsOf(
  db: Database,
  { series, seriesDate }: { series: string; seriesDate: string },
) {
  const all = await futureDays(db, { uuid: series });
  const width = (days: typeof all) => ({
    count: days.length,
    from: days[0]?.date ?? '',
    until: days.at(-1)?.date ?? '',
    answered: days.filter((each) => each.answered).length,
  });
  const following = all.filter((each) => each.seriesDate >= seriesDate);
  return { following: width(following), all: width(all) };
}

/** The events of a series that are today or later, by their planned day: at most 400. */
export async function futureDates(db: Database, { uuid }: { uuid: string }) {
  const rows = await db
    .selectFrom('events')
    .where('events.series_uuid', '=', uuid)
    .where('events.date', '>=', today())
    .select([...eventColumns, 'events.version', 'events.own_fields as ownFields'])
    .select([sql<number>`(select count(*) ${declining})`.as('declined'), hasMore.as('hasMore')])
    .$narrowType<{ seriesDate: string }>()
    .orderBy('events.series_date')
    .execute();
  return rows.map(({ hasMore, ...event }) => {
    const { registeredParticipants, waiting, declined } = event;
    return {
      ...event,
      // Whether deleting it would lose anybody's input.
      answered: registeredParticipants > 0 || waiting > 0 || declined > 0 || hasMore,
    };
  });
}

/** The club's own breaks that touch these days, in order (L1), and its chosen state. */
export async function breaksOf(
  db: Database,
  organization: string,
  from: string,
  until: string,
): Promise<{ own: Array<NamedDays & { uuid: string }>; state: State | null }> {
  const own = db
    .selectFrom('breaks')
    .select(['uuid', 'name', 'from_date as from', 'until_date as until'])
    .where('organization_uuid', '=', organization)
    .where('until_date', '>=', from)
    .where('from_date', '<=', until)
    .orderBy('from_date')
    .orderBy('uuid');
  return db
    .selectFrom('organizations')
    .select(['state', jsonArrayFrom(own).as('own')])
    .where('uuid', '=', organization)
    .$narrowType<{ state: State | null }>()
    .executeTakeFirstOrThrow();
}

/** Its own breaks, and the school holidays of its state. @param named the state it is about to choose */
export async function pausesOf(
  db: Database,
  organization: string,
  from: string,
  until: string,
  named?: State | null,
): Promise<NamedDays[]> {
  const { own, state } = await breaksOf(db, organization, from, until);
  const school = schoolHolidaysIn(named ?? state);
  return [...own, ...school.filter((days) => days.until >= from && days.from <= until)];
}

/** The data of a series that exists or is about to. */
export interface Unmade extends Pick<Series, 'organization' | 'skipBreaks'> {
  readonly uuid: string | null;
  /** The state that its club is about to choose. */
  readonly state?: State | null;
}

/**
 * The reasons why a series does not take place on some of these days, both included.
 * @param series null as its uuid before it exists
 */
export async function aroundSeries(
  db: Database,
  { uuid, organization, skipBreaks, state }: Unmade,
  from: string,
  until: string,
): Promise<Around> {
  const breaks = skipBreaks ? await pausesOf(db, organization, from, until, state) : [];
  const exceptions = uuid === null ? [] : await exceptionsOf(db, { uuid }, from);
  return { breaks, exceptions };
}

/** The days from one on whose event of a series was deleted by a person. */
export async function exceptionsOf(
  db: Database,
  { uuid }: { uuid: string },
  from: string,
): Promise<string[]> {
  const rows = await db
    .selectFrom('series_exceptions')
    .select('date')
    .where('series_uuid', '=', uuid)
    .where('date', '>=', from)
    .execute();
  return rows.map(({ date }) => date);
}

/**
 * Queues the creation of missing dates of series, one job each (L3). A series that is already
 * queued is not queued twice.
 * @param chosen narrows the series
 */
export async function queueSeries(
  db: Database,
  chosen: (series: ReturnType<typeof plannedSeries>) => ReturnType<typeof plannedSeries>,
): Promise<void> {
  const series = chosen(plannedSeries(db));
  await sql`select ${plannedEachTime} graphile_worker.add_job('series', json_build_object('series', uuid),
    job_key => 'series:' || uuid) from (${series}) as chosen`.execute(db);
}

const plannedSeries = (db: Database) =>
  db.selectFrom('series').select('series.uuid').orderBy('series.uuid');

/** The state of a club; null if it has not chosen one. */
export async function stateOf(db: Database, organization: string): Promise<State | null> {
  const row = await db
    .selectFrom('organizations')
    .select('state')
    .where('uuid', '=', organization)
    .$narrowType<{ state: State | null }>()
    .executeTakeFirst();
  return row?.state ?? null;
}

/** For a query of organizations: the same, or else the state whose holidays its newest such series leaves out. */
export const likelyState = sql<State | null>`coalesce(organizations.state, (
  select s.skip_holidays from series s
  where s.organization_uuid = organizations.uuid and s.skip_holidays is not null
  order by s.created_at desc limit 1))`;

export async function likelyStateOf(db: Database, organization: string): Promise<State | null> {
  const { state } = await db
    .selectFrom('organizations')
    .select(likelyState.as('state'))
    .where('uuid', '=', organization)
    .executeTakeFirstOrThrow();
  return state;
}
