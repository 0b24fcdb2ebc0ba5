import { sql } from 'kysely';
import pg from 'pg';

/**
 * Postgres takes two to four times as long to plan our statements as to execute them. So each
 * connection prepares a statement once, under a name, and Postgres plans it once, without looking
 * at values (docs/decisions/0028).
 */

/** Marks a statement whose best plan depends on its values, so that Postgres plans it each time. */
export const PLANNED_EACH_TIME = '/* planned each time */';
export const plannedEachTime = sql.raw(PLANNED_EACH_TIME);

/**
 * Settings of a connection that prepares statements. One plan serves every club; Postgres expects a
 * small one, but the plan must not read a large one as a whole: rows are found by indexes, in their
 * order, rather than collected and searched.
 */
export const PLAN_SETTINGS = {
  plan_cache_mode: 'force_generic_plan',
  enable_material: 'off',
  // As for any SSD.
  random_page_cost: '1.1',
} as const;

/** Maximum per connection; each takes Postgres some 30 to 100 KB. */
const MOST_STATEMENTS = 600;
/** Longer statements depend on the amount of data written, so they hardly repeat. */
const MOST_VALUES = 64;

/** The names of statements by their text, the same on all connections of a pool. */
export class StatementNames {
  readonly #names = new Map<string, string>();
  #given = 0;

  /** Undefined beyond the maximum. */
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
 * True if a migration has changed the result type of a prepared statement. The next attempt uses
 * another name, so outside a transaction it can follow at once.
 */
export function isOutdatedPlan(error: unknown): boolean {
  const { code, routine } = (error ?? {}) as pg.DatabaseError;
  return code === '0A000' && routine === 'RevalidateCachedQuery';
}

/** A client that prepares queries made by promise and with values, as Kysely's are. */
export class PreparingClient extends pg.Client {
  protected names = new StatementNames();

  // biome-ignore lint/suspicious/noExplicitAny: pg has ten overloads, which are kept.
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

  /** Sent together (`pipeline`), before everything else, so that nothing else is planned like this. */
  #plannedAnew(text: string, values: unknown[]) {
    const failed = () => {};
    super.query('set plan_cache_mode = force_custom_plan').catch(failed);
    const answer = super.query(text, values);
    super.query(`set plan_cache_mode = ${PLAN_SETTINGS.plan_cache_mode}`).catch(failed);
    return answer;
  }
}
