import { format } from 'node:util';
import { type DestinationStream, type Logger, pino } from 'pino';
import type { Config } from '~/config.server';
import { loggableText } from '~/doors/loggable';

/**
 * Logs lines of JSON to standard output. Only selected parts of an error are logged, as Postgres'
 * `detail` quotes whole rows, and SMTP servers name the recipient.
 */
export function createLog(level: Config['logLevel'], to?: DestinationStream): Logger {
  return pino({ level, serializers: { err: loggableError } }, to ?? standardOutput());
}

/** Bytes that wait while a disk is full; then lines are dropped, as nothing may fail for want of its line. */
const MOST_WAITING = 1024 * 1024;

function standardOutput(): DestinationStream {
  const output = pino.destination({ fd: 1, sync: true, maxLength: MOST_WAITING });
  output.on('error', () => {});
  // Without its flushSync, which after a fatal error would hold the process until there is room.
  return { write: (line) => output.write(line) };
}

/**
 * Redirects what libraries print (React, Remix, Node's warnings) to the log, so that all output is
 * lines of JSON. Not for development, where people read it in the terminal.
 */
export function captureConsole(log: Logger): void {
  const levels = {
    error: 'error',
    warn: 'warn',
    log: 'info',
    info: 'info',
    debug: 'debug',
    trace: 'debug',
  } as const;
  for (const [method, level] of Object.entries(levels) as Array<[keyof typeof levels, 'error']>) {
    console[method] = (...said: unknown[]) => {
      const err = said.find((each) => each instanceof Error);
      const text = said.map((each) => (each instanceof Error ? each.message : each));
      log[level]({ ...(err ? { err } : {}), from: 'console' }, loggableText(format(...text)));
    };
  }
  process.removeAllListeners('warning');
  process.on('warning', (warning) => log.warn({ err: warning }, 'a warning'));
}

function loggableError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { message: loggableText(String(error)) };
  const { code, constraint, table } = error as {
    code?: string;
    constraint?: string;
    table?: string;
  };
  return {
    type: error.name,
    message: loggableText(error.message),
    stack: loggableText(error.stack ?? ''),
    code,
    constraint,
    table,
    ...(error.cause === undefined ? {} : { cause: loggableError(error.cause) }),
  };
}
