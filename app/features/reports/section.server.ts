import { type Expression, type RawBuilder, sql } from 'kysely';
import type { Database } from '#db/connection';
import { ofMember, ofUser, type Whose } from './queries/whose.server';
import type { Format } from './view';

/** A value of each entry, and the column that it comes from. */
export interface Field {
  /** Its name in the entries, the same as in own data (A12). */
  readonly key: string;
  readonly label: string;
  readonly as?: Format;
  /** The column of the section's table, where its name is not the key's; null for another table's. */
  readonly column?: string | null;
  /** Where it comes from then: a column with the alias of its table, or an expression. */
  readonly from?: string | RawBuilder<unknown>;
  /** Part of the user's account, which the club does not hold: not for those who look after members. */
  readonly own?: true;
}

/** The information for the person (article 15 (1) a, b, d, g). */
interface Particulars {
  readonly title: string;
  readonly purpose: string;
  /** The legal basis, where it is not that of a member's data. */
  readonly basis?: string;
  readonly origin: string;
  readonly storage: string | ((settings: { auditDays: number }) => string);
}

/** One kind of personal data, with everything that a report says about it. */
export interface Section extends Particulars {
  /** Its name in own data, for which `only` is not 'club'. */
  readonly name: string;
  readonly table: string;
  /** 'user': part of the account. 'club': in a report for a member only. */
  readonly only?: 'user' | 'club';
  /** The column of the user, in a table about users. */
  readonly user?: string;
  /** That of the member, in any other table. */
  readonly member?: string;
  /** Joins further tables to it, which is `t`. */
  readonly joins?: RawBuilder<unknown>;
  /** Which of its rows are meant, if not all. */
  readonly where?: RawBuilder<unknown>;
  /** The columns of further values, for own data only. */
  readonly also?: Readonly<Record<string, string>>;
  /** Reads it, if that takes more than all this. */
  readonly rows?: (db: Database, whose: Whose) => Expression<unknown>;
  /** The value by which the newest entry is told. */
  readonly newest: string;
  readonly fields: readonly Field[];
}

/** A section's entries, in whatever order. */
export function rowsOf(section: Section, db: Database, whose: Whose): Expression<unknown> {
  if (section.rows) return section.rows(db, whose);
  const { table, user, member = 'member_uuid', joins = sql``, where = sql`true`, fields } = section;
  const further = Object.entries(section.also ?? {}).map(([key, column]) => ({ key, column }));
  const values = [...further, ...fields].map(({ key, column, from }: Omit<Field, 'label'>) => {
    const source = from ?? `t.${column ?? snakeCase(key)}`;
    return sql`${typeof source === 'string' ? sql.ref(source) : source} as ${sql.id(key)}`;
  });
  const whole = sql`select ${sql.join(values)} from ${sql.table(table)} as t ${joins}`;
  return user
    ? sql`${whole} where ${where} and ${ofUser(whose, `t.${user}`, 't.organization_uuid')}`
    : sql`${whole} join members m on m.uuid = ${sql.ref(`t.${member}`)}
        where ${where} and ${ofMember(whose)}`;
}

/** The column of a key that has no other. */
export const snakeCase = (key: string) =>
  key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
