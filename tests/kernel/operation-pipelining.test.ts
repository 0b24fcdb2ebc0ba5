import { sql } from 'kysely';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import type { Actor } from '~/kernel/actor';
import { operation } from '~/kernel/operation.server';
import { conflict } from '~/kernel/problem';
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

operationTests();

const entries = async () =>
  (await services.db.selectFrom('audit_log').select('action').execute()).map(
    ({ action }) => action,
  );

/** The statements that are sent while `run` runs, by their first word, in round trips. */
async function tripsOf(run: () => Promise<unknown>): Promise<string[][]> {
  const trips: string[][] = [];
  let waiting = 0;
  const query = pg.Client.prototype.query;
  pg.Client.prototype.query = function watched(this: pg.Client, ...asked: unknown[]) {
    const [first] = asked;
    const { text } = typeof first === 'string' ? { text: first } : (first as { text: string });
    if (waiting++ === 0) trips.push([]);
    trips.at(-1)?.push(text.trim().split(' ')[0] ?? '');
    const answer = Reflect.apply(query, this, asked);
    const done = () => void waiting--;
    answer.then(done, done);
    return answer;
  } as typeof query;
  try {
    await run();
  } finally {
    pg.Client.prototype.query = query;
  }
  return trips;
}

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
