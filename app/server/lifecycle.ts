import type { Logger } from 'pino';

/**
 * More than stopping takes beyond its delay; then the process ends whatever hangs, for a supervisor
 * to start it anew.
 */
const LAST_RESORT_MS = 30_000;
/**
 * Within this time a second signal is the same wish by another way: the terminal and npm both pass
 * on Ctrl-C.
 */
const SAME_WISH_MS = 1000;

/**
 * Starts a server and ends the process when it is told to: on SIGTERM or SIGINT with code 0 (I6),
 * also while it is still starting; on a fault that nobody caught with code 1, since then nobody
 * knows what state the process is in. Either way what runs is finished first. A second signal, a
 * second or more later, ends it at once.
 * @param start given a signal that aborts when the start is no longer wanted
 * @param delayMs for which a server that stops still serves (SHUTDOWN_DELAY)
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
      } else if (Date.now() - endingSince > SAME_WISH_MS) {
        log.warn({ signal }, 'told twice; the process is ended');
        process.exit(1);
      }
    });
  }
  // Rejections that nobody handles arrive here too.
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
