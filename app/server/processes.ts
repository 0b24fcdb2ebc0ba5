import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import type { Logger } from 'pino';
import { AggregatorRegistry, type Registry } from 'prom-client';
import { StartError } from './start-error';

/**
 * Several server processes on one port (WEB_CONCURRENCY), for machines of several cores: this one
 * only keeps them, and hands them connections in turn. Each is a whole server, as on a machine of
 * its own: all state is in Postgres.
 */

/**
 * Before a process that ended takes its place again, so that one that cannot start does not keep a
 * core busy.
 */
const PAUSE_MS = 1000;

/**
 * Starts the processes. The first is waited for: it starts the embedded database, migrates, and
 * says what an operator has to mend. One that ends by itself is replaced.
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

  answerForAll();
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

/**
 * In the keeper: gives the figures of all processes together to the one that was asked for them.
 */
function answerForAll(): void {
  const all = new AggregatorRegistry();
  cluster.on('message', async (one: Worker, question: Partial<Question>) => {
    if (question.ask !== 'metrics') return;
    const reply = { metrics: await all.clusterMetrics().catch(() => ''), id: question.id };
    if (one.isConnected()) one.send(reply);
  });
}

let asked = 0;

/**
 * The figures of this server in Prometheus' format: of all its processes, whichever of them is
 * asked (I5).
 */
export async function metricsOf(registry: Registry): Promise<string> {
  if (!cluster.isWorker) return registry.metrics();
  const id = asked++;
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

/** In each process: offers its figures to the keeper. */
export function offerMetrics(registry: Registry): void {
  if (!cluster.isWorker) return;
  AggregatorRegistry.setRegistries(registry);
  new AggregatorRegistry();
}
