import { EventEmitter } from 'node:events';
import {
  type Job,
  Logger,
  type RunnerOptions,
  runTaskList,
  type WorkerEvents,
  type WorkerPool,
} from 'graphile-worker';
import type pg from 'pg';
import { withoutAddresses } from '~/doors/loggable';
import { declineInSlices, lookAgain } from '~/features/absences/queries.server';
import { keepRetention } from '~/features/erasure/retention.server';
import { notifyOpenInJob } from '~/features/events/queries/changes.server';
import { tellOfLeaderless } from '~/features/groups/without-leader.server';
import { inviteInJob } from '~/features/imports/inviting.server';
import { importInJob } from '~/features/imports/job.server';
import { leaveIfDue } from '~/features/leaving/departures.server';
import { distributeInJob } from '~/features/messages/queries.server';
import { announceInJob, announceToJoined } from '~/features/notifications/announcements.server';
import { drainOutbox } from '~/features/notifications/outbox.server';
import { remindInJob } from '~/features/notifications/reminders.server';
import { extendInJob } from '~/features/series/extension.server';
import { isOutage } from '~/kernel/outage.server';
import type { Services } from '~/kernel/services.server';
import { createLimits } from './limits';
import { NotTaken, sendMail } from './mail-task';

/** What graphile-worker tells its logger about besides the message. */
interface Told {
  readonly job?: Job;
  /** A job has failed. */
  readonly failure?: boolean;
  readonly error?: unknown;
}

interface QueueServices extends Pick<Services, 'db' | 'config' | 'log'> {
  readonly pool: pg.Pool;
  /** True behind a pooler, which supports neither LISTEN nor prepared statements (db/pooler.ts). */
  readonly pooled?: boolean;
}

export function queueOptions({ pool, pooled = false, db, config, log }: QueueServices) {
  const limits = createLimits(pool, config.rateLimits, config.mostADay);
  return {
    pgPool: pooled ? notListening(pool) : releasingOnce(pool),
    noPreparedStatements: pooled,
    // For mails and for all else, each.
    concurrency: 3,
    // Our server decides when to stop (I6).
    noHandleSignals: true,
    pollInterval: 2000,
    logger: new Logger(() => (level, message, meta) => {
      if (level !== 'error' && level !== 'warning') return log.debug(withoutAddresses(message));
      const { job, failure, error } = (meta ?? {}) as Told;
      const about = { job: job?.id, task: job?.task_identifier };
      // In constant words, which alerts count (deploy/logs/alerts.tsv). Not all that is told: payloads
      // must not get into the log.
      if (!failure)
        log.warn({ ...about, reason: withoutAddresses(message) }, 'the queue met trouble');
      else if (!(error instanceof NotTaken || isOutage(error)))
        log.error({ ...about, err: error }, 'a job met a fault');
      else {
        const told = { ...about, reason: withoutAddresses((error as Error).message) };
        if (job && job.attempts >= job.max_attempts)
          log.error(told, 'a job failed and is not tried again');
        else log.warn(told, 'a job failed; it is tried again');
      }
    }),
    taskList: {
      notifications: () => drainOutbox(db, config, log),
      announcements: (payload) => announceInJob(db, payload),
      open: (payload) => notifyOpenInJob(db, payload),
      joined: (payload) => announceToJoined(db, payload),
      leaderless: (payload) => tellOfLeaderless(db, (payload as { group: string }).group),
      reminders: () => remindInJob(db, log),
      absence: (payload) => lookAgain(db, (payload as { absence: string }).absence),
      declines: (payload) => declineInSlices(db, (payload as { event: string }).event),
      import: (payload) => importInJob(db, (payload as { import: string }).import),
      'import-invitations': (payload) =>
        inviteInJob(db, { config, limits }, (payload as { import: string }).import),
      message: (payload) => distributeInJob(db, (payload as { message: string }).message),
      leaving: async (payload) => {
        await leaveIfDue(db, (payload as { member: string }).member);
      },
      retention: (payload) => keepRetention(db, (payload as { organization: string }).organization),
      series: (payload) => extendInJob(db, payload, log),
      mail: sendMail({ db, config, log }),
    },
  } satisfies RunnerOptions;
}

type Connect = (taken?: Parameters<pg.Pool['connect']>[0]) => unknown;

