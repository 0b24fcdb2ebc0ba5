import { sql } from 'kysely';
import type { Database } from '#db/connection';

/**
 * Queues a mail in the transaction of its cause: it is sent at least once if that commits, and
 * never if it rolls back. The payload names people and things by id; codes and links are made when
 * the mail is written, or travel sealed (kernel/seal.server.ts), so the queue holds no readable
 * secret.
 * @param template a name of a feature's mails.server; app/server/mail-task.ts collects them
 * @param key takes the place of a mail with the same one that has not been sent
 */
export function queueMail(
  db: Database,
  template: string,
  payload: Record<string, string>,
  key: string | null = null,
): Promise<void> {
  return queueMails(db, template, [payload], 0, key);
}

/**
 * Queues many mails at once.
 * @param priority lower numbers are sent first; codes have 0
 */
export async function queueMails(
  db: Database,
  template: string,
  payloads: readonly Record<string, string>[],
  priority: number,
  key: string | null = null,
): Promise<void> {
  const whole = payloads.map((payload) => JSON.stringify({ ...payload, template }));
  await sql`select graphile_worker.add_job(
    'mail', payload::json, max_attempts => ${MAX_ATTEMPTS}, priority => ${priority}, job_key => ${key}
  ) from unnest(${whole}::text[]) as payload`.execute(db);
}

/**
 * 71 hours, with the queue's growing pauses of at most 6 hours: a mail server may be down over a
 * weekend.
 */
const MAX_ATTEMPTS = 21;
