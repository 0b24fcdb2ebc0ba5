import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { readConfig } from '~/config.server';
import type { Actor } from '~/kernel/actor';
import type { Caller } from '~/kernel/operation';
import { loggedIn, operation, publicOperation } from '~/kernel/operation.server';
import { conflict, Problem } from '~/kernel/problem';
import type { Services } from '~/kernel/services.server';
import { createLimits } from '~/server/limits';
import { createDatabase } from '../support/database';
import { NO_PASSWORDS } from '../support/factories';

let services: Services;
let drop: () => Promise<void>;
const logged: { msg: string; err?: { message: string } }[] = [];

beforeAll(async () => {
  const database = await createDatabase();
  drop = database.drop;
  const { firstName: first_name, lastName: last_name, uuid, email, session } = actor;
  const user = { uuid, first_name, last_name, email, activated: true, password_hash: '' };
  await database.db.insertInto('users').values(user).execute();
  await database.db
    .insertInto('sessions')
    .values({
      uuid: session.uuid,
      user_uuid: uuid,
      token_hash: Buffer.from('token'),
      kind: 'browser',
      valid_until: sql`now() + interval '1 hour'`,
    })
    .execute();
  await sql`create table facts (name text primary key, number integer not null default 0)`.execute(
    database.db,
  );
  services = {
    config: readConfig({}, { demo: true }),
    db: database.db,
    log: pino({ level: 'error' }, { write: (line: string) => logged.push(JSON.parse(line)) }),
    passwords: NO_PASSWORDS,
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
  visited: null,
  activeOrganization: null,
};
const caller = (who: Actor | null = actor): Caller => ({
  services,
  actor: who,
  ip: '127.0.0.1',
  userAgent: '',
  requestId: 'request',
});
const named = z.strictObject({ name: z.string() });
const nothing = z.strictObject({});

const insert = (db: Services['db'], name: string) =>
  sql`insert into facts (name) values (${name})`.execute(db);
const facts = async () =>
  (await sql<{ name: string }>`select name from facts order by name`.execute(services.db)).rows.map(
    ({ name }) => name,
  );

/** An operation that records which of its parts ran. */
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
    audit: 'Getan',
  });
  return { declared, steps };
}

const status = (promise: Promise<unknown>) =>
  promise.then(
    () => 200,
    (error) => (error instanceof Problem ? error.status : error),
  );

describe('order', () => {
  it('an operation prepares, loads its subject, asks its policy and runs, in this order', async () => {
    const { declared, steps } = recorded();
    await declared.perform(caller(), { name: 'a' });
    expect(steps).toEqual(['prepare', 'subject', 'may', 'run']);
  });

  it('an operation stops at the first refusal: 401, 404 before 403 (G4, H)', async () => {
    const anonymous = recorded();
    expect(await status(anonymous.declared.perform(caller(null), { name: 'a' }))).toBe(401);
    expect(anonymous.steps).toEqual([]);
    const unknown = recorded({ found: false, allowed: false });
    expect(await status(unknown.declared.perform(caller(), { name: 'a' }))).toBe(404);
    expect(unknown.steps).toEqual(['prepare', 'subject']);
    const forbidden = recorded({ allowed: false });
    expect(await status(forbidden.declared.perform(caller(), { name: 'a' }))).toBe(403);
    expect(forbidden.steps).toEqual(['prepare', 'subject', 'may']);
  });

  it.each([undefined, null, 1, 'yes', {}, Promise.resolve(true), Promise.resolve(false)])(
    'a policy admits by true alone: %o refuses (H)',
    async (answer) => {
      const declared = operation({
        summary: 'A policy with a mistake',
        input: nothing,
        may: () => answer as boolean,
        run: ({ db }) => insert(db, 'must not be'),
        audit: 'Getan',
      });
      expect(await status(declared.perform(caller(), {}))).toBe(403);
      expect(await facts()).toEqual([]);
    },
  );

  it('an error in subject or policy refuses, too (H)', async () => {
    const broken = new Error('broken');
    const throws = () => {
      throw broken;
    };
    const run = ({ db }: { db: Services['db'] }) => insert(db, 'must not be');
    const subject = operation({
      summary: 's',
      input: nothing,
      subject: throws,
      may: loggedIn,
      run,
      audit: 'Getan',
    });
    const policy = operation({ summary: 'p', input: nothing, may: throws, run, audit: 'Getan' });
    for (const declared of [subject, policy]) {
      expect(await status(declared.perform(caller(), {}))).toBe(broken);
    }
    expect(await facts()).toEqual([]);
  });

  it('without a log-in only public operations can be performed', async () => {
    const read = () => 'read';
    const open = publicOperation({ summary: 'open', input: nothing, read });
    const closed = operation({ summary: 'closed', input: nothing, may: loggedIn, read });
    expect((await open.perform(caller(null), {})).output).toBe('read');
    expect(await status(closed.perform(caller(null), {}))).toBe(401);
    expect([open.open, closed.open]).toEqual([true, false]);
  });

  it('a declaration must either read or run', () => {
    const both = { summary: 'both', input: nothing, read: () => 1, run: () => 1, audit: 'Getan' };
    // @ts-expect-error It does not compile either.
    expect(() => publicOperation(both)).toThrow(/read or run/);
    // @ts-expect-error Nor does this.
    expect(() => publicOperation({ summary: 'neither', input: nothing })).toThrow(/read or run/);
  });

  it('a declaration that runs must have an audit text', () => {
    const silent = { summary: 'silent', input: nothing, run: () => 1 };
    // @ts-expect-error It does not compile either.
    expect(() => publicOperation(silent)).toThrow(/audit log/);
  });
});

