/** Notifications (B6). Those marked 'own' have no wording in the specification. */
export const messages = {
  invitationLoadFailed: { title: 'Einladung', message: 'Fehler beim laden der Einladung.' }, // own
  invitationCreateFailed: {
    title: 'Einladung',
    message: 'Einladung erstellen ist fehlgeschlagen.',
  }, // own
  invitationRevoked: { title: 'Einladung', message: 'Einladung widerrufen.' }, // own
  invitationRevokeFailed: { title: 'Einladung', message: 'Fehler beim widerrufen der Einladung.' }, // own
  invitationSent: { title: 'Einladung', message: 'Einladung per E-Mail verschickt.' }, // own
  invitationSendFailed: { title: 'Einladung', message: 'Fehler beim versenden der Einladung.' }, // own
  invitationAccepted: { title: 'Einladung', message: 'Einladung angenommen.' }, // own
  invitationAcceptFailed: { title: 'Einladung', message: 'Fehler beim akzeptieren der Einladung.' }, // own
  invitationRejected: { title: 'Einladung', message: 'Einladung abgelehnt.' }, // own
  invitationRejectFailed: { title: 'Einladung', message: 'Fehler beim ablehnen der Einladung.' }, // own
} as const;

/** The link was opened or accepted in vain (C5). */
export const ALREADY_MEMBER = 'Sie sind bereits Mitglieder dieser Organisation.';
export const INVALID_CODE = 'Ungültiger Einladungscode.';

/** The link to be mailed was revoked or replaced (D4). */
export const NO_LONGER_VALID = 'Diese Einladung gilt nicht mehr. Erstellen Sie eine neue.';

export const ALREADY_LINKED = 'Dieses Mitglied ist schon mit einem Benutzer verknüpft.';
