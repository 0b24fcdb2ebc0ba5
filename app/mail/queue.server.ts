import { sql } from 'kysely';
import type { Database } from '#db/connection';

/**
 * Queues a mail in the transaction of its cause: it is sent at least once if that commits, and
 * never if it rolls back. The payload names people and things by id; codes and links are made when
 * the mail is written, or travel sealed (kernel/seal.server.ts), so the queue holds no readable
 * secret.
 * @param template a name of a feature's mails.server.tsx; app/server/queue.ts collects them
 */
export async function queueMail(
  db: Database,
  template: string,
  payload: Record<string, string>,
): Promise<void> {
  await sql`select graphile_worker.add_job(
    'mail', ${JSON.stringify({ ...payload, template })}::json, max_attempts => ${MAX_ATTEMPTS}
  )`.execute(db);
}

/**
 * 71 hours, with the queue's growing pauses of at most 6 hours: a mail server may be down over a
 * weekend.
 */
const MAX_ATTEMPTS = 21;
