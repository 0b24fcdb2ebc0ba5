/** The URLs of the screens about erasing records, and how long they are kept. */

export const retentionPath = '/app/admin/organization/retention';

/** Whose records are erased soon. @param organization the active one without it */
export const erasedSoonPath = (organization?: string) =>
  `/app/members/erasures${organization ? `?organization=${organization}` : ''}` as const;

/** Why a record is kept. */
export const holdPath = (member: string): string => `/app/members/${member}/hold`;
