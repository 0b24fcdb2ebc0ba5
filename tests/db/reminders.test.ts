import { sql, type Updateable } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import type { DB } from '#db/schema.generated';
import { dueReminders } from '~/features/notifications/reminders.server';
import { choose, remindAll, startsIn } from '../support/outbox-lab';
import { changeRows } from '../support/rows';
import { seriesLab } from '../support/series-lab';

const lab = seriesLab();

beforeEach(async () => {
  await sql`delete from events`.execute(lab.db);
});

type Values = Updateable<DB['events']>;

/** An event of long ago that starts in so much time, and a person who has not answered. */
async function eventIn(interval: string, values: Values = {}) {
  const { organization } = await lab.make.club();
  const person = await lab.make.userOf(organization);
  const event = await lab.make.event(organization);
  const old = new Date(Date.now() - 30 * 86_400_000);
  await change(event, { created_at: old, asks_answer: true, ...values });
  await startsIn(lab.db, event, interval);
  return { organization, person, event };
}

const limitedTo = (max: number): Values => ({
  event_type: 'LIMITED_EVENT',
  max_participants: max,
});

async function change(event: { uuid: string }, values: Values) {
  await changeRows(lab.db, 'events', event.uuid, values);
}

const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000);

/** Reminds. @returns whose notifications there are now, of this kind */
async function reminded(event: { uuid: string }, kind: string): Promise<string[]> {
  await remindAll(lab.db);
  const { rows } = await sql<{ user: string }>`select user_uuid as user from notifications
    where event_uuid = ${event.uuid} and kind = ${kind} order by id`.execute(lab.db);
  return rows.map(({ user }) => user);
}

/** As if somebody had signed up so many hours ago. */
async function comes(
  event: { uuid: string; organization: string },
  { member }: { member: string },
  hours: number,
) {
  await lab.make.registration(event, { uuid: member });
  await sql`update answers set created_at = now() - make_interval(hours => ${hours})
    where answer = 'yes' and member_uuid = ${member}`.execute(lab.db);
}

describe('members who have not answered (N4)', () => {
  it.each<[string, string, Values, boolean]>([
    ['49 hours before the start', '49 hours', {}, false],
    ['47 hours before the start', '47 hours', {}, true],
    ['3 hours before the start', '3 hours', {}, true],
    ['an hour before the start', '1 hour', {}, false],
    ['after the start', '-1 hour', {}, false],
    ['47 hours before the deadline', '20 days', { sign_up_until: inHours(47) }, true],
    ['49 hours before the deadline', '20 days', { sign_up_until: inHours(49) }, false],
    ['after the deadline', '20 hours', { sign_up_until: inHours(-1) }, false],
    ['if no answer is asked for', '47 hours', { asks_answer: false }, false],
    ['if the event is cancelled', '47 hours', { cancelled_at: new Date() }, false],
    ['less than a day after the announcement', '40 hours', { created_at: inHours(-23) }, false],
    ['more than a day after the announcement', '40 hours', { created_at: inHours(-25) }, true],
  ])('is reminded %s: %#', async (_when, interval, values, expected) => {
    const { event, person } = await eventIn(interval, values);
    const users = await reminded(event, 'answer_missing');
    expect(users.includes(person.uuid)).toBe(expected);
  });

  it('is reminded before a deadline on the day itself, if the event has no time of its own (J13)', async () => {
    const { event, person } = await eventIn('5 hours', { created_at: inHours(-25) });
    await change(event, { start_time: null });
    // The day has begun; its deadline comes later.
    await change(event, { starts_at: inHours(-3), begun_by: inHours(20), closes_at: inHours(5) });
    expect(await reminded(event, 'answer_missing')).toContain(person.uuid);
  });

  it('is not reminded of a limited event, of which everybody signs up or off (J3)', async () => {
    const { event } = await eventIn('47 hours', { ...limitedTo(2), asks_answer: false });
    expect(await reminded(event, 'answer_missing')).toEqual([]);
  });

  it('are reminded once, even if the event moves, and nobody who has answered', async () => {
    const { organization, event, person } = await eventIn('40 hours');
    const others = await Promise.all([1, 2].map(() => lab.make.userOf(organization)));
    const [coming, declining] = others as [Person, Person];
    await comes(event, coming, 100);
    await lab.make.decline(event, { uuid: declining.member });
    const once = await reminded(event, 'answer_missing');
    expect(once).toHaveLength(2);
    expect(once).toContain(person.uuid);
    const late = await lab.make.userOf(organization);
    expect(await reminded(event, 'answer_missing')).toEqual(once);
    await startsIn(lab.db, event, '30 hours');
    expect(await reminded(event, 'answer_missing')).toEqual([...once, late.uuid]);
  });

  it('is not reminded without a user, with an address not confirmed, without a member, or who chose no mails (N3, N2)', async () => {
    const { organization, event, person } = await eventIn('40 hours');
    await choose(lab.db, organization, null, 'answer_missing', 'off');
    await choose(lab.db, organization, person, 'answer_missing', 'mail');
    await lab.make.userOf(organization);
    await lab.make.member(organization);
    const unconfirmed = await lab.make.user({ activated: false });
    await lab.make.belongs(unconfirmed, organization);
    await lab.make.member(organization, { user: unconfirmed });
    for (const user of [unconfirmed, await lab.make.userOf(organization, [], { linked: false })])
      await choose(lab.db, organization, user, 'answer_missing', 'mail');
    expect(await reminded(event, 'answer_missing')).toEqual([person.uuid]);
  });

  it('is not reminded within a day after somebody has asked (N6)', async () => {
    const { event } = await eventIn('40 hours');
    await sql`insert into reminders (event_uuid, organization_uuid, kind, occasion)
      values (${event.uuid}, ${event.organization}, 'asked', '2031-01-01')`.execute(lab.db);
    expect(await reminded(event, 'answer_missing')).toEqual([]);
    await sql`update reminders set at = at - interval '25 hours'`.execute(lab.db);
    expect(await reminded(event, 'answer_missing')).toHaveLength(2);
  });
});

