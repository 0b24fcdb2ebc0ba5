import { sql } from 'kysely';
import type { Database } from '#db/connection';
import { dateToText, dayInWords, daysBetween } from '~/dates';
import { daysFrom, today } from '~/dates.server';
import type { EventFields } from '~/features/events/fields';
import * as policy from '~/features/events/policy';
import type { Telling } from '~/features/events/queries/changes.server';
import { type ClubEvent, eventColumns } from '~/features/events/queries.server';
import { requireLed } from '~/features/events/rules/leading.server';
import type { Powers } from '~/kernel/actor';
import { invalid, notFound } from '~/kernel/problem';
import { begunTooEarly } from '~/kernel/transaction.server';
import { type Ahead, isOutIn, lockAhead } from '../ahead.server';
import { changeFields, countEdit, placeDates } from '../dates.server';
import { extendLocked } from '../extension.server';
import { requireListed } from '../listing.server';
import { moveExceptions, storePart } from '../parts.server';
import { isTooFarOff, type Planned } from '../planning.server';
import type { SeriesEvent } from '../queries.server';
import { anchored, shifted } from '../replanning.server';
import { tellOfDates } from '../telling.server';
import { type Template, templateOf } from '../template.server';
import { TOO_FAR_OFF } from '../wording';

/** Edits of many dates of a series at once (L5). */

/** The scope of an edit: this date and later ones, or all future ones. */
export type Wide = 'following' | 'all';

/** An event of a series with the others affected by an edit, all locked. */
interface LockedDates extends Ahead {
  readonly event: SeriesEvent;
}

/**
 * Locks what an edit is about: the series, then its events by uuid (L7).
 * @throws Problem 404 if the event is gone, 422 if it is over, belongs to no series, or others with it are
 *   not the actor's to change; if it has left its series since it was read, the transaction begins anew
 */
export async function lockDates(
  db: Database,
  scope: Powers,
  { uuid, organization, series, seriesDate, date }: ClubEvent,
  wide: Wide,
): Promise<LockedDates> {
  if (series === null || seriesDate === null)
    throw invalid({ scope: ['Diese Veranstaltung gehört zu keiner Serie.'] });
  if (date < today()) throw invalid({ scope: [PAST_ALONE] });
  const splitAt = wide === 'following' ? seriesDate : null;
  const ahead = await lockAhead(db, { uuid: series, organization }, splitAt);
  const event = ahead?.dates.find((each) => each.uuid === uuid);
  if (event && ahead && event.seriesDate === seriesDate) {
    requireLed(scope, [event]);
    requireAllLed(scope, ahead, 'scope');
    return { ...ahead, event };
  }
  const left = await db
    .selectFrom('events')
    .select('uuid')
    .where('uuid', '=', uuid)
    .executeTakeFirst();
  throw left ? begunTooEarly('the event has left the series since') : notFound();
}

/**
 * Requires that the actor may change all dates of a series, and those still to be created.
 * @param field what chose them
 * @throws Problem 422 there that names the first date in the way
 */
export function requireAllLed(
  scope: Powers,
  { dates, series }: Pick<Ahead, 'dates' | 'series'>,
  field: 'scope' | 'from',
): void {
  const isOut = (event: Pick<ClubEvent, 'groups'>) => !policy.edit({ scope, event });
  const [first, ...more] = dates.filter(isOut);
  if (!first && !isOut({ groups: series.template.groups ?? [] })) return;
  const others = more.length === 1 ? 'ein weiterer' : `${more.length} weitere`;
  const what = first ? `Der Termin am ${dateToText(first.date)}` : 'Die Serie';
  const are = more.length > 0 ? `${what} und ${others} sind` : `${what} ist`;
  throw invalid({ [field]: [`${are} nicht nur für Gruppen, die Sie leiten. ${ONE_BY_ONE}`] });
}

const ONE_BY_ONE =
  'Nehmen Sie sich die Termine einzeln vor oder bitten Sie jemanden, der alle Veranstaltungen bearbeitet.';

const PAST_ALONE = 'Was vorbei ist, lässt sich nur einzeln ändern.';

interface DatesEdit {
  readonly fields: EventFields;
  /** The fields that differ from the event's. */
  readonly changed: readonly (keyof EventFields)[];
  /** Dates with answers that were shown to the editor. */
  readonly listed: readonly string[];
  readonly telling: Telling | null;
}

/**
 * Applies the changed fields of an event to other dates of its series: to their template, and to
 * each date that does not override them. A series with earlier dates is split.
 * @returns the event, how many dates changed, and how many are told
 * @throws Problem 422 if the dates cannot be moved, or if some with answers were not shown before
 */
