import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { readConfig } from '~/config.server';
import type { Actor } from '~/kernel/actor';
import { type Asking, loggedIn, operation, publicOperation } from '~/kernel/operation.server';
import { conflict, Problem } from '~/kernel/problem';
import type { Services } from '~/kernel/services.server';
import { createLimits } from '~/server/limits';
import { createDatabase } from '../support/database';

let services: Services;
let drop: () => Promise<void>;
const logged: { msg: string; err?: { message: string } }[] = [];

beforeAll(async () => {
  const database = await createDatabase();
  drop = database.drop;
  await sql`create table facts (name text primary key, number integer not null default 0)`.execute(
    database.db,
  );
  services = {
    config: readConfig({}, { demo: true }),
    db: database.db,
    log: pino({ level: 'error' }, { write: (line: string) => logged.push(JSON.parse(line)) }),
    passwords: { hash: async () => '', verify: async () => false },
    limits: createLimits(database.pool, false),
  };
});
afterAll(() => drop());

beforeEach(async () => {
  logged.length = 0;
  await sql`truncate facts`.execute(services.db);
});

const actor: Actor = {
  uuid: '00000000-0000-4000-8000-000000000001',
  firstName: 'Anna',
  lastName: 'Nutzer',
  email: 'anna@verein.example',
  systemAdmin: false,
  session: { uuid: '00000000-0000-4000-8000-000000000002', validUntil: new Date() },
  organizations: [],
  activeOrganization: null,
};
const asking = (who: Actor | null = actor): Asking => ({
  services,
  actor: who,
  ip: '127.0.0.1',
  userAgent: '',
});
const named = z.strictObject({ name: z.string() });
const nothing = z.strictObject({});

const insert = (db: Services['db'], name: string) =>
  sql`insert into facts (name) values (${name})`.execute(db);
const facts = async () =>
  (await sql<{ name: string }>`select name from facts order by name`.execute(services.db)).rows.map(
    ({ name }) => name,
  );

/** An operation that writes down which of its parts ran. */
function recorded({ allowed = true, found = true } = {}) {
  const steps: string[] = [];
  const declared = operation({
    summary: 'Record the steps',
    input: named,
    prepare: async () => {
      steps.push('prepare');
    },
    subject: () => {
      steps.push('subject');
      return found ? { owner: 'x' } : null;
    },
    may: () => {
      steps.push('may');
      return allowed;
    },
    run: () => {
      steps.push('run');
    },
  });
  return { declared, steps };
}

const status = (promise: Promise<unknown>) =>
  promise.then(
    () => 200,
    (error) => (error instanceof Problem ? error.status : error),
  );

describe('the order of an operation', () => {
  it('is: who asks, prepare, subject, may, run', async () => {
    const { declared, steps } = recorded();
    await declared.perform(asking(), { name: 'a' });
    expect(steps).toEqual(['prepare', 'subject', 'may', 'run']);
  });

  it('stops at the first that refuses: 401, 404 before 403 (G4, H)', async () => {
    const anonymous = recorded();
    expect(await status(anonymous.declared.perform(asking(null), { name: 'a' }))).toBe(401);
    expect(anonymous.steps).toEqual([]);
    const unknown = recorded({ found: false, allowed: false });
    expect(await status(unknown.declared.perform(asking(), { name: 'a' }))).toBe(404);
    expect(unknown.steps).toEqual(['prepare', 'subject']);
    const forbidden = recorded({ allowed: false });
    expect(await status(forbidden.declared.perform(asking(), { name: 'a' }))).toBe(403);
    expect(forbidden.steps).toEqual(['prepare', 'subject', 'may']);
  });

  it.each([undefined, null, 1, 'yes', {}, Promise.resolve(true), Promise.resolve(false)])(
    'takes no answer but true for a yes: %o is refused (H)',
    async (answer) => {
      const declared = operation({
        summary: 'A policy with a mistake',
        input: nothing,
        may: () => answer as boolean,
        run: ({ db }) => insert(db, 'must not be'),
      });
      expect(await status(declared.perform(asking(), {}))).toBe(403);
      expect(await facts()).toEqual([]);
    },
  );

  it('lets an error in subject or policy refuse too (H)', async () => {
    const broken = new Error('broken');
    const throws = () => {
      throw broken;
    };
    const run = ({ db }: { db: Services['db'] }) => insert(db, 'must not be');
    const subject = operation({ summary: 's', input: nothing, subject: throws, may: loggedIn, run });
    const policy = operation({ summary: 'p', input: nothing, may: throws, run });
    for (const declared of [subject, policy]) {
      expect(await status(declared.perform(asking(), {}))).toBe(broken);
    }
    expect(await facts()).toEqual([]);
  });

  it('lets anyone perform only what is declared public', async () => {
    const read = () => 'read';
    const open = publicOperation({ summary: 'open', input: nothing, read });
    const closed = operation({ summary: 'closed', input: nothing, may: loggedIn, read });
    expect((await open.perform(asking(null), {})).output).toBe('read');
    expect(await status(closed.perform(asking(null), {}))).toBe(401);
    expect([open.open, closed.open]).toEqual([true, false]);
  });

  it('must either read or run', () => {
    const both = { read: () => 1, run: () => 1 };
    expect(() => publicOperation({ summary: 'both', input: nothing, ...both })).toThrow(/read or run/);
    expect(() => publicOperation({ summary: 'neither', input: nothing })).toThrow(/read or run/);
  });
});

