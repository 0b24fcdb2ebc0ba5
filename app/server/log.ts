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
