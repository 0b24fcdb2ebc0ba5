import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { newSecret } from '~/kernel/secret.server';
import { createPasswords } from '~/server/passwords';
import { createDatabase } from '../support/database';
import { Factories, QUICK_HASHES } from '../support/factories';
import { afterwards } from '../support/leftovers';
import { operate } from '../support/operator';
import { insertRows, rowOf, rowsOf } from '../support/rows';
import { admin } from '../support/server-process';

type Db = Awaited<ReturnType<typeof createDatabase>>['db'];

const mailsQueued = (db: Db) =>
  sql<{ template: string; user: string }>`
    select payload->>'template' as template, payload->>'user' as user
    from graphile_worker._private_jobs order by id`.execute(db);

async function prepared() {
  const { url: DATABASE_URL, db } = await createDatabase();
  const passwords = createPasswords(QUICK_HASHES);
  afterwards(() => passwords.close());
  const make = new Factories(db, passwords);
  const user = await make.user();
  return { db, make, user, DATABASE_URL };
}

it("the operator's command takes a second factor away, ends sessions, and leaves its line in the log (T4)", async () => {
  const { db, make, user, DATABASE_URL } = await prepared();
  const other = await make.user();
  for (const { uuid } of [user, other]) {
    await insertRows(db, 'totp', { user_uuid: uuid, secret: 'sealed', confirmed_at: new Date() });
    await insertRows(db, 'recovery_codes', { user_uuid: uuid, code_hash: newSecret().hash });
    await make.session({ uuid });
  }
  const epochOf = async () => {
    const row = await rowOf(db, 'users', user.uuid, ['links_epoch']);
    return row.links_epoch;
  };
  const epoch = await epochOf();

  const done = await admin({ DATABASE_URL }, ['reset-factors', user.email.toUpperCase()]);
  expect(done).toMatchObject({ code: 0, stderr: '' });
  const [, requestId = ''] = /unter (admin-[\w-]+)\.\n$/.exec(done.stdout) ?? [];
  expect(done.stdout).toBe(
    `Handy-Code von ${user.email} entfernt, mit allen Wiederherstellungscodes. Alle Sitzungen sind beendet.\n` +
      'Der Benutzer bekommt eine E-Mail darüber und loggt sich mit seinem Passwort neu ein.\n' +
      `Im Protokoll steht das unter ${requestId}.\n`,
  );
  for (const table of ['totp', 'recovery_codes', 'sessions'] as const) {
    const left = await db.selectFrom(table).select('user_uuid').execute();
    expect(left, table).toEqual([{ user_uuid: other.uuid }]);
  }
  expect(await epochOf()).toBe(epoch + 1);
  const entry = await db.selectFrom('audit_log').selectAll().execute();
  expect(entry).toMatchObject([
    {
      organization_uuid: null,
      actor_uuid: user.uuid,
      action: 'Handy-Code durch den Betreiber entfernt',
      request_id: requestId,
    },
  ]);
  const { rows: jobs } = await mailsQueued(db);
  expect(jobs).toEqual([{ template: 'factorReset', user: user.uuid }]);

  // Once more there is nothing to take away, and nothing happens.
  await expect(operate(db, ['reset-factors', user.email])).rejects.toMatchObject({
    message: `${user.email} hat keinen Handy-Code.`,
  });
  expect((await mailsQueued(db)).rows).toHaveLength(1);
  expect(await rowsOf(db, 'audit_log', {}, ['id'])).toHaveLength(1);
});

it('the command refuses unknown users, and leaves alone what is still being set up (T4, I4)', async () => {
  const { db, user } = await prepared();
  const reset = (email: string) => operate(db, ['reset-factors', email]);
  await expect(reset('niemand@verein.example')).rejects.toMatchObject({
    message: 'Es gibt keinen Benutzer mit der Adresse niemand@verein.example.',
  });
  await insertRows(db, 'totp', { user_uuid: user.uuid, secret: 'sealed' });
  await expect(reset(user.email)).rejects.toMatchObject({
    message: `${user.email} hat keinen Handy-Code.`,
  });
  expect(await rowsOf(db, 'totp', {}, ['user_uuid'])).toHaveLength(1);
});
