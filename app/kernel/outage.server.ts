import { later, type Problem } from './problem';

/** Seconds after which to try again: a database that was restarted is back by then. */
const RETRY_AFTER = 5;

/** Node's codes for connections that cannot be made or break. */
const NETWORK = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENETDOWN',
  // No file descriptor is free for one.
  'EMFILE',
  'ENFILE',
]);

/** Connection (08), resources (53), operator (57P), system (58), read-only. */
const SQL_STATE = /^(08...|53...|57P..|58...|25006)$/;

/** Errors of pg's own have no code, and a Unix socket that is gone shares its code with files. */
const MESSAGE =
  /^(Connection terminated|Client (was closed|has encountered a connection error)|connect ENOENT )/;

/**
 * A statement, a lock or a transaction took too long (db/connection.ts), or lost a conflict with
 * others: a transaction more often than it is retried, a statement of its own at once.
 */
const TOO_LONG = new Set(['57014', '55P03', '25P03', '25P04', '40001', '40P01']);

/** A commit was sent but never confirmed, so its outcome is unknown. */
export class UnknownOutcome extends Error {}

/** True if the database is down, too slow or unable to work, and the statement is not to blame. */
export function isOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as NodeJS.ErrnoException;
  if (typeof code === 'string' && (NETWORK.has(code) || SQL_STATE.test(code) || TOO_LONG.has(code)))
    return true;
  return MESSAGE.test(error.message) || (error.cause !== undefined && isOutage(error.cause));
}

/**
 * The Problem for an outage of the database, 503 with Retry-After; null for any other error. A form
 * can be sent again: thanks to its key it acts once, whatever happened to the first.
 */
export function outage(error: unknown): Problem | null {
  if (!isOutage(error)) return null;
  return later(503, 'Vorübergehend nicht erreichbar', detailOf(error), RETRY_AFTER);
}

function detailOf(error: unknown): string {
  const { code = '' } = error as NodeJS.ErrnoException;
  if (error instanceof UnknownOutcome)
    return 'Die Datenbank hat nicht mehr geantwortet, und ob Ihre Eingabe gespeichert ist, steht nicht fest. Bitte sehen Sie in einigen Sekunden nach, bevor Sie es erneut versuchen.';
  if (code === '53100')
    return 'Der Speicherplatz des Servers ist voll, es kann gerade nichts gespeichert werden. Bitte versuchen Sie es später erneut.';
  if (TOO_LONG.has(code))
    return 'Gerade ist so viel los, dass es zu lange gedauert hätte. Bitte versuchen Sie es in einigen Sekunden erneut.';
  return 'Die Datenbank ist gerade nicht erreichbar. Bitte versuchen Sie es in einigen Sekunden erneut.';
}
