/**
 * What is asked for again if its user was last asked more than ten minutes ago (T2): the kinds by
 * which operations are marked, with what the screen says that it is for.
 */
export const CONFIRMED = {
  email: 'um Ihre E-Mail-Adresse zu ändern',
  factor: 'um Ihren zweiten Faktor zu ändern',
  sessions: 'um Sitzungen zu beenden',
  token: 'um ein Kalender-Abo anzulegen',
  export: 'um gespeicherte Daten abzurufen',
  permission: 'um Berechtigungen zu ändern',
  deletion: 'um etwas endgültig zu löschen',
} as const satisfies Record<string, string>;

export type ConfirmedKind = keyof typeof CONFIRMED;
