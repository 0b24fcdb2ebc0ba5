import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import type { ConfirmedKind } from '~/kernel/confirmed';
import { testApp } from '../support/app';
import { codeOf, giveFactor } from '../support/authenticator';
import type { TestResponse } from '../support/browser';
import { provedAgo } from '../support/confirmation';
import { CONFIRMED_OPERATIONS, EXCUSED_OPERATIONS } from '../support/confirmed-operations';
import { PASSWORD } from '../support/factories';
import { lasting } from '../support/lasting-scenes';
import { callOf, methodOf, pathOf, requests, type Sample } from '../support/requests';
import { mightyScene, type Scene } from '../support/roles';
import { otherUser } from '../support/scene-objects';
import { addressOf, type Visit, visits } from '../support/screens';
import { actionOf, hidden } from '../support/sent-on';

/** Every operation that asks again who is there, through each of its doors (T2). */
const app = testApp();

/** What is to be guarded: whatever a stolen session could make its own, or destroy. */
const GUARDED: Readonly<Record<string, string>> = {
  sessions: 'insert or delete or update of token_hash, authenticated_at',
  users: 'insert or delete or update of password_hash, email, activated, admin',
  totp: 'insert or delete or update of secret, confirmed_at',
  recovery_codes: 'insert or delete',
  permissions: 'insert or delete or update',
  calendar_feeds: 'insert or delete or update',
  organizations: 'delete',
};

beforeAll(async () => {
  await sql`create table guarded_writes (tx xid8 not null, "table" text not null)`.execute(app.db);
  await sql`create table audited (tx xid8 not null, operation text not null)`.execute(app.db);
  await sql`
    create function note_write() returns trigger language plpgsql as $$
    begin
      insert into guarded_writes values (pg_current_xact_id(), tg_table_name);
      return null;
    end $$`.execute(app.db);
  await sql`
    create function note_audit() returns trigger language plpgsql as $$
    begin
      insert into audited values (pg_current_xact_id(), new.operation);
      return null;
    end $$`.execute(app.db);
  for (const [table, events] of Object.entries(GUARDED)) {
    await sql`create trigger note_write after ${sql.raw(events)} on ${sql.table(table)}
      for each row execute function note_write()`.execute(app.db);
  }
  await sql`create trigger note_audit after insert on audit_log
    for each row execute function note_audit()`.execute(app.db);
});

/** The operations that have written to what is guarded, with the tables. */
async function guardedWrites(): Promise<Record<string, string[]>> {
  const { rows } = await sql<{ operation: string; tables: string[] }>`
    select operation, array_agg(distinct "table" order by "table") as tables
    from audited join guarded_writes using (tx) group by operation order by operation`.execute(
    app.db,
  );
  return Object.fromEntries(rows.map(({ operation, tables }) => [operation, tables]));
}

async function request(
  name: string,
  here: Scene,
  { sample, headers }: { sample?: Sample; headers?: Record<string, string> } = {},
): Promise<TestResponse> {
  const asked = sample ?? (await requests[name]?.(here));
  if (!asked) throw new Error(`no request for ${name}`);
  const call = callOf(name);
  return here.visitor.call(methodOf(call), pathOf(call, asked), asked.body, headers);
}

function open(name: string, here: Scene, visit: Visit): Promise<TestResponse> {
  const address = addressOf(name, visit.params);
  if (name.startsWith('POST ')) return here.visitor.submit(address, visit.fields);
  const query = new URLSearchParams(visit.fields as Record<string, string> | undefined);
  return here.visitor.get(query.size > 0 ? `${address}?${query}` : address);
}

/** The second step of a log-in, which no sample takes. */
async function logInWithCode() {
  const user = await app.make.user();
  const secret = await giveFactor(app, user);
  const visitor = app.visitor();
  const step = await visitor.submit('/app/login', { email: user.email, password: PASSWORD });
  await visitor.submit(actionOf(step), { ...hidden(step), code: codeOf(secret) });
}

