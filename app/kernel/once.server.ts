import { createHash } from 'node:crypto';
import type { Database } from '#db/connection';
import type { Actor } from './actor';
import { conflict } from './problem';
import { seal, unsealed } from './seal.server';

/**
 * Runs `effect` unless the same submission (user, key, operation, input) has been carried out
 * before, and returns its output either way. The claim is part of the effect's transaction: a
 * repeat waits while the first is under way, and a failed one leaves no trace. A form that is
 * changed and sent again from the browser's history has another input, and acts again.
 *
 * The output often names people, who may be deleted a minute later. It is sealed with the
 * submission itself, so that only repeating that can read it.
 * @param keep picks what to store and return to a repeat; it must leave out secrets
 */
export async function once<Output>(
  db: Database,
  submission: {
    key: string;
    operation: string;
    input: Readonly<Record<string, unknown>>;
    actor: Actor;
    secrets: readonly string[];
  },
  effect: () => Promise<Output>,
  keep: (output: Output) => Output = (output) => output,
): Promise<Output> {
  const { key, operation, input, actor, secrets } = submission;
  const sent = JSON.stringify([actor.uuid, key, operation, await withDigests(input)]);
  const hash = sha256(sent).digest();
  const [sealKey = '', ...formerKeys] = secrets.map((secret) => `output of ${sent} ${secret}`);
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
    if (typeof output !== 'string') return undefined as Output;
    const kept = unsealed(output, [sealKey, ...formerKeys]);
    // SESSION_SECRET was replaced since: it is done, but the result cannot be read.
    if (kept === null) throw conflict('Dieses Formular wurde schon abgeschickt.');
    return JSON.parse(kept) as Output;
  }
  const output = await effect();
  const kept =
    output === undefined ? null : JSON.stringify(seal(JSON.stringify(keep(output)), sealKey));
  await db.updateTable('form_keys').set({ output: kept }).where('hash', '=', hash).execute();
  return output;
}

const sha256 = (content: string | Uint8Array) => createHash('sha256').update(content);

/** JSON would drop a file's content. */
async function withDigests(input: Readonly<Record<string, unknown>>) {
  const told = Object.entries(input).map(async ([name, value]) =>
    value instanceof File
      ? [name, [value.name, sha256(await value.bytes()).digest('base64')]]
      : [name, value],
  );
  return Object.fromEntries(await Promise.all(told));
}
