import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { testApp } from '../support/app';
import { codeOf, giveFactor } from '../support/authenticator';
import type { TestResponse } from '../support/browser';
import { provedAgo } from '../support/confirmation';
import { CONFIRMED_OPERATIONS, EXCUSED_OPERATIONS } from '../support/confirmed-operations';
import { PASSWORD } from '../support/factories';
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

async function request(name: string, here: Scene, sample?: Sample): Promise<TestResponse> {
  const asked = sample ?? (await requests[name]?.(here));
  if (!asked) throw new Error(`no request for ${name}`);
  const call = callOf(name);
  return here.visitor.call(methodOf(call), pathOf(call, asked), asked.body);
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
    for (const name of Object.keys(requests)) {
      const here = await mightyScene(app);
      await request(name, here);
    }
    for (const name of Object.keys(visits)) {
      const here = await mightyScene(app);
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

/** The visits and forms of each operation that asks, and what they ask for. */
const ASKING_SCREENS: Readonly<Record<string, readonly [kind: string, visit?: Recipe<Visit>]>> = {
  'POST /app/account/email': ['email'],
  'POST /app/account/second-factor': ['factor'],
  'GET /app/account/second-factor/setup': ['factor'],
  'POST /app/account/second-factor/setup': ['factor'],
  'POST /app/account/second-factor/recovery-codes': ['factor'],
  'POST /app/account/second-factor/removal': ['factor'],
  'POST /app/account/sessions/:session': ['sessions'],
  'POST /app/account/sessions/others': ['sessions'],
  'POST /app/account/calendars/new': ['token'],
  'GET /app/account/data.json': ['export'],
  'GET /app/account/report': ['export'],
  'GET /app/account/report.json': ['export'],
  'POST /app/members/:member/report': ['export'],
  'POST /app/members/:member/report.json': ['export'],
  'POST /app/admin/permissions/:user': ['permission'],
  'POST /app/admin/permissions/:user/remove': ['permission'],
  'POST /app/members/:member/delete': ['permission', accessOfMember],
  'POST /app/admin/permissions/resign': ['permission'],
  'POST /app/admin/permissions/second-factor': ['permission'],
  'POST /app/admin/organization/delete': ['deletion'],
};

const ownEmail: Recipe<Sample> = ({ actor }) => ({
  params: { user: actor.uuid },
  body: { email: `${crypto.randomUUID()}@verein.example` },
});

const ASKING_CALLS: Readonly<Record<string, Recipe<Sample> | undefined>> = {
  'PUT /user/:user (oneself)': ownEmail,
  'GET /user/self/report': undefined,
  'POST /member/:member/report': undefined,
  'PUT /organization/:organization/users/:user': undefined,
  'DELETE /organization/:organization/users/:user': undefined,
  'DELETE /organization/:organization/connected-users/:user': undefined,
  'DELETE /member/:member (and the access by it)': undefined,
  'PUT /permission': undefined,
  'DELETE /permission': undefined,
  'PUT /organization/:organization/second-factor': undefined,
  'DELETE /organization/:organization/second-factor': undefined,
  'DELETE /organization/:organization': undefined,
};

/** Sentences in the log, which every write leaves, but for those about the confirmation itself. */
const deeds = async () => {
  const { count } = await app.db
    .selectFrom('audit_log')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('operation', 'not like', 'Confirm%')
    .executeTakeFirstOrThrow();
  return Number(count);
};

const done = ({ status }: TestResponse) => [200, 204, 302, 303].includes(status);

describe('each screen and form that asks (T2)', () => {
  for (const [name, [kind, recipe]] of Object.entries(ASKING_SCREENS)) {
    it(`${name} asks, changes nothing meanwhile, and does it afterwards (T2, ASVS V7.5.1, V7.5.2)`, async () => {
      const here = await mightyScene(app);
      const visit = await (recipe ?? visits[name])?.(here);
      if (!visit) throw new Error(`no visit for ${name}`);
      await provedAgo(app, here.actor, 11);
      const before = await deeds();
      const asked = await open(name, here, visit);
      expect([asked.status, asked.location.split('&')[0]]).toEqual([
        name.startsWith('GET') ? 302 : 307,
        `/app/confirm?for=${kind}`,
      ]);
      expect(await deeds()).toBe(before);
      expect(
        (await here.visitor.call('POST', '/login/confirm', { password: PASSWORD })).status,
      ).toBe(204);
      const after = await open(name, here, visit);
      expect([done(after), after.location.startsWith('/app/confirm')]).toEqual([true, false]);
    });
  }
});

describe('each call that asks (T2)', () => {
  for (const [name, recipe] of Object.entries(ASKING_CALLS)) {
    it(`${name} asks browsers and apps with a second factor, and no other app (T2)`, async () => {
      const here = await mightyScene(app);
      const sample = await (recipe ?? requests[name])?.(here);
      if (!sample) throw new Error(`no request for ${name}`);
      const secret = await giveFactor(app, here.actor);
      await provedAgo(app, here.actor, 11);
      const before = await deeds();
      for (const kind of ['browser', 'mobile'] as const) {
        await app.db
          .updateTable('sessions')
          .set({ kind })
          .where('user_uuid', '=', here.actor.uuid)
          .execute();
        const asked = await request(name, here, sample);
        expect([asked.status, asked.json.type], kind).toEqual([401, '/problems/confirm']);
        expect(asked.headers.get('WWW-Authenticate')).toContain('insufficient_user_authentication');
      }
      expect(await deeds()).toBe(before);
      const proof = { code: codeOf(secret) };
      expect((await here.visitor.call('POST', '/login/confirm', proof)).status).toBe(204);
      expect(done(await request(name, here, sample))).toBe(true);
    });

    // Whoever demands a second factor of others has one.
    if (name === 'PUT /organization/:organization/second-factor') continue;
    it(`${name} does not ask an app whose account has no second factor (specification, section 7)`, async () => {
      const here = await mightyScene(app);
      const sample = await (recipe ?? requests[name])?.(here);
      await app.db
        .updateTable('sessions')
        .set({ kind: 'mobile' })
        .where('user_uuid', '=', here.actor.uuid)
        .execute();
      await provedAgo(app, here.actor, 60 * 24 * 20);
      expect(done(await request(name, here, sample))).toBe(true);
    });
  }
});
