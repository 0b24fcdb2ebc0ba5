import type { Actor } from './actor';

interface Rule {
  /** The purpose, as a part of the screen's sentence. */
  readonly purpose: string;
  /**
   * Sessions that are not asked while the account has no second factor: what the specification
   * describes has no extra step there, and apps only use section 7.
   */
  readonly excused?: readonly Actor['session']['kind'][];
  /** True if the password is not enough where the account has a second factor. */
  readonly byCode?: boolean;
}

/**
 * Kinds of operations that ask for the user's identity again after ten minutes (T2,
 * docs/decisions/0044).
 */
export const CONFIRMED = {
  email: { purpose: 'um Ihre E-Mail-Adresse zu ändern', excused: ['mobile'], byCode: true },
  factor: { purpose: 'um Ihren Handy-Code zu ändern', byCode: true },
  sessions: { purpose: 'um Geräte auszuloggen' },
  token: { purpose: 'um ein Kalender-Abo anzulegen' },
  export: { purpose: 'um gespeicherte Daten abzurufen' },
  rule: { purpose: 'um die Vorgabe für die Verwaltung zu ändern' },
  permission: { purpose: 'um Berechtigungen zu ändern', excused: ['browser', 'mobile'] },
  deletion: { purpose: 'um etwas endgültig zu löschen', excused: ['browser', 'mobile'] },
} as const satisfies Record<string, Rule>;

export type ConfirmedKind = keyof typeof CONFIRMED;

export const isConfirmedKind = (kind: string): kind is ConfirmedKind =>
  Object.hasOwn(CONFIRMED, kind);

/** True if only a code of the second factor confirms it. */
export function needsCode(kind: ConfirmedKind, { hasFactor }: Pick<Actor, 'hasFactor'>): boolean {
  const { byCode = false }: Rule = CONFIRMED[kind];
  return byCode && hasFactor;
}

/** True if it needs no proof, or the last one is less than ten minutes old (T2). */
export function isProved(
  kind: ConfirmedKind,
  actor: Pick<Actor, 'session' | 'hasFactor'>,
): boolean {
  const { excused = [] }: Rule = CONFIRMED[kind];
  const { session, hasFactor } = actor;
  if (!hasFactor && excused.includes(session.kind)) return true;
  return needsCode(kind, actor) ? session.proof === 'code' : session.proof !== null;
}
