import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { writeBackup } from '#db/backup/write';
import { queueMail } from '~/mail/queue.server';
import { backUp, bringBack, command, contents, factories, fill } from '../support/backup';
import { createDatabase } from '../support/database';
import { afterwards } from '../support/leftovers';
import { openMailbox } from '../support/mailbox';
import { newDataFolder, newFolder, server, until } from '../support/server-process';

describe.concurrent('backup', () => {
  it('a backup restored into an empty database brings back the same rows in every table', async () => {
    const source = await createDatabase();
    const { answers } = await fill(source.db);
    const file = join(await newFolder(), 'backup.gz');
    const saved = await command('backup', { DATABASE_URL: source.url }, [file]);
    expect(saved).toMatchObject({ code: 0, stderr: '' });
    // It contains password hashes.
    expect((await stat(file)).mode & 0o777).toBe(0o600);

    const target = await createDatabase({ empty: true });
    const restored = await command('restore', { DATABASE_URL: target.url }, [file]);
    expect(restored).toMatchObject({ code: 0, stderr: '' });
    const [before, after] = [await contents(source.pool), await contents(target.pool)];
    const filled = Object.entries(before).filter(([, rows]) => (rows as unknown[]).length > 0);
    const names = filled.map(([name]) => name);
    for (const table of [
      'members',
      'poll_answers',
      'answers',
      'notifications',
      'series',
      'series_exceptions',
      'breaks',
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
      `insert into answers (answer, event_uuid, member_uuid, organization_uuid)
       select 'waiting', event_uuid, (select uuid from members m where m.organization_uuid = w.organization_uuid
         and not exists (select from answers o where o.member_uuid = m.uuid) limit 1), organization_uuid
       from answers w where answer = 'waiting'`,
    );
    await target.pool.query(`delete from answers where answer = 'yes' and event_uuid = $1`, [
      answers.event.uuid,
    ]);
    const { rows } = await target.pool.query(
      `select member_uuid from answers where answer = 'yes' and event_uuid = $1
       union all select e.uuid from events e where e.uuid = $1 and e.waiting = 1`,
      [answers.event.uuid],
    );
    expect(rows.map(({ member_uuid }) => member_uuid)).toEqual([
      answers.waiting,
      answers.event.uuid,
    ]);
  });

  it('a backup is a consistent snapshot, even while writes continue', async () => {
    const source = await createDatabase();
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

    const target = await createDatabase({ empty: true });
    await bringBack(target, file);
    const { rows } = await target.pool.query(`select
      (select count(*) from members where first_name = 'Gleichzeitig') as members,
      (select count(*) from answers r join members m on m.uuid = r.member_uuid
        where r.answer = 'yes' and m.first_name = 'Gleichzeitig') as registrations,
      (select count(*) from graphile_worker._private_jobs where payload->>'template' = 'none') as mails,
      (select registered_participants from events where uuid = '${event.uuid}') as counted,
      (select count(*) from answers where answer = 'yes' and event_uuid = '${event.uuid}') as counted_really`);
    const [found] = rows;
    expect(found.members).toBeGreaterThanOrEqual(before - 1);
    expect(found.members).toBeLessThanOrEqual(after + 3);
    expect([found.registrations, found.mails]).toEqual([found.members, found.members]);
    expect(found.counted).toBe(found.counted_really);
    process.stdout.write(`backup under load: ${after - before} transactions went on meanwhile\n`);
  });

  it('a backup releases mails that a server was sending, so that the restored installation sends them', async () => {
    const [source, target] = [await createDatabase(), await createDatabase({ empty: true })];
    await fill(source.db);
    await source.pool.query(
      `update graphile_worker._private_jobs set locked_by = 'of the saved server', locked_at = now()`,
    );
    await bringBack(target, await backUp(source));
    const { rows } = await target.pool.query(
      'select distinct locked_by, locked_at from graphile_worker._private_jobs',
    );
    expect(rows).toEqual([{ locked_by: null, locked_at: null }]);
  });

  it('a backup of an embedded database includes its waiting mails while the server runs', async () => {
    const [DATA_DIR, other] = [await newDataFolder(), await newFolder()];
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
      stdout: expect.stringContaining(`eingebaute Datenbank eingespielt: ${other}/postgres.\n`),
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

  it('a backup that is cut off has not taken the name of a complete one, nor does it take one that is there by now', async () => {
    const source = await createDatabase();
    await fill(source.db);
    const folder = await newFolder();
    const file = join(folder, 'backup.gz');
    const blocker = await source.patient.pool.connect();
    await blocker.query('begin; lock table users');
    const written = writeBackup(source.pool, file, { version: '0' });
    await until(async () => (await readdir(folder)).length > 0);
    expect(await readdir(folder)).toEqual([`backup.gz.${process.pid}.part`]);
    await writeFile(file, 'wichtig');
    await blocker.query('rollback');
    blocker.release();
    await expect(written).rejects.toThrow('gibt es schon');
    expect(await readdir(folder)).toEqual(['backup.gz']);
    expect(await readFile(file, 'utf8')).toBe('wichtig');
  });

  it('a backup never overwrites a file, and wrong arguments print the usage', async () => {
    const source = await createDatabase();
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
    await expect(bringBack(source, join(folder, 'fehlt'))).rejects.toThrow('gibt es nicht');
    const nothing = backUp(await createDatabase({ empty: true }));
    await expect(nothing).rejects.toThrow('Es gibt nichts zu sichern');
  });

  it('a fresh installation can be backed up and brought back, too (I4)', async () => {
    const file = join(await newFolder(), 'backup.gz');
    const saved = await command('backup', { DATABASE_URL: (await createDatabase()).url }, [file]);
    expect(saved).toMatchObject({
      code: 0,
      stderr: '',
      stdout: expect.stringMatching(
        /^In dieser Datenbank hat noch niemand ein Konto\.\n\d+ Zeilen/,
      ),
    });
    await bringBack(await createDatabase({ empty: true }), file);
  });
});
