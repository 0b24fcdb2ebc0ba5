import { readFile, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { gunzipSync, gzipSync } from 'node:zlib';
import type pg from 'pg';
import { describe, expect, it } from 'vitest';
import { listSequences, listTables } from '#db/backup/tables';
import type { Database } from '#db/connection';
import { queueMail } from '~/mail/queue.server';
import { createDatabase } from '../support/database';
import { insertEveryAnswer } from '../support/every-answer';
import { Factories, NO_PASSWORDS } from '../support/factories';
import { afterwards } from '../support/leftovers';
import { openMailbox } from '../support/mailbox';
import { newFolder, Process, server, until } from '../support/server-process';

const SESSION_SECRET = 'x'.repeat(32);

async function database(options?: Parameters<typeof createDatabase>[0]) {
  const made = await createDatabase(options);
  afterwards(made.drop);
  return made;
}

async function command(
  name: 'backup' | 'restore',
  environment: Record<string, string>,
  parameters: string[],
) {
  const run = new Process(`scripts/${name}.ts`, environment, { parameters });
  const code = await run.exit();
  return { code, stdout: run.stdout, stderr: run.stderr };
}

const factories = (db: Database) => new Factories(db, NO_PASSWORDS);

/** Fills every table of a club, with every kind of value that is hard to copy. */
async function fill(db: Database) {
  const make = factories(db);
  const { organization, admin } = await make.club({
    name: 'Größe "1" \\ \'2\'',
    motd: 'Zeile 1\n\n\tZeile 3 \u{1f600} \\N \\.',
  });
  await make.session(admin, organization);
  const event = await make.event(organization, { max: 900_000_000_000_000 });
  const member = await make.member(organization, {
    lastName: 'Öztürk-Strauß',
    identifier: '[1,"2",null]',
  });
  await make.registration(event, member);
  const both = {
    event_uuid: event.uuid,
    member_uuid: member.uuid,
    organization_uuid: organization.uuid,
  };
  await db.insertInto('participations').values(both).execute();
  const poll = await make.poll(event);
  const option = poll.options[0]?.uuid ?? '';
  const { event_uuid: _, ...answer } = both;
  await db
    .insertInto('poll_answers')
    .values({ ...answer, poll_uuid: poll.uuid, option_uuid: option })
    .execute();
  const inAnHour = new Date(Date.now() + 3_600_000);
  const bytes = Buffer.from([0, 1, 254, 255, 10, 92]);
  await db
    .insertInto('codes')
    .values({
      code_hash: bytes,
      purpose: 'activation',
      user_uuid: admin.uuid,
      expires_at: inAnHour,
    })
    .execute();
  const { event_uuid: _event, ...invited } = both;
  await db
    .insertInto('invitations')
    .values({ ...invited, code_hash: bytes })
    .execute();
  await db
    .insertInto('invitation_proofs')
    .values({ code_hash: bytes, proof_hash: bytes, sealed_email: 'sealed' })
    .execute();
  await db
    .insertInto('accepted_invitations')
    .values({ code_hash: bytes, organization_uuid: organization.uuid, user_uuid: admin.uuid })
    .execute();
  for (const [at, output] of ['null', '{"a": [1, "x"]}', null].entries())
    await db
      .insertInto('form_keys')
      .values({ hash: Buffer.from([at]), user_uuid: admin.uuid, output })
      .execute();
  await db.insertInto('rate_limits').values({ key: 'login:a', points: 3, expire: 1 }).execute();
  await queueMail(db, 'activation', { user: admin.uuid });
  const answers = await insertEveryAnswer(db, make, organization);
  return { make, organization, event, answers };
}

/** All tables in a stable order, including computed columns, and the state of the sequences. */
async function contents(pool: pg.Pool): Promise<Record<string, unknown>> {
  const client = await pool.connect();
  const all: Record<string, unknown> = {};
  try {
    for (const { name } of await listTables(client)) {
      const { rows } = await client.query(`select t::text as row from ${name} t order by 1`);
      all[name] = rows.map(({ row }) => row);
    }
    for (const name of await listSequences(client))
      all[name] = (await client.query(`select last_value, is_called from ${name}`)).rows;
  } finally {
    client.release();
  }
  return all;
}

describe.concurrent('backup', () => {
  it('a backup restored into an empty database brings back the same rows in every table', async () => {
    const source = await database();
    const { answers } = await fill(source.db);
    const file = join(await newFolder(), 'backup.gz');
    const saved = await command('backup', { DATABASE_URL: source.url }, [file]);
    expect(saved).toMatchObject({ code: 0, stderr: '' });
    // It contains password hashes.
    expect((await stat(file)).mode & 0o777).toBe(0o600);

    const target = await database({ empty: true });
    const restored = await command('restore', { DATABASE_URL: target.url }, [file]);
    expect(restored).toMatchObject({ code: 0, stderr: '' });
    const [before, after] = [await contents(source.pool), await contents(target.pool)];
    const filled = Object.entries(before).filter(([, rows]) => (rows as unknown[]).length > 0);
    const names = filled.map(([name]) => name);
    for (const table of [
      'members',
      'poll_answers',
      'declines',
      'waiting_list',
      'notifications',
      'form_keys',
      'rate_limits',
      'graphile_worker._private_jobs',
    ])
      expect(names).toContain(table);
    expect(after).toEqual(before);
    // The constraints apply there too.
    const { make } = { make: factories(target.db) };
    const event = await make.event(await make.organization(), { max: 0 });
    const member = await make.member({ uuid: event.organization });
    await expect(make.registration(event, member)).rejects.toMatchObject({ code: 'VH001' });
    // And waiting lists move on, behind whom the saved installation put there.
    await target.pool.query(
      `insert into waiting_list (event_uuid, member_uuid, organization_uuid)
       select event_uuid, (select uuid from members m where m.organization_uuid = w.organization_uuid
         and not exists (select from declines d where d.member_uuid = m.uuid)
         and not exists (select from registrations r where r.member_uuid = m.uuid) limit 1), organization_uuid
       from waiting_list w`,
    );
    await target.pool.query('delete from registrations where event_uuid = $1', [
      answers.event.uuid,
    ]);
    const { rows } = await target.pool.query(
      `select member_uuid from registrations where event_uuid = $1
       union all select e.uuid from events e where e.uuid = $1 and e.waiting = 1`,
      [answers.event.uuid],
    );
    expect(rows.map(({ member_uuid }) => member_uuid)).toEqual([
      answers.waiting,
      answers.event.uuid,
    ]);
  });

  it('a backup is a consistent snapshot, even while writes continue', async () => {
    const source = await database();
    const { make, organization } = await fill(source.db);
    const event = await make.event(organization, { max: 100_000 });
    for (let count = 0; count < 200; count++)
      await make.registration(event, await make.member(organization));
    let going = true;
    let written = 0;
    const write = async () => {
      while (going) {
        // At a steady rate, because other tests need the machine as well.
        await sleep(5);
        // The backup reads the member's table early and those of the registration and the mail
        // late: it must contain all three or none.
        await source.db.transaction().execute(async (trx) => {
          const writer = factories(trx);
          const member = await writer.member(organization, { firstName: 'Gleichzeitig' });
          await writer.registration(event, member);
          await queueMail(trx, 'none', { member: member.uuid });
        });
        written++;
      }
    };
    const writers = [write(), write(), write()];
    const file = join(await newFolder(), 'backup.gz');
    await until(() => written > 50);
    const before = written;
    const saved = await command('backup', { DATABASE_URL: source.url }, [file]);
    const after = written;
    going = false;
    await Promise.all(writers);
    expect(saved.stderr).toBe('');
    expect(after).toBeGreaterThan(before);

    const target = await database({ empty: true });
    expect(await command('restore', { DATABASE_URL: target.url }, [file])).toMatchObject({
      code: 0,
    });
    const { rows } = await target.pool.query(`select
      (select count(*) from members where first_name = 'Gleichzeitig') as members,
      (select count(*) from registrations r join members m on m.uuid = r.member_uuid
        where m.first_name = 'Gleichzeitig') as registrations,
      (select count(*) from graphile_worker._private_jobs where payload->>'template' = 'none') as mails,
      (select registered_participants from events where uuid = '${event.uuid}') as counted,
      (select count(*) from registrations where event_uuid = '${event.uuid}') as counted_really`);
    const [found] = rows;
    expect(found.members).toBeGreaterThanOrEqual(before - 1);
    expect(found.members).toBeLessThanOrEqual(after + 3);
    expect([found.registrations, found.mails]).toEqual([found.members, found.members]);
    expect(found.counted).toBe(found.counted_really);
    process.stdout.write(`backup under load: ${after - before} transactions went on meanwhile\n`);
  });

  it('a backup releases mails that a server was sending, so that the restored installation sends them', async () => {
    const [source, target] = [await database(), await database({ empty: true })];
    await fill(source.db);
    await source.pool.query(
      `update graphile_worker._private_jobs set locked_by = 'of the saved server', locked_at = now()`,
    );
    const file = join(await newFolder(), 'backup.gz');
    expect(await command('backup', { DATABASE_URL: source.url }, [file])).toMatchObject({
      code: 0,
    });
    const restored = await command('restore', { DATABASE_URL: target.url }, [file]);
    expect(restored).toMatchObject({ code: 0, stderr: '' });
    const { rows } = await target.pool.query(
      'select distinct locked_by, locked_at from graphile_worker._private_jobs',
    );
    expect(rows).toEqual([{ locked_by: null, locked_at: null }]);
  });

  it('a backup of an embedded database includes its waiting mails while the server runs', async () => {
    const [DATA_DIR, other] = [await newFolder(), await newFolder()];
    const folder = await newFolder();
    // Nobody listens there, so the mails wait.
    const running = await server({
      DATA_DIR,
      SMTP_URL: 'smtp://127.0.0.1:1',
      RATE_LIMITS: 'off',
    }).ready();
    await running.register('wartet@verein.example');
    const file = join(folder, 'backup.gz');
    expect(await command('backup', { DATA_DIR }, [file])).toMatchObject({ code: 0, stderr: '' });
    expect((await running.get('/readyz')).status).toBe(200);
    await running.kill();
    expect(await command('restore', { DATA_DIR: other }, [file])).toMatchObject({
      code: 0,
      stderr: '',
    });
    await writeFile(
      join(other, 'session-secret'),
      await readFile(join(DATA_DIR, 'session-secret')),
      {
        mode: 0o600,
      },
    );
    const mailbox = await openMailbox();
    afterwards(mailbox.close);
    const next = await server({ DATA_DIR: other, SMTP_URL: mailbox.url }).ready();
    await until(() => mailbox.mails.length > 0);
    expect(mailbox.newestTo('wartet@verein.example').subject).toContain('bestätigen');
    expect(await next.stop()).toBe(0);
  });

  it('a restore replaces existing data only with --force, and then all of it', async () => {
    const [source, target] = [await database(), await database()];
    await fill(source.db);
    const { make, organization } = await fill(target.db);
    await make.member(organization, { lastName: 'Nur hier' });
    const file = join(await newFolder(), 'backup.gz');
    await command('backup', { DATABASE_URL: source.url }, [file]);
    const before = await contents(target.pool);
    const refused = await command('restore', { DATABASE_URL: target.url }, [file]);
    expect(refused.code).toBe(1);
    expect(refused.stderr).toMatch(/^Die Datenbank ist nicht leer: .+--force.+\n$/);
    expect(await contents(target.pool)).toEqual(before);
    const forced = await command('restore', { DATABASE_URL: target.url }, ['--force', file]);
    expect(forced).toMatchObject({ code: 0, stderr: '' });
    expect(await contents(target.pool)).toEqual(await contents(source.pool));
  });

  it('a restore refuses a file that is damaged, truncated, too new or no backup, and changes nothing', async () => {
    const source = await database();
    await fill(source.db);
    const folder = await newFolder();
    const file = join(folder, 'backup.gz');
    await command('backup', { DATABASE_URL: source.url }, [file]);
    const before = await contents(source.pool);
    const whole = await readFile(file);
    const lines = gunzipSync(whole).toString().trimEnd().split('\n');
    const remade = (changed: string[]) => gzipSync(`${changed.join('\n')}\n`);
    const [head = '', ...others] = lines;
    const newer = JSON.parse(head);
    newer.steps.push('9999-future');
    const wrong: Record<string, [Buffer, RegExp]> = {
      flipped: [Buffer.from(whole).fill(7, 400, 420), /beschädigt/],
      short: [whole, /beschädigt/],
      endless: [remade(lines.slice(0, -1)), /unvollständig/],
      rowless: [remade(lines.filter((line) => !line.includes('Öztürk'))), /unvollständig/],
      newer: [remade([JSON.stringify(newer), ...others]), /nicht kennt/],
      text: [Buffer.from('kein Backup'), /keine Sicherung/],
    };
    for (const [name, [bytes, sentence]] of Object.entries(wrong)) {
      const path = join(folder, name);
      await writeFile(path, bytes);
      if (name === 'short') await truncate(path, Math.floor(bytes.length / 2));
      const refused = await command('restore', { DATABASE_URL: source.url }, [path, '--force']);
      expect(refused.stderr, name).toMatch(sentence);
      expect(refused.stderr.trimEnd(), name).not.toContain('\n');
      expect(refused.code, name).toBe(1);
    }
    expect(await contents(source.pool)).toEqual(before);
  });

  it('a restored backup of an older schema is migrated, and servers beside it keep running', async () => {
    const source = await database();
    await fill(source.db);
    const file = join(await newFolder(), 'backup.gz');
    const { migrateTo, stepsOfThisBuild } = await import('#db/migrate');
    const old = stepsOfThisBuild().at(-3) ?? '';
    await migrateTo(source.db, source.pool, old);
    expect(await command('backup', { DATABASE_URL: source.url }, [file])).toMatchObject({
      code: 0,
    });
    const target = await database({ empty: true });
    const running = await server({ DATABASE_URL: target.url, SESSION_SECRET }).ready();
    expect(await command('restore', { DATABASE_URL: target.url }, [file])).toMatchObject({
      code: 0,
      stderr: '',
    });
    expect((await running.get('/readyz')).status).toBe(200);
    const { rows } = await target.pool.query('select last_name from organization_users');
    expect(rows.every(({ last_name }) => last_name !== '')).toBe(true);
    expect(rows.length).toBeGreaterThan(0);
  });

  it('a backup never overwrites a file, and wrong arguments print the usage', async () => {
    const source = await database();
    const folder = await newFolder();
    const file = join(folder, 'da');
    await writeFile(file, 'wichtig');
    const refused = await command('backup', { DATABASE_URL: source.url }, [file]);
    expect(refused).toMatchObject({ code: 1, stdout: '' });
    expect(refused.stderr).toContain('gibt es schon');
    expect(await readFile(file, 'utf8')).toBe('wichtig');
    expect((await command('backup', { DATABASE_URL: source.url }, [])).code).toBe(2);
    expect((await command('restore', { DATABASE_URL: source.url }, [file, '--froce'])).code).toBe(
      2,
    );
    const missing = await command('restore', { DATABASE_URL: source.url }, [join(folder, 'fehlt')]);
    expect(missing.stderr).toContain('gibt es nicht');
    const nothing = await command(
      'backup',
      { DATABASE_URL: (await database({ empty: true })).url },
      [join(folder, 'leer')],
    );
    expect(nothing.stderr).toContain('Es gibt nichts zu sichern');
  });
});
