import type { Database } from '#db/connection';
import type { Actor } from '~/kernel/actor';
import { tooMany, tooManyToday } from '~/kernel/problem';
import type { Limits } from '~/kernel/services.server';

/** Bytes of text before an event counts as several. */
const BYTES = 2048;

interface Made {
  readonly limits: Limits;
  readonly count: number;
  readonly texts: readonly string[];
}

/**
 * Counts the events or polls that a user creates, in the same transaction: rows and bytes, at once
 * and per day (docs/decisions/0009).
 * @throws Problem 429
 */
export async function countMade(db: Database, actor: Actor, made: Made): Promise<void> {
  await spend(db, actor, made, weightOf(made.texts));
}

/** Counts texts that are added to existing events; those of usual length do not count. */
export async function countTexts(db: Database, actor: Actor, made: Made): Promise<void> {
  await spend(db, actor, made, weightOf(made.texts) - 1);
}

async function spend(db: Database, { uuid }: Actor, { limits, count }: Made, weight: number) {
  if (count === 0 || weight === 0) return;
  // The first was counted by the request itself.
  const wait = count > 1 ? limits.takeWrite(uuid, count * weight * BYTES, count) : 0;
  if (wait > 0) throw tooMany(wait);
  const spent = await limits.spend(db, { eventsOfUser: uuid }, count * weight);
  if (spent) throw tooManyToday('Veranstaltungen und Umfragen', spent.wait);
}

const weightOf = (texts: readonly string[]) =>
  Math.max(1, Math.ceil(Buffer.byteLength(texts.join('')) / BYTES));