/** A pool that connects in another way. graphile-worker does so with a callback to listen, else with a promise. */
const connecting = (pool: pg.Pool, connect: Connect): pg.Pool =>
  new Proxy(pool, {
    get: (target, key) => (key === 'connect' ? connect : Reflect.get(target, key)),
  });

/**
 * A pool whose connections may be released twice, as graphile-worker 0.16 does if it is stopped
 * while its LISTEN fails (the database goes away just after the start). Nothing could catch that
 * error.
 */
const releasingOnce = (pool: pg.Pool) =>
  connecting(pool, (taken) => {
    if (!taken) return pool.connect();
    return pool.connect((error, client, release) => {
      let released = false;
      taken(error, client, (reason) => {
        if (!released) release(reason);
        released = true;
      });
    });
  });

/**
 * A pool for workers without a connection that listens: they poll, and learn of what another pool's
 * workers hear.
 */
const notListening = (pool: pg.Pool, others: WorkerEvents = new EventEmitter()) =>
  connecting(pool, (taken) => {
    if (!taken) return pool.connect();
    const deaf = Object.assign(new EventEmitter(), { query: async () => ({ rows: [] }) });
    others.on('pool:listen:notification', ({ message }) => deaf.emit('notification', message));
    return taken(undefined, deaf as unknown as pg.PoolClient, () => {});
  });

/** Longer than a response may take (db/connection.ts). */
const PING_EVERY_MS = 15_000;

/**
 * Pings the listening connection, which otherwise would not notice that the server is gone. Without
 * a response it breaks, and graphile-worker makes a new one.
 */
function pingingEvents(): WorkerEvents {
  const events: WorkerEvents = new EventEmitter();
  let pings: NodeJS.Timeout | undefined;
  events.on('pool:listen:success', ({ client }) => {
    clearInterval(pings);
    pings = setInterval(() => client.query('select').catch(() => {}), PING_EVERY_MS).unref();
  });
  events.on('pool:listen:release', () => clearInterval(pings));
  return events;
}

export interface Queue {
  /** Takes no more jobs, waits for running ones, and puts back those that exceed the grace. */
  stop(): Promise<void>;
}

/** How long a worker may take to put a job back after the grace. */
const GIVING_BACK_MS = 1000;

/**
 * Starts the queue's workers in this process.
 * @param graceMs how long jobs may take to finish when the queue stops
 */
export function startQueue(services: QueueServices, graceMs: number): Queue {
  const { log } = services;
  const options = {
    ...queueOptions(services),
    preset: { worker: { gracefulShutdownAbortTimeout: graceMs - GIVING_BACK_MS } },
  };
  let stopping = false;
  let restart: NodeJS.Timeout | undefined;
  let workers: WorkerPool[] | null = null;

  function start(): void {
    const { mail, ...others } = options.taskList;
    const events = pingingEvents();
    const theirs: WorkerEvents = new EventEmitter();
    // Mails have workers of their own: a mail server that does not answer holds them for half a minute
    // a mail, while people's access still has to end on its day. Not run(), which starts cron as well,
    // even without items: nothing could catch the error of its first statement, so that losing the
    // database at that moment ended the process.
    const started = [
      runTaskList({ ...options, events }, { mail }, options.pgPool),
      runTaskList({ ...options, events: theirs }, others, notListening(services.pool, events)),
    ];
    workers = started;
    // graphile-worker 0.16 does not survive an outage: a worker that cannot report the end of a job
    // exits, and one that asks for its first job never gets any. So start new ones. Nor does 0.17
    // survive it; 0.18 needs Node 22.
    for (const each of [events, theirs]) {
      each.once('worker:getJob:error', () => again(started));
      each.once('worker:fatalError', () => again(started));
    }
  }

  const stopped = (started: WorkerPool[]) =>
    Promise.all(started.map((each) => each.gracefulShutdown().catch(() => {})));

  function again(failed: WorkerPool[]): void {
    if (stopping || failed !== workers) return;
    workers = null;
    log.warn('the queue lost the database; it starts again when that is back');
    stopped(failed);
    const retry = async () => {
      try {
        await services.pool.query('select');
        if (!stopping) start();
      } catch {
        if (!stopping) restart = setTimeout(retry, 5000);
      }
    };
    restart = setTimeout(retry, 1000);
  }

  start();
  return {
    async stop() {
      stopping = true;
      clearTimeout(restart);
      const late = new Promise<void>((resolve) => setTimeout(resolve, graceMs).unref());
      await Promise.race([workers && stopped(workers), late]);
    },
  };
}
