import { type OutboxMail, readOutbox } from '~/mail/transport.server';
import type { TestApp } from './app';

/** The mails to an address, once everything that waits is due, but for digests. */
export async function mailbox(app: TestApp, address: string): Promise<OutboxMail[]> {
  await app.work();
  await app.pool.query(
    'update notifications set due_at = now() where sent_at is null and way = $1',
    ['mail'],
  );
  await app.pool.query(`select graphile_worker.add_job('notifications')`);
  await app.work();
  const mails = await readOutbox(app.config);
  return mails.filter(({ to }) => to === address);
}

/** The mails to an address, once digests are due as well. */
export async function digestsTo(app: TestApp, address: string): Promise<OutboxMail[]> {
  await mailbox(app, address);
  await app.pool.query('update notifications set due_at = now() where sent_at is null');
  return mailbox(app, address);
}
