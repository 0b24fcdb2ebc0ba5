import type { Database } from '#db/connection';
import { today } from '~/dates.server';
import { notifySeriesCancelled } from '~/features/events/queries/changes.server';
import type { Fate } from '~/features/events/schema';
import type { Counts } from '~/features/events/wording';
import type { Actor } from '~/kernel/actor';
import { invalid } from '~/kernel/problem';
import { type Ahead, existing } from './ahead.server';
import {
  countEdit,
  deleteDates,
  holdBeforeDeletion,
  placeDates,
  releaseDates,
} from './dates.server';
import { extendLocked } from './extension.server';
import { requireListed } from './listing.server';
import { deleteIfEmpty, endSeries, moveExceptions, storePart } from './parts.server';
import type { Planned } from './planning.server';
import { futureDates, type Series, type SeriesEvent } from './queries.server';
import { type Counterpart, changed, type PlacedDate, replan } from './replanning.server';
import type { Repetition } from './rule';
import { takesPlace, tellOfDates } from './telling.server';

/** A new rule for a series from a day on, or its end (L6). */

/** What happens to the dates of a series. */
export interface Outcome {
  /** Null if it ends. */
  readonly plan: Planned | null;
  readonly placed: readonly PlacedDate[];
  /** Those that get another day. */
  readonly moved: readonly SeriesEvent[];
  readonly dropped: readonly SeriesEvent[];
  readonly counterpart: Counterpart;
  readonly takenPlace: readonly string[];
}

/**
 * What a new rule would do to the dates of a series, without doing it.
 * @param next null to end it
 * @throws Problem 422 at `rule` if it gives no date
 */
export function outcomeOf(ahead: Ahead, next: Repetition | null): Outcome {
  const { series, from, dates, over, breaks } = ahead;
  if (next === null)
    return {
      plan: null,
      placed: [],
      moved: [],
      dropped: dates,
      counterpart: (day) => day,
      takenPlace: [],
    };
  const found = changed(series, next, { from, today: today(), breaks });
  if (!found) throw invalid({ rule: ['Das ergibt keinen Termin, der noch kommt.'] });
  // A date moved here from an earlier day stays, as it is not in the plan from then on.
  const planned = dates.filter(({ seriesDate }) => seriesDate >= from);
  const { placed, dropped } = replan({
    old: series,
    breaks,
    today: today(),
    counterpart: found.counterpart,
    next: found.series,
    dates: [...planned.map(existing), ...over],
  });
  const day = new Map(placed.map(({ uuid, date }) => [uuid, date]));
  return {
    plan: found.series,
    placed,
    moved: planned.filter(({ uuid, date }) => (day.get(uuid) ?? date) !== date),
    dropped: planned.filter(({ uuid }) => dropped.includes(uuid)),
    counterpart: found.counterpart,
    takenPlace: found.takenPlace,
  };
}

export interface Consent {
  /** Dates with answers that the caller has been shown. */
  readonly listed: readonly string[];
  readonly answered: Fate;
}

/**
 * Carries out the result of outcomeOf(); the caller has locked the series and its dates.
 * @returns the series from that day on, null if nothing of it is left
 * @throws Problem 422 if dates with answers would move or be dropped that were not shown before
 */
export async function carryOut(
  db: Database,
  actor: Actor,
  ahead: Ahead,
  outcome: Outcome,
  consent: Consent,
): Promise<{ series: Series | null; counts: Counts }> {
  const { series, from, splitAt, others, over } = ahead;
  const { plan, placed, moved, dropped, counterpart, takenPlace } = outcome;
  requireListed(consent.listed, [...moved, ...dropped]);
  const counts = { added: 0, moved: moved.length, ...(await drop(db, actor, dropped, consent)) };
  await countEdit(db, others);
  if (!plan) {
    await endSeries(db, series.uuid, splitAt ?? from);
    const isGone = await deleteIfEmpty(db, series.uuid);
    return { series: isGone ? null : series, counts };
  }
  const part = await storePart(db, series, { ...plan, template: series.template }, splitAt);
  const here = new Set([...dates(placed), ...dates(over)]);
  const stray = ahead.dates.filter(({ uuid }) => !here.has(uuid) && !dates(dropped).includes(uuid));
  await placeDates(db, part.uuid, [...placed, ...stray]);
  await tellOfDates(db, { but: actor, open: false }, part, moved.filter(takesPlace));
  const exceptions = { from, counterpart, more: takenPlace };
  await moveExceptions(db, series, part, exceptions);
  return { series: part, counts: { ...counts, added: await extendLocked(db, part) } };
}

const dates = (list: ReadonlyArray<{ uuid: string }>) => list.map(({ uuid }) => uuid);

/** Deletes dates; those with answers are cancelled, or stay as events of their own. */
async function drop(
  db: Database,
  actor: Actor,
  dropped: readonly SeriesEvent[],
  { answered: fate }: Pick<Consent, 'answered'>,
): Promise<Pick<Counts, 'deleted' | 'kept' | 'cancelled'>> {
  const answered = dropped.filter((each) => each.answered);
  const gone = dropped.filter((each) => !each.answered).map(({ uuid }) => uuid);
  await requireUnanswered(db, dropped, gone);
  await deleteDates(db, gone);
  const cancelled = fate === 'cancel';
  await releaseDates(db, dates(answered), { cancelled });
  if (cancelled) await notifySeriesCancelled(db, actor, answered.filter(takesPlace));
  const count = answered.length;
  return { deleted: gone.length, kept: cancelled ? 0 : count, cancelled: cancelled ? count : 0 };
}

/** Entries that do not lock the event may have come in between; from now on they wait. */
async function requireUnanswered(
  db: Database,
  [first]: readonly SeriesEvent[],
  gone: readonly string[],
): Promise<void> {
  if (!first?.series || gone.length === 0) return;
  await holdBeforeDeletion(db, gone);
  const now = await futureDates(db, { uuid: first.series });
  const since = now.filter(({ uuid, answered }) => answered && gone.includes(uuid));
  // If shown at all, they were shown without answers.
  requireListed([], since);
}
