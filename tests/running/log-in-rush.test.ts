import { availableParallelism } from 'node:os';
import bcrypt from 'bcryptjs';
import { expect, it } from 'vitest';
import { connect } from '#db/connection';
import { createDatabase } from '../support/database';
import { Factories, NO_PASSWORDS, PASSWORD } from '../support/factories';
import { afterwards } from '../support/leftovers';
import { server } from '../support/server-process';

/** A hash of PASSWORD with cost 15: two seconds of work, so that everybody else's log-in waits meanwhile. */
const SLOW = '$2b$15$9Kq.6LRXxBMALdQWRp0mvuCt1dESxR3nVlonWpzM9Dj8f8/Yr1N3C';
const QUICK = bcrypt.hashSync(PASSWORD, 4);
/** Log-ins that may wait for each thread (app/server/passwords.ts). */
const WAITING = 40;

it('a rush of right log-ins gets in or is told to come back, and nothing else (A8, A11)', async () => {
  const made = await createDatabase();
  const { db, pool } = connect(made.url, { max: 2 });
  afterwards(() => pool.end());
  const running = await server({
    DATABASE_URL: made.url,
    SESSION_SECRET: 'x'.repeat(32),
    RATE_LIMITS: 'off',
  }).ready();
  const make = new Factories(db, NO_PASSWORDS);
  const account = async (password_hash: string) => {
    const user = await make.user();
    await db.updateTable('users').set({ password_hash }).where('uuid', '=', user.uuid).execute();
    return user;
  };
  const [slow, quick] = [await account(SLOW), await account(QUICK)];
  const logIn = ({ email }: { email: string }) =>
    running.call('POST', '/login/browser', { email, password: PASSWORD });
  const threads = availableParallelism();
  const first = Array.from({ length: threads }, () => logIn(slow));
  const rush = Array.from({ length: WAITING * threads + 40 }, () => logIn(quick));
  const answers = await Promise.all([...first, ...rush]);
  const refused = answers.filter(({ status }) => status !== 200);
  // Some find room before the others have taken it, and are refused at their turn.
  expect(refused.length).toBeGreaterThan(0);
  for (const each of refused) {
    expect([each.status, each.headers.get('Retry-After')]).toEqual([503, '10']);
    expect(each.headers.get('Content-Type')).toBe('application/problem+json');
    expect(await each.json()).toMatchObject({ status: 503, title: 'Gerade viele Anmeldungen' });
  }
  expect(refused.length).toBeLessThan(answers.length);
  expect(running.log.filter(({ level }) => level >= 50)).toEqual([]);
});
