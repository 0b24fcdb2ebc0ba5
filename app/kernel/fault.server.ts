import type { ActionFunctionArgs } from '@remix-run/node';
import { loggablePath } from './loggable';
import { Problem } from './problem';

/** A fault of ours: logged with the reference that the person is shown (B7). Whoever has hung up gets neither. */
export function fault(
  error: unknown,
  { request, context }: Pick<ActionFunctionArgs, 'request' | 'context'>,
): Problem {
  const { requestId, services } = context;
  if (!request.signal.aborted) {
    services.log.error({ err: error, requestId, path: loggablePath(request.url) }, 'a request failed');
  }
  return new Problem(500, 'Fehler', `Bitte versuchen Sie es erneut. Referenz: ${requestId}`);
}
