import { createHash } from 'node:crypto';
import type { Database } from '#db/connection';
import type { Actor } from './actor';

/**
 * Runs `effect` unless the same submission (user, key, operation, input) has been carried out
 * before; then its output is given again. The claim lies in the effect's own transaction: one that
 * comes while the first is under way waits for it, and one that failed leaves no trace. The input
 * is part of it, so that a form which is changed and sent again from the browser's history is a new
 * one.
 * @param keep what of the output is stored, and given to a repeat; a secret in it must be left out
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
