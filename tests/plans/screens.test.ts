import { beforeAll, describe, expect, it } from 'vitest';
import { queueExtensions } from '~/features/series/extension.server';
import { seed } from '../bench/seed';
import { testApp } from '../support/app';
import { everyScreen } from '../support/every-screen';
import { type Club, makeClub } from '../support/every-screen-club';
import { fill, fillAnswers, fillGroups } from './filled';
import { faultsOf, MANY, mostLoops } from './plan';
import { type SentQuery, watchQueries } from './sent-queries';

/**
 * The queries of every screen, in a club of 20,000 members and a database of 1,500 other clubs.
 * The tests judge plans, not times: good plans keep the times short.
 */
const app = testApp();
let club: Club;

beforeAll(async () => {
  club = await makeClub(app);
  const size = { clubs: 1500, members: 8, events: 4, registrations: 3, polls: 1 };
  const { pool } = app.patient;
  await seed(
    pool,
    { ...size, largest: { members: 20_000, events: 2000, users: 2000 } },
    { club: club.organization.uuid },
  );
  await pool.query(
    `insert into poll_answers (poll_uuid, member_uuid, organization_uuid, option_uuid)
     select poll_uuid, m.uuid, m.organization_uuid, o.uuid
     from poll_options o join members m using (organization_uuid) where o.poll_uuid = $1 and o.index = 0`,
    [club.poll.uuid],
  );
  await pool.query('vacuum analyze poll_answers');
  await pool.query(
    `insert into accepted_invitations (code_hash, organization_uuid, user_uuid)
     select sha256(user_uuid::text::bytea), organization_uuid, user_uuid from organization_users
     on conflict do nothing`,
  );
  await pool.query('vacuum analyze accepted_invitations');
  await pool.query(
    `insert into audit_log (organization_uuid, actor_uuid, operation, action, request_id)
     select o.uuid, $1, 'createMember', 'Mitglied angelegt', '0' from organizations o, generate_series(1, 40)`,
    [club.admin.uuid],
  );
  await pool.query('vacuum analyze audit_log');
  await fillAnswers(pool);
  await fill(pool, 'series', 'breaks', 'absences', 'calendar_feeds', 'messages', 'notifications');
  await fill(pool, 'notification_defaults', 'notification_settings', 'reminders', 'mail_failures');
  await fill(
    pool,
    'invitation_proofs',
    'totp',
    'recovery_codes',
    'known_devices',
    'member_visibility',
  );
  await fillGroups(pool);
  await fillSeries();
});

/** Events of every club that belong to a series. */
async function fillSeries() {
  const { pool } = app.patient;
  await pool.query(
    `update events e set series_uuid = s.uuid, series_date = date '2030-01-01' + nth
     from (select uuid, organization_uuid, (row_number() over (partition by organization_uuid))::int as nth
       from events) n,
       (select distinct on (organization_uuid) uuid, organization_uuid from series) s
     where e.uuid = n.uuid and s.organization_uuid = n.organization_uuid and nth <= 400`,
  );
  await pool.query('vacuum analyze events');
}

/**
 * Events with 1,500 registrations each, and places in their participants: in each section and
 * between. One is limited, the others ask the whole club, or a group.
 */
async function crowdedEvents() {
  const { organization } = club;
  const { pool } = app.patient;
  const asks = { asks_answer: true };
  const limited = await app.make.event(organization, { max: 5000 });
  const ofAll = await app.make.event(organization, {}, asks);
  const ofGroup = await app.make.event(organization, {}, asks);
  const { rows: many } = await pool.query<{ uuid: string }>(
    'select uuid from members where organization_uuid = $1 order by uuid limit 200',
    [organization.uuid],
  );
  await app.make.forGroups(ofGroup, [await app.make.group(organization, many, { name: 'Voll' })]);
  for (const event of [limited, ofAll, ofGroup])
    await pool.query(
      `insert into answers (answer, event_uuid, member_uuid, organization_uuid)
       select 'yes', $1, uuid, organization_uuid from members where organization_uuid = $2
       order by md5(uuid::text) limit 1500`,
      [event.uuid, organization.uuid],
    );
  await pool.query('vacuum analyze answers');
  const { rows } = await pool.query<{ key: string[] }>(
    `select array[case when r.member_uuid is null then '4' else '0' end, last_name, first_name, uuid::text] as key
     from members left join answers r
       on r.member_uuid = uuid and r.event_uuid = $1 and r.answer = 'yes'
     where members.organization_uuid = $2 order by 1`,
    [limited.uuid, organization.uuid],
  );
  const cursors = [700, 1498, 1501, 10_000].map((at) =>
    Buffer.from(JSON.stringify(rows[at]?.key)).toString('base64url'),
  );
  const places = [
    '',
    '?q=schön',
    ...cursors.flatMap((cursor) => [`?membersAfter=${cursor}`, `?membersBefore=${cursor}`]),
    '/print?of=registered',
    `/print?of=all&membersAfter=${cursors[3]}`,
  ];
  const few = places.filter((place) => !/^\?members/.test(place));
  return [
    ...places.map((place) => `/app/events/${limited.uuid}/participants${place}`),
    ...[ofAll, ofGroup].flatMap(({ uuid }) =>
      few.map((place) => `/app/events/${uuid}/participants${place}`),
    ),
  ];
}

