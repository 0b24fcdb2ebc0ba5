import pg from 'pg';

/**
 * Planning takes Postgres two to four times as long as executing what we ask, so each connection
 * prepares a statement once, under a name (docs/decisions/0050).
 */

/** In a statement whose best plan depends on its values: Postgres plans it anew each time. */
export const PLANNED_EACH_TIME = '/* planned each time */';

/** Of one connection; each takes Postgres some 30 to 100 KB. */
const MOST_STATEMENTS = 600;
/** Beyond this a statement's text grows with what it writes, so it hardly comes again. */
const MOST_VALUES = 64;

/** The names of statements, by their text: the same on all connections of this process. */
const names = new Map<string, string>();
let given = 0;

function nameOf(text: string): string | undefined {
  const known = names.get(text);
  if (known || names.size >= MOST_STATEMENTS || text.includes(PLANNED_EACH_TIME)) return known;
  return rename(text);
}

function rename(text: string): string {
  const name = `s${++given}`;
  names.set(text, name);
  return name;
}

/**
 * True if a migration has changed what a prepared statement returns. The next try has another name,
 * so outside a transaction it can follow at once.
 */
export function isOutdatedPlan(error: unknown): boolean {
  const { code, routine } = (error ?? {}) as pg.DatabaseError;
  return code === '0A000' && routine === 'RevalidateCachedQuery';
}

/** A client that prepares the statements with values that it is asked for by promise, as Kysely does. */
export class PreparingClient extends pg.Client {
  // biome-ignore lint/suspicious/noExplicitAny: pg has ten overloads, which stay as they are.
  override query(...asked: any[]): any {
    const [text, values, callback] = asked;
    const name =
      typeof text === 'string' && Array.isArray(values) && !callback && isPreparable(values)
        ? nameOf(text)
        : undefined;
    if (!name) return Reflect.apply(super.query, this, asked);
    const isInTransaction = this.getTransactionStatus() !== 'I';
    return super.query({ name, text, values }).catch((error) => {
      if (!isOutdatedPlan(error)) throw error;
      rename(text);
      if (isInTransaction) throw error;
      return super.query(text, values);
    });
  }
}

const isPreparable = ({ length }: readonly unknown[]) => length > 0 && length <= MOST_VALUES;
