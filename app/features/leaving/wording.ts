/** German texts about leaving a club or the installation, and their notifications. */

export const WITHDRAW = 'Künftige Zusagen zurückziehen';
/** What ticking WITHDRAW does. @param events that have not begun */
export const withdrawHint = (events: number): string =>
  `Betrifft ${events === 1 ? '1 Veranstaltung' : `${events} Veranstaltungen`}, Wartelisten eingeschlossen. ` +
  'Frei werdende Plätze bekommt, wer wartet.';
/** 'künftige Zusagen zurückgezogen: 3', of who leaves; '' of none. */
export const promisesWithdrawn = (count: number): string =>
  count > 0 ? `, künftige Zusagen zurückgezogen: ${count}` : '';

/** Notifications (B6); 'own' marks a wording that the specification does not give. */
export const messages = {
  organizationLeft: ({ name }: { name: string }) => ({ title: `Sie haben ${name} verlassen.` }), // own
  organizationLeaveFailed: {
    title: 'Organisation',
    message: 'Fehler beim Verlassen des Vereins.',
  }, // own
  accountDeleted: { title: 'Ihr Konto wurde gelöscht.' }, // own
  accountDeleteFailed: { title: 'Konto', message: 'Fehler beim Löschen des Kontos.' }, // own
  userRemoved: ({ firstName, lastName }: { firstName: string; lastName: string }) => ({
    title: `${firstName} ${lastName} entfernt.`,
  }), // own
  userRemoveFailed: {
    title: 'Organisation',
    message: 'Fehler beim entfernen des Benutzers aus der Organisation.',
  },
} as const;
