import { sql } from 'kysely';
import type { Database } from '#db/connection';
import { groupsAmong } from '~/features/groups/queries.server';
import { archived } from '~/features/members/wording';
import type { ComingVisible } from '~/features/organizations/fields';
import { invalid } from '~/kernel/problem';
import type { WallTime } from '~/kernel/time-fields';
import { DEFAULT_DETAILS, type Deadline, type EventDetails, type EventFields } from './fields';
import type { ClubEvent } from './queries.server';
import { timesFaults } from './rules/times.server';
import { type GivenFields, MOST_DAYS } from './schema';
import { NO_DEADLINES } from './view';
import type { GroupNames } from './wording';

/** Resolves an event's fields from the input, its previous values and the club's clock. */

type Club = Pick<ClubEvent, 'organization' | 'timeZone' | 'comingVisible'>;

/** An organisation's settings for its events. */
export const clubOf = (db: Database, organization: string): Promise<Club> =>
  selectClub(db, organization).executeTakeFirstOrThrow();

export const selectClub = (db: Database, organization: string) =>
  db
    .selectFrom('organizations')
    .select(['uuid as organization', 'time_zone as timeZone', 'coming_visible as comingVisible'])
    .where('uuid', '=', organization)
    .$narrowType<{ comingVisible: ComingVisible }>();

type Wanted = Omit<EventFields, Deadline> & Readonly<Record<Deadline, Date | WallTime | null>>;
type Before = EventDetails & Pick<EventFields, 'maxParticipants'>;

interface Moments extends Readonly<Record<Deadline, Date | null>> {
  readonly ends_before: boolean | null;
  readonly too_long: boolean | null;
  readonly startless: boolean | null;
  readonly reversed: boolean | null;
  readonly late_sign_up: boolean | null;
  readonly late_sign_off: boolean | null;
}

export interface Resolved {
  readonly fields: EventFields;
  /** The names of its groups, before and after, if these change. */
  readonly groups: GroupNames;
  /** @throws Problem 422 if times or deadlines contradict each other (J13) */
  requireSense(): void;
}

export const blankEvent = ({ comingVisible }: Club): Before => ({
  ...DEFAULT_DETAILS,
  comingVisible,
  maxParticipants: 0,
});

/**
 * The fields to store: omitted ones keep their value, and null means the default (X1). Times on the
 * club's clock become moments.
 */
export async function resolveFields(
  db: Database,
  given: GivenFields,
  before: Before,
  club: Club,
): Promise<Resolved> {
  const wanted = merged(given, before, blankEvent(club));
  const groups = await groupsInQuestion(db, wanted, before, club);
  const moments = await momentsOf(db, wanted, before, club.timeZone);
  const { signUpUntil, signOffUntil } = moments;
  const fields = { ...wanted, signUpUntil, signOffUntil };
  return { fields, groups, requireSense: () => requireSense(fields, moments) };
}

/**
 * The names of an event's old and new groups, if these change.
 * @throws Problem 422 for one that the organisation does not have, or has archived, unless the event had it
 */
async function groupsInQuestion(
  db: Database,
  { groups }: Wanted,
  before: Before,
  { organization }: Club,
): Promise<GroupNames> {
  if (groups.join() === before.groups.join()) return new Map();
  const known = await groupsAmong(db, organization, [...groups, ...before.groups]);
  const names = new Map(known.map(({ uuid, name }) => [uuid, name]));
  if (groups.some((uuid) => !names.has(uuid) && !before.groups.includes(uuid)))
    throw invalid({ groups: ['Diese Gruppe gibt es nicht mehr.'] });
  const added = known.filter(({ uuid }) => groups.includes(uuid) && !before.groups.includes(uuid));
  const unused = added.find(({ archivedAt }) => archivedAt);
  if (unused) throw invalid({ groups: [archived(unused.name)] });
  return names;
}

