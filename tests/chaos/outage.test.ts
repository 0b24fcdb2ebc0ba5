import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { Browser } from '../support/browser';
import { createDatabase } from '../support/database';
import { Factories, NO_PASSWORDS } from '../support/factories';
import { afterwards } from '../support/leftovers';
import { server, until } from '../support/server-process';
import { Way } from '../support/way';

it('screens, forms and calls respond with 503 while the database is away, and recover with it', async () => {
  const { url, db } = await createDatabase();
  const way = new Way(url);
  await way.open();
  afterwards(() => way.cut());
  const environment = { DATABASE_URL: way.url, SESSION_SECRET: 'x'.repeat(32), RATE_LIMITS: 'off' };
  const running = await server(environment).ready();
  const make = new Factories(db, NO_PASSWORDS);
  const { organization, admin } = await make.club();
  const visitor = new Browser(running.origin);
  visitor.cookies.set('session', await make.session(admin, organization));
  const member = { firstName: 'Max', lastName: 'Muster' };
  const ways = {
    screen: () => visitor.get('/app/members'),
    'log-in screen': () => visitor.get('/app/login'),
    'data of a screen': () => visitor.get('/app/members.data'),
    form: () => visitor.submit('/app/members/new', member),
    call: () => visitor.call('GET', `/member?organization=${organization.uuid}`),
    'writing call': () =>
      visitor.call('POST', '/member', { organization: organization.uuid, ...member }),
  };
  const expectOutage = async () => {
    for (const [name, send] of Object.entries(ways)) {
      const response = await send();
      expect(response.status, name).toBe(503);
      if (name !== 'data of a screen') expect(response.headers.get('Retry-After'), name).toBe('5');
      if (name.includes('call'))
        expect(response.json).toMatchObject({
          status: 503,
          title: 'Vorübergehend nicht erreichbar',
        });
      else if (!name.includes('data'))
        expect(response.page, name).toContain('Vorübergehend nicht erreichbar');
    }
  };
  const expectService = async () => {
    await until(async () => (await running.get('/readyz')).status === 200);
    const { 'log-in screen': login, ...others } = ways;
    for (const [name, send] of Object.entries(others))
      expect((await send()).status, name).toBe(name === 'form' ? 303 : 200);
    expect((await login()).location).toBe('/app/');
  };

  const told = () => running.log.filter(({ level }) => level >= 40);
  await expectService();
  const before = told().length;
  way.cut();
  await expectOutage();
  // One line for each, and no fault of the program among them.
  const outages = told().filter(({ msg }) => msg === 'a request met an outage');
  expect(outages.length).toBeGreaterThanOrEqual(Object.keys(ways).length);
  for (const line of outages) {
    expect(line).toMatchObject({ level: 40, reason: expect.any(String), path: expect.any(String) });
    expect(JSON.stringify(line)).not.toContain('    at ');
  }
  expect(
    told()
      .slice(before)
      .filter(({ msg }) => msg === 'a request failed'),
  ).toEqual([]);
  // Again, now that the pool has no old connections left.
  await expectOutage();
  await way.open();
  await expectService();

  // The operator terminates every connection under load: each request gets success or 503.
  const statuses = new Set<number>();
  let going = true;
  const load = [1, 2, 3, 4].map(async () => {
    while (going) statuses.add((await ways.call()).status);
  });
  for (let count = 0; count < 10; count++) {
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`
      .execute(db)
      .catch(() => {});
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  going = false;
  await Promise.all(load);
  expect([...statuses].filter((status) => ![200, 503].includes(status))).toEqual([]);
  await expectService();
  expect(await running.stop()).toBe(0);
});
