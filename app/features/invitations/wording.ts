/** Answers to an invitation's link, known to the screen and the operations (C5). */
export const ALREADY_MEMBER = 'Sie sind bereits Mitglieder dieser Organisation.';
export const INVALID_CODE = 'Ungültiger Einladungscode.';
