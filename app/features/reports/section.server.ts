import type { Expression } from 'kysely';
import type { Database } from '#db/connection';
import type { Whose } from './queries/whose.server';
import type { Format } from './view';

/** A value of each entry, and the column that it comes from. */
export interface Field {
  /** In the entries: the same word as in own data (A12). */
  readonly key: string;
  readonly label: string;
  readonly as?: Format;
  /** The column of the section's table, where its name is not the key's; null for another table's. */
  readonly column?: string | null;
  /** Part of the user's account, which the club does not hold: not for those who look after members. */
  readonly own?: true;
}

/** What is said of it to the person (article 15 (1) a, b, d, g). */
interface Particulars {
  readonly title: string;
  readonly purpose: string;
  readonly basis: string;
  readonly origin: string;
  readonly storage: string | ((settings: { auditDays: number }) => string);
}

/** One kind of data about people: everything that a report says of it. */
export interface Section extends Particulars {
  /** The same word as in own data, if that has it. */
  readonly name: string;
  readonly table: string;
  /** 'user': part of the account. 'club': in a report for a member only. */
  readonly only?: 'user' | 'club';
  readonly rows: (db: Database, whose: Whose) => Expression<unknown>;
  /** The value by which the newest entry is told. */
  readonly newest: string;
  readonly fields: readonly Field[];
}