describe('the table of what asks (T2)', () => {
  it('whatever writes to sessions, credentials, factors, permissions and feeds asks, or is excused (T2)', async () => {
    const next = lasting(() => mightyScene(app));
    for (const name of Object.keys(requests)) await request(name, await next());
    for (const name of Object.keys(visits)) {
      const here = await next();
      const visit = await visits[name]?.(here);
      if (visit) await open(name, here, visit);
    }
    await logInWithCode();
    app.errors.splice(0);
    const wrote = await guardedWrites();
    const unexplained = Object.entries(wrote).filter(
      ([operation]) => !CONFIRMED_OPERATIONS[operation] && !EXCUSED_OPERATIONS[operation],
    );
    expect(Object.fromEntries(unexplained)).toEqual({});
    // An excuse that nobody needs any more would hide what comes after it.
    const needless = Object.keys(EXCUSED_OPERATIONS).filter((operation) => !wrote[operation]);
    expect(needless).toEqual([]);
  });
});

type Recipe<What> = (here: Scene) => Promise<What> | What;

const accessOfMember: Recipe<Visit> = async (here) => {
  const { uuid, member } = await otherUser(here);
  return { params: { member }, fields: { endAccessOf: uuid } };
};

/** Visits that ask only with these fields. */
const ASKING_VISITS: Readonly<Record<string, Recipe<Visit>>> = {
  'POST /app/members/:member/delete': accessOfMember,
};

interface Asking {
  readonly kind: ConfirmedKind;
  readonly recipe?: Recipe<Sample>;
}

/** The visits and forms of each operation that asks, and what they ask for. */
const ASKING_SCREENS: Readonly<Record<string, ConfirmedKind>> = {
  'POST /app/account/email': 'email',
  'POST /app/account/second-factor': 'factor',
  'GET /app/account/second-factor/setup': 'factor',
  'POST /app/account/second-factor/setup': 'factor',
  'POST /app/account/second-factor/recovery-codes': 'factor',
  'POST /app/account/second-factor/removal': 'factor',
  'POST /app/account/sessions/:session': 'sessions',
  'POST /app/account/sessions/others': 'sessions',
  'POST /app/account/calendars/new': 'token',
  'GET /app/account/data.json': 'export',
  'GET /app/account/report': 'export',
  'GET /app/account/report.json': 'export',
  'POST /app/members/:member/report': 'export',
  'POST /app/members/:member/report.json': 'export',
  'POST /app/admin/permissions/:user': 'permission',
  'POST /app/admin/permissions/:user/remove': 'permission',
  'POST /app/members/:member/delete': 'permission',
  'POST /app/admin/permissions/resign': 'permission',
  'POST /app/admin/permissions/second-factor': 'rule',
  'POST /app/admin/organization/delete': 'deletion',
};

const ownEmail: Recipe<Sample> = ({ actor }) => ({
  params: { user: actor.uuid },
  body: { email: `${crypto.randomUUID()}@verein.example` },
});

const ASKING_CALLS: Readonly<Record<string, Asking>> = {
  'PUT /user/:user (oneself)': { kind: 'email', recipe: ownEmail },
  'GET /user/self/report': { kind: 'export' },
  'POST /member/:member/report': { kind: 'export' },
  'PUT /organization/:organization/users/:user': { kind: 'permission' },
  'DELETE /organization/:organization/users/:user': { kind: 'permission' },
  'DELETE /organization/:organization/connected-users/:user': { kind: 'permission' },
  'DELETE /member/:member (and the access by it)': { kind: 'permission' },
  'PUT /permission': { kind: 'permission' },
  'DELETE /permission': { kind: 'permission' },
  'PUT /organization/:organization/second-factor': { kind: 'rule' },
  'DELETE /organization/:organization/second-factor': { kind: 'rule' },
  'DELETE /organization/:organization': { kind: 'deletion' },
};

/**
 * What does not ask without a second factor, by decisions 16 and 44. A deliberate copy: it
 * must not change when a rule does.
 */
const EXCUSED: Readonly<Partial<Record<ConfirmedKind, readonly string[]>>> = {
  email: ['app'],
  permission: ['browser', 'app'],
  deletion: ['browser', 'app'],
};
/** For which the password is not enough where there is a second factor. */
const BY_CODE: readonly ConfirmedKind[] = ['email', 'factor'];
/** Ten days, which is more than ten minutes. */
const LONG_AGO = 60 * 24 * 10;

/** Sentences in the log, which every write leaves, but for those about the confirmation itself. */
const deeds = async () => {
  const { count } = await app.db
    .selectFrom('audit_log')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('operation', 'not like', 'Confirm%')
    .executeTakeFirstOrThrow();
  return Number(count);
};

const done = ({ status, location }: TestResponse) =>
  [200, 204, 302, 303].includes(status) && !location.startsWith('/app/confirm');

const prove = (here: Scene, proof: object, headers = {}) =>
  here.visitor.call('POST', '/login/confirm', proof, headers).then(({ status }) => status);

