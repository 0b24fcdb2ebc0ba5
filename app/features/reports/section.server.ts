import type { Expression } from 'kysely';
import type { Database } from '#db/connection';
import type { Whose } from './queries/whose.server';
import type { Format } from './view';

/** A value of each entry, and the column that it comes from. */
export interface Field {
  /** Its name in the entries, the same as in own data (A12). */
  readonly key: string;
  readonly label: string;
  readonly as?: Format;
  /** The column of the section's table, where its name is not the key's; null for another table's. */
  readonly column?: string | null;
  /** Part of the user's account, which the club does not hold: not for those who look after members. */
  readonly own?: true;
}

/** The information for the person (article 15 (1) a, b, d, g). */
interface Particulars {
  readonly title: string;
  readonly purpose: string;
  readonly basis: string;
  readonly origin: string;
  readonly storage: string | ((settings: { auditDays: number }) => string);
}

/** One kind of personal data, with everything that a report says about it. */
export interface Section extends Particulars {
  /** Its name in own data, if it is there. */
  readonly name: string;
  readonly table: string;
  /** 'user': part of the account. 'club': in a report for a member only. */
  readonly only?: 'user' | 'club';
  readonly rows: (db: Database, whose: Whose) => Expression<unknown>;
  /** The value by which the newest entry is told. */
  readonly newest: string;
  readonly fields: readonly Field[];
}