function merged(given: GivenFields, before: Before, blank: Before): Wanted {
  const resolved: Record<string, unknown> = { ...given };
  for (const [field, byDefault] of Object.entries(blank)) {
    const value = given[field as keyof Before];
    resolved[field] = value === undefined ? before[field as keyof Before] : (value ?? byDefault);
  }
  const wanted = resolved as unknown as Wanted;
  return {
    ...wanted,
    // Only limited events have a maximum, and only open ones ask who comes (J3).
    maxParticipants: wanted.eventType === 'LIMITED_EVENT' ? wanted.maxParticipants : 0,
    asksAnswer: wanted.eventType === 'OPEN_EVENT' && wanted.asksAnswer,
    endDate: wanted.endDate === wanted.date ? null : wanted.endDate,
  };
}

/** What only Postgres can tell, as it converts all times (X4). */
async function momentsOf(
  db: Database,
  wanted: Wanted,
  before: Before,
  zone: string,
): Promise<Moments> {
  const { date, endDate, startTime, endTime } = wanted;
  const moments = sql<Moments>`(
    select sign_up_until as "signUpUntil", sign_off_until as "signOffUntil", faults.*
    from (select ${date}::date as date, ${endDate}::date as end_date, ${startTime}::time as start_time,
      ${endTime}::time as end_time, ${zone}::text as time_zone,
      ${momentOf(wanted.signUpUntil, before.signUpUntil, zone)} as sign_up_until,
      ${momentOf(wanted.signOffUntil, before.signOffUntil, zone)} as sign_off_until) as wanted
    cross join lateral (
      select begun_by as latest from event_moments(date, null, start_time, null, time_zone)) as start
    cross join ${timesFaults} as faults)`;
  return db.selectFrom(moments.as('moments')).selectAll().executeTakeFirstOrThrow();
}

/**
 * A deadline as a moment. One that the form posts unchanged keeps its value, even if its local time
 * occurs twice, or it has seconds.
 */
function momentOf(deadline: Date | WallTime | null, before: Date | null, zone: string) {
  if (typeof deadline !== 'string') return sql<Date | null>`${deadline}::timestamptz`;
  const wall = sql`${deadline}::timestamp`;
  return sql<Date | null>`case
    when date_trunc('minute', ${before}::timestamptz at time zone ${zone}) = ${wall}
    then ${before}::timestamptz
    else ${wall} at time zone ${zone} end`;
}

const TOO_LATE = 'Die Frist liegt nach dem Beginn.';
const END_BEFORE_START = 'Das Ende liegt nicht nach dem Beginn.';
const OVER_MIDNIGHT = `${END_BEFORE_START} Geht es über Mitternacht, geben Sie bitte auch den letzten Tag an.`;

function requireSense({ startTime, endTime, endDate }: EventFields, faults: Moments): void {
  const errors: Record<string, string[]> = {};
  if (faults.ends_before) errors.endDate = ['Der letzte Tag liegt vor dem ersten.'];
  if (faults.too_long) errors.endDate = [`Höchstens ${MOST_DAYS} Tage nach dem ersten.`];
  if (faults.startless) errors.endTime = ['Bitte auch den Beginn eingeben.'];
  else if (faults.reversed && !errors.endDate)
    errors.endTime = [
      (endTime ?? '') < (startTime ?? '') && !endDate ? OVER_MIDNIGHT : END_BEFORE_START,
    ];
  if (faults.late_sign_up) errors.signUpUntil = [TOO_LATE];
  if (faults.late_sign_off) errors.signOffUntil = [TOO_LATE];
  if (Object.keys(errors).length > 0) throw invalid(errors);
}

/** Deadlines as the club's clock shows them, for the form. */
export async function wallTimesOf(
  db: Database,
  { signUpUntil, signOffUntil, timeZone }: EventDetails & { timeZone: string },
): Promise<Readonly<Record<Deadline, WallTime | null>>> {
  if (!signUpUntil && !signOffUntil) return NO_DEADLINES;
  const shown = (at: Date | null) =>
    sql<WallTime | null>`to_char(${at}::timestamptz at time zone ${timeZone}, 'YYYY-MM-DD"T"HH24:MI')`;
  return db
    .selectNoFrom([shown(signUpUntil).as('signUpUntil'), shown(signOffUntil).as('signOffUntil')])
    .executeTakeFirstOrThrow();
}
