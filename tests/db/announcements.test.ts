import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { daysFrom, today } from '~/dates.server';
import { createEvent } from '~/features/events/operations/events.server';
import { announceInJob } from '~/features/notifications/announcements.server';
import { createPoll } from '~/features/polls/operations/polls.server';
import { extendSeries } from '~/features/series/extension.server';
import { repeatEvent } from '~/features/series/operations/repetition.server';
import { choose, setZone, zoneWhereItIs } from '../support/outbox-lab';
import { changeRows, deleteRows } from '../support/rows';
import { type SeriesClub, seriesClub, seriesLab } from '../support/series-lab';

const lab = seriesLab();

const IN_TWO_WEEKS = daysFrom(today(), 14);

interface Row {
  readonly user: string;
  readonly member: string | null;
  readonly kind: string;
  readonly way: string;
  readonly bulk: boolean;
  readonly event: string;
  readonly poll: string | null;
  readonly details: { dates?: Record<string, null>; count?: number };
  readonly minutes: number;
}

/** Runs the jobs of announcements that wait. @returns what is in the outbox then */
async function announced({ organization }: Pick<SeriesClub, 'organization'>): Promise<Row[]> {
  for (const payload of await jobs()) await announceInJob(lab.db, payload);
  const { rows } = await sql<Row>`
    select user_uuid as user, member_uuid as member, kind, way, bulk, event_uuid as event,
      poll_uuid as poll, details,
      round(extract(epoch from due_at - now()) / 60)::int as minutes
    from notifications where organization_uuid = ${organization.uuid} order by id`.execute(lab.db);
  return rows;
}

async function jobs(): Promise<unknown[]> {
  const { rows } = await sql<{ payload: unknown }>`select payload
    from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
    where t.identifier = 'announcements' order by j.id`.execute(lab.db);
  await sql`delete from graphile_worker._private_jobs`.execute(lab.db);
  return rows.map(({ payload }) => payload);
}

async function clubWith(...ways: Array<'mail' | 'digest' | 'off'>) {
  const club = await seriesClub(lab);
  const users = [];
  for (const way of ways) {
    const user = await lab.make.userOf(club.organization);
    for (const topic of ['event_new', 'poll_new'] as const)
      await choose(lab.db, club.organization, user, topic, way);
    users.push(user);
  }
  return { ...club, users };
}

const values = (date: string) => ({
  name: 'Training',
  date,
  eventType: 'OPEN_EVENT' as const,
  maxParticipants: 0,
});

/** Creates an event as the club's editor. */
async function create(club: SeriesClub, date = IN_TWO_WEEKS) {
  const input = { organization: club.organization.uuid, ...values(date) };
  const { output, problem } = await club.perform(createEvent, input);
  if (!output) throw problem;
  return output;
}

describe('an event that is created (N1, N2)', () => {
  it('is announced to everybody in the club but its author, five minutes later', async () => {
    const club = await clubWith('mail', 'digest', 'off');
    const [mail, digest] = club.users;
    const without = await lab.make.userOf(club.organization, [], { linked: false });
    await choose(lab.db, club.organization, without, 'event_new', 'mail');
    const unconfirmed = await lab.make.user({ activated: false });
    await lab.make.belongs(unconfirmed, club.organization);
    await lab.make.club();
    const event = await create(club);
    const rows = await announced(club);
    const common = { kind: 'event_new', event: event.uuid, bulk: true, details: {}, poll: null };
    expect(rows).toHaveLength(3);
    expect(rows.find(({ user }) => user === mail?.uuid)).toMatchObject({
      ...common,
      member: mail?.member,
      way: 'mail',
      minutes: 5,
    });
    expect(rows.find(({ user }) => user === without.uuid)).toMatchObject({
      ...common,
      member: null,
      way: 'mail',
      minutes: 5,
    });
    expect(rows.find(({ user }) => user === digest?.uuid)).toMatchObject({
      ...common,
      member: digest?.member,
      way: 'digest',
    });
  });

  it('comes with the next digest unless the user chose something else', async () => {
    const club = await clubWith();
    await lab.make.userOf(club.organization);
    await create(club);
    expect(await announced(club)).toMatchObject([{ way: 'digest' }]);
  });

  it('is told at once to users with digests if it begins before the next one', async () => {
    const club = await clubWith('digest');
    await setZone(lab.db, club.organization, zoneWhereItIs(20));
    const { rows } = await sql<{ tomorrow: string }>`
      select (now() at time zone time_zone)::date + 1 as tomorrow from organizations
      where uuid = ${club.organization.uuid}`.execute(lab.db);
    const tomorrow = rows[0]?.tomorrow ?? '';
    await create(club, tomorrow);
    await create(club, daysFrom(tomorrow, 1));
    expect((await announced(club)).map(({ way }) => way)).toEqual(['mail', 'digest']);
  });

  it('is announced once, however often the job runs (X9)', async () => {
    const club = await clubWith('mail', 'mail');
    await create(club);
    const [job] = await jobs();
    await Promise.all([announceInJob(lab.db, job), announceInJob(lab.db, job)]);
    await announceInJob(lab.db, job);
    expect(await announced(club)).toHaveLength(2);
  });

  it('is not announced if it is past, deleted or cancelled', async () => {
    const club = await clubWith('mail');
    await create(club, daysFrom(today(), -2));
    const deleted = await create(club);
    await deleteRows(lab.db, 'events', deleted.uuid);
    const cancelled = await create(club);
    await changeRows(lab.db, 'events', cancelled.uuid, { cancelled_at: new Date() });
    expect(await announced(club)).toEqual([]);
  });

  it('is told to nobody if it is deleted before the mail is due', async () => {
    const club = await clubWith('mail');
    const event = await create(club);
    expect(await announced(club)).toHaveLength(1);
    await deleteRows(lab.db, 'events', event.uuid);
    expect(await announced(club)).toEqual([]);
  });
});

