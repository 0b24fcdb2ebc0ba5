import { type RawBuilder, sql } from 'kysely';
import type { Database } from '#db/connection';
import { dateToText, daysBetween } from '~/dates';
import { daysFrom } from '~/dates.server';
import type { ComingVisible } from '~/features/organizations/fields';
import { comingVisibleTexts } from '~/features/organizations/wording';
import {
  asInSeries,
  editDates,
  lockDates,
  type Wide,
} from '~/features/series/rules/editing.server';
import type { Powers } from '~/kernel/actor';
import { mapped } from '~/kernel/columns';
import { invalid } from '~/kernel/problem';
import type { WallTime } from '~/kernel/time-fields';
import { edited, requireSame } from '~/kernel/version.server';
import { instantToText } from '~/times';
import { DEADLINES, type Deadline, type EventFields, eventDetails, fieldColumns } from './fields';
import * as policy from './policy';
import { notifyOfChange, type Telling } from './queries/changes.server';
import { type ClubEvent, eventColumns, eventValues, lockEvent } from './queries.server';
import { clubOf, type Resolved, resolveFields, wallTimesOf } from './resolving.server';
import { requireLed } from './rules/leading.server';
import type { GivenFields } from './schema';
import { eventTypeTexts, forInWords, type GroupNames } from './wording';

/** Changing an event, and other dates of its series with it (L5). */

interface Edit {
  /** Those of the actor. */
  readonly powers: Powers;
  readonly given: GivenFields;
  /** Who is told if date, time or place change; null for nobody. */
  readonly telling: Telling | null;
  readonly version: number | undefined;
}

/** The event as it is now, what it was, how many dates of its series changed with it, and how many members are told. */
export type Saved = ClubEvent & {
  version: number;
  before?: ClubEvent;
  dates?: number;
  told?: number;
};

/** Changes an event alone. A date of a series keeps what differs from it then as its own (L5). */
export async function updateOne(
  db: Database,
  event: ClubEvent,
  { given, telling, version, powers }: Edit,
): Promise<Saved> {
  const before = await lockEvent(db, event);
  const club = given.comingVisible === null ? await clubOf(db, before.organization) : before;
  const typed = await resolveFields(db, given, before, club);
  if (isOutdated(before, typed, version)) return before;
  // A deadline as a call sends it holds; of a form, it is known what was shown.
  const shown = DEADLINES.filter((deadline) => typeof given[deadline] === 'string');
  const along = await deadlinesAlong(db, before, typed.fields, shown);
  const { fields, requireSense } = isEmpty(along)
    ? typed
    : await resolveFields(db, { ...typed.fields, ...along }, before, club);
  requireSense();
  requireLed(powers, [before]);
  requireReach(powers, fields.groups);
  const own = await ownFields(db, before, fields, typed.fields);
  const saved = await db
    .updateTable('events')
    .set({ ...edited(eventValues(fields)), ...own })
    .where('uuid', '=', before.uuid)
    .returning([...eventColumns, 'events.version'])
    .executeTakeFirstOrThrow();
  return { ...saved, before, told: telling ? await notifyOfChange(db, before, saved, telling) : 0 };
}

/** Changes an event and other dates of its series with it (L5). */
export async function updateDates(
  db: Database,
  event: ClubEvent,
  edit: Edit & { scope: Wide; listed: readonly string[] },
): Promise<Saved> {
  const { given, scope, version, listed, telling, powers } = edit;
  const locked = await lockDates(db, powers, event, scope);
  const before = locked.event;
  const club = given.comingVisible === null ? await clubOf(db, before.organization) : before;
  const typed = await resolveFields(db, given, before, club);
  if (isOutdated(before, typed, version)) return before;
  const changed = changedFields(before, typed.fields);
  if (changed.length === 0) return before;
  const along = changed.includes('date') ? await movedAlong(db, before, typed.fields) : {};
  const { fields, requireSense } = isEmpty(along)
    ? typed
    : await resolveFields(db, { ...typed.fields, ...along }, before, club);
  requireSense();
  requireReach(powers, fields.groups);
  const { event: saved, ...done } = await editDates(db, locked, {
    fields,
    changed,
    listed,
    telling,
  });
  return { ...saved, ...done, before };
}