type Person = Awaited<ReturnType<typeof lab.make.userOf>>;

describe('what is soon (N4)', () => {
  it.each<[string, string, Values, boolean]>([
    ['25 hours before', '25 hours', {}, false],
    ['23 hours before', '23 hours', {}, true],
    ['once it has begun', '-1 hour', {}, false],
    ['if it is cancelled', '23 hours', { cancelled_at: new Date() }, false],
  ])(
    'is told to those who come, and not to those who only wait, %s',
    async (_when, interval, values, expected) => {
      const { organization, event, person } = await eventIn(interval);
      await change(event, { ...limitedTo(1), asks_answer: false });
      await comes(event, person, 25);
      const waiting = await lab.make.userOf(organization);
      await lab.make.waiting(event, { uuid: waiting.member });
      await sql`update answers set created_at = now() - interval '25 hours' where answer = 'waiting'`.execute(
        lab.db,
      );
      if (Object.keys(values).length > 0) await change(event, values);
      const users = await reminded(event, 'event_soon');
      expect(users).toEqual(expected ? [person.uuid] : []);
    },
  );

  it('is told to nobody who has signed up or moved up within a day', async () => {
    const { organization, event, person } = await eventIn('23 hours');
    const [early, promoted] = [
      await lab.make.userOf(organization),
      await lab.make.userOf(organization),
    ];
    await comes(event, person, 23);
    await comes(event, early, 25);
    await comes(event, promoted, 100);
    await sql`update answers set promoted_at = now() where answer = 'yes' and member_uuid = ${promoted.member}`.execute(
      lab.db,
    );
    expect(await reminded(event, 'event_soon')).toEqual([early.uuid]);
  });

  it('is told for a date of a series to users who chose that, whatever they chose for other events (Y6)', async () => {
    const { organization, event, person } = await eventIn('23 hours');
    const wants = await lab.make.userOf(organization);
    const series = await lab.make.series(organization);
    await change(event, { series_uuid: series.uuid, series_date: '2030-01-01' });
    await comes(event, person, 25);
    await comes(event, wants, 25);
    await choose(lab.db, organization, person, 'event_soon', 'mail');
    await choose(lab.db, organization, wants, 'event_soon', 'off');
    await choose(lab.db, organization, wants, 'series_soon', 'mail');
    expect(await reminded(event, 'event_soon')).toEqual([wants.uuid]);
  });

  it('is told again if the event moves, and only then', async () => {
    const { event, person } = await eventIn('23 hours');
    await comes(event, person, 25);
    for (let time = 0; time < 2; time++)
      expect(await reminded(event, 'event_soon')).toEqual([person.uuid]);
    await startsIn(lab.db, event, '20 hours');
    expect(await reminded(event, 'event_soon')).toEqual([person.uuid, person.uuid]);
  });

  it('an event without a time begins with its day', async () => {
    const { event, person } = await eventIn('23 hours');
    await comes(event, person, 25);
    // In a zone where it is about noon, tomorrow begins in twelve hours, the day after in 36.
    const tomorrow = (days: number) => sql`update events e set start_time = null,
      date = (now() at time zone o.time_zone)::date + ${days}::integer
      from organizations o where o.uuid = e.organization_uuid and e.uuid = ${event.uuid}`;
    await tomorrow(2).execute(lab.db);
    expect(await reminded(event, 'event_soon')).toEqual([]);
    await tomorrow(1).execute(lab.db);
    expect(await reminded(event, 'event_soon')).toEqual([person.uuid]);
    await tomorrow(0).execute(lab.db);
    expect(await reminded(event, 'event_soon')).toEqual([person.uuid]);
  });
});

