import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { migrate, migrations } from '#db/migrate';
import { command, factories, SESSION_SECRET } from '../support/backup';
import { Browser } from '../support/browser';
import { createDatabase } from '../support/database';
import { schemaOf } from '../support/schema';
import { newFolder, Process, server } from '../support/server-process';
import { brokenRules } from '../support/waiting-list';

it('a filled database of the first schema is upgraded, and a server goes on with it (I2)', async () => {
  // A backup, unzipped, with rows in every table. It stays as it is: the database of a club would.
  const kept = await readFile('tests/running/upgrade/club-at-0013.jsonl');
  const file = join(await newFolder(), 'backup.gz');
  await writeFile(file, gzipSync(kept));
  const { url, db, pool } = await createDatabase({ empty: true });
  expect(await command('restore', { DATABASE_URL: url }, [file])).toMatchObject({
    code: 0,
    stderr: '',
  });
  const fresh = await createDatabase();
  expect(await schemaOf(db)).toEqual(await schemaOf(fresh.db));
  expect(await brokenRules(pool)).toEqual([]);

  const running = await server({ DATABASE_URL: url, SESSION_SECRET }).ready();
  expect((await running.get('/readyz')).status).toBe(200);
  const admin = await db
    .selectFrom('permissions')
    .where('permission', '=', 'ORGANIZATION_ADMIN')
    .select(['user_uuid as uuid', 'organization_uuid as organization'])
    .executeTakeFirstOrThrow();
  const club = { uuid: admin.organization };
  const visitor = new Browser(running.origin);
  visitor.cookies.set('session', await factories(db).session(admin, club));
  const members = await visitor.call('GET', `/member?organization=${club.uuid}`);
  expect(JSON.stringify(members.json)).toContain('Öztürk-Strauß');
  const events = await db.selectFrom('events').select(['uuid', 'name']).execute();
  expect(events.length).toBeGreaterThan(5);
  for (const { uuid, name } of events) {
    const page = await visitor.get(`/app/events/${uuid}`);
    expect([page.status, page.page.includes(name)]).toEqual([200, true]);
  }
  const added = { organization: club.uuid, firstName: 'Max', lastName: 'Muster' };
  expect((await visitor.call('POST', '/member', added)).status).toBe(200);
  expect(running.log.filter(({ level }) => level >= 50)).toEqual([]);
  expect(await running.stop()).toBe(0);
});

it('letters of two characters become one, where one name stays another and an answer what it was', async () => {
  const { db, pool } = await createDatabase({ empty: true });
  const before = Object.entries(migrations).filter(([step]) => step < '0042');
  await migrate(db, pool, Object.fromEntries(before));
  const apart = (text: string) => text.normalize('NFD');
  const make = factories(db);
  const organization = await make.organization({ name: apart('Turnverein Grün') });
  const user = await make.user({ firstName: apart('Zoë'), lastName: apart('Größ') });
  await make.belongs(user, organization);
  const member = await make.member(organization, {
    firstName: apart('Zoë'),
    lastName: apart('Größ'),
    user,
  });
  const event = await make.event(organization, { name: apart('Frühstück') });
  const poll = await make.poll(event, { options: [apart('Käse'), 'Brot'] });
  await make.answer(poll, member);
  // The last one is longer when composed.
  for (const name of ['Älteste', apart('Älteste'), '\u0958'.repeat(100)])
    await make.group(organization, [], { name });
  await migrate(db, pool);
  const { rows } = await pool.query(`select
    (select name from organizations) as club, (select name from events) as event,
    (select first_name || ' ' || last_name from members) as member,
    (select first_name || ' ' || last_name from organization_users) as account,
    (select former_names from members) as former,
    array(select name from poll_options order by index) as options,
    array(select regexp_replace(name, '[0-9a-f]{8}$', 'x') from groups order by name) as groups`);
  expect(rows).toEqual([
    {
      club: 'Turnverein Grün',
      event: 'Frühstück',
      member: 'Zoë Größ',
      account: 'Zoë Größ',
      former: [apart('Zoë Größ')],
      options: ['Käse', 'Brot'],
      groups: ['Älteste', 'Älteste x', '\u0958'.repeat(100)],
    },
  ]);
});

it('db/schema.generated.ts matches the schema', async () => {
  const check = new Process('scripts/generate-db-types.ts', {}, { parameters: ['--verify'] });
  expect(await check.exit(), `run npm run db:types: ${check.stderr}`).toBe(0);
});
