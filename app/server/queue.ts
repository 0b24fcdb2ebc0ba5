import { Logger, type Runner, type RunnerOptions, run } from 'graphile-worker';
import type pg from 'pg';
import type { Logger as Log } from 'pino';
import type { Database } from '#db/connection';
import type { Config } from '~/config.server';
import { accountMails } from '~/features/accounts/mails.server';
import { invitationMails } from '~/features/invitations/mails.server';
import { createTransport } from '~/mail/transport.server';
import type { MailWriter } from '~/mail/writer';

/** Every mail by its template name. */
const writers: Readonly<Record<string, MailWriter>> = { ...accountMails, ...invitationMails };

interface QueueServices {
  pool: pg.Pool;
  db: Database;
  config: Config;
  log: Log;
}

/** What the queue works with and on. */
export function queueOptions({ pool, db, config, log }: QueueServices): RunnerOptions {
  const transport = createTransport(config);
  return {
    pgPool: pool,
    concurrency: 4,
    // Our server decides when to stop (I6).
    noHandleSignals: true,
    pollInterval: 2000,
    logger: new Logger(() => (level, message, meta) => {
      const write = level === 'error' ? log.error : level === 'warning' ? log.warn : log.debug;
      write.call(log, { queue: meta }, message);
    }),
    taskList: {
      mail: async (payload, { job }) => {
        const { template, ...rest } = payload as Record<string, string>;
        const writer = writers[template ?? ''];
        if (!writer) throw new Error(`There is no mail template '${template}'`);
        const mail = await writer(rest, { db, config });
        if (mail) await transport.send(mail, `mail-${job.id}`);
      },
    },
  };
}

/** Starts the workers of the queue in this process. Stop them with `stop()`: it waits for what runs. */
export function startQueue(services: QueueServices): Promise<Runner> {
  return run(queueOptions(services));
}
