/** Notifications (B6). Those marked 'own' have no wording in the specification. */
export const messages = {
  organizationSaved: { title: 'Organisation', message: 'Daten der Organisation gespeichert.' }, // own
  organizationSaveFailed: { title: 'Organisation', message: 'Fehler beim speichern der Daten.' }, // own
  organizationLoadFailed: { title: 'Organisation', message: 'Fehler beim laden der Daten.' },
  organizationFounded: { title: 'Organisation', message: 'Organisation erstellt.' }, // own
  organizationFoundFailed: {
    title: 'Organisation',
    message: 'Organisation erstellen ist fehlgeschlagen.',
  }, // own
  organizationDeleted: { title: 'Organisation', message: 'Organisation gelöscht.' }, // own
  organizationDeleteFailed: {
    title: 'Organisation',
    message: 'Fehler beim löschen der Organisation.',
  }, // own
} as const;