export async function editDates(
  db: Database,
  ahead: LockedDates,
  { fields, changed, listed, telling }: DatesEdit,
): Promise<{ event: ClubEvent & { version: number }; dates: number; told: number }> {
  const { series, event, dates, over, others, splitAt, from } = ahead;
  const days = changed.includes('date') ? daysBetween(event.seriesDate, fields.date) : 0;
  const plan = days === 0 ? planFrom(ahead) : movedPlan(ahead, days);
  if (days !== 0) requireListed(listed, await moving(db, ahead, days));
  const template = { ...series.template, ...(await changedPart(db, event, fields, changed)) };
  const part = await storePart(db, series, { ...plan, template }, splitAt);
  const uuids = dates.map(({ uuid }) => uuid);
  // Until the dates that were moved alone follow, two may have the same place in the series.
  await sql`set constraints events_series_key deferred`.execute(db);
  await changeFields(db, { event: event.uuid, uuids, changed, template, days, series: part.uuid });
  const later = (day: string) => daysFrom(day, days);
  await placeDates(
    db,
    part.uuid,
    over.map(({ uuid, date, seriesDate }) => ({ uuid, date, seriesDate: later(seriesDate) })),
  );
  await sql`set constraints events_series_key immediate`.execute(db);
  await countEdit(db, others);
  await moveExceptions(db, series, part, { from, counterpart: later });
  if (days !== 0) await extendLocked(db, part);
  const told = telling ? await tellOfDates(db, telling, part, dates) : 0;
  const saved = await db
    .selectFrom('events')
    .select([...eventColumns, 'events.version'])
    .where('uuid', '=', event.uuid)
    .executeTakeFirstOrThrow();
  return { event: saved, dates: dates.length, told };
}

/** The plan of the part that changes, with the same dates as before. */
function planFrom({ series, splitAt, event, ...ahead }: LockedDates): Planned {
  if (splitAt === null) return series;
  // Even without any date of the rule, there is the event itself.
  const only = { rule: { ...series.rule, end: null }, startsOn: splitAt, endsOn: splitAt };
  const isOut = isOutIn({ ...ahead, series, splitAt });
  return anchored(series, splitAt, isOut) ?? { ...series, ...only };
}

/** The plan with each date so many days later. @throws Problem 422 at `date` */
function movedPlan(ahead: LockedDates, days: number): Planned {
  const { series, from } = ahead;
  const rest = anchored(series, from, isOutIn(ahead));
  const moved = rest && shifted(rest, days);
  if (!moved) throw invalid({ date: [NO_RULE] });
  if (isTooFarOff(moved.startsOn)) throw invalid({ date: [TOO_FAR_OFF] });
  return moved;
}

const NO_RULE =
  'Bei dieser Serie lässt sich der Tag nicht für alle Termine verschieben. Ändern Sie ihn unter „Serie ändern“.';

/** The dates that move. @throws Problem 422 at `date` if one would be in the past, or on another's day */
async function moving(
  db: Database,
  { series, event, dates, over, splitAt }: LockedDates,
  days: number,
): Promise<SeriesEvent[]> {
  const moved = dates.filter(
    ({ uuid, ownFields }) => uuid === event.uuid || !ownFields.includes('date'),
  );
  const refuse = (why: string) => invalid({ date: [why] });
  const past = moved.find(({ seriesDate }) => daysFrom(seriesDate, days) < today());
  if (past) throw refuse(`Der Termin am ${dayInWords(past.date)} läge dann in der Vergangenheit.`);
  if (splitAt === null) {
    const part = [...dates, ...over].map(({ uuid }) => uuid);
    const staying = await db
      .selectFrom('events')
      .select('series_date as day')
      .where('series_uuid', '=', series.uuid)
      .where('uuid', 'not in', part)
      .execute();
    const taken = new Set(staying.map(({ day }) => day));
    if ([...dates, ...over].some(({ seriesDate }) => taken.has(daysFrom(seriesDate, days))))
      throw refuse(NO_RULE);
  }
  return moved;
}

/** The fields that a date has as its series has them (L5). @param date with its new values */
export async function asInSeries(db: Database, date: ClubEvent): Promise<Array<keyof EventFields>> {
  if (date.series === null) return [];
  const series = await db
    .selectFrom('series')
    .select('template')
    .where('uuid', '=', date.series)
    .executeTakeFirstOrThrow();
  const template = series.template as unknown as Template;
  const { lastDay, ...own } = await templateOf(db, date);
  const inSeries = { ...template, endDate: template.lastDay, date: date.seriesDate };
  const here = { ...own, endDate: lastDay, date: date.date };
  return (Object.keys(here) as Array<keyof typeof here>).filter(
    (field) => JSON.stringify(here[field]) === JSON.stringify(inSeries[field]),
  );
}

/** The edit's changes to the template. */
async function changedPart(
  db: Database,
  event: ClubEvent,
  fields: EventFields,
  changed: readonly (keyof EventFields)[],
) {
  const { lastDay, ...template } = await templateOf(db, { ...event, ...fields });
  const part = Object.entries(template).filter(([field]) => changed.some((each) => each === field));
  return { ...Object.fromEntries(part), ...(changed.includes('endDate') ? { lastDay } : {}) };
}
