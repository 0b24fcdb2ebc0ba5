import type { Outcome } from './access-table';
import type { TestResponse } from './browser';

/** The outcome of a request, in the words of the access table. */
export type Found = Outcome | `status ${number}`;

const refusals = new Set([401, 403, 404, 409, 422]);

export function outcomeOfCall({ status }: TestResponse): Found {
  if ([200, 202, 204].includes(status)) return 'may';
  return refusals.has(status) ? (status as Outcome) : `status ${status}`;
}

/**
 * Screens refuse by redirecting: to the log-in, home, or with a notification to the list behind the
 * dialog (E5).
 */
export function outcomeOfScreen({ status, location, headers }: TestResponse): Found {
  if (status === 200 || status === 303) return 'may';
  if (status === 302) {
    if (location.startsWith('/app/login')) return 401;
    if (location === '/app/') return 403;
    return headers.getSetCookie().some((cookie) => cookie.startsWith('notice=')) ? 404 : 'may';
  }
  return refusals.has(status) ? (status as Outcome) : `status ${status}`;
}
