import { sql } from 'kysely';
import type { Database } from '#db/connection';

/**
 * Queues a mail in the transaction of its cause: it is sent at least once if that commits, and
 * never if it rolls back. The payload names people and things by id; a template's code or link is
 * made only when the mail is written, or travels sealed (kernel/seal.server.ts), so no secret lies
 * readable in the queue.
 * @param template a name of a feature's mails.server.tsx; app/server/queue.ts has them all
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
 * With the queue's growing pauses (at most 6 hours) 71 hours: a mail server may be away over a
 * weekend.
 */
const MAX_ATTEMPTS = 21;