/**
 * The actor must still be able to change the event afterwards (U8).
 * @throws Problem 422 for groups that they do not lead, or for everyone
 */
export function requireReach(scope: Powers, groups: readonly string[]): void {
  if (!policy.edit({ scope, event: { groups } })) throw invalid({ groups: [OUT_OF_REACH] });
}

const OUT_OF_REACH = 'Bitte wählen Sie nur Gruppen, die Sie leiten, und mindestens eine davon.';

/**
 * Whether an outdated edit would change nothing.
 * @throws Outdated if it is not
 */
function isOutdated(
  before: ClubEvent & { version: number },
  { fields, groups }: Resolved,
  version: number | undefined,
): boolean {
  if (version === undefined || version === before.version) return false;
  const inWords = (state: EventFields) => fieldsInWords(state, before.timeZone, groups);
  requireSame(before.version, inWords(fields), inWords(before));
  return true;
}

type Field = keyof EventFields;

/** The fields in which two states of an event differ. */
export function changedFields(before: EventFields, after: EventFields): Field[] {
  return (Object.keys(fieldColumns) as Field[]).filter(
    (field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]),
  );
}

/**
 * What a date of a series keeps as its own: what was changed, unless it was put back.
 * @param fields with the deadlines that move along
 * @param typed without these
 */
async function ownFields(
  db: Database,
  before: ClubEvent,
  fields: EventFields,
  typed: EventFields,
): Promise<{ own_fields?: RawBuilder<string[]> }> {
  const changed = changedFields(before, typed);
  if (before.series === null || changed.length === 0) return {};
  const likeSeries = await asInSeries(db, { ...before, ...fields });
  const same = changedFields(before, fields).filter((field) => likeSeries.includes(field));
  return {
    own_fields: sql`array((select unnest(own_fields) union select unnest(${changed}::text[]))
      except select unnest(${same}::text[]))`,
  };
}

const isEmpty = (fields: object) => Object.keys(fields).length === 0;

/** If the day changes, the last day and the deadlines move along unless they were changed, too. */
async function movedAlong(db: Database, before: ClubEvent, typed: EventFields) {
  const moved: Partial<GivenFields> = await deadlinesAlong(db, before, typed, DEADLINES);
  if (before.endDate && before.endDate === typed.endDate)
    moved.endDate = daysFrom(before.endDate, daysBetween(before.date, typed.date));
  return moved;
}

/** Of these deadlines, those that were not changed, as many days later as the event. */
async function deadlinesAlong(
  db: Database,
  before: ClubEvent,
  typed: EventFields,
  deadlines: readonly Deadline[],
) {
  const days = daysBetween(before.date, typed.date);
  const moved: Partial<Record<Deadline, WallTime>> = {};
  if (days === 0) return moved;
  const [changed, walls] = [changedFields(before, typed), await wallTimesOf(db, before)];
  for (const deadline of deadlines) {
    const [day, time] = walls[deadline]?.split('T') ?? [];
    if (day && !changed.includes(deadline)) moved[deadline] = `${daysFrom(day, days)}T${time}`;
  }
  return moved;
}

/** The fields as people read them. @param groups the names of its possible groups */
function fieldsInWords(
  fields: EventFields,
  timeZone: string,
  groups: GroupNames,
): Record<keyof EventFields, string> {
  return {
    name: fields.name,
    date: dateToText(fields.date),
    eventType: eventTypeTexts[fields.eventType].label,
    maxParticipants: String(fields.maxParticipants),
    ...mapped(eventDetails, (detail, name) => {
      const value = fields[name];
      if (Array.isArray(value)) return forInWords(value, groups);
      if (value instanceof Date) return instantToText(value, timeZone);
      if (detail.type === 'yesNo') return detail.texts[value ? 'yes' : 'no'];
      if (detail.type === 'visibility') return comingVisibleTexts[value as ComingVisible];
      const text = String(value ?? '');
      return detail.type === 'day' ? dateToText(text) : text;
    }),
  };
}