describe('each screen and form that asks (T2)', () => {
  const asked = (name: string, kind: string) => ({
    status: name.startsWith('GET') ? 302 : 307,
    location: expect.stringContaining(`/app/confirm?for=${kind}&`),
  });

  async function sceneOf(name: string) {
    const here = await mightyScene(app);
    const visit = await (ASKING_VISITS[name] ?? visits[name])?.(here);
    if (!visit) throw new Error(`no visit for ${name}`);
    return { here, send: () => open(name, here, visit) };
  }

  for (const [name, kind] of Object.entries(ASKING_SCREENS)) {
    // What belongs to a factor that is on, or is over once it is on.
    const hasFactor = /removal|recovery-codes/.test(name);
    const setsUp = kind === 'factor' && !hasFactor;

    if (!hasFactor)
      it(`${name} without a second factor (T2, ASVS V7.5.1, V7.5.2)`, async () => {
        const { here, send } = await sceneOf(name);
        await provedAgo(app, here.actor, 11);
        const before = await deeds();
        if (!EXCUSED[kind]?.includes('browser')) {
          expect(await send()).toMatchObject(asked(name, kind));
          expect(await deeds()).toBe(before);
          expect(await prove(here, { password: PASSWORD })).toBe(204);
        }
        expect(done(await send())).toBe(true);
      });

    if (!setsUp)
      it(`${name} with a second factor (T2, ASVS V7.5.1, V7.5.2)`, async () => {
        const { here, send } = await sceneOf(name);
        const secret = await giveFactor(app, here.actor);
        await provedAgo(app, here.actor, 11);
        const before = await deeds();
        expect(await send()).toMatchObject(asked(name, kind));
        expect(await prove(here, { password: PASSWORD })).toBe(204);
        if (BY_CODE.includes(kind)) {
          expect(await send()).toMatchObject(asked(name, kind));
          expect(await deeds()).toBe(before);
          expect(await prove(here, { code: codeOf(secret) })).toBe(204);
        }
        expect(done(await send())).toBe(true);
      });
  }
});

describe('each call that asks (T2)', () => {
  const ASKED = { status: 403, json: { type: '/problems/confirm', status: 403 } };

  for (const [name, { kind, recipe }] of Object.entries(ASKING_CALLS)) {
    for (const by of ['browser', 'app'] as const) {
      const scene = async () => {
        const here = await mightyScene(app);
        const sample = await (recipe ?? requests[name])?.(here);
        if (!sample) throw new Error(`no request for ${name}`);
        const token = await app.make.session(here.actor, here.organization, 'mobile');
        const headers = by === 'app' ? { Authorization: `Bearer ${token}` } : undefined;
        if (by === 'app') here.visitor.cookies.clear();
        return { here, headers, send: () => request(name, here, { sample, headers }) };
      };

      it(`${name} asks ${by}s with a second factor, and takes the password where that is enough (T2)`, async () => {
        const { here, headers, send } = await scene();
        const secret = await giveFactor(app, here.actor);
        await provedAgo(app, here.actor, LONG_AGO);
        const before = await deeds();
        const asked = await send();
        expect(asked).toMatchObject(ASKED);
        // To be told from the end of a session, after which a program logs in anew.
        expect(asked.headers.has('WWW-Authenticate')).toBe(false);
        expect(await prove(here, { password: PASSWORD }, headers)).toBe(204);
        if (BY_CODE.includes(kind)) {
          expect(await send()).toMatchObject(ASKED);
          expect(await deeds()).toBe(before);
          expect(await prove(here, { code: codeOf(secret) }, headers)).toBe(204);
        }
        expect(done(await send())).toBe(true);
      });

      // Only an admin with a second factor may demand it of others.
      if (name === 'PUT /organization/:organization/second-factor') continue;
      const excused = EXCUSED[kind]?.includes(by) ?? false;
      it(`${name} ${excused ? 'does not ask' : 'asks'} ${by}s without a second factor (T2, specification, section 7)`, async () => {
        const { here, headers, send } = await scene();
        await provedAgo(app, here.actor, LONG_AGO);
        if (!excused) {
          const before = await deeds();
          expect(await send()).toMatchObject(ASKED);
          expect(await deeds()).toBe(before);
          expect(await prove(here, { password: PASSWORD }, headers)).toBe(204);
        }
        expect(done(await send())).toBe(true);
      });
    }
  }
});
