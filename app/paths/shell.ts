/** The start page, and the way out of screens that lead nowhere else. */
export const homePath = '/app/';

/** The header's selector posts here. */
export const selectionPath = '/app/organizations/active';
