import type { ActionFunctionArgs } from '@remix-run/node';
import { outage } from '~/kernel/outage.server';
import { Problem } from '~/kernel/problem';
import { loggablePath } from './loggable';

/**
 * What became of an error that nobody foresaw, logged unless the person has hung up: 503 while the
 * database is away, else a fault of ours with the reference that the person is shown (B7).
 */
export function fault(
  error: unknown,
  { request, context }: Pick<ActionFunctionArgs, 'request' | 'context'>,
): Problem {
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
