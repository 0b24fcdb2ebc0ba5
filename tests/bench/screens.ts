import type pg from 'pg';
import { type AnswerLink, answerToken } from '~/features/answers/queries/links.server';
import { answerLinkPath } from '~/paths/links';
import type { TimedRequest } from './load';
import { tokenOf } from './seed';
import { feedTokenOf } from './seed-newer';
import { SECRET } from './server';

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
const client = (token: string) => ({ 'Accept-Encoding': 'gzip', Cookie: `session=${token}` });

const screen = (name: string, path: string): Measured => ({
  name,
  request: () => ({ path, headers: browser(tokenOf(1)) }),
});
const call = (name: string, path: string): Measured => ({
  name,
  request: () => ({ path: `/api${path}`, headers: client(tokenOf(1)) }),
});

/**
 * @param organization the id of the measured club
 * @returns what the schema of this database has
 */
export async function screensOf(pool: pg.Pool, organization: string): Promise<Measured[]> {
  const one = async (statement: string) => (await pool.query(statement, [organization])).rows[0];
  const middle = await one(`
    select last_name, first_name, uuid from members where organization_uuid = $1
    order by last_name, first_name, uuid
    offset (select count(*) / 2 from members where organization_uuid = $1) limit 1`);
  // With polls are those that every schema has.
  const event = await one(`
    select uuid from events where organization_uuid = $1
      and exists (select from polls where event_uuid = events.uuid)
    order by date desc limit 1`);
  const { rows: limited } = await pool.query<{ uuid: string }>(
    `select uuid from events where organization_uuid = $1 and event_type = 'LIMITED_EVENT'
       and exists (select from polls where event_uuid = events.uuid)
     order by date desc limit 4`,
    [organization],
  );
  const events = limited.map(({ uuid }) => uuid);
  const poll = await one(
    `select uuid, event_uuid from polls where organization_uuid = $1 order by uuid limit 1`,
  );
  const place = Buffer.from(
    JSON.stringify([middle.last_name, middle.first_name, middle.uuid]),
  ).toString('base64url');
  return [
    {
      name: 'log-in form',
      request: () => ({ path: '/app/login', headers: { 'Accept-Encoding': 'br' } }),
    },
    screen('board', '/app/'),
    screen('events', '/app/events'),
    screen('members', '/app/members'),
    screen('members, from the middle', `/app/members?after=${place}`),
    searchScreen('müll a'),
    screen('members, by script', '/app/members.data'),
    screen('member, edit', `/app/members/${middle.uuid}/edit`),
    screen('participants', `/app/events/${events[0]}/participants`),
    screen('polls', `/app/events/${event.uuid}/polls`),
    screen('poll', `/app/events/${poll.event_uuid}/polls/${poll.uuid}`),
    screen('permissions', '/app/admin/permissions'),
    screen('my account', '/app/account'),
    call('GET /user/self/info', '/user/self/info'),
    call('GET /event, 100', `/event/?organization=${organization}&limit=100`),
    call('GET /event/:event', `/event/${events[0]}`),
    call('GET /member, 100', `/member/?organization=${organization}&limit=100`),
    byTurns('PUT /event/(un)register-user', events, (event, signedUp) => ({
      // The first ones are registered already.
      path: `/api/event/${signedUp ? 'un' : ''}register-user`,
      body: { event },
    })),
    ...(await newerScreens(pool, organization, events)),
  ];
}

/** The list of members that a search finds. */
export const searchScreen = (q: string, name = 'members, search'): Measured =>
  screen(name, `/app/members?${new URLSearchParams({ q })}`);

/** What came after the build of 2026-11-21. */
async function newerScreens(
  pool: pg.Pool,
  organization: string,
  events: readonly string[],
): Promise<Measured[]> {
  const { rows: newer } = await pool.query("select to_regclass('calendar_feeds') as table");
  if (newer[0].table === null) return [];
  const [latest] = (
    await pool.query<Omit<AnswerLink, 'epoch'> & { month: string }>(
      `select e.uuid as event, m.uuid as member, m.user_uuid as user,
         (extract(epoch from ou.joined_at) * 1000000)::bigint as joined,
         to_char(current_date + interval '1 month', 'YYYY-MM') as month
       from events e join members m on m.organization_uuid = e.organization_uuid
         join organization_users ou on (ou.user_uuid, ou.organization_uuid) = (m.user_uuid, e.organization_uuid)
       where e.organization_uuid = $1 and event_type = 'LIMITED_EVENT' and m.user_uuid is not null
       order by e.date desc, e.uuid, m.uuid limit 1`,
      [organization],
    )
  ).rows;
  if (!latest) throw new Error('The measured club has no limited event, or no user');
  const page = `/app/events/${latest.event}`;
  const link = answerLinkPath(answerToken({ ...latest, epoch: 0 }, SECRET));
  return [
    screen('event', page),
    screen('answers', `${page}/answers`),
    screen('answers, none yet', `${page}/answers?of=open`),
    screen('month', `/app/events/calendar?month=${latest.month}`),
    {
      name: 'answer link',
      request: () => ({ path: link, headers: { 'Accept-Encoding': 'gzip, deflate, br' } }),
    },
    feed('feed, mine', 'mine'),
    feed('feed, all', 'all'),
    { ...feed('feed, unchanged', 'all', { 'If-None-Match': '*' }), expected: 304 },
    byTurns('PUT /event/:event/answer', events, (event, signedUp) => ({
      path: `/api/event/${event}/answer`,
      body: { answer: signedUp ? 'no' : 'yes' },
    })),
  ];
}

/** Users of the measured club. */
const USERS = 60;
const userOf = (connection: number) => 1 + (connection % USERS);

/** Each connection reads another user's: programs do not share one. */
function feed(name: string, scope: 'mine' | 'all', headers: Record<string, string> = {}): Measured {
  return {
    name,
    request: (_number, connection = 0) => ({
      path: `/app/calendar/${feedTokenOf(scope, userOf(connection))}.ics`,
      headers: { 'Accept-Encoding': 'gzip', ...headers },
    }),
  };
}

/**
 * Each connection signs another user up and off by turns: for one event, from 61 connections on also
 * for others, so that each request changes something.
 * @param put what is sent for an event by a member who is signed up for it, or is not
 */
function byTurns(
  name: string,
  events: readonly string[],
  put: (event: string | undefined, signedUp: boolean) => { path: string; body: object },
): Measured {
  const sent = new Map<number, number>();
  return {
    name,
    request(_number, connection = 0) {
      const nth = sent.get(connection) ?? 0;
      sent.set(connection, nth + 1);
      const { path, body } = put(events[Math.floor(connection / USERS)], nth % 2 === 0);
      return {
        method: 'PUT',
        path,
        headers: client(tokenOf(userOf(connection))),
        body: JSON.stringify(body),
      };
    },
  };
}