/** The statements of the second visit to a screen, redirects included. */
async function queriesOf({ path, open }: { path: string; open?: boolean }): Promise<SentQuery[]> {
  const headers = open ? undefined : { Cookie: `session=${club.token}` };
  const visit = async () => {
    const response = await fetch(app.origin + path, { headers });
    await response.text();
  };
  await visit();
  const taken = watchQueries();
  await visit();
  return taken();
}

/** What each screen sends, watched once: two tests judge it. */
let watched: Promise<Array<{ path: string; open?: boolean; queries: SentQuery[] }>> | undefined;

const everyScreenWatched = () =>
  (watched ??= (async () => {
    const all = [];
    for (const screen of everyScreen(club))
      all.push({ ...screen, queries: await queriesOf(screen) });
    return all;
  })());

/**
 * Screens that show or count everything by design. An exception that no query needs fails the
 * test.
 */
const WHOLE: ReadonlyArray<{ screen: RegExp; fault: RegExp; why: string }> = [
  {
    screen: /participants(\/print)?$/,
    fault: /: 10[01]\d rows$/,
    why: 'shows every member, up to 1,000 (E6)',
  },
  {
    screen: /^\/app\/members/,
    fault: /^(Index Only Scan of members|Limit): 10001 rows$/,
    why: 'counts up to 10,000 members (D1)',
  },
  {
    screen: /answers\/reminder/,
    fault: /rows$|^Seq Scan of users$/,
    why: 'counts who has not answered, and whom mails reach (N6)',
  },
  {
    screen: /groups(\/new)?$/,
    fault: /^(Index (Only )?Scan of group_members|Limit): /,
    why: 'counts who belongs to each group (U2)',
  },
  {
    screen: /groups\/[^/]+\/members$/,
    fault: /: 1001 rows$/,
    why: 'shows every member, up to 1,000 (U2)',
  },
  {
    screen: /^\/app\/events\/[^/]+(\/answers)?(\?.*)?$/,
    fault: /(10001|20004) rows$/,
    why: 'counts who has not answered, up to 10,000 (J8)',
  },
  {
    screen: /^\/app\/events\/[^/]+\/(cancellation|edit)$/,
    fault: /rows$/,
    why: 'counts who is told (U7)',
  },
  { screen: /organization\/delete$/, fault: /Scan of/, why: 'counts what goes with the club (C2)' },
  {
    screen: /polls\/[^/]+(\/edit\/(change|state\/\w+)?)?$/,
    fault: /^Index Only Scan of poll_answers/,
    why: 'counts the answers (F3, F4)',
  },
];

/** Screens that take more round trips, side by side. An exception that none needs fails the test. */
const MORE: ReadonlyArray<{ screen: RegExp; most: number; why: string }> = [
  {
    screen: /^\/app\/events\/[^/]+\/edit$/,
    most: 6,
    why: 'groups to choose from, who is told, and how many dates a scope has (U2, U7, L2)',
  },
  {
    screen: /^\/app\/events\/[^/]+\/series$/,
    most: 5,
    why: 'how many dates a scope has (L2)',
  },
  {
    screen: /answers\/reminder/,
    most: 6,
    why: 'the event of the dialog and of the screen below, its list and its counts (N6)',
  },
  {
    screen: /^\/app\/members\/(?!new)[^/]+(\/\w+)?$/,
    most: 5,
    why: 'groups to filter the list below by (O11)',
  },
];

