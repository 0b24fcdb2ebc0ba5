import type { Database } from '#db/connection';
import { notifySeriesChange, type Telling } from '~/features/events/queries/changes.server';
import { reachOfDates } from '~/features/events/queries/reach.server';
import type { Reach } from '~/features/outbox/queries.server';
import type { Actor } from '~/kernel/actor';
import { futureDates, type Series, type SeriesEvent } from './queries.server';

/** Tells members that dates of a series have changed: one mail per user, however many dates (L9). */

/**
 * Tells those who count on any of them.
 * @param part the series they belong to by now
 * @param before the dates as they were
 * @returns how many will get a mail
 */
export async function tellOfDates(
  db: Database,
  telling: Telling,
  part: Series,
  before: readonly SeriesEvent[],
): Promise<number> {
  const after = new Map((await futureDates(db, part)).map((each) => [each.uuid, each]));
  const changes = before.flatMap((each) => {
    const now = after.get(each.uuid);
    return now ? [{ before: each, after: now }] : [];
  });
  return notifySeriesChange(db, changes, telling);
}

/** Whom that would tell of dates that a new rule moves to other days (L6). */
export async function reachOfMoves(
  db: Database,
  but: Actor,
  { organization }: Series,
  moved: readonly SeriesEvent[],
): Promise<Reach> {
  const about = { organization, kind: 'series_changed', but } as const;
  const dates = moved
    .filter(takesPlace)
    .map(({ uuid, asksAnswer }) => ({ event: uuid, declined: asksAnswer }));
  return (await reachOfDates(db, about, dates)).answered;
}

export const takesPlace = ({ cancelledAt }: SeriesEvent) => cancelledAt === null;
