import type { Database } from '#db/connection';
import { today } from '~/dates.server';
import { longTexts } from '~/features/events/fields';
import * as policy from '~/features/events/policy';
import { type ClubEvent, eventInScope } from '~/features/events/queries.server';
import { countMade } from '~/features/events/rules/budgets.server';
import { MANY_WRITES } from '~/features/events/schema';
import { type Counts, countsInWords, named } from '~/features/events/wording';
import type { Actor, Powers } from '~/kernel/actor';
import type { Context } from '~/kernel/operation';
import { operation } from '~/kernel/operation.server';
import { notFound } from '~/kernel/problem';
import type { Limits } from '~/kernel/services.server';
import { requireSame } from '~/kernel/version.server';
import { type Ahead, aheadOf, lockAhead } from '../ahead.server';
import { type Consent, carryOut, type Outcome, outcomeOf } from '../change.server';
import { datesAhead, takingPlace } from '../extension.server';
import { answersInWords } from '../listing.server';
import { exceptionsOf, type Series, type SeriesEvent, seriesInScope } from '../queries.server';
import { type Repetition, ruleText } from '../rule';
import { lockDates, requireAllLed, type Wide } from '../rules/editing.server';
import { changedRepetition, changedSeries, endedSeries, repetitionToPreview } from '../schema';
import { reachOfMoves } from '../telling.server';
import { reversedDays } from '../template.server';
import { changeOf } from '../view';
import { ruleInWords } from '../wording';

/** A new rule for a series, and its end (L6). */

async function seriesOfEvent(context: Context, input: { event: string }) {
  const found = await eventInScope(context, input);
  const series = found?.event.series;
  const its = series ? await seriesInScope(context, { series }) : null;
  return found && its ? { ...found, series: its.series } : null;
}

const splitAt = (scope: Wide, seriesDate: string | null) =>
  scope === 'following' ? seriesDate : null;

export const previewChange = operation({
  summary: 'Preview what another rule would do to the dates of a series',
  input: repetitionToPreview,
  subject: seriesOfEvent,
  may: policy.edit,
  async read({ db, actor, input: { event: _uuid, scope, ...next }, subject }) {
    const { event, series } = subject;
    const ahead = await aheadOf(db, series, splitAt(scope, event.seriesDate));
    requireAllLed(subject.scope, ahead, 'scope');
    const outcome = outcomeOf(ahead, next);
    const added = await addedDays(db, ahead, outcome);
    const listed = (each: SeriesEvent) => ({ ...each, answers: answersInWords(each) });
    const [moved, dropped] = [outcome.moved.map(listed), outcome.dropped.map(listed)];
    const told = await reachOfMoves(db, actor, series, outcome.moved);
    const dates = { ...outcome, moved, dropped, added, told };
    const shown = { ...dates, scope, next, isSame: isSame(series, next) };
    return changeOf({ ...shown, version: series.version });
  },
});

/** The days that get a new date. */
async function addedDays(db: Database, { series, from, over }: Ahead, outcome: Outcome) {
  const { plan, placed, counterpart, takenPlace } = outcome;
  const { template } = series;
  const { dates } = await datesAhead(db, { ...series, ...plan, uuid: null });
  const deleted = await exceptionsOf(db, series, from);
  const none = new Set([
    ...[...placed, ...over].map(({ seriesDate }) => seriesDate),
    ...[...deleted.map(counterpart), ...takenPlace],
  ]);
  const days = takingPlace(dates).filter((day) => !none.has(day));
  const reversed = await reversedDays(db, { organization: series.organization, ...template }, days);
  return days.filter((day) => !reversed.has(day));
}

export const changeRepetition = operation({
  summary: 'Change how an event of a series repeats',
  input: changedRepetition,
  once: true,
  edits: true,
  counts: () => MANY_WRITES,
  subject: seriesOfEvent,
  may: policy.edit,
  async run({ db, actor, input, services: { limits }, subject, version }) {
    const { event: _uuid, scope, listed, answered, ...next } = input;
    const ahead = await lockDates(db, subject.scope, subject.event, scope);
    const { name } = ahead.event;
    const done = await change(db, actor, ahead, next, { listed, answered, version }, limits);
    const event = await eventInScope({ db, actor }, input);
    return { name, counts: done.counts, isGone: event === null };
  },
  audit: ({ output }) => `Serie „${output.name}“ geändert${inLog(output.counts)}`,
});

