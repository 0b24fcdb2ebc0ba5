/** Answers to an invitation's link, known to the screen and the operations (C5). */
export const ALREADY_MEMBER = 'Sie sind bereits Mitglieder dieser Organisation.';
export const INVALID_CODE = 'Ungültiger Einladungscode.';

/** When the link that is to be mailed is no longer the member's (D4). */
export const NO_LONGER_VALID = 'Diese Einladung gilt nicht mehr. Erstellen Sie eine neue.';
