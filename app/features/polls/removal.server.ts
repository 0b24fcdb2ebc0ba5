import { z } from 'zod';
import type { Config } from '~/config.server';
import { id } from '~/kernel/fields';
import { sealedValues } from '~/kernel/seal.server';

/**
 * An answer that was just removed. It travels sealed in the notification that offers to undo that:
 * for a short while, event editors can restore exactly what they removed themselves, but not answer
 * for others.
 */
const removal = z.strictObject({
  poll: id,
  option: id,
  member: id,
  /** ISO 8601. */
  created: z.string(),
  /** The user who removed it. */
  by: id,
  /** Until when it can be taken back, in milliseconds since 1970. */
  until: z.number(),
});
type Removal = Omit<z.output<typeof removal>, 'until'>;

/** Longer than a notification is shown. */
const FOR_MS = 10 * 60_000;

const removals = sealedValues('removed answers', removal);

/** @returns a text that only removalIn() can read */
export function sealedRemoval(removed: Removal, config: Config): string {
  return removals.seal({ ...removed, until: Date.now() + FOR_MS }, config);
}

/** Null for what was not sealed here, or too long ago. */
export function removalIn(sealed: string, config: Config): Removal | null {
  const found = removals.open(sealed, config);
  return found && Date.now() < found.until ? found : null;
}
