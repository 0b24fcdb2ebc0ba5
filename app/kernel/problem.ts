import type { Permission } from './actor';
import { permissionLabels } from './permissions';

/** By name: the server and the screens are built apart, each with a copy of this (docs/architecture.md). */
const PROBLEM = Symbol.for('vereinsheim.problem');

/**
 * The one error type for what callers can cause. Operations throw it; each door maps it once: the
 * API to a problem document (RFC 9457), a form to its own screen with status and message, a page to
 * a redirect or an error screen. Anything else that is thrown is a fault of ours: 500.
 */
export class Problem extends Error {
  override readonly name = 'Problem';
  readonly [PROBLEM] = true;

  /** True for a Problem of either copy; a subclass has to define its own. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return typeof value === 'object' && value !== null && PROBLEM in value;
  }

  constructor(
    readonly status: number,
    /** The kind of failure, German. */
    readonly title: string,
    /** This particular failure and the way out, German. */
    readonly detail?: string,
    /** Messages by field; an empty message only marks the field (A2). */
    readonly errors?: Readonly<Record<string, readonly string[]>>,
    readonly headers?: Readonly<Record<string, string>>,
    /** Tells a program what to do next, if the status does not (RFC 9457, 3.1.1). */
    readonly type: ProblemType = 'about:blank',
    /**
     * Fields for a form that continues with them, by name. 401 without `errors` then means that
     * nothing was wrong. Other doors do not send them.
     */
    readonly values?: Readonly<Record<string, string>>,
  ) {
    super(detail ?? title);
  }

  /** A copy with its messages at other fields. */
  at(errors: Readonly<Record<string, readonly string[]>>): Problem {
    const { status, title, detail, headers, type, values } = this;
    return new Problem(status, title, detail, errors, headers, type, values);
  }
}

export type ProblemType = 'about:blank' | typeof CONFIRM | typeof SECOND_FACTOR;

export const malformed = (detail: string) => new Problem(400, 'Anfrage nicht lesbar', detail);
export const unauthenticated = () =>
  new Problem(401, 'Nicht eingeloggt', 'Bitte loggen Sie sich ein.');

/** A problem that only a fresh proof of identity removes (T2). */
export const CONFIRM = '/problems/confirm';
/** A log-in lacks a code, or has a wrong one (T7). */
export const SECOND_FACTOR = '/problems/second-factor';

/**
 * The user has to prove their identity again (T2). Not 401, as in RFC 9470: programs written to the
 * specification take every 401 for the end of the session.
 * @param byCode whether only a code of the second factor helps
 */
export const confirmationNeeded = (byCode: boolean) =>
  new Problem(
    403,
    'Bestätigung nötig',
    byCode
      ? 'Bitte bestätigen Sie mit einem Code aus Ihrer Authenticator-App oder einem Wiederherstellungscode, dass Sie es sind.'
      : 'Bitte bestätigen Sie noch einmal, dass Sie es sind.',
    undefined,
    undefined,
    CONFIRM,
  );

export const forbidden = (detail = 'Dafür fehlt Ihnen die Berechtigung.') =>
  new Problem(403, 'Nicht erlaubt', detail);
/** @param any of these permissions, each of which would do */
export const lacking = (any: readonly Permission[]) =>
  forbidden(
    any.length === 0
      ? undefined
      : `Dafür fehlt Ihnen die Berechtigung ${any.map((each) => `„${permissionLabels[each]}“`).join(' oder ')}. Fragen Sie die Administration.`,
  );
/** What is missing is granted, but rests (T6). */
export const resting = () =>
  forbidden('Ihre Berechtigungen ruhen, bis Sie einen Handy-Code einrichten.');
export const notFound = () =>
  new Problem(404, 'Nicht gefunden', 'Das gibt es nicht oder nicht mehr.');
export const methodNotAllowed = (allow: string) =>
  new Problem(405, 'Methode nicht erlaubt', `Erlaubt: ${allow}`, undefined, { Allow: allow });
export const conflict = (detail: string) => new Problem(409, 'Nicht möglich', detail);
export const tooLarge = (detail: string) => new Problem(413, 'Anfrage zu groß', detail);
export const unsupportedMediaType = (expected = 'application/json') =>
  new Problem(415, 'Format nicht unterstützt', `Erwartet wird ${expected}.`);
export const invalid = (errors: Record<string, readonly string[]>) =>
  new Problem(422, 'Eingabe ungültig', 'Bitte prüfen Sie die Eingaben.', errors);

/** '1 Sekunde', '12 Sekunden', '60 Minuten', '23 Stunden': rounded up, for use after 'in'. */
export function waitInWords(seconds: number): string {
  if (seconds < 90) return roundedUp(seconds, 'Sekunde');
  if (seconds <= 120 * 60) return roundedUp(seconds / 60, 'Minute');
  return roundedUp(seconds / 3600, 'Stunde');
}

function roundedUp(amount: number, unit: string): string {
  const whole = Math.ceil(amount);
  return `${whole} ${unit}${whole === 1 ? '' : 'n'}`;
}

/** What can be tried again. @param seconds until then */
export const later = (status: 429 | 503, title: string, detail: string, seconds: number) =>
  new Problem(status, title, detail, undefined, { 'Retry-After': String(seconds) });

/** @param seconds how long to wait before the next try */
export const tooMany = (seconds: number) => {
  const detail = `Bitte versuchen Sie es in ${waitInWords(seconds)} erneut.`;
  return later(429, 'Zu viele Versuche', detail, seconds);
};
/**
 * @param things the things there are too many of, for use after 'so viele'
 * @param seconds until more can be created
 */
export const tooManyToday = (things: string, seconds: number) => {
  const detail = `Sie haben schon so viele ${things} angelegt, wie an einem Tag möglich sind. In ${waitInWords(seconds)} geht es weiter.`;
  return later(429, 'Genug für heute', detail, seconds);
};
/** The server has no room for it now. @param why a sentence */
export const busy = (title: string, why: string, seconds: number) =>
  later(503, title, `${why} Bitte versuchen Sie es in einigen Sekunden erneut.`, seconds);
/** Too many large bodies are being sent at once. */
export const noRoom = () =>
  busy('Vorübergehend nicht erreichbar', 'Gerade kommen sehr viele große Anfragen an.', 5);
/** Too many passwords or recovery codes wait to be checked. */
export const tooBusy = () =>
  busy('Gerade viele Anmeldungen', 'Gerade melden sich sehr viele Leute an.', 10);
