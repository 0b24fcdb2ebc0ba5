import { createHash } from 'node:crypto';
import type { Database } from '#db/connection';
import type { Actor } from './actor';

/**
 * Runs `effect` unless the same submission (user, key, operation, input) has been carried out
 * before, and returns its output either way. The claim is part of the effect's transaction: a
 * repeat waits while the first is under way, and a failed one leaves no trace. A form that is
 * changed and sent again from the browser's history has another input, and acts again.
 * @param keep picks what to store and return to a repeat; it must leave out secrets
 */
export async function once<Output>(
  db: Database,
  submission: { key: string; operation: string; input: unknown; actor: Actor },
  effect: () => Promise<Output>,
  keep: (output: Output) => Output = (output) => output,
): Promise<Output> {
  const { key, operation, input, actor } = submission;
  const hash = createHash('sha256')
    .update(JSON.stringify([actor.uuid, key, operation, input]))
    .digest();
  const claimed = await db
    .insertInto('form_keys')
    .values({ hash, user_uuid: actor.uuid })
    .onConflict((clash) => clash.doNothing())
    .executeTakeFirst();
  if (claimed.numInsertedOrUpdatedRows === 0n) {
    const { output } = await db
      .selectFrom('form_keys')
      .select('output')
      .where('hash', '=', hash)
      .executeTakeFirstOrThrow();
    return output as Output;
  }
  const output = await effect();
  const kept = output === undefined ? null : JSON.stringify(keep(output));
  await db.updateTable('form_keys').set({ output: kept }).where('hash', '=', hash).execute();
  return output;
}
