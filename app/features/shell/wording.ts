/** Notifications (B6). Those marked 'own' have no wording in the specification. */
export const messages = {
  organizationSelectFailed: {
    title: 'Organisation',
    message: 'Fehler beim wechseln der Organisation.',
  }, // own
} as const;
