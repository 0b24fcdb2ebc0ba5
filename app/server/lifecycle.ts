import type { Logger } from 'pino';

/**
 * Longer than stopping takes after its delay: work under way has ten seconds, the embedded Postgres
 * seventy (postmaster.ts). If it hangs, the process exits for the supervisor.
 */
const LAST_RESORT_MS = 85_000;
/** A second signal within this time is the same one: terminal and npm both pass on Ctrl-C. */
const SAME_SIGNAL_MS = 1000;

/**
 * Starts a server, and ends the process on SIGTERM or SIGINT with code 0 (I6), also during the
 * start, and on an uncaught error with code 1, as the state is then unknown. Either way, work under
 * way is finished first. A second signal, at least a second later, ends it at once.
 * @param start gets a signal that aborts when the start is no longer wanted
 * @param delayMs how long a stopping server still serves (SHUTDOWN_DELAY)
 * @throws what `start` throws, unless the process is ending anyway
 */
export async function runUntilStopped(
  start: (unwanted: AbortSignal) => Promise<{ stop(): Promise<void> }>,
  log: Logger,
  delayMs: number,
): Promise<void> {
  const unwanted = new AbortController();
  let endingSince: number | null = null;

  const end = async (code: number) => {
    endingSince = Date.now();
    unwanted.abort();
    setTimeout(() => {
      log.fatal('stopping hangs; the process is ended');
      process.exit(1);
    }, delayMs + LAST_RESORT_MS);
    try {
      const server = await starting.catch(() => null);
      await server?.stop();
      log.info('stopped');
      process.exit(code);
    } catch (error) {
      log.fatal({ err: error }, 'stopping failed');
      process.exit(1);
    }
  };

  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (endingSince === null) {
        log.info({ signal }, 'stopping');
        end(0);
      } else if (Date.now() - endingSince > SAME_SIGNAL_MS) {
        log.warn({ signal }, 'told twice; the process is ended');
        process.exit(1);
      }
    });
  }
  // Unhandled rejections arrive here too.
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'a fault that nobody caught; stopping');
    if (endingSince === null) end(1);
  });

  const starting = start(unwanted.signal);
  try {
    await starting;
  } catch (error) {
    if (endingSince === null) throw error;
  }
}
