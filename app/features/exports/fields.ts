import { memberFieldNames } from '~/features/members/fields';

/** The files that members are exported as, and their columns. */

export const FORMATS = ['csv', 'xlsx', 'vcard'] as const;
export type Format = (typeof FORMATS)[number];

/** What a column can hold: a field of members, or the names of their groups. */
export const COLUMNS = [...memberFieldNames, 'groups'] as const;
export type Column = (typeof COLUMNS)[number];