describe('screens of a large club', () => {
  it('every screen of a large club takes four round trips to Postgres at most, the session included', async () => {
    const tooMany: string[] = [];
    const unused = new Set(MORE);
    for (const { queries, ...screen } of await everyScreenWatched()) {
      const more = queries.length > 4 && MORE.find((each) => each.screen.test(screen.path));
      if (more) unused.delete(more);
      if (queries.length > (more ? more.most : 4))
        tooMany.push(`${screen.path}: ${queries.map(({ text }) => text).join('\n')}`);
      if (!screen.open) expect(queries.length, screen.path).toBeGreaterThan(0);
    }
    expect([...unused]).toEqual([]);
    expect(tooMany).toEqual([]);
  });

  it('no screen of a large club scans a whole table or reads more rows than a page needs (D1)', async () => {
    const faults: string[] = [];
    const unused = new Set(WHOLE);
    const client = await app.pool.connect();
    try {
      for (const screen of await everyScreenWatched()) {
        for (const query of screen.queries) {
          if (!/^(select|with)/i.test(query.text)) continue;
          for (const fault of await faultsOf(client, query)) {
            const whole = WHOLE.find(
              (each) => each.screen.test(screen.path) && each.fault.test(fault),
            );
            if (whole) unused.delete(whole);
            else faults.push(`${screen.path}: ${fault}\n${query.text}`);
          }
        }
      }
    } finally {
      client.release();
    }
    expect(faults).toEqual([]);
    expect([...unused]).toEqual([]);
  });

  it.each([
    { path: '/app/events', of: 'events', most: 80 + 1 + 5, least: 80 },
    { path: '/app/events/new', of: 'events', most: 30 + 1 + 5, least: 30 },
    { path: '/app/members', of: 'members', most: 100 + 1, least: 100 },
    { path: '/app/members/new', of: 'members', most: 30 + 1, least: 30 },
  ])(
    '$path reads the rows that it shows, and those that tell how the list goes on (X7)',
    async ({ path, of, most, least }) => {
      const lists = (await queriesOf({ path })).filter(
        ({ text }) => text.includes(`from "${of}"`) && text.includes('limit'),
      );
      expect(lists).toHaveLength(1);
      for (const { text, values } of lists) {
        const { rows } = await app.pool.query(text, [...values]);
        expect(rows.length).toBeLessThanOrEqual(most);
        expect(rows.length).toBeGreaterThanOrEqual(least);
      }
    },
  );

  it('whom a mail reaches is counted without a lookup for each member of a large club (U7)', async () => {
    const client = await app.pool.connect();
    try {
      for (const screen of (await everyScreenWatched()).filter(({ path }) =>
        /^\/app\/events\/[^/]+\/(cancellation|edit)$/.test(path),
      )) {
        const counting = screen.queries.filter(({ text }) => text.includes('as reached'));
        expect(counting, screen.path).toHaveLength(1);
        for (const query of counting)
          expect(await mostLoops(client, query), screen.path).toBeLessThan(MANY);
      }
    } finally {
      client.release();
    }
  });

  it('what is left out for a break, and what is to be extended, is found by an index (L3, X7)', async () => {
    const { organization, token } = club;
    const body = { organization: organization.uuid, from: '2031-03-01', until: '2031-03-10' };
    const enter = (name: string) =>
      fetch(`${app.origin}/api/event/break`, {
        method: 'POST',
        headers: { Cookie: `session=${token}`, 'Content-Type': 'application/json' },
        body: JSON.stringify({ ...body, name }),
      });
    const extending = watchQueries();
    await queueExtensions(app.db);
    const [extension] = extending();
    expect((await enter('eins')).status).toBe(200);
    const entering = watchQueries();
    expect((await enter('zwei')).status).toBe(200);
    // Locks are no part of a plan that is only explained.
    const reads = entering().filter(({ text }) => /from (events|series|breaks) /.test(text));
    const client = await app.pool.connect();
    try {
      const faults = [];
      for (const query of [...reads, ...(extension ? [extension] : [])])
        for (const fault of await faultsOf(client, query)) faults.push(`${fault}\n${query.text}`);
      // The queue is nearly empty.
      const ours = faults.filter((fault) => !fault.startsWith('Seq Scan of _private_'));
      expect(reads.length).toBeGreaterThan(2);
      expect(extension?.text).toContain('graphile_worker.add_job');
      expect(ours).toEqual([]);
    } finally {
      client.release();
    }
  });

  it('a page of the participants reads no further than the page, wherever in a large club it is (E6)', async () => {
    const paths = await crowdedEvents();
    const client = await app.pool.connect();
    const faults: string[] = [];
    try {
      for (const path of paths) {
        for (const query of await queriesOf({ path })) {
          if (!/^(select|with)/i.test(query.text)) continue;
          // Up to 1,001 rows of each section are read and ordered together, or registrations are
          // looked up: 1,500 times, of which EXPLAIN rounds up how many rows each leaves out.
          for (const fault of await faultsOf(client, query, 2300))
            faults.push(`${path}: ${fault}\n${query.text}`);
        }
      }
    } finally {
      client.release();
    }
    expect(faults).toEqual([]);
  });

  it('the plan checks detect a list that is sorted or scanned for one page', async () => {
    const values = [club.organization.uuid];
    const where = 'from members where organization_uuid = $1';
    const client = await app.pool.connect();
    const found = (text: string) => faultsOf(client, { text, values });
    try {
      expect(
        await found(`select uuid ${where} order by last_name, first_name, uuid limit 50`),
      ).toEqual([]);
      expect(await found(`select uuid ${where} order by description limit 50`)).not.toEqual([]);
      expect(
        await found(
          `select uuid ${where} order by last_name, first_name, uuid offset 5000 limit 50`,
        ),
      ).not.toEqual([]);
    } finally {
      client.release();
    }
  });
});
