import type { LoaderFunctionArgs } from '@remix-run/node';
import { outage } from '~/kernel/outage.server';
import { Problem } from '~/kernel/problem';
import { lostRace } from '~/kernel/transaction.server';
import { loggablePath } from './loggable';

type Args = Pick<LoaderFunctionArgs, 'request' | 'context'>;

/** Turns whatever an operation has thrown into a Problem. */
export function problemOf(error: unknown, args: Args): Problem {
  return error instanceof Problem ? error : (lostRace(error) ?? fault(error, args));
}

/**
 * Turns an unforeseen error into a Problem, and logs it unless the client has hung up: 503 while
 * the database is away, else 500 with the reference that the person is shown (B7).
 */
export function fault(error: unknown, { request, context }: Args): Problem {
  const { requestId, services } = context;
  if (!request.signal.aborted) {
    services.log.error(
      { err: error, requestId, path: loggablePath(request.url) },
      'a request failed',
    );
  }
  const away = outage(error);
  if (away) return away;
  return new Problem(500, 'Fehler', `Bitte versuchen Sie es erneut. Referenz: ${requestId}`);
}