describe('an event that is repeated (L9)', () => {
  it('is one notification for each user, which names the new dates and not the event itself', async () => {
    const club = await clubWith('mail', 'mail');
    const event = await create(club);
    await announced(club);
    const rule = 'FREQ=WEEKLY;BYDAY=MO,TH;COUNT=24';
    const { output, problem } = await club.perform(repeatEvent, {
      event: event.uuid,
      rule,
    });
    expect(problem).toBeUndefined();
    const rows = (await announced(club)).filter(({ kind }) => kind === 'series_new');
    expect(rows).toHaveLength(2);
    const [{ details, event: first } = {} as Row] = rows;
    const dates = (await club.events()).values();
    const others = [...dates].filter(({ uuid }) => uuid !== event.uuid);
    expect(Object.keys(details.dates ?? {}).sort()).toEqual(others.map(({ uuid }) => uuid).sort());
    expect(details.count).toBe(output?.count);
    others.sort((one, two) => one.date.localeCompare(two.date));
    expect(first).toBe(others[0]?.uuid);
  });

  it('what the series gets later by itself is not announced (L3)', async () => {
    const club = await clubWith('mail');
    const event = await create(club);
    const { output } = await club.perform(repeatEvent, {
      event: event.uuid,
      rule: 'FREQ=WEEKLY;BYDAY=MO',
    });
    const before = (await announced(club)).length;
    await sql`delete from events where organization_uuid = ${club.organization.uuid}
      and date > ${daysFrom(today(), 300)}`.execute(lab.db);
    await sql`delete from series_exceptions`.execute(lab.db);
    const added = await lab.db
      .transaction()
      .execute((trx) => extendSeries(trx, output?.series ?? ''));
    expect(added).toBeGreaterThan(5);
    expect(await jobs()).toEqual([]);
    expect((await announced(club)).length).toBe(before);
  });

  it('sixty dates are named at most, and how many there are', async () => {
    const club = await clubWith('mail');
    const event = await create(club);
    await club.perform(repeatEvent, {
      event: event.uuid,
      rule: 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR;COUNT=100',
    });
    const row = (await announced(club)).find(({ kind }) => kind === 'series_new');
    expect(Object.keys(row?.details.dates ?? {})).toHaveLength(60);
    expect(row?.details.count).toBeGreaterThan(95);
  });
});

describe('a poll that is created (N2)', () => {
  async function poll(club: SeriesClub) {
    const event = await create(club);
    await announced(club);
    const { output, problem } = await club.perform(createPoll, {
      event: event.uuid,
      name: 'Kuchen?',
      description: '',
      options: ['Ja', 'Nein'],
    });
    if (!output) throw problem;
    return { event, poll: output.poll };
  }

  it('is announced like an event', async () => {
    const club = await clubWith('mail', 'off');
    const { event, poll: created } = await poll(club);
    const rows = (await announced(club)).filter(({ kind }) => kind === 'poll_new');
    expect(rows).toMatchObject([
      { user: club.users[0]?.uuid, event: event.uuid, poll: created.uuid, minutes: 5, bulk: true },
    ]);
  });

  it('is not announced if it is closed or deleted by then', async () => {
    const club = await clubWith('mail');
    const closed = await poll(club);
    await sql`update polls set closed = true where uuid = ${closed.poll.uuid}`.execute(lab.db);
    const deleted = await poll(club);
    await sql`delete from polls where uuid = ${deleted.poll.uuid}`.execute(lab.db);
    const kinds = (await announced(club)).map(({ kind }) => kind);
    expect(kinds).toEqual(['event_new', 'event_new']);
  });
});
