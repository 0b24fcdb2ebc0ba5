import type pg from 'pg';
import { expect, it } from 'vitest';
import { type AnswerClub, answerLab } from '../support/answer-lab';
import { deadlocks, untilWaiting } from '../support/gate';
import { seeded } from '../support/random';
import { brokenRules } from '../support/waiting-list';

const SEED = Number(process.env.PROMOTION_SEED ?? 5);

const lab = answerLab({ connections: 60 });

/** Runs `work` in a transaction of its own, in steps that a test interleaves with others. */
async function inTransaction<Result>(
  work: (client: pg.PoolClient) => Promise<Result>,
): Promise<Result> {
  const client = await lab.pool.connect();
  try {
    await client.query('begin');
    const result = await work(client);
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  } finally {
    client.release();
  }
}

/** An event with one place, taken by the first member; the others wait in their order. */
async function fullEvent({ event, members, sheet }: AnswerClub, places = 1): Promise<string> {
  const uuid = await event(places);
  for (const [at, member] of members.entries())
    await (at < places ? sheet.signUp(member, uuid) : sheet.join(member, uuid));
  return uuid;
}

const lockEvent = (client: pg.PoolClient, event: string) =>
  client.query('select from events where uuid = $1 for no key update', [event]);
const signOff = (client: pg.PoolClient, event: string, member: string) =>
  client.query(
    `delete from answers where answer = 'yes' and event_uuid = $1 and member_uuid = $2`,
    [event, member],
  );

it('signing off passes over a member who is being deleted, without a deadlock (K3)', async () => {
  const club = await lab.club(3);
  const event = await fullEvent(club);
  const before = await deadlocks(lab);
  const deleted = await inTransaction(async (client) => {
    await lockEvent(client, event);
    // Holds the member and waits for the event.
    const pending = club.sheet.deleteMember(club.member(1));
    await untilWaiting(lab);
    await signOff(client, event, club.member(0));
    return [pending];
  });
  expect(await deleted[0]).toBe('done');
  expect(await club.answers(event)).toMatchObject({ registered: [2], waiting: [], places: 1 });
  expect(await deadlocks(lab)).toBe(before);
  expect(await brokenRules(lab.pool)).toEqual([]);
});

it('promotes a member whose user is being linked or unlinked just then (K2, K3)', async () => {
  const club = await lab.club(2);
  const event = await fullEvent(club);
  await inTransaction(async (client) => {
    const [waiting] = (
      await client.query('update members set user_uuid = null where uuid = $1 returning uuid', [
        club.member(1),
      ])
    ).rows;
    expect(waiting).toEqual({ uuid: club.member(1) });
    expect(await club.sheet.leave(club.member(0), event)).toBe('done');
  });
  expect(await club.answers(event)).toMatchObject({ registered: [1], waiting: [] });
});

it.each([
  ['opening an event', 'update events set event_type = $2, max_participants = 0 where uuid = $1'],
  [
    'telling who waits',
    `insert into notifications (organization_uuid, user_uuid, member_uuid, event_uuid, kind, dedupe)
     select w.organization_uuid, m.user_uuid, m.uuid, $1, $2, 'once'
     from answers w join members m on m.uuid = w.member_uuid
     where w.event_uuid = $1 and w.answer = 'waiting'`,
  ],
])('%s does not wait for a member who is being deleted (K9)', async (_name, statement) => {
  const club = await lab.club(3);
  const event = await fullEvent(club);
  const before = await deadlocks(lab);
  const [deleted] = await inTransaction(async (client) => {
    await lockEvent(client, event);
    const pending = club.sheet.deleteMember(club.member(1));
    await untilWaiting(lab);
    await client.query(statement, [event, 'OPEN_EVENT']);
    return [pending] as const;
  });
  expect(await deleted).toBe('done');
  expect(await deadlocks(lab)).toBe(before);
  const { rows } = await lab.pool.query('select from members where uuid = $1', [club.member(1)]);
  expect(rows).toEqual([]);
});

/** Several events in which all members are registered or wait, in differing orders. */
async function entangled(club: AnswerClub, random: () => number): Promise<string[]> {
  const events = await Promise.all(Array.from({ length: 6 }, () => club.event(8)));
  await Promise.all(
    club.members.map(async (member) => {
      for (const event of events.toSorted(() => random() - 0.5))
        if ((await club.sheet.signUp(member, event)) !== 'done')
          await club.sheet.join(member, event);
    }),
  );
  return events;
}

