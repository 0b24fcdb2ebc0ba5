import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { connect } from '#db/connection';
import type { Actor } from '~/kernel/actor';
import { operation } from '~/kernel/operation.server';
import { conflict } from '~/kernel/problem';
import { inTransaction } from '~/kernel/transaction.server';
import { createDatabase } from '../support/database';
import { afterwards } from '../support/leftovers';
import {
  actor,
  caller,
  facts,
  insert,
  named,
  nothing,
  operationTests,
  services,
  status,
} from '../support/operations';
import { tripsOf } from '../support/round-trips';

operationTests();

const entries = async () =>
  (await services.db.selectFrom('audit_log').select('action').execute()).map(
    ({ action }) => action,
  );

/** Stores a name, as the last thing that it does. */
const storing = operation({
  summary: 'stores a name',
  input: named,
  subject: ({ db }) => sql`select`.execute(db),
  may: () => true,
  async run({ db, input, closing }) {
    await insert(db, `before ${input.name}`);
    closing(insert(db, input.name));
  },
  audit: ({ input }) => `${input.name} gespeichert`,
});

describe('what a write begins and ends with', () => {
  it('a write takes a round trip to begin, its own, and one to end', async () => {
    const trips = await tripsOf(() => storing.perform(caller(), { name: 'a' }));
    expect(trips).toEqual([
      ['begin', 'select', 'select', 'select'],
      ['insert'],
      ['insert', 'insert', 'commit'],
    ]);
    expect(await facts()).toEqual(['a', 'before a']);
  });

  it('a write whose last statement fails leaves nothing behind, and fails with its error', async () => {
    await insert(services.db, 'twice');
    const logged = await entries();
    await expect(storing.perform(caller(), { name: 'twice' })).rejects.toMatchObject({
      code: '23505',
    });
    expect(await facts()).toEqual(['twice']);
    expect(await entries()).toEqual(logged);
  });

  it('a write whose entry in the log fails leaves nothing behind', async () => {
    const failing = { ...caller(), requestId: '\0' };
    await expect(storing.perform(failing, { name: 'unlogged' })).rejects.toMatchObject({
      code: '22021',
    });
    expect(await facts()).toEqual([]);
    // The connection is as good as new.
    expect(await status(storing.perform(caller(), { name: 'next' }))).toBe(200);
  });

  it('a write fails with what its last statement was refused for, not with what follows', async () => {
    const mapped = operation({
      summary: 'maps the error of its last statement',
      input: nothing,
      may: () => true,
      async run({ db, closing }) {
        closing(sql`select 1 / 0`.execute(db).catch(() => Promise.reject(conflict('Geht nicht.'))));
        await insert(db, 'after the failure');
      },
      audit: 'Getan',
    });
    expect(await status(mapped.perform(caller(), {}))).toBe(409);
    expect(await facts()).toEqual([]);
  });

  it('a statement that comes after its transaction is not sent', async () => {
    let late: Promise<unknown> | undefined;
    const leaking = operation({
      summary: 'keeps its transaction',
      input: nothing,
      may: () => true,
      async run({ db, afterCommit }) {
        afterCommit(() => {
          late = insert(db, 'too late').catch(({ message }) => message);
        });
      },
      audit: () => null,
    });
    await leaking.perform(caller(), {});
    expect(await late).toBe('a statement came after its transaction');
    expect(await facts()).toEqual([]);
  });
});

it('a transaction behind a pooler sends one statement after the other, to the same end', async () => {
  const { url, drop } = await createDatabase({ empty: true });
  afterwards(drop);
  const { db } = connect(url, { pooled: true });
  afterwards(() => db.destroy());
  await sql`create table facts (name text primary key)`.execute(db);
  const store = (name: string) =>
    inTransaction(
      db,
      async (trx, opened: { one: number }[], closing) => {
        await insert(trx, `before ${name}`);
        closing(insert(trx, name));
        closing(insert(trx, `after ${name}`));
        return opened;
      },
      async (trx) => (await sql<{ one: number }>`select 1 as one`.execute(trx)).rows,
    );
  expect(await store('a')).toEqual([{ one: 1 }]);
  await sql`delete from facts where name <> 'a'`.execute(db);
  await expect(store('a')).rejects.toMatchObject({ code: '23505' });
  const { rows } = await sql`select name from facts`.execute(db);
  expect(rows).toEqual([{ name: 'a' }]);
});

describe('the subject is loaded along with its actor', () => {
  /** Who loads the subject, and by whom access is judged. */
  function watched() {
    const seen: string[] = [];
    const declared = operation({
      summary: 'shows who acts',
      input: nothing,
      subject: (context) => {
        seen.push(`subject of ${context.actor.firstName}`);
        return {};
      },
      may: (_subject, { firstName }) => {
        seen.push(`may ${firstName}`);
        return true;
      },
      run: () => {},
      audit: () => null,
    });
    return { declared, seen };
  }

  it('a subject is loaded once where its actor is still who they were', async () => {
    const { declared, seen } = watched();
    await declared.perform(caller(), {});
    expect(seen).toEqual(['subject of Anna', 'may Anna']);
  });

  it('a subject is loaded again where its actor has changed since the request arrived', async () => {
    const { declared, seen } = watched();
    const before: Actor = { ...actor, firstName: 'Berta' };
    await declared.perform(caller(before), {});
    expect(seen).toEqual(['subject of Berta', 'subject of Anna', 'may Anna']);
  });

  it('a session that has ended counts before a subject that is not found', async () => {
    const gone = operation({
      summary: 'finds nothing',
      input: nothing,
      subject: () => null,
      may: () => true,
      run: () => {},
      audit: () => null,
    });
    const ended = { ...actor, session: { ...actor.session, uuid: crypto.randomUUID() } };
    expect(await status(gone.perform(caller(ended), {}))).toBe(401);
    expect(await status(gone.perform(caller(), {}))).toBe(404);
  });
});