describe('the transaction of an operation', () => {
  it('commits what ran', async () => {
    const declared = publicOperation({
      summary: 'w',
      input: named,
      run: ({ db, input }) => insert(db, input.name),
    });
    await declared.perform(asking(), { name: 'kept' });
    expect(await facts()).toEqual(['kept']);
  });

  it.each([new Error('a fault'), conflict('a refusal')])('takes everything back on %s', async (error) => {
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
    });
    await expect(declared.perform(asking(), {})).rejects.toBe(error);
    expect(await facts()).toEqual([]);
    expect(effects).toEqual([]);
  });

  it('takes back also what the subject and the policy were asked with, in one snapshot of work', async () => {
    const declared = operation({
      summary: 'subject inside the transaction',
      input: nothing,
      subject: async ({ db }) => {
        await insert(db, 'by the subject');
        return {};
      },
      may: () => false,
      run: () => {},
    });
    expect(await status(declared.perform(asking(), {}))).toBe(403);
    expect(await facts()).toEqual([]);
  });

  it('has its effects after the commit, in their order, and they cannot fail it', async () => {
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
    });
    expect((await declared.perform(asking(), {})).output).toBe('done');
    expect(seen).toEqual([[], ['committed'], ['last']]);
    expect(logged.map(({ err }) => err?.message)).toEqual(['too late']);
  });

  it('tells the door what became of the session', async () => {
    const declared = publicOperation({
      summary: 'session',
      input: nothing,
      run: ({ changeSession }) => changeSession({ start: 'token' }),
    });
    expect((await declared.perform(asking(), {})).session).toEqual({ start: 'token' });
  });
});

describe('a transaction that Postgres gives up for another', () => {
  it('runs again after a deadlock, with all its effects once', async () => {
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
    });
    await Promise.all([
      crossing.perform(asking(), { order: ['a', 'b'] }),
      crossing.perform(asking(), { order: ['b', 'a'] }),
    ]);
    const { rows } = await sql<{ number: number }>`select number from facts`.execute(services.db);
    expect(rows.map(({ number }) => number)).toEqual([2, 2]);
    expect([attempts, effects]).toEqual([3, 2]);
  });

  it.each(['40001', '40P01'])('runs at most five times for SQLSTATE %s', async (code) => {
    let attempts = 0;
    const declared = publicOperation({
      summary: 'never',
      input: nothing,
      async run({ db }) {
        attempts += 1;
        await sql`do ${sql.lit(`begin raise exception 'victim' using errcode = '${code}'; end`)}`.execute(db);
      },
    });
    await expect(declared.perform(asking(), {})).rejects.toMatchObject({ code });
    expect(attempts).toBe(5);
  });

  it('does not run again for any other error', async () => {
    await insert(services.db, 'twice');
    let attempts = 0;
    const declared = publicOperation({
      summary: 'once',
      input: nothing,
      run: ({ db }) => {
        attempts += 1;
        return insert(db, 'twice');
      },
    });
    await expect(declared.perform(asking(), {})).rejects.toMatchObject({ code: '23505' });
    expect(attempts).toBe(1);
  });

  it('prepares once, however often it runs', async () => {
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
    });
    expect((await declared.perform(asking(), {})).output).toBe('slow');
    expect([prepared, attempts]).toEqual([1, 3]);
  });
});
