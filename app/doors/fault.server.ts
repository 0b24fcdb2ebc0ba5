import type { LoaderFunctionArgs } from '@remix-run/node';
import type { Logger } from 'pino';
import { outage } from '~/kernel/outage.server';
import { Problem } from '~/kernel/problem';
import { lostRace } from '~/kernel/transaction.server';
import { loggablePath, loggableText } from './loggable';

type Args = Pick<LoaderFunctionArgs, 'request' | 'context'>;

/** Turns whatever an operation has thrown into a Problem. */
export function problemOf(error: unknown, args: Args): Problem {
  return error instanceof Problem ? error : (lostRace(error) ?? fault(error, args));
}

/**
 * Turns an unexpected error into a Problem, and logs it unless the client has hung up: 503 while
 * the database is down, else 500 with the reference that the user sees (B7).
 */
export function fault(error: unknown, { request, context }: Args): Problem {
  const { requestId, services, gone } = context;
  const away = outage(error);
  if (!gone?.aborted)
    logFault(error, away, services.log, { requestId, path: loggablePath(request.url) });
  if (away) return away;
  const detail = `Der Fehler liegt bei uns. Bitte versuchen Sie es erneut. Referenz: ${requestId}`;
  return new Problem(500, 'Fehler', detail);
}

/** Logs why a request failed; an outage, which is not our bug, in one line. */
export function logFault(
  error: unknown,
  away: Problem | null,
  log: Pick<Logger, 'warn' | 'error'>,
  about: { requestId: string; path: string },
): void {
  if (!away) {
    log.error({ ...about, err: error }, 'a request failed');
    return;
  }
  const { code, message } = error as NodeJS.ErrnoException;
  log.warn({ ...about, code, reason: loggableText(message) }, 'a request met an outage');
}