describe('polls without an answer (N4)', () => {
  async function pollIn(interval: string, { closed = false, ago = 25 } = {}) {
    const scene = await eventIn(interval, { asks_answer: false });
    const poll = await lab.make.poll(scene.event, { closed });
    await sql`update polls set created_at = now() - make_interval(hours => ${ago})
      where uuid = ${poll.uuid}`.execute(lab.db);
    return { ...scene, poll };
  }

  it.each([
    ['49 hours before', '49 hours', {}, false],
    ['47 hours before', '47 hours', {}, true],
    ['once the event has begun', '-1 hour', {}, false],
    ['if the poll is closed', '47 hours', { closed: true }, false],
    ['less than a day after it was announced', '40 hours', { ago: 23 }, false],
  ] as const)('are told to users with a member, %s', async (_when, interval, poll, expected) => {
    const { organization, event, person } = await pollIn(interval, poll);
    const user = await lab.make.userOf(organization, [], { linked: false });
    const users = await reminded(event, 'poll_missing');
    expect(users.includes(person.uuid)).toBe(expected);
    expect(users).not.toContain(user.uuid);
  });

  it('are told once for each poll, and not to those who have answered it', async () => {
    const { organization, event, person, poll } = await pollIn('40 hours');
    const answered = await lab.make.userOf(organization);
    await lab.make.answer(poll, { uuid: answered.member });
    const once = await reminded(event, 'poll_missing');
    expect(once).toContain(person.uuid);
    expect(once).not.toContain(answered.uuid);
    await startsIn(lab.db, event, '30 hours');
    expect(await reminded(event, 'poll_missing')).toEqual(once);
  });

  it('are told to those who come, wait or have not answered, and not to those who said no', async () => {
    const { organization, event, person } = await pollIn('40 hours');
    await change(event, limitedTo(1));
    const [coming, waiting, declining] = [
      await lab.make.userOf(organization),
      await lab.make.userOf(organization),
      await lab.make.userOf(organization),
    ];
    await comes(event, coming, 100);
    await lab.make.waiting(event, { uuid: waiting.member });
    await lab.make.decline(event, { uuid: declining.member });
    const users = await reminded(event, 'poll_missing');
    for (const { uuid } of [person, coming, waiting]) expect(users).toContain(uuid);
    expect(users).not.toContain(declining.uuid);
  });
});

it('two servers that remind at once tell each once, and so does a run that is cut (X9)', async () => {
  const { organization, event } = await eventIn('40 hours');
  for (let n = 0; n < 20; n++) await lab.make.userOf(organization);
  await Promise.all([remindAll(lab.db), remindAll(lab.db), remindAll(lab.db)]);
  expect(await reminded(event, 'answer_missing')).toHaveLength(22);
  const other = await eventIn('40 hours');
  const holding = await lab.pool.connect();
  try {
    await holding.query('begin');
    await holding.query('lock table notifications in share mode');
    const logged: unknown[] = [];
    const cut = remindAll(lab.db);
    await lab.pool.query('select 1');
    for (let tries = 0; logged.length === 0 && tries < 2000; tries++) {
      const { rows } = await lab.pool.query(`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`);
      logged.push(...rows);
    }
    expect(logged).not.toEqual([]);
    await cut;
  } finally {
    await holding.query('rollback');
    holding.release();
  }
  const due = (await dueReminders(lab.db)).map((each) => each.event);
  expect(due).toContain(other.event.uuid);
  expect(await reminded(other.event, 'answer_missing')).toHaveLength(2);
});

it('what is deleted while it is due is no error, and keeps nothing else from its turn', async () => {
  const [one, two] = [await eventIn('40 hours'), await eventIn('41 hours')];
  const holding = await lab.pool.connect();
  await holding.query('begin');
  await holding.query('delete from events where uuid = $1', [one.event.uuid]);
  const running = remindAll(lab.db);
  await new Promise((resolve) => setTimeout(resolve, 100));
  await holding.query('commit');
  holding.release();
  await running;
  expect(await reminded(two.event, 'answer_missing')).toHaveLength(2);
});
