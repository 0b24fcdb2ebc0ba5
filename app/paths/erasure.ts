/** The URLs of the screens about erasing records, and how long they are kept. */

export const retentionPath = '/app/admin/organization/retention';

/** Whose records are erased soon. */
export const erasedSoonPath = '/app/members/erasures';

/** Why a record is kept. */
export const holdPath = (member: string): string => `/app/members/${member}/hold`;