it('deleting members, accounts and events that stand in one another’s way does not deadlock (K3)', async () => {
  const club = await lab.club(60);
  const random = seeded(SEED);
  const before = await deadlocks(lab);
  for (let round = 0; round < 2; round++) {
    const events = await entangled(club, random);
    const [doomed = '', ...others] = events;
    const [leaving, staying] = [club.members.splice(0, 25), club.members];
    await Promise.all([
      ...leaving.map((member) => club.sheet.deleteMember(member)),
      ...staying.slice(0, 10).map((member) => club.sheet.deleteUser(member)),
      ...staying.flatMap((member) => events.map((event) => club.sheet.decline(member, event))),
      ...others.map((event) => club.sheet.limit(event, 12)),
      club.sheet.deleteEvent(doomed),
    ]);
    expect(await brokenRules(lab.pool)).toEqual([]);
    club.members.push(...(await club.insertMembers(25)));
  }
  expect(await deadlocks(lab)).toBe(before);
});

it('deleting an organisation waits for a member being deleted before it locks any event', async () => {
  const club = await lab.club(8);
  const event = await fullEvent(club);
  const before = await deadlocks(lab);
  const [gone] = await inTransaction(async (client) => {
    // As far as deleting a member has come when it reaches the events.
    await client.query('select from members where uuid = $1 for update', [club.member(7)]);
    const pending = club.sheet.deleteOrganization(club.organization);
    await untilWaiting(lab);
    await lockEvent(client, event);
    await client.query('delete from members where uuid = $1', [club.member(7)]);
    return [pending] as const;
  });
  await gone;
  expect(await rowsOf('organizations', club.organization)).toEqual([]);
  expect(await deadlocks(lab)).toBe(before);
});

it('deleting an organisation while its waiting lists move does not deadlock', async () => {
  const random = seeded(SEED);
  const before = await deadlocks(lab);
  for (let round = 0; round < 3; round++) {
    const club = await lab.club(40);
    const events = await entangled(club, random);
    const work = [
      ...club.members.flatMap((member) =>
        events.map((event) => () => club.sheet.decline(member, event)),
      ),
      ...club.members.slice(0, 10).map((member) => () => club.sheet.deleteMember(member)),
      ...club.members.slice(10, 20).map((member) => () => club.sheet.deleteUser(member)),
      ...events.map((event) => () => club.sheet.limit(event, 12)),
    ].toSorted(() => random() - 0.5);
    const half = work.splice(0, work.length / 2).map((each) => each());
    const gone = club.sheet.deleteOrganization(club.organization);
    await Promise.all([...half, gone, ...work.map((each) => each())]);
    for (const table of ['organizations', 'events', 'members', 'answers', 'notifications'])
      expect(await rowsOf(table, club.organization), table).toEqual([]);
  }
  expect(await deadlocks(lab)).toBe(before);
});

async function rowsOf(table: string, organization: string): Promise<unknown[]> {
  const column = table === 'organizations' ? 'uuid' : 'organization_uuid';
  const { rows } = await lab.pool.query(`select from ${table} where ${column} = $1`, [
    organization,
  ]);
  return rows;
}

it('a promotion whose connection is killed has no effect, and the next one all of it (K3)', async () => {
  const club = await lab.club(300);
  const event = await fullEvent(club, 5);
  let killed = 0;
  for (let round = 0; round < 12; round++) {
    const { entries } = await club.answers(event);
    const client = await lab.pool.connect();
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    await client.query('begin');
    await client.query(
      'update events set max_participants = max_participants + 20 where uuid = $1',
      [event],
    );
    // Others wait for the event meanwhile.
    const pending = club.sheet.leave(club.member(299 - round), event);
    await untilWaiting(lab);
    await lab.pool.query('select pg_terminate_backend($1)', [rows[0]?.pid]);
    const commit = await client.query('commit').then(
      () => 'committed',
      () => 'killed',
    );
    client.release(true);
    expect(await pending).toBe('done');
    if (commit === 'killed') killed++;
    const after = await club.answers(event);
    expect(after.entries).toBe(entries - 1 - (commit === 'killed' ? 0 : 20));
    expect(await brokenRules(lab.pool)).toEqual([]);
  }
  expect(killed).toBe(12);
  expect(await club.told('promoted')).toEqual([]);
  expect(await club.sheet.limit(event, 100)).toBe('done');
  expect(await club.told('promoted')).toHaveLength(95);
});
