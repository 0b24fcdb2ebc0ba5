import { sql } from 'kysely';
import pg from 'pg';

/**
 * Planning takes Postgres two to four times as long as executing what we ask. So each connection
 * prepares a statement once, under a name, and Postgres plans it once, without looking at values
 * (docs/decisions/0028).
 */

/** The mark of a statement whose best plan depends on its values: Postgres plans it anew each time. */
export const PLANNED_EACH_TIME = '/* planned each time */';
export const plannedEachTime = sql.raw(PLANNED_EACH_TIME);

/**
 * Settings of a connection that prepares statements. A plan for every club, which Postgres takes to
 * be as small as most are, must not read a large one as a whole: rows are found by indexes, in their
 * order, rather than gathered and searched.
 */
export const PLAN_SETTINGS = {
  plan_cache_mode: 'force_generic_plan',
  enable_material: 'off',
  // As on every disk without moving parts.
  random_page_cost: '1.1',
} as const;

/** Of one connection; each takes Postgres some 30 to 100 KB. */
const MOST_STATEMENTS = 600;
/** Beyond this a statement's text grows with what it writes, so it hardly comes again. */
const MOST_VALUES = 64;

/** The names of statements, by their text: the same on all connections of a pool. */
export class StatementNames {
  readonly #names = new Map<string, string>();
  #given = 0;

  /** Undefined for one statement too many. */
  of(text: string): string | undefined {
    const known = this.#names.get(text);
    return known || this.#names.size >= MOST_STATEMENTS ? known : this.rename(text);
  }

  rename(text: string): string {
    const name = `s${++this.#given}`;
    this.#names.set(text, name);
    return name;
  }
}

/**
 * True if a migration has changed what a prepared statement returns. The next try has another name,
 * so outside a transaction it can follow at once.
 */
export function isOutdatedPlan(error: unknown): boolean {
  const { code, routine } = (error ?? {}) as pg.DatabaseError;
  return code === '0A000' && routine === 'RevalidateCachedQuery';
}

/** A client that prepares what it is asked by promise and with values, as Kysely does. */
export class PreparingClient extends pg.Client {
  protected names = new StatementNames();

  // biome-ignore lint/suspicious/noExplicitAny: pg has ten overloads, which stay as they are.
  override query(...asked: any[]): any {
    const [text, values, callback] = asked;
    if (typeof text !== 'string' || !Array.isArray(values) || values.length === 0 || callback)
      return Reflect.apply(super.query, this, asked);
    if (text.includes(PLANNED_EACH_TIME)) return this.#plannedAnew(text, values);
    const name = values.length <= MOST_VALUES ? this.names.of(text) : undefined;
    return name ? this.#prepared(name, text, values) : super.query(text, values);
  }

  async #prepared(name: string, text: string, values: unknown[]) {
    const isInTransaction = this.getTransactionStatus() !== 'I';
    try {
      return await super.query({ name, text, values });
    } catch (error) {
      if (!isOutdatedPlan(error)) throw error;
      this.names.rename(text);
      if (isInTransaction) throw error;
      return super.query(text, values);
    }
  }

  /** Sent together (`pipeline`), and before all that follows: nothing else is planned like this. */
  #plannedAnew(text: string, values: unknown[]) {
    const failed = () => {};
    super.query('set plan_cache_mode = force_custom_plan').catch(failed);
    const answer = super.query(text, values);
    super.query(`set plan_cache_mode = ${PLAN_SETTINGS.plan_cache_mode}`).catch(failed);
    return answer;
  }
}