describe('transaction', () => {
  it('a write is committed', async () => {
    const declared = publicOperation({
      summary: 'w',
      input: named,
      run: ({ db, input }) => insert(db, input.name),
      audit: 'Getan',
    });
    await declared.perform(caller(), { name: 'kept' });
    expect(await facts()).toEqual(['kept']);
  });

  it.each([new Error('a fault'), conflict('a refusal')])(
    'a write is rolled back on %s',
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

  it('subject and policy are part of the transaction, and rolled back with it', async () => {
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

  it('effects come after the commit, in order, and cannot fail the operation', async () => {
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

  it('a change of session reaches the door', async () => {
    const declared = publicOperation({
      summary: 'session',
      input: nothing,
      run: ({ changeSession }) => changeSession({ start: 'token' }),
      audit: 'Getan',
    });
    expect((await declared.perform(caller(), {})).session).toEqual({ start: 'token' });
  });
});

describe('retries', () => {
  it('a deadlock is retried, and all effects happen once', async () => {
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
    expect([attempts, effects]).toEqual([3, 2]);
  });

  it.each(['40001', '40P01'])('SQLSTATE %s is tried five times at most', async (code) => {
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
  });

  it('no other error is retried', async () => {
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

  it('an operation prepares once, however often it is retried', async () => {
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

describe('audit', () => {
  const entries = () =>
    services.db
      .selectFrom('audit_log')
      .select(['organization_uuid', 'actor_uuid', 'operation', 'action', 'request_id'])
      .orderBy('id')
      .execute();
  beforeEach(() => sql`truncate audit_log`.execute(services.db));

  it('an audit entry says who did what to what, in the same transaction', async () => {
    const scope = { organization: '00000000-0000-4000-8000-000000000003' };
    const declared = operation({
      summary: 'Insert a fact',
      input: named,
      subject: () => ({ scope, kind: 'Tatsache' }),
      may: () => true,
      async run({ db, input }) {
        await insert(db, input.name);
        expect(await entries()).toEqual([]);
        return input.name.length;
      },
      audit: ({ actor: { firstName }, input, subject, output }) =>
        `${subject.kind} „${input.name}“ (${output}) von ${firstName}`,
    });
    await declared.perform(caller(), { name: 'neu' });
    expect(await entries()).toEqual([
      {
        organization_uuid: scope.organization,
        actor_uuid: actor.uuid,
        operation: 'Insert a fact',
        action: 'Tatsache „neu“ (3) von Anna',
        request_id: 'request',
      },
    ]);
  });

  it('an audit entry names the user concerned if nobody was logged in', async () => {
    const user = '00000000-0000-4000-8000-000000000004';
    const organization = '00000000-0000-4000-8000-000000000005';
    const declared = publicOperation({
      summary: 's',
      input: nothing,
      run: ({ concerns }) => concerns({ user, organization }),
      audit: 'Getan',
    });
    await declared.perform(caller(null), {});
    expect(await entries()).toMatchObject([{ actor_uuid: user, organization_uuid: organization }]);
  });

  it('nothing is logged that was refused, failed, or could not be logged', async () => {
    const fails = publicOperation({
      summary: 'fails',
      input: nothing,
      async run({ db }) {
        await insert(db, 'taken back');
        throw conflict('a refusal');
      },
      audit: 'Getan',
    });
    const unspeakable = publicOperation({
      summary: 'unspeakable',
      input: nothing,
      run: ({ db }) => insert(db, 'taken back, too'),
      audit: () => {
        throw new Error('no words');
      },
    });
    const { declared: refused } = recorded({ allowed: false });
    await status(fails.perform(caller(), {}));
    await status(unspeakable.perform(caller(), {}));
    await status(refused.perform(caller(), { name: 'a' }));
    expect([await entries(), await facts()]).toEqual([[], []]);
  });

  it('a form that is sent twice leaves one audit entry', async () => {
    const { uuid } = await services.db
      .insertInto('users')
      .values({ first_name: 'A', last_name: 'B', email: 'a@b.de', password_hash: '' })
      .returning('uuid')
      .executeTakeFirstOrThrow();
    const declared = operation({
      summary: 'once',
      input: named,
      once: true,
      may: loggedIn,
      run: ({ db, input }) => insert(db, input.name).then(() => null),
      audit: 'Getan',
    });
    const submission = { ...caller({ ...actor, uuid }), key: 'key' };
    await Promise.all([1, 2, 3].map(() => declared.perform(submission, { name: 'a' })));
    expect(await entries()).toHaveLength(1);
  });
});
