import { mkdir, readFile, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { BackupError } from '#db/backup/format';
import { migrate, migrations } from '#db/migrate';
import { backUp, bringBack, command, contents, fill, SESSION_SECRET } from '../support/backup';
import { createDatabase } from '../support/database';
import { schemaOf } from '../support/schema';
import { newFolder, server } from '../support/server-process';

describe.concurrent('restore', () => {
  it('a restore replaces existing data only with --force, and then all of it', async () => {
    const [source, target] = [await createDatabase(), await createDatabase()];
    await fill(source.db);
    const { make, organization } = await fill(target.db);
    await make.member(organization, { lastName: 'Nur hier' });
    const file = await backUp(source);
    const before = await contents(target.pool);
    const refused = await command('restore', { DATABASE_URL: target.url }, [file]);
    expect(refused.code).toBe(1);
    expect(refused.stderr).toMatch(/^Die Datenbank ist nicht leer: .+--force.+\n$/);
    expect(await contents(target.pool)).toEqual(before);
    const forced = await command('restore', { DATABASE_URL: target.url }, ['--force', file]);
    expect(forced).toMatchObject({ code: 0, stderr: '' });
    expect(await contents(target.pool)).toEqual(await contents(source.pool));
  });

  it('a restore erases again who was erased since, by the database that it replaces or by the file, which it reads strictly (S3)', async () => {
    const [source, empty] = [await createDatabase(), await createDatabase()];
    const { make, organization } = await fill(source.db);
    const [gone, stays] = [await make.member(organization), await make.member(organization)];
    const admin = await make.userOf(organization, ['ORGANIZATION_ADMIN']);
    const [backup, DATA_DIR] = [await backUp(source), join(await newFolder(), 'new')];
    // Another admin has come since, so that the first could go.
    await source.pool.query('delete from permissions where user_uuid <> $1', [admin.uuid]);
    await make.userOf(organization, ['ORGANIZATION_ADMIN']);
    for (const uuid of [gone.uuid, admin.member])
      await source.pool.query('select erase_member($1)', [uuid]);
    const environment = { DATABASE_URL: source.url, DATA_DIR };
    const restored = await command('restore', environment, [backup, '--force']);
    expect(restored).toMatchObject({ code: 0, stderr: '' });
    expect(restored.stdout).toContain('Seit der Sicherung gelöschte Einträge wieder gelöscht: 2.');
    const file = join(DATA_DIR, 'erasures');
    const kept = await readFile(file, 'utf8');
    const unreadable = await newFolder();
    await mkdir(join(unreadable, 'erasures'));
    await expect(bringBack(empty, backup, { dataDir: unreadable })).rejects.toThrow(
      'erasures ist nicht lesbar (EISDIR)',
    );
    // An interrupted copy.
    await writeFile(file, kept.slice(0, -5));
    const damaged = bringBack(empty, backup, { dataDir: DATA_DIR });
    await expect(damaged).rejects.toBeInstanceOf(BackupError);
    await expect(damaged).rejects.toThrow(`Die Datei ${file} ist beschädigt, in der Zeile „`);
    await writeFile(file, `\uFEFF${kept.toUpperCase().replaceAll('\n', '\r\n')}\r\n`);
    const { erased } = await bringBack(empty, backup, { dataDir: DATA_DIR });
    expect(erased).toBe(2);
    for (const { pool } of [source, empty]) {
      const { rows } = await pool.query('select uuid from members where uuid = any($1)', [
        [gone.uuid, admin.member, stays.uuid],
      ]);
      expect(rows).toEqual([{ uuid: stays.uuid }]);
      const admins = await pool.query(
        `select from permissions where permission = 'ORGANIZATION_ADMIN'`,
      );
      expect(admins.rows.length).toBeGreaterThan(0);
    }
  });

  it('a restore refuses a file that is damaged, truncated, too new or no backup, and changes nothing', async () => {
    const source = await createDatabase();
    await fill(source.db);
    const folder = await newFolder();
    const file = await backUp(source);
    const before = await contents(source.pool);
    const whole = await readFile(file);
    const lines = gunzipSync(whole).toString().trimEnd().split('\n');
    const remade = (changed: string[]) => gzipSync(`${changed.join('\n')}\n`);
    const [head = '', ...others] = lines;
    const newer = JSON.parse(head);
    newer.steps.push('9999-future');
    const older = { ...newer, steps: ['0001-accounts', '0002-organizations'] };
    const wrong: Record<string, [Buffer, RegExp]> = {
      flipped: [Buffer.from(whole).fill(7, 400, 420), /beschädigt/],
      short: [whole, /beschädigt/],
      endless: [remade(lines.slice(0, -1)), /unvollständig/],
      rowless: [remade(lines.filter((line) => !line.includes('Öztürk'))), /unvollständig/],
      newer: [remade([JSON.stringify(newer), ...others]), /nicht kennt/],
      older: [remade([JSON.stringify(older), ...others]), /nicht kennt/],
      text: [Buffer.from('kein Backup'), /keine Sicherung/],
    };
    for (const [name, [bytes, sentence]] of Object.entries(wrong)) {
      const path = join(folder, name);
      await writeFile(path, bytes);
      if (name === 'short') await truncate(path, Math.floor(bytes.length / 2));
      const refusal = await bringBack(source, path, { force: true }).catch((error: Error) => error);
      expect(refusal, name).toBeInstanceOf(BackupError);
      expect(refusal, name).toMatchObject({ message: expect.stringMatching(sentence) });
      expect(refusal, name).toMatchObject({ message: expect.not.stringContaining('\n') });
    }
    const path = join(folder, 'short');
    const refused = await command('restore', { DATABASE_URL: source.url }, [path, '--force']);
    expect(refused).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^[^\n]*beschädigt[^\n]*\n$/),
    });
    expect(await contents(source.pool)).toEqual(before);
  });

  it('a restored backup of an older schema is migrated, and servers beside it keep running', async () => {
    const source = await createDatabase({ empty: true });
    const old = Object.entries(migrations).filter(([step]) => step <= '0011-notifications');
    await migrate(source.db, source.pool, Object.fromEntries(old));
    await source.pool.query(`
      with club as (insert into organizations (name) values ('Verein') returning uuid),
        person as (insert into users (first_name, last_name, email, password_hash)
          values ('Anna', 'Öztürk', 'anna@verein.example', '-') returning uuid)
      insert into organization_users (organization_uuid, user_uuid) select club.uuid, person.uuid
      from club, person`);
    const file = join(await newFolder(), 'backup.gz');
    expect(await command('backup', { DATABASE_URL: source.url }, [file])).toMatchObject({
      code: 0,
    });
    const target = await createDatabase({ empty: true });
    const running = await server({ DATABASE_URL: target.url, SESSION_SECRET }).ready();
    expect(await command('restore', { DATABASE_URL: target.url }, [file])).toMatchObject({
      code: 0,
      stderr: '',
    });
    expect((await running.get('/readyz')).status).toBe(200);
    const { rows } = await target.pool.query('select first_name from organization_users');
    expect(rows).toEqual([{ first_name: 'Anna' }]);
    const fresh = await createDatabase();
    expect(await schemaOf(target.db)).toEqual(await schemaOf(fresh.db));
  });
});
