import type pg from 'pg';
import type { TimedRequest } from './load';
import { tokenOf } from './seed';

/** A main screen or call, requested like a browser or an API client does. */
export interface Measured {
  readonly name: string;
  request(number: number, connection?: number): TimedRequest;
  /** Status of every response; 200 by default. */
  readonly expected?: number;
}

const browser = (token: string) => ({
  Accept: 'text/html',
  'Accept-Encoding': 'gzip, deflate, br',
  Cookie: `session=${token}`,
});
const client = (token: string) => ({ 'Accept-Encoding': 'gzip', Authorization: `Bearer ${token}` });

/** @param organization the id of the measured club */
export async function screensOf(pool: pg.Pool, organization: string): Promise<Measured[]> {
  const one = async (statement: string) => (await pool.query(statement, [organization])).rows[0];
  const middle = await one(`
    select last_name, first_name, uuid from members where organization_uuid = $1
    order by last_name, first_name, uuid
    offset (select count(*) / 2 from members where organization_uuid = $1) limit 1`);
  const event = await one(
    `select uuid from events where organization_uuid = $1 order by date desc limit 1`,
  );
  const { rows: limited } = await pool.query<{ uuid: string }>(
    `select uuid from events where organization_uuid = $1 and event_type = 'LIMITED_EVENT'
     order by date desc limit 4`,
    [organization],
  );
  const poll = await one(
    `select uuid, event_uuid from polls where organization_uuid = $1 order by uuid limit 1`,
  );
  const place = Buffer.from(
    JSON.stringify([middle.last_name, middle.first_name, middle.uuid]),
  ).toString('base64url');
  const all = browser(tokenOf(1));
  const screen = (name: string, path: string): Measured => ({
    name,
    request: () => ({ path, headers: all }),
  });
  const call = (name: string, path: string): Measured => ({
    name,
    request: () => ({ path: `/api${path}`, headers: client(tokenOf(1)) }),
  });
  return [
    {
      name: 'log-in form',
      request: () => ({ path: '/app/login', headers: { 'Accept-Encoding': 'br' } }),
    },
    screen('dashboard', '/app/'),
    screen('events', '/app/events'),
    screen('members', '/app/members'),
    screen('members, from the middle', `/app/members?after=${place}`),
    screen('members, search', '/app/members?q=m%C3%BCll+a'),
    screen('members, by script', '/app/members.data'),
    screen('member, edit', `/app/members/${middle.uuid}/edit`),
    screen('participants', `/app/events/${limited[0]?.uuid}/participants`),
    screen('polls', `/app/events/${event.uuid}/polls`),
    screen('poll', `/app/events/${poll.event_uuid}/polls/${poll.uuid}`),
    screen('permissions', '/app/admin/permissions'),
    screen('my account', '/app/account'),
    call('GET /user/self/info', '/user/self/info'),
    call('GET /event, 100', `/event/?organization=${organization}&limit=100`),
    call('GET /member, 100', `/member/?organization=${organization}&limit=100`),
    signUps(limited.map(({ uuid }) => uuid)),
  ];
}

/** Users of the measured club. */
const USERS = 60;

/**
 * Each connection signs another user up and off by turns: for one event, from 61 connections on also
 * for others, so that each request changes something.
 */
function signUps(events: readonly string[]): Measured {
  const sent = new Map<number, number>();
  return {
    name: 'PUT /event/(un)register-user',
    request(_number, connection = 0) {
      const nth = sent.get(connection) ?? 0;
      sent.set(connection, nth + 1);
      // The first ones are registered already.
      return {
        method: 'PUT',
        path: `/api/event/${nth % 2 ? '' : 'un'}register-user`,
        headers: client(tokenOf(1 + (connection % USERS))),
        body: JSON.stringify({ event: events[Math.floor(connection / USERS)] }),
      };
    },
  };
}
