import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { operation, publicOperation } from '~/kernel/operation.server';
import { conflict } from '~/kernel/problem';
import type { Services } from '~/kernel/services.server';
import {
  caller,
  facts,
  insert,
  logged,
  nothing,
  operationTests,
  services,
  status,
} from '../support/operations';

operationTests();

describe('transactions', () => {
  it.each([new Error('a fault'), conflict('a refusal')])(
    'an operation rolls everything back on %s',
    async (error) => {
      const effects: string[] = [];
      const declared = publicOperation({
        summary: 'fails late',
        input: nothing,
        async run({ db, afterCommit, changeSession }) {
          afterCommit(() => void effects.push('must not be'));
          changeSession('end');
          await insert(db, 'taken back');
          throw error;
        },
        audit: 'Getan',
      });
      await expect(declared.perform(caller(), {})).rejects.toBe(error);
      expect(await facts()).toEqual([]);
      expect(effects).toEqual([]);
    },
  );

  it('a refusal also rolls back what loading the subject wrote', async () => {
    const declared = operation({
      summary: 'subject inside the transaction',
      input: nothing,
      subject: async ({ db }) => {
        await insert(db, 'by the subject');
        return {};
      },
      may: () => false,
      run: () => {},
      audit: 'Getan',
    });
    expect(await status(declared.perform(caller(), {}))).toBe(403);
    expect(await facts()).toEqual([]);
  });

  it('effects run in order after the commit and cannot make the operation fail', async () => {
    const seen: string[][] = [];
    const declared = publicOperation({
      summary: 'effects',
      input: nothing,
      async run({ db, afterCommit }) {
        afterCommit(async () => void seen.push(await facts()));
        afterCommit(() => {
          throw new Error('too late');
        });
        afterCommit(() => void seen.push(['last']));
        await insert(db, 'committed');
        seen.push(await facts());
        return 'done';
      },
      audit: 'Getan',
    });
    expect((await declared.perform(caller(), {})).output).toBe('done');
    expect(seen).toEqual([[], ['committed'], ['last']]);
    expect(logged.map(({ err }) => err?.message)).toEqual(['too late']);
  });

  it('an effect that meets an outage is no fault (issue 27)', async () => {
    const declared = publicOperation({
      summary: 'effect in an outage',
      input: nothing,
      run: ({ afterCommit }) =>
        afterCommit(async () => {
          throw Object.assign(new Error('away'), { code: 'ECONNREFUSED' });
        }),
      audit: 'Getan',
    });
    await declared.perform(caller(), {});
    expect(logged).toMatchObject([{ level: 40, msg: 'an effect after the commit met an outage' }]);
  });
});

describe('retries', () => {
  it('an operation that loses a deadlock runs again, with all its effects once', async () => {
    await insert(services.db, 'a');
    await insert(services.db, 'b');
    let attempts = 0;
    let effects = 0;
    let firstLocks = 0;
    let bothHold = () => {};
    const both = new Promise<void>((resolve) => {
      bothHold = resolve;
    });
    const count = (db: Services['db'], name: string) =>
      sql`update facts set number = number + 1 where name = ${name}`.execute(db);
    const crossing = publicOperation({
      summary: 'crossing',
      input: z.strictObject({ order: z.array(z.string()) }),
      async run({ db, input, afterCommit }) {
        attempts += 1;
        afterCommit(() => {
          effects += 1;
        });
        const [first = '', second = ''] = input.order;
        await count(db, first);
        firstLocks += 1;
        if (firstLocks === 2) bothHold();
        await both;
        await count(db, second);
      },
      audit: 'Getan',
    });
    await Promise.all([
      crossing.perform(caller(), { order: ['a', 'b'] }),
      crossing.perform(caller(), { order: ['b', 'a'] }),
    ]);
    const { rows } = await sql<{ number: number }>`select number from facts`.execute(services.db);
    expect(rows.map(({ number }) => number)).toEqual([2, 2]);
    expect(effects).toBe(2);
    // Three, or more: the one that lost may take its first row again before the other wakes up.
    expect(attempts).toBeGreaterThanOrEqual(3);
  });

  it.each(['40001', '40P01'])(
    'an operation runs at most five times for SQLSTATE %s',
    async (code) => {
      let attempts = 0;
      const declared = publicOperation({
        summary: 'never',
        input: nothing,
        async run({ db }) {
          attempts += 1;
          await sql`do ${sql.lit(`begin raise exception 'victim' using errcode = '${code}'; end`)}`.execute(
            db,
          );
        },
        audit: 'Getan',
      });
      await expect(declared.perform(caller(), {})).rejects.toMatchObject({ code });
      expect(attempts).toBe(5);
    },
  );

  it('an operation does not run again for any other error', async () => {
    await insert(services.db, 'twice');
    let attempts = 0;
    const declared = publicOperation({
      summary: 'once',
      input: nothing,
      run: ({ db }) => {
        attempts += 1;
        return insert(db, 'twice');
      },
      audit: 'Getan',
    });
    await expect(declared.perform(caller(), {})).rejects.toMatchObject({ code: '23505' });
    expect(attempts).toBe(1);
  });

  it('an operation prepares once, however often it runs', async () => {
    let prepared = 0;
    let attempts = 0;
    const declared = publicOperation({
      summary: 'prepares',
      input: nothing,
      prepare: async () => {
        prepared += 1;
        return 'slow';
      },
      async run({ prepared: value }) {
        attempts += 1;
        if (attempts < 3) throw Object.assign(new Error('victim'), { code: '40001' });
        return value;
      },
      audit: 'Getan',
    });
    expect((await declared.perform(caller(), {})).output).toBe('slow');
    expect([prepared, attempts]).toEqual([1, 3]);
  });
});
