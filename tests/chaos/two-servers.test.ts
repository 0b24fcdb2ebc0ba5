import { expect, it } from 'vitest';
import { Balancer } from '../support/balancer';
import { Browser } from '../support/browser';
import { crowd } from '../support/crowd';
import { createDatabase } from '../support/database';
import { Factories, NO_PASSWORDS } from '../support/factories';
import { afterwards } from '../support/leftovers';
import { openMailbox } from '../support/mailbox';
import { rowsOf } from '../support/rows';
import { type ServerProcess, server, until } from '../support/server-process';

/** Two servers on one database, behind one balancer. */
async function pair(environment: Record<string, string> = {}) {
  const database = await createDatabase();
  afterwards(database.drop);
  const balancer = new Balancer();
  await balancer.open();
  afterwards(() => balancer.close());
  const start = async () => {
    const started = server({
      DATABASE_URL: database.url,
      SESSION_SECRET: 'x'.repeat(32),
      ORIGIN: balancer.origin,
      TRUST_PROXY: 'loopback',
      LOG_LEVEL: 'info',
      SHUTDOWN_DELAY: '1',
      ...environment,
    });
    await started.ready();
    balancer.add(started.origin);
    await balancer.look();
    return started;
  };
  const make = new Factories(database.db, NO_PASSWORDS);
  const as = async (user: { uuid: string }, organization: { uuid: string }) => {
    const visitor = new Browser(balancer.origin);
    visitor.cookies.set('session', await make.session(user, organization));
    return visitor;
  };
  return { ...database, balancer, start, servers: [await start(), await start()], make, as };
}

it('1,000 sign-ups for 10 places over two servers let in exactly 10 and answer everyone (E7)', async () => {
  const both = await pair({ RATE_LIMITS: 'off' });
  const { balancer, db, make } = both;
  const { organization, visitors } = await crowd(both, 1000);
  const event = await make.event(organization, { max: 10 });
  const started = Date.now();
  const responses = await Promise.all(
    visitors.map((visitor) => visitor.call('PUT', '/event/register-user', { event: event.uuid })),
  );
  const seconds = (Date.now() - started) / 1000;
  const count = (status: number) => responses.filter((each) => each.status === status).length;
  process.stdout.write(
    `1,000 sign-ups for 10 places over two servers: ${count(200)} in, ${count(409)} refused, ` +
      `${1000 - count(200) - count(409)} others, ${seconds.toFixed(1)} s, by server ${Object.values(balancer.served)}\n`,
  );
  expect([count(200), count(409)]).toEqual([10, 990]);
  expect(Object.keys(balancer.served)).toHaveLength(2);
  const rows = await rowsOf(db, 'answers', { answer: 'yes' }, ['member_uuid']);
  expect(rows).toHaveLength(10);
});

it('sessions, notices, limits and the queue work across two servers', async () => {
  const mailbox = await openMailbox();
  afterwards(mailbox.close);
  const { balancer, db, servers, make, as } = await pair({ SMTP_URL: mailbox.url });
  const [first, second] = servers as [ServerProcess, ServerProcess];
  const { organization, admin } = await make.club();
  const visitor = await as(admin, organization);
  // Requests alternate between the servers: the form, its redirect and the notice after it.
  for (let count = 0; count < 6; count++) {
    const sent = await visitor.submit('/app/members/new', {
      firstName: 'Max',
      lastName: `Muster ${count}`,
    });
    expect(sent.status).toBe(303);
    const next = await visitor.get(sent.location);
    expect(next.status).toBe(200);
    expect(next.page).toContain('eingetragen.');
    expect(next.page).toContain(`Muster ${count}`);
    // One extra request swaps the roles of the two servers.
    if (count % 2) await visitor.get('/app/');
  }
  expect(balancer.served[first.origin]).toBeGreaterThan(0);
  expect(balancer.served[second.origin]).toBeGreaterThan(0);

  // Five log-in attempts on either server; on a slow machine the first short delays are over by
  // then.
  const statuses: number[] = [];
  while (statuses.length < 20 && !statuses.includes(429)) {
    const stranger = new Browser(balancer.origin);
    const response = await stranger.call('POST', '/login/browser', {
      email: 'a@verein.example',
      password: 'x',
    });
    statuses.push(response.status);
  }
  expect(statuses.slice(0, 5)).toEqual([401, 401, 401, 401, 401]);
  expect(statuses.at(-1)).toBe(429);

  // Each mail is sent only once.
  const addresses = Array.from({ length: 8 }, (_, at) => `post${at}@verein.example`);
  await Promise.all(addresses.map((email, at) => (at % 2 ? first : second).register(email)));
  await until(() => mailbox.mails.length >= addresses.length);
  await until(async () => {
    const waiting = await rowsOf(db, 'users', { activated: false }, ['uuid']);
    return waiting.length === addresses.length;
  });
  for (const each of servers) expect(await each.stop()).toBe(0);
  expect(mailbox.mails.map(({ to }) => [to].flat()[0]?.text).sort()).toEqual(addresses);
});

it('a rolling restart under load fails no request (I6)', async () => {
  const { balancer, db, start, servers, make, as } = await pair({ RATE_LIMITS: 'off' });
  const { organization, admin } = await make.club();
  const visitors = await Promise.all([1, 2, 3, 4, 5, 6].map(() => as(admin, organization)));
  let going = true;
  let requests = 0;
  const failed: string[] = [];
  const created: string[] = [];
  const load = async (visitor: Browser, number: number) => {
    for (let round = 0; going; round++) {
      const name = `Fest ${number}-${round}`;
      const body = {
        organization: organization.uuid,
        name,
        date: '2030-01-01',
        event_type: 'OPEN_EVENT',
      };
      const steps = [
        async () => {
          const response = await visitor.call('POST', '/event', body);
          if (response.status === 200) created.push(name);
          return response;
        },
        () => visitor.get('/app/events'),
      ];
      for (const send of steps) {
        requests++;
        const status = await send().then((response) => response.status, String);
        if (status !== 200) failed.push(String(status));
      }
    }
  };
  const loads = visitors.map(load);
  for (const old of servers) {
    const before = requests;
    await until(() => requests > before + 50);
    expect(await old.stop()).toBe(0);
    balancer.remove(old.origin);
    await start();
  }
  const before = requests;
  await until(() => requests > before + 50);
  going = false;
  await Promise.all(loads);
  process.stdout.write(
    `two restarts under load: ${requests} requests, ${failed.length} failed, ${created.length} writes confirmed\n`,
  );
  expect(failed).toEqual([]);
  const rows = await rowsOf(db, 'events', {}, ['name']);
  expect(rows.map(({ name }) => name).sort()).toEqual(created.sort());
});
