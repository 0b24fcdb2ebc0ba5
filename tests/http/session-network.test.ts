import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { coarseNetwork } from '~/kernel/network';
import { networkOf } from '~/server/network';
import { testApp } from '../support/app';
import { PASSWORD } from '../support/factories';
import { changeRows, rowOf } from '../support/rows';

/** The network of a session's last use, without the part that names a machine (ASVS V7.5.2). */
const app = testApp({ trustProxy: '1' });

const from = (address: string) => ({ 'X-Forwarded-For': address });

const sessionOf = (user: { uuid: string }) =>
  rowOf(app.db, 'sessions', { user_uuid: user.uuid }, ['network', 'used_at', 'valid_until']);

/** @param network of that use; left as it is by default */
const usedMinutesAgo = (user: { uuid: string }, minutes: number, network?: string) =>
  changeRows(
    app.db,
    'sessions',
    { user_uuid: user.uuid },
    { used_at: sql`now() - make_interval(mins => ${minutes})`, network },
  );

describe('the network of a session', () => {
  it.each([
    ['203.0.113.77', '203.0.113.0/24'],
    ['::ffff:203.0.113.77', '203.0.113.0/24'],
    ['192.168.178.20', '192.168.178.0/24'],
    ['127.0.0.1', '127.0.0.0/24'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
    ['2001:DB8::1', '2001:db8:0::/48'],
    ['fe80::1%eth0', 'fe80:0:0::/48'],
    ['::1', '0:0:0::/48'],
    ['', null],
    ['unknown', null],
    ['203.0.113.77, evil', null],
  ])('%s is kept as %s, which names no machine', (address, kept) => {
    expect(coarseNetwork(networkOf(address))).toBe(kept);
  });

  it.each([
    ['browser', '/app/login'],
    ['app', '/api/login/mobile'],
  ])(
    "a log-in with a %s keeps its network only, which 'Mein Konto' shows (A12, ASVS V7.5.2)",
    async (kind) => {
      const user = await app.make.user();
      const credentials = { email: user.email, password: PASSWORD };
      const visitor = app.visitor();
      const address = from('203.0.113.77');
      const answer =
        kind === 'browser'
          ? await visitor.submit('/app/login', credentials, address)
          : await visitor.call('POST', '/login/mobile', credentials, address);
      expect(answer.status).toBeLessThan(400);
      expect((await sessionOf(user)).network).toBe('203.0.113.0/24');
      const person = await app.as(user);
      const { page, text } = await person.get('/app/account', address);
      expect(page).toContain('im Netz 203.0.113.x');
      expect(text).not.toContain('203.0.113.77');
    },
  );

  it('a new network is recorded after five minutes, the same one after an hour: reading seldom writes', async () => {
    const user = await app.make.user();
    const person = await app.as(user);
    const use = async (address: string) => {
      expect((await person.get('/app/account', from(address))).status).toBe(200);
      return (await sessionOf(user)).network;
    };
    await usedMinutesAgo(user, 4, '203.0.113.0/24');
    const before = await sessionOf(user);
    expect(await use('198.51.100.4')).toBe('203.0.113.0/24');
    expect(await sessionOf(user)).toEqual(before);
    await usedMinutesAgo(user, 6);
    expect(await use('198.51.100.4')).toBe('198.51.100.0/24');
    const moved = await sessionOf(user);
    expect(moved.used_at.getTime()).toBeGreaterThan(before.used_at.getTime());
    expect(await use('203.0.113.9')).toBe('198.51.100.0/24');
    await usedMinutesAgo(user, 59);
    const still = await sessionOf(user);
    expect(await use('198.51.100.200')).toBe('198.51.100.0/24');
    expect(await sessionOf(user)).toEqual(still);
    await usedMinutesAgo(user, 61);
    expect(await use('198.51.100.200')).toBe('198.51.100.0/24');
    expect((await sessionOf(user)).used_at.getTime()).toBeGreaterThan(still.used_at.getTime());
  });

  it('a session of before networks were kept gets one with its next hourly record', async () => {
    const user = await app.make.user();
    const person = await app.as(user);
    const shown = await person.get('/app/account', from('198.51.100.7'));
    expect(shown.page).not.toContain('im Netz');
    await usedMinutesAgo(user, 59);
    await person.get('/app/account', from('198.51.100.7'));
    expect((await sessionOf(user)).network).toBeNull();
    await usedMinutesAgo(user, 61);
    await person.get('/app/account', from('198.51.100.7'));
    expect((await sessionOf(user)).network).toBe('198.51.100.0/24');
  });

  it('many requests at once from a new network write once', async () => {
    const user = await app.make.user();
    const person = await app.as(user);
    await usedMinutesAgo(user, 30, '203.0.113.0/24');
    await sql`create table extensions (at timestamptz default now())`.execute(app.db);
    await sql`create function count_extension() returns trigger language plpgsql as
      $$ begin insert into extensions default values; return new; end $$`.execute(app.db);
    await sql`create trigger extended after update on sessions for each row
      execute function count_extension()`.execute(app.db);
    try {
      const answers = await Promise.all(
        Array.from({ length: 20 }, () => person.get('/app/account', from('198.51.100.7'))),
      );
      expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
      const { rows } = await sql<{ n: number }>`select count(*)::int as n from extensions`.execute(
        app.db,
      );
      expect(rows).toEqual([{ n: 1 }]);
    } finally {
      await sql`drop function count_extension() cascade`.execute(app.db);
      await sql`drop table extensions`.execute(app.db);
    }
  });
});
