import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { command, database, factories, SESSION_SECRET } from '../support/backup';
import { Browser } from '../support/browser';
import { schemaOf } from '../support/schema';
import { newFolder, Process, server } from '../support/server-process';
import { brokenRules } from '../support/waiting-list';

it('a filled database of the first schema is upgraded, and a server goes on with it (I2)', async () => {
  // A backup, unzipped, with rows in every table. It stays as it is: the database of a club would.
  const kept = await readFile('tests/running/upgrade/club-at-0013.jsonl');
  const file = join(await newFolder(), 'backup.gz');
  await writeFile(file, gzipSync(kept));
  const { url, db, pool } = await database({ empty: true });
  expect(await command('restore', { DATABASE_URL: url }, [file])).toMatchObject({
    code: 0,
    stderr: '',
  });
  const fresh = await database();
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

it('db/schema.generated.ts matches the schema', async () => {
  const check = new Process('scripts/generate-db-types.ts', {}, { parameters: ['--verify'] });
  expect(await check.exit(), `run npm run db:types: ${check.stderr}`).toBe(0);
});
