import { format } from 'node:util';
import { type DestinationStream, type Logger, pino } from 'pino';
import type { Config } from '~/config.server';
import { withoutAddresses } from '~/kernel/loggable';

/**
 * The log: a line of JSON for each thing, to standard output. Of an error it takes what it chooses, never all it has:
 * Postgres' `detail` quotes whole rows, and an SMTP server's answer names the receiver.
 */
export function createLog(level: Config['logLevel'], to?: DestinationStream): Logger {
  return pino({ level, serializers: { err: loggableError } }, to ?? pino.destination({ fd: 1, sync: true }));
}

const LEVELS = {
  trace: 'debug',
  debug: 'debug',
  log: 'info',
  info: 'info',
  warn: 'warn',
  error: 'error',
} as const;

/**
 * Lets what libraries and Node itself would print be lines of the log too: whoever reads it can take every line for JSON.
 * graphile-worker traces each worker that ends.
 */
export function keepConsole(log: Logger): void {
  for (const [method, level] of Object.entries(LEVELS))
    Object.assign(console, {
      [method]: (...said: unknown[]) => log[level](withoutAddresses(format(...said))),
    });
  process.removeAllListeners('warning');
  process.on('warning', (warning) => log.warn({ err: warning }, 'a warning of Node'));
}

function loggableError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { message: withoutAddresses(String(error)) };
  const { code, constraint, table } = error as { code?: string; constraint?: string; table?: string };
  return {
    type: error.name,
    message: withoutAddresses(error.message),
    stack: withoutAddresses(error.stack ?? ''),
    code,
    constraint,
    table,
    ...(error.cause === undefined ? {} : { cause: loggableError(error.cause) }),
  };
}
