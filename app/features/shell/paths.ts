/** Where everyone starts, and where screens lead that have nowhere else to go. */
export const homePath = '/app/';

/** Takes the header's selector. */
export const selectionPath = '/app/organizations/active';
