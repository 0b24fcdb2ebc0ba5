import { expect, it } from 'vitest';
import { resumeImports } from '~/features/imports/job.server';
import { Browser } from '../support/browser';
import { createDatabase } from '../support/database';
import { Factories, NO_PASSWORDS } from '../support/factories';
import { newFolder, server, until } from '../support/server-process';

/** Enough that the server does not come to the end before it is killed. */
const ROWS = 5000;

it('an import whose server is killed in the middle is all or nothing by slice, goes on, and makes nobody twice (O5, I6)', async () => {
  const { db, pool, url } = await createDatabase();
  const make = new Factories(db, NO_PASSWORDS);
  const { organization } = await make.club();
  const editor = await make.userOf(organization, ['EDIT_MEMBERS']);
  const environment = {
    DATABASE_URL: url,
    DATA_DIR: await newFolder(),
    SESSION_SECRET: 'x'.repeat(32),
  };
  const first = await server(environment).ready();
  const person = new Browser(first.origin);
  const token = await make.session(editor, undefined, 'mobile');
  const headers = { Authorization: `Bearer ${token}` };
  const lines = Array.from(
    { length: ROWS },
    (_, nth) => `Familie${nth % 977};Vorname${nth};${1000 + nth};name${nth}@post.example`,
  );
  const file = Buffer.from(['Nachname;Vorname;Kennung;E-Mail', ...lines].join('\n'));
  const { status, json } = await person.call(
    'POST',
    '/member/import',
    { organization: organization.uuid, name: 'a.csv', file: file.toString('base64') },
    headers,
  );
  expect([status, json.counts.new]).toEqual([200, ROWS]);
  const count = async () => {
    const { rows } = await pool.query(
      `select (select count(*)::int from members where organization_uuid = $1 and user_uuid is null) as members,
        (select count(*)::int from import_rows where version is not null) as done`,
      [organization.uuid],
    );
    return rows[0] as { members: number; done: number };
  };
  const { members: before } = await count();
  const path = `/member/import/${json.uuid}`;
  expect((await person.call('POST', path, {}, headers)).status).toBe(202);
  await until(async () => (await count()).done > 0);
  await first.kill();
  const { members, done } = await count();
  expect([done < ROWS, members - before]).toEqual([true, done]);

  const second = await server(environment).ready();
  const again = new Browser(second.origin);
  // The job is the dead server's, for the queue; who looks after imports sees that nobody goes on with it.
  const jobs = async () =>
    (await pool.query(`select from graphile_worker.jobs where key = 'import:' || $1`, [json.uuid]))
      .rowCount;
  await resumeImports(db);
  expect((await again.call('GET', path, undefined, headers)).json.state).toBe('running');
  await pool.query(`update imports set carried_at = carried_at - interval '1 minute'`);
  // On two servers at once.
  await Promise.all([resumeImports(db), resumeImports(db)]);
  expect(await jobs()).toBeLessThanOrEqual(1);
  await until(
    async () => (await again.call('GET', path, undefined, headers)).json.state === 'done',
  );
  expect(await count()).toEqual({ members: before + ROWS, done: ROWS });
  const { rows: twice } = await pool.query(
    `select custom_member_identifier from members where organization_uuid = $1 and custom_member_identifier <> ''
     group by 1 having count(*) > 1`,
    [organization.uuid],
  );
  expect(twice).toEqual([]);
});
