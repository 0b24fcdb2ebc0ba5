import { type OutboxMail, readOutbox } from '~/mail/transport.server';
import type { TestApp } from './app';

/** How many jobs wait in the queue. */
export async function queuedJobs({ pool }: Pick<TestApp, 'pool'>): Promise<number> {
  const { rows } = await pool.query('select from graphile_worker._private_jobs');
  return rows.length;
}

/** Sends everything that waits, but digests, as if it were due. */
export async function sendAll(app: TestApp): Promise<void> {
  await app.work();
  await app.pool.query(
    'update notifications set due_at = now() where sent_at is null and way = $1',
    ['mail'],
  );
  await app.pool.query(`select graphile_worker.add_job('notifications')`);
  await app.work();
}

/** The mails to an address, once everything that waits is due, but for digests. */
export async function mailbox(app: TestApp, address: string): Promise<OutboxMail[]> {
  await sendAll(app);
  const mails = await readOutbox(app.config);
  return mails.filter(({ to }) => to === address);
}

/** The mails to an address, once digests are due as well. */
export async function digestsTo(app: TestApp, address: string): Promise<OutboxMail[]> {
  await mailbox(app, address);
  await app.pool.query('update notifications set due_at = now() where sent_at is null');
  return mailbox(app, address);
}
