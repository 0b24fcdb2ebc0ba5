import { CompiledQuery, type DatabaseConnection, type Kysely, Transaction } from 'kysely';
import { PreparingClient } from './prepared-statements';
import type { DB } from './schema.generated';

type Database = Kysely<DB>;

/**
 * Statements that need nothing of each other's results travel together: what a transaction begins
 * with and what it ends with cost one round trip each (docs/decisions/0028). Postgres carries them
 * out one after the other, as ever; if one fails, so do those after it, and 'commit' rolls back.
 */

/** A client that sends a statement without waiting for the one before. */
export class PipeliningClient extends PreparingClient {
  #begun = false;

  // biome-ignore lint/suspicious/noExplicitAny: pg has ten overloads, which stay as they are.
  override query(...asked: any[]): any {
    const [text] = asked;
    if (text === 'begin') this.#begun = true;
    if (text === 'commit' || text === 'rollback') this.#begun = false;
    return Reflect.apply(super.query, this, asked);
  }

  /** As it will be when Postgres comes to what is sent now, whose 'begin' may still be under way. */
  override getTransactionStatus() {
    return this.#begun ? 'T' : super.getTransactionStatus();
  }
}

/** On a database whose clients are of this kind; by name, as server and screens are built apart. */
const PIPELINING = Symbol.for('vereinsheim.pipelining');

/** Tells that the clients of a database are of this kind. */
export function markPipelining(db: Database): void {
  Object.defineProperty(db, PIPELINING, { value: true });
}

interface Steps<Opened, T> {
  /** Sent along with 'begin': may lock and read, but not write. */
  readonly opening: (trx: Database) => Promise<Opened>;
  readonly work: (trx: Database, opened: Opened) => Promise<T>;
  /** What `work` has sent without waiting for it: the commit is sent after it and waits for it. */
  readonly last: ReadonlyArray<Promise<unknown>>;
}

/**
 * Runs a transaction in which the first and the last statements travel with 'begin' and 'commit'.
 * @throws the first error of what was sent, even if `work` fails for another that follows from it
 */
export function transaction<Opened, T>(db: Database, steps: Steps<Opened, T>): Promise<T> {
  const { opening, work, last } = steps;
  if (PIPELINING in db)
    return db.getExecutor().provideConnection((connection) => pipelined(db, connection, steps));
  // Behind a pooler, one after the other.
  return db.transaction().execute(async (trx) => {
    try {
      const result = await work(trx, await opening(trx));
      await awaitAll(last);
      return result;
    } catch (error) {
      return firstOf(last, error);
    }
  });
}

async function pipelined<Opened, T>(
  db: Database,
  connection: DatabaseConnection,
  { opening, work, last }: Steps<Opened, T>,
): Promise<T> {
  let over = false;
  const send = (text: string) => connection.executeQuery(CompiledQuery.raw(text));
  const executor = db.getExecutor().withConnectionProvider({
    // In the order in which they are asked for: nothing is awaited before a statement is sent.
    provideConnection(use) {
      if (over) return Promise.reject(new Error('a statement came after its transaction'));
      return use(connection);
    },
  });
  // Of these, a transaction uses the executor alone.
  const trx = new Transaction<DB>({
    ...{ config: {}, driver: {}, dialect: {} },
    executor,
  } as never);
  let result: T;
  try {
    const [, opened] = await awaitAll([send('begin'), opening(trx)]);
    result = await work(trx, opened as Opened);
  } catch (error) {
    over = true;
    await send('rollback').catch(() => {});
    return firstOf(last, error);
  }
  over = true;
  await awaitAll([...last, send('commit')]);
  return result;
}

/**
 * Waits for statements of a transaction.
 * @throws the error of the first that failed, from which those of the others follow
 */
export async function awaitAll(sent: ReadonlyArray<Promise<unknown>>): Promise<unknown[]> {
  const all = await Promise.allSettled(sent);
  const failed = all.find((each) => each.status === 'rejected');
  if (failed) throw failed.reason;
  return all.map((each) => (each as PromiseFulfilledResult<unknown>).value);
}

/** @throws the error of the first that failed, or else this one, which came after them */
async function firstOf(sent: ReadonlyArray<Promise<unknown>>, error: unknown): Promise<never> {
  await awaitAll(sent);
  throw error;
}
