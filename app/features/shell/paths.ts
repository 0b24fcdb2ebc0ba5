/** Where everyone starts, and where screens lead when there is nowhere else to go. */
export const homePath = '/app/';

/** The header's selector posts here. */
export const selectionPath = '/app/organizations/active';
