import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import type { Logger } from 'pino';
import { AggregatorRegistry, type Registry } from 'prom-client';
import { StartError } from './start-error';

/**
 * Several server processes on one port (WEB_CONCURRENCY), for machines with several cores. The
 * supervisor only starts them and hands them connections in turn; each is a whole server, as all
 * state is in Postgres.
 */

/** The pause before a process is replaced, so that one that cannot start does not keep a core busy. */
const PAUSE_MS = 1000;

/**
 * Starts the processes, and replaces those that end by themselves. It waits for the first, which
 * starts the embedded database, migrates, and tells the operator what to fix.
 * @throws StartError if the first does not start
 */
export async function startProcesses(
  count: number,
  log: Logger,
  unwanted: AbortSignal,
): Promise<{ stop(): Promise<void> }> {
  const processes = new Set<Worker>();
  let running = false;

  function begin(): Worker {
    const one = cluster.fork();
    processes.add(one);
    one.once('exit', (code, signal) => {
      processes.delete(one);
      if (!running) return;
      log.error(
        { pid: one.process.pid, code, signal },
        'a server process ended; another takes its place',
      );
      setTimeout(() => running && begin(), PAUSE_MS);
    });
    return one;
  }

  async function stop(): Promise<void> {
    running = false;
    await Promise.all(
      [...processes].map((one) => {
        const ended = once(one, 'exit');
        one.process.kill('SIGTERM');
        return ended;
      }),
    );
  }

  reportForAll();
  unwanted.addEventListener('abort', stop);
  const first = begin();
  const started = await Promise.race([
    once(first, 'listening').then(() => true),
    once(first, 'exit').then(() => false),
  ]);
  if (!started) throw new StartError('Der Server ist nicht gestartet: Der Grund steht darüber.');
  running = !unwanted.aborted;
  if (running) for (let others = 1; others < count; others++) begin();
  return { stop };
}

interface Question {
  readonly ask: 'metrics';
  readonly id: number;
}
interface Reply {
  readonly metrics: string;
  readonly id: number;
}

/** In the supervisor: sends the metrics of all processes to the one that was scraped. */
function reportForAll(): void {
  const all = new AggregatorRegistry();
  cluster.on('message', async (one: Worker, question: Partial<Question>) => {
    if (question.ask !== 'metrics') return;
    const reply = { metrics: await all.clusterMetrics().catch(() => ''), id: question.id };
    if (one.isConnected()) one.send(reply);
  });
}

let questions = 0;

/** The metrics of all processes in Prometheus' format, whichever of them is scraped (I5). */
export async function metricsOf(registry: Registry): Promise<string> {
  if (!cluster.isWorker) return registry.metrics();
  const id = questions++;
  return new Promise((resolve) => {
    const take = (reply: Partial<Reply>) => {
      if (reply.id !== id || reply.metrics === undefined) return;
      process.off('message', take);
      resolve(reply.metrics);
    };
    process.on('message', take);
    process.send?.({ ask: 'metrics', id } satisfies Question);
  });
}

/** In each process: offers its metrics to the supervisor. */
export function offerMetrics(registry: Registry): void {
  if (!cluster.isWorker) return;
  AggregatorRegistry.setRegistries(registry);
  new AggregatorRegistry();
}
