import type { Database } from '#db/connection';
import type { Actor } from '~/kernel/actor';
import { tooMany, tooManyToday } from '~/kernel/problem';
import type { Limits } from '~/kernel/services.server';

/** Bytes of text before an event counts as several. */
const BYTES = 2048;

interface Made {
  readonly limits: Limits;
  /** How many; 0 makes nothing. */
  readonly count: number;
  readonly texts: readonly string[];
}

/**
 * Counts the events or polls that a user creates, in the same transaction: rows and bytes, at once
 * and per day (docs/decisions/0009).
 * @throws Problem 429
 */
export async function countMade(db: Database, { uuid }: Actor, made: Made): Promise<void> {
  const { limits, count, texts } = made;
  if (count === 0) return;
  await spend(db, uuid, limits, count, weightOf(texts));
}

/** Counts texts that are added to existing events; those of usual length do not count. */
export async function countTexts(db: Database, { uuid }: Actor, made: Made): Promise<void> {
  const { limits, count, texts } = made;
  const more = weightOf(texts) - 1;
  if (count > 0 && more > 0) await spend(db, uuid, limits, count, more);
}

async function spend(db: Database, user: string, limits: Limits, count: number, weight: number) {
  // The first was counted by the request itself.
  const wait = count > 1 ? limits.takeWrite(user, count * weight * BYTES, count) : 0;
  if (wait > 0) throw tooMany(wait);
  const spent = await limits.spend(db, { eventsOfUser: user }, count * weight);
  if (spent) throw tooManyToday('Veranstaltungen und Umfragen', spent.wait);
}

const weightOf = (texts: readonly string[]) =>
  Math.max(1, Math.ceil(Buffer.byteLength(texts.join('')) / BYTES));