export const changeSeries = operation({
  summary: 'Change the rule of a series',
  description:
    'From a day on (today, if left out); where dates come before it the series is split, and what is returned is the ' +
    'part from then on. Dates keep their answers: with the same interval of weeks, those on weekdays that are gone move ' +
    'to new ones, and members who count on those are told by mail. What the rule then has no day for is deleted; if it ' +
    'has answers, it is cancelled or, by default, kept as an event of its own. 422 at `listed` names dates with answers that would move or be dropped, and at ' +
    '`unlisted` their ids, to be sent as `listed`. An end that is sent as it was ends where it did; another COUNT counts ' +
    'from that day.',
  input: changedSeries,
  edits: true,
  counts: () => MANY_WRITES,
  subject: seriesInScope,
  may: policy.edit,
  async run({ db, actor, input, services: { limits }, subject, version }) {
    const { series: _uuid, from, listed, answered, ...next } = input;
    const ahead = await lockFrom(db, subject.scope, subject.series, from);
    return change(db, actor, ahead, next, { listed, answered, version }, limits);
  },
  audit: ({ output }) => `Serie „${output.name}“ geändert${inLog(output.counts)}`,
});

export const endSeries = operation({
  summary: 'Delete the dates of a series from a day on',
  description:
    'From today, if left out; what is over stays. Dates with answers are cancelled or, by default, kept as events of ' +
    'their own: 422 at `listed` names them, and at `unlisted` their ids, to be sent as `listed`.',
  input: endedSeries,
  edits: true,
  counts: () => MANY_WRITES,
  subject: seriesInScope,
  may: policy.edit,
  async run({ db, actor, input: { from, listed, answered }, subject, version }) {
    const ahead = await lockFrom(db, subject.scope, subject.series, from);
    const { series } = ahead;
    if (version !== undefined && version !== series.version)
      requireSame(series.version, { series: '' }, { series: ruleInWords(series) });
    const done = await carryOut(db, actor, ahead, outcomeOf(ahead, null), { listed, answered });
    return { name: series.template.name, counts: done.counts };
  },
  audit: ({ output }) => `Termine der ${named(output)} gelöscht${inLog(output.counts)}`,
});

async function lockFrom(
  db: Database,
  scope: Powers,
  series: Series,
  from: string | undefined,
): Promise<Ahead> {
  const day = from && from > today() ? from : null;
  const ahead = await lockAhead(db, series, day);
  if (!ahead) throw notFound();
  requireAllLed(scope, ahead, 'from');
  return ahead;
}

/**
 * Deletes the dates of a series from one of them on, or all future ones.
 * @throws Problem 422 if dates with answers would be dropped that were not shown before
 */
export async function deleteDates(
  db: Database,
  actor: Actor,
  powers: Powers,
  event: ClubEvent,
  { scope, ...consent }: { scope: Wide } & Consent,
): Promise<Counts> {
  const ahead = await lockDates(db, powers, event, scope);
  const { counts } = await carryOut(db, actor, ahead, outcomeOf(ahead, null), consent);
  return counts;
}

/** @throws Problem 422 as outcomeOf() and carryOut(); Outdated if somebody else has changed it */
async function change(
  db: Database,
  actor: Actor,
  ahead: Ahead,
  next: Repetition,
  { version, ...consent }: Consent & { version: number | undefined },
  limits: Limits,
): Promise<{ series: Series; name: string; counts: Counts }> {
  const { series } = ahead;
  const { name } = series.template;
  if (isSame(series, next)) return { series, name, counts: NONE };
  if (version !== undefined && version !== series.version)
    requireSame(series.version, inWords({ ...series, ...next }), inWords(series));
  const done = await carryOut(db, actor, ahead, outcomeOf(ahead, next), consent);
  const texts = longTexts(series.template);
  await countMade(db, actor, { limits, count: done.counts.added, texts });
  return { series: done.series ?? series, name, counts: done.counts };
}

const NONE: Counts = { added: 0, moved: 0, deleted: 0, kept: 0, cancelled: 0 };

const isSame = (one: Repetition, other: Repetition) =>
  ruleText(one.rule) === ruleText(other.rule) &&
  one.skipHolidays === other.skipHolidays &&
  one.skipBreaks === other.skipBreaks;

/** One field for all of it, as its parts mean nothing alone. */
const inWords = (series: Parameters<typeof ruleInWords>[0]) => ({ rule: ruleInWords(series) });

const inLog = (counts: Counts) => {
  const words = countsInWords(counts);
  return words ? `: ${words}` : '';
};
