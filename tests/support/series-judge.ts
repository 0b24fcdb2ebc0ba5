import { sql } from 'kysely';
import { expect } from 'vitest';
import { daysBetween } from '~/dates';
import { daysFrom, today } from '~/dates.server';
import { datesOf } from '~/features/series/planning.server';
import { readRule } from '~/features/series/rule';
import { inDays } from './events';
import { extend } from './series';
import type { Events, Fields, Step } from './series-game';
import type { SeriesClub, SeriesLab, StoredEvent } from './series-lab';

const FIELDS = [
  'name',
  'place',
  'description',
  'startTime',
  'maxParticipants',
  'endDate',
  'signUpUntil',
] as const;

/** Invariants, whatever was done. */
export function judge(before: Events, after: Events, step: Step) {
  if (step.refused) return expect(after).toEqual(before);
  const { event: edited, scope, listed, kind } = step;
  for (const was of before.values()) {
    const is = after.get(was.uuid);
    const alone = scope === 'only' && was.uuid === edited?.uuid;
    if (!is) {
      expect(kind, `${was.date} is gone`).not.toBe('edit');
      expect(
        alone || (was.date >= today() && was.answers.length === 0),
        `${was.date} is gone`,
      ).toBe(true);
      continue;
    }
    if (kind === 'other') continue;
    // They are never changed here, and keep their distance from the day, but for a call that moves
    // one date alone: it leaves the moment of a deadline as it is (X1).
    const deadline = alone && kind === 'edit' ? 'signUpAt' : 'signUpUntil';
    expect([is.endDate, is[deadline]], `distances of ${was.date}`).toEqual([
      was.endDate,
      was[deadline],
    ]);
    expect(is.answers, `answers of ${was.date}`).toEqual(was.answers);
    if (was.answers.length > 0 && !alone && !listed.includes(was.uuid))
      expect([is.date, is.cancelled, is.series === null], `unlisted ${was.date}`).toEqual([
        was.date,
        was.cancelled,
        was.series === null,
      ]);
    if (was.date < today() && !alone)
      expect(visible(is), `${was.date} is over`).toEqual(visible(was));
    if (was.uuid === edited?.uuid || is.series === null) continue;
    expect(is.own, `own fields of ${was.date}`).toEqual(was.own);
    for (const field of FIELDS)
      if (was.own.includes(field))
        expect(is[field], `own ${field} of ${was.date}`).toEqual(was[field]);
    if (was.own.includes('date')) expect(is.date).toBe(was.date);
    else expect(is.date, `${is.seriesDate} is on its day`).toBe(is.seriesDate);
  }
  if (kind === 'edit') judgeEdit(before, after, step);
}

const visible = ({ series: _series, seriesDate: _day, ...event }: StoredEvent) => event;

/** An edit changes all dates in its scope, and nothing else. */
function judgeEdit(before: Events, after: Events, { event, scope, fields = {} }: Step) {
  if (!event) return;
  const isSame = Object.entries(fields).every(
    ([field, value]) => inMinutes(event[field as keyof Fields]) === value,
  );
  const days =
    fields.date && fields.date !== event.date && scope !== 'only'
      ? daysBetween(event.seriesDate ?? '', fields.date)
      : 0;
  for (const was of before.values()) {
    const is = after.get(was.uuid);
    if (!is) continue;
    const isMeant =
      was.uuid === event.uuid ||
      (!isSame &&
        scope !== 'only' &&
        was.series === event.series &&
        was.date >= today() &&
        (scope === 'all' || (was.seriesDate ?? '') >= (event.seriesDate ?? '')));
    for (const [field, value] of Object.entries(fields) as [
      keyof Fields,
      string | number | null,
    ][]) {
      const before = inMinutes(was[field]);
      if (field === 'date') {
        const moves = isMeant && was.uuid !== event.uuid && !was.own.includes('date');
        const expected =
          was.uuid === event.uuid ? value : moves ? daysFrom(was.date, days) : was.date;
        expect(is.date, `date of ${was.date}`).toBe(expected);
      } else if (!isMeant) expect(inMinutes(is[field]), `${field} of ${was.date}`).toBe(before);
      else if (
        was.uuid === event.uuid ||
        (!was.own.includes(field) && value !== inMinutes(event[field]))
      )
        expect(inMinutes(is[field]), `${field} of ${was.date}`).toBe(value);
    }
  }
}

const inMinutes = (value: string | number | null | undefined) =>
  typeof value === 'string' && /^\d\d:\d\d:\d\d$/.test(value) ? value.slice(0, 5) : value;

/** Invariants of the series themselves. */
export async function judgeSeries({ db }: SeriesLab, club: SeriesClub) {
  const rows = await db
    .selectFrom('series')
    .select(['uuid', 'rule', 'starts_on as startsOn', 'ends_on as endsOn'])
    .where('organization_uuid', '=', club.organization.uuid)
    .execute();
  for (const { uuid, rule: text, startsOn, endsOn } of rows) {
    expect(await extend(db, uuid), `${text} is complete`).toBe(0);
    const rule = readRule(text);
    if (!rule) throw new Error(`no rule: ${text}`);
    const { rows: ahead } = await sql<{ date: string; own: string[] }>`
      select series_date::text as date from events
      where series_uuid = ${uuid} and date >= ${today()} and series_date >= ${today()}
        and not 'date' = any(own_fields)`.execute(db);
    const planned = new Set<string>();
    for (let from = today(); from < inDays(440); from = daysFrom(from, 100))
      for (const day of datesOf({ rule, startsOn, endsOn }, from, daysFrom(from, 99)))
        planned.add(day);
    for (const { date } of ahead)
      expect(planned.has(date), `${text} from ${startsOn} has ${date}`).toBe(true);
  }
}
