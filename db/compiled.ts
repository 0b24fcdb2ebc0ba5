import type { CompiledQuery, Kysely } from 'kysely';
import type { DB } from './schema.generated';

/** The place of a value. */
class Slot {
  constructor(readonly name: PropertyKey) {}
}

/** Returns the placeholder for a value. */
export type ValueOf<Values> = <Name extends keyof Values>(name: Name) => Values[Name];

/**
 * A query that is built and compiled once; later calls only fill in their values. For the queries
 * of every request or sign-up, since building costs as much as sending.
 * @param build makes the query with a placeholder for each value, so it cannot depend on them
 * @returns a function that runs it, and returns its rows
 */
export function compiledOnce<Values extends object, Row>(
  build: (db: Kysely<DB>, value: ValueOf<Values>) => CompiledQuery<Row>,
): (db: Kysely<DB>, values: Values) => Promise<Row[]> {
  let compiled: CompiledQuery<Row> | undefined;
  return async (db, values) => {
    compiled ??= build(db, (name) => new Slot(name) as never);
    const parameters = compiled.parameters.map((each) =>
      each instanceof Slot ? values[each.name as keyof Values] : each,
    );
    const { rows } = await db.executeQuery<Row>({ ...compiled, parameters } as CompiledQuery<Row>);
    return rows;
  };
}
