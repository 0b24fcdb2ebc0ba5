import { beforeAll, describe, expect, it } from 'vitest';
import { PERMISSIONS } from '~/kernel/actor';
import { Balancer } from '../support/balancer';
import { Browser } from '../support/browser';
import { crowd } from '../support/crowd';
import { createDatabase } from '../support/database';
import { Factories, NO_PASSWORDS } from '../support/factories';
import { afterwards } from '../support/leftovers';
import { openMailbox } from '../support/mailbox';
import { rowsOf } from '../support/rows';
import { type ServerProcess, server, until } from '../support/server-process';

const PEOPLE = 400;

describe('two servers on one database, behind one balancer', () => {
  let mailbox: Awaited<ReturnType<typeof openMailbox>>;
  const balancer = new Balancer();
  let database: Awaited<ReturnType<typeof createDatabase>>;
  let make: Factories;
  let servers: ServerProcess[];

  async function start(): Promise<ServerProcess> {
    const started = server({
      DATABASE_URL: database.url,
      SESSION_SECRET: 'x'.repeat(32),
      ORIGIN: balancer.origin,
      SMTP_URL: mailbox.url,
      TRUST_PROXY: 'loopback',
      LOG_LEVEL: 'info',
      SHUTDOWN_DELAY: '1',
    });
    await started.ready();
    balancer.add(started.origin);
    await balancer.look();
    return started;
  }

  async function as(user: { uuid: string }, organization: { uuid: string }) {
    const visitor = new Browser(balancer.origin);
    visitor.cookies.set('session', await make.session(user, organization));
    return visitor;
  }

  beforeAll(async () => {
    mailbox = await openMailbox();
    afterwards(mailbox.close);
    database = await createDatabase();
    await balancer.open();
    afterwards(() => balancer.close());
    make = new Factories(database.db, NO_PASSWORDS);
    servers = await Promise.all([start(), start()]);
  });

  it(`${PEOPLE} sign-ups for 10 places over two servers let in exactly 10 and answer everyone (E7)`, async () => {
    const { db } = database;
    const visitor = () => new Browser(balancer.origin);
    const { organization, visitors } = await crowd({ db, make, visitor }, PEOPLE);
    const event = await make.event(organization, { max: 10 });
    const started = Date.now();
    const responses = await Promise.all(
      visitors.map((visitor) => visitor.call('PUT', '/event/register-user', { event: event.uuid })),
    );
    const seconds = (Date.now() - started) / 1000;
    const count = (status: number) => responses.filter((each) => each.status === status).length;
    process.stdout.write(
      `${PEOPLE} sign-ups for 10 places over two servers: ${count(200)} in, ${count(409)} refused, ` +
        `${PEOPLE - count(200) - count(409)} others, ${seconds.toFixed(1)} s, by server ${Object.values(balancer.served)}\n`,
    );
    expect([count(200), count(409)]).toEqual([10, PEOPLE - 10]);
    expect(Object.keys(balancer.served)).toHaveLength(2);
    const rows = await rowsOf(db, 'answers', { answer: 'yes' }, ['member_uuid']);
    expect(rows).toHaveLength(10);
  });

  it('a rolling restart under load fails no request (I6)', async () => {
    const { organization } = await make.club();
    const visitors = await Promise.all(
      [1, 2, 3, 4, 5, 6].map(async () =>
        as(await make.userOf(organization, PERMISSIONS), organization),
      ),
    );
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
    const next: ServerProcess[] = [];
    for (const old of servers) {
      const before = requests;
      await until(() => requests > before + 50);
      expect(await old.stop()).toBe(0);
      balancer.remove(old.origin);
      next.push(await start());
    }
    const before = requests;
    await until(() => requests > before + 50);
    servers = next;
    going = false;
    await Promise.all(loads);
    process.stdout.write(
      `two restarts under load: ${requests} requests, ${failed.length} failed, ${created.length} writes confirmed\n`,
    );
    expect(failed).toEqual([]);
    const rows = await rowsOf(database.db, 'events', { organization_uuid: organization.uuid }, [
      'name',
    ]);
    expect(rows.map(({ name }) => name).sort()).toEqual(created.sort());
  });

  it('sessions, notices, limits and the queue work across two servers', async () => {
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
    // One by one on either server: on a busy machine several hashes at once could take too long.
    const registerAt = async (on: ServerProcess, parity: number) => {
      for (const email of addresses.filter((_, at) => at % 2 === parity)) await on.register(email);
    };
    await Promise.all([registerAt(second, 0), registerAt(first, 1)]);
    const arrived = () =>
      mailbox.mails
        .map(({ to }) => [to].flat()[0]?.text ?? '')
        .filter((address) => address.startsWith('post'));
    await until(() => arrived().length >= addresses.length);
    await until(async () => {
      const waiting = await rowsOf(database.db, 'users', { activated: false }, ['uuid']);
      return waiting.length === addresses.length;
    });
    for (const each of servers) expect(await each.stop()).toBe(0);
    expect(arrived().sort()).toEqual(addresses);
  });
});
