import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { drainOutbox } from '~/features/notifications/outbox.server';
import { notify, retime } from '~/features/notifications/queries.server';
import {
  EVENT_KINDS,
  type Kind,
  POLL_KINDS,
  SERIES_KINDS,
  TOPIC_OF,
} from '~/features/notifications/schema';
import {
  add,
  choose,
  drainAll,
  mailsOf,
  pass,
  QUIET_LOG,
  setZone,
  startsIn,
  waitingOf,
  zoneWhereItIs,
} from '../support/outbox-lab';
import { seriesLab } from '../support/series-lab';

const lab = seriesLab();

/** A club with a user and an event far ahead, where it is this hour now. */
async function club({ hour = 12 } = {}) {
  const organization = await lab.make.organization();
  await setZone(lab.db, organization, zoneWhereItIs(hour));
  const user = await lab.make.userOf(organization);
  const event = await lab.make.event(organization, { max: 5 });
  return { organization, user, event };
}

const hoursUntil = (moment?: Date) =>
  moment ? (moment.getTime() - Date.now()) / 3_600_000 : Number.NaN;

describe('the way of each notification (N2)', () => {
  it('topic_of() says the same as TOPIC_OF', async () => {
    const kinds: Kind[] = [...EVENT_KINDS, ...SERIES_KINDS, ...POLL_KINDS, 'message'];
    const { rows } = await sql<{ kind: Kind; topic: string | null }>`
      select kind, topic_of(kind) as topic from unnest(${kinds}::text[]) as kind`.execute(lab.db);
    expect(Object.fromEntries(rows.map(({ kind, topic }) => [kind, topic]))).toEqual(TOPIC_OF);
  });

  it('who has chosen no mails gets none, and it never comes back (N2)', async () => {
    const { organization, user, event } = await club();
    await choose(lab.db, organization, user, 'event_changed', 'off');
    await add(lab.db, { kind: 'event_changed', user, event });
    await drainAll(lab.db);
    await choose(lab.db, organization, user, 'event_changed', 'mail');
    await drainAll(lab.db);
    expect(await mailsOf(lab.db, organization)).toEqual([]);
    expect(await waitingOf(lab.db, organization)).toEqual([]);
  });

  it("the club's defaults hold for who has chosen nothing, and answers to what somebody did always come (N2)", async () => {
    const { organization, user, event } = await club();
    const other = await lab.make.userOf(organization);
    for (const topic of ['event_changed', 'place_free'] as const)
      await choose(lab.db, organization, null, topic, 'off');
    await choose(lab.db, organization, other, 'event_changed', 'mail');
    for (const kind of ['event_changed', 'promoted', 'opened', 'removed'])
      for (const receiver of [user, other]) await add(lab.db, { kind, user: receiver, event });
    await drainAll(lab.db);
    const mails = await mailsOf(lab.db, organization);
    expect(mails.filter((mail) => mail.user === user.uuid).map(({ tells }) => tells)).toEqual([
      ['promoted'],
      ['removed'],
    ]);
    expect(mails.filter((mail) => mail.user === other.uuid).map(({ tells }) => tells)).toEqual([
      ['event_changed'],
      ['promoted'],
      ['removed'],
    ]);
  });

  it('what was chosen in one club says nothing about another (N2)', async () => {
    const [one, two] = [await club(), await club()];
    await lab.make.belongs(one.user, two.organization);
    await choose(lab.db, one.organization, one.user, 'event_changed', 'off');
    await add(lab.db, { kind: 'event_changed', user: one.user, event: two.event });
    await drainAll(lab.db);
    expect(await mailsOf(lab.db, two.organization)).toHaveLength(1);
  });
});

describe('digests (N9)', () => {
  it('what waits for a digest leaves in one mail at 18:00 of the club, and nothing due is no mail', async () => {
    const { organization, user, event } = await club();
    for (const topic of ['event_changed', 'event_cancelled'] as const)
      await choose(lab.db, organization, user, topic, 'digest');
    for (const kind of ['event_changed', 'event_cancelled'])
      await add(lab.db, { kind, user, event });
    await drainAll(lab.db);
    expect(await mailsOf(lab.db, organization)).toEqual([]);
    const [first] = await waitingOf(lab.db, organization);
    // It is 12 o'clock something.
    expect(hoursUntil(first?.due)).toBeGreaterThan(4.9);
    expect(hoursUntil(first?.due)).toBeLessThan(6.1);
    await pass(lab.db, organization, '7 hours');
    await drainAll(lab.db);
    expect(await mailsOf(lab.db, organization)).toMatchObject([
      { way: 'digest', tells: ['event_changed', 'event_cancelled'] },
    ]);
    await pass(lab.db, organization, '1 day');
    await drainAll(lab.db);
    expect(await mailsOf(lab.db, organization)).toHaveLength(1);
  });

  it("the user's own rhythm goes before the club's", async () => {
    const { organization, user, event } = await club();
    await choose(lab.db, organization, user, 'event_changed', 'digest');
    await sql`update organizations set digest_rhythm = 'weekly' where uuid = ${organization.uuid}`.execute(
      lab.db,
    );
    await add(lab.db, { kind: 'event_changed', user, event });
    await drainAll(lab.db);
    const { rows } = await sql<{ day: number; hour: number }>`
      select extract(isodow from due_at at time zone time_zone)::int as day,
        extract(hour from due_at at time zone time_zone)::int as hour
      from notifications n join organizations o on o.uuid = organization_uuid
      where organization_uuid = ${organization.uuid}`.execute(lab.db);
    expect(rows).toEqual([{ day: 7, hour: 18 }]);
    await sql`update organization_users set digest_rhythm = 'daily' where user_uuid = ${user.uuid}`.execute(
      lab.db,
    );
    await retime(lab.db, { user: user.uuid, organization: organization.uuid });
    await drainAll(lab.db);
    const [waiting] = await waitingOf(lab.db, organization);
    expect(hoursUntil(waiting?.due)).toBeLessThan(6.1);
    expect(await mailsOf(lab.db, organization)).toEqual([]);
  });

  it('what begins before the next digest is told at once', async () => {
    const { organization, user, event } = await club();
    await choose(lab.db, organization, user, 'event_changed', 'digest');
    await startsIn(lab.db, event, '2 hours');
    await add(lab.db, { kind: 'event_changed', user, event });
    await drainAll(lab.db);
    expect(await mailsOf(lab.db, organization)).toMatchObject([
      { way: 'mail', tells: ['event_changed'] },
    ]);
  });

  it.each([
    ['mail', [['event_changed'], ['event_changed']]],
    ['off', []],
  ] as const)('who chooses %s meanwhile gets what waited so', async (way, tells) => {
    const { organization, user, event } = await club();
    await choose(lab.db, organization, user, 'event_changed', 'digest');
    for (let time = 0; time < 2; time++) await add(lab.db, { kind: 'event_changed', user, event });
    await drainAll(lab.db);
    await choose(lab.db, organization, user, 'event_changed', way);
    await drainAll(lab.db);
    expect(await mailsOf(lab.db, organization)).toEqual([]);
    await retime(lab.db, { user: user.uuid, organization: organization.uuid });
    await drainAll(lab.db);
    expect((await mailsOf(lab.db, organization)).map((mail) => mail.tells)).toEqual(tells);
    expect(await waitingOf(lab.db, organization)).toEqual([]);
  });

  it('a choice counts when the digest is due, also if nobody has decided anew', async () => {
    const { organization, user, event } = await club();
    await choose(lab.db, organization, user, 'event_changed', 'digest');
    await choose(lab.db, organization, user, 'event_cancelled', 'digest');
    for (const kind of ['event_changed', 'event_cancelled'])
      await add(lab.db, { kind, user, event });
    await drainAll(lab.db);
    await choose(lab.db, organization, user, 'event_changed', 'off');
    await pass(lab.db, organization, '7 hours');
    await drainAll(lab.db);
    expect(await mailsOf(lab.db, organization)).toMatchObject([
      { way: 'digest', tells: ['event_cancelled'] },
    ]);
  });

  it('a digest tells two hundred at most, and the next one tells the rest', async () => {
    const { organization, user, event } = await club();
    await choose(lab.db, organization, user, 'message', 'digest');
    const { rows } = await sql`
      insert into notifications (organization_uuid, user_uuid, event_uuid, kind, dedupe, way, bulk)
      select ${organization.uuid}::uuid, ${user.uuid}::uuid, ${event.uuid}::uuid, 'message',
        'many:' || n, 'digest', true
      from generate_series(1, 230) n returning id`.execute(lab.db);
    expect(rows).toHaveLength(230);
    await drainAll(lab.db);
    expect((await mailsOf(lab.db, organization)).map(({ tells }) => tells.length)).toEqual([200]);
    await pass(lab.db, organization, '7 hours');
    await drainAll(lab.db);
    expect((await mailsOf(lab.db, organization)).map(({ tells }) => tells.length)).toEqual([
      200, 30,
    ]);
  });

  it('who is told of more changes before the digest gets it no earlier (N5)', async () => {
    const { organization, user, event } = await club();
    await choose(lab.db, organization, user, 'event_changed', 'digest');
    const members = lab.db
      .selectFrom('members')
      .select('uuid as member_uuid')
      .where('uuid', '=', user.member);
    const change = () =>
      notify(lab.db, { kind: 'event_changed', event, dedupe: 'same', collects: 5 }, members);
    for (let time = 0; time < 2; time++) {
      await change();
      await pass(lab.db, organization, '6 minutes');
      await drainAll(lab.db);
      const [waiting, ...others] = await waitingOf(lab.db, organization);
      expect(others).toEqual([]);
      expect(hoursUntil(waiting?.due)).toBeGreaterThan(4.9);
    }
    expect(await mailsOf(lab.db, organization)).toEqual([]);
  });

  it('next_digest() knows the days on which clocks change', async () => {
    const { rows } = await sql<{ at: Date }>`
      select next_digest('Europe/Berlin', rhythm, after::timestamptz) as at from (values
        ('daily', '2027-03-27 17:00:01+00'), ('daily', '2027-03-28 15:59:59+00'),
        ('daily', '2027-03-28 16:00:00+00'), ('daily', '2027-10-30 16:00:00+00'),
        ('weekly', '2027-03-28 15:59:00+00'), ('weekly', '2027-03-28 16:00:00+00'),
        ('weekly', '2027-10-31 12:00:00+00')
      ) as t (rhythm, after)`.execute(lab.db);
    expect(rows.map(({ at }) => at.toISOString())).toEqual([
      '2027-03-28T16:00:00.000Z',
      '2027-03-28T16:00:00.000Z',
      '2027-03-29T16:00:00.000Z',
      '2027-10-31T17:00:00.000Z',
      '2027-03-28T16:00:00.000Z',
      '2027-04-04T16:00:00.000Z',
      '2027-10-31T17:00:00.000Z',
    ]);
  });
});

describe('quiet hours (N8)', () => {
  const atNight = { quietHours: true };

  async function toldAtNight(kind: string, interval: string, { hour = 2 } = {}) {
    const { organization, user, event } = await club({ hour });
    await startsIn(lab.db, event, interval);
    await add(lab.db, { kind, user, event });
    await drainAll(lab.db, atNight);
    const mails = await mailsOf(lab.db, organization);
    const [waiting] = await waitingOf(lab.db, organization);
    return { organization, mails: mails.length, hours: hoursUntil(waiting?.due) };
  }

  it('what can wait at night leaves at 8 in the morning', async () => {
    const told = await toldAtNight('event_changed', '3 days');
    expect(told.mails).toBe(0);
    // It is 2 o'clock something.
    expect(told.hours).toBeGreaterThan(4.9);
    expect(told.hours).toBeLessThan(6.1);
    await pass(lab.db, told.organization, '6 hours');
    await setZone(lab.db, told.organization, zoneWhereItIs(9));
    await drainAll(lab.db, atNight);
    expect(await mailsOf(lab.db, told.organization)).toHaveLength(1);
  });

  it.each(['promoted', 'place_free', 'event_cancelled', 'event_restored', 'removed'])(
    '%s does not wait',
    async (kind) => {
      expect(await toldAtNight(kind, '3 days')).toMatchObject({ mails: 1 });
    },
  );

  it.each(['event_changed', 'opened'])('%s of what begins before 8 does not wait', async (kind) => {
    expect(await toldAtNight(kind, '3 hours')).toMatchObject({ mails: 1 });
  });

  it('a change less than twelve hours before the start does not wait, other news does', async () => {
    expect(await toldAtNight('event_changed', '11 hours')).toMatchObject({ mails: 1 });
    expect(await toldAtNight('event_changed', '13 hours')).toMatchObject({ mails: 0 });
    expect(await toldAtNight('answer_missing', '11 hours')).toMatchObject({ mails: 0 });
  });

  it('by day nothing waits, nor where QUIET_HOURS is off', async () => {
    expect(await toldAtNight('event_changed', '3 days', { hour: 12 })).toMatchObject({ mails: 1 });
    const { organization, user, event } = await club({ hour: 2 });
    await add(lab.db, { kind: 'event_changed', user, event });
    await drainAll(lab.db, { quietHours: false });
    expect(await mailsOf(lab.db, organization)).toHaveLength(1);
  });

  it('a digest that is late waits for the morning, and stays one', async () => {
    const { organization, user, event } = await club({ hour: 2 });
    await choose(lab.db, organization, user, 'event_changed', 'digest');
    for (let time = 0; time < 2; time++) await add(lab.db, { kind: 'event_changed', user, event });
    await drainAll(lab.db, atNight);
    await sql`update notifications set due_at = now() where organization_uuid = ${organization.uuid}`.execute(
      lab.db,
    );
    await drainAll(lab.db, atNight);
    expect(await mailsOf(lab.db, organization)).toEqual([]);
    await sql`update notifications set due_at = now() where organization_uuid = ${organization.uuid}`.execute(
      lab.db,
    );
    await setZone(lab.db, organization, zoneWhereItIs(9));
    await drainAll(lab.db, atNight);
    expect((await mailsOf(lab.db, organization)).map(({ tells }) => tells.length)).toEqual([2]);
  });

  it('end_of_quiet() knows the days on which clocks change', async () => {
    const { rows } = await sql<{ at: Date }>`
      select end_of_quiet('Europe/Berlin', moment::timestamptz) as at from unnest(array[
        '2027-03-27 20:00:00+00', '2027-03-28 05:59:59+00', '2027-03-28 06:00:00+00',
        '2027-10-30 18:59:59+00', '2027-10-30 19:00:00+00', '2027-10-31 06:59:59+00'
      ]) as moment`.execute(lab.db);
    expect(rows.map(({ at }) => at.toISOString())).toEqual([
      '2027-03-28T06:00:00.000Z',
      '2027-03-28T06:00:00.000Z',
      '2027-03-28T06:00:00.000Z',
      '2027-10-30T18:59:59.000Z',
      '2027-10-31T07:00:00.000Z',
      '2027-10-31T07:00:00.000Z',
    ]);
  });
});

describe('announcements and reminders of one club (N12)', () => {
  it('what is announced within minutes is one mail for each user and club', async () => {
    const [one, two] = [await club(), await club()];
    await lab.make.belongs(one.user, two.organization);
    const more = await lab.make.event(one.organization);
    for (const event of [one.event, more, two.event])
      await add(lab.db, { kind: 'event_new', user: one.user, event, bulk: true });
    await add(lab.db, { kind: 'answer_missing', user: one.user, event: more, bulk: true });
    for (const { organization } of [one, two])
      await choose(lab.db, organization, one.user, 'event_new', 'mail');
    await drainAll(lab.db);
    const tells = async (of: typeof one) =>
      (await mailsOf(lab.db, of.organization)).map((mail) => mail.tells).sort();
    expect(await tells(one)).toEqual([['answer_missing'], ['event_new', 'event_new']]);
    expect(await tells(two)).toEqual([['event_new']]);
  });

  it('ten a day leave one by one; what is more comes with the next digest', async () => {
    const { organization, user } = await club();
    const events = await Promise.all(
      Array.from({ length: 14 }, () => lab.make.event(organization)),
    );
    for (const event of events)
      await add(lab.db, { kind: 'answer_missing', user, event, bulk: true });
    await drainAll(lab.db);
    expect(await mailsOf(lab.db, organization)).toHaveLength(10);
    const waiting = await waitingOf(lab.db, organization);
    expect(waiting.map(({ way }) => way)).toEqual(['digest', 'digest', 'digest', 'digest']);
    await pass(lab.db, organization, '7 hours');
    await drainAll(lab.db);
    expect((await mailsOf(lab.db, organization))[10]).toMatchObject({ tells: { length: 4 } });
    expect(await waitingOf(lab.db, organization)).toEqual([]);
  });

  it('two digests a day, in however many zones it is 18:00 (N9, N12)', async () => {
    const { organization, user, event } = await club();
    for (let digest = 0; digest < 4; digest++) {
      await add(lab.db, { kind: 'event_new', user, event, bulk: true });
      await sql`update notifications set way = 'digest', due_at = now()
        where organization_uuid = ${organization.uuid} and sent_at is null`.execute(lab.db);
      await drainAll(lab.db);
    }
    const told = async () => (await mailsOf(lab.db, organization)).map(({ tells }) => tells.length);
    expect(await told()).toEqual([1, 1]);
    expect((await waitingOf(lab.db, organization)).map(({ way }) => way)).toEqual([
      'digest',
      'digest',
    ]);
    await pass(lab.db, organization, '25 hours');
    await drainAll(lab.db);
    expect(await told()).toEqual([1, 1, 2]);
  });

  it('sixty mails a day about places that others give and take, of however many events (N12)', async () => {
    const { organization, user } = await club();
    const events = await Promise.all(
      Array.from({ length: 35 }, () => lab.make.event(organization)),
    );
    for (const event of events)
      for (const kind of ['promoted', 'removed']) await add(lab.db, { kind, user, event });
    await drainAll(lab.db);
    expect(await mailsOf(lab.db, organization)).toHaveLength(60);
    expect(await waitingOf(lab.db, organization)).toEqual([]);
  });

  it('what is urgent leaves first, and what goes to many behind it (N12)', async () => {
    const { organization, user, event } = await club();
    await add(lab.db, { kind: 'answer_missing', user, event, bulk: true });
    await add(lab.db, { kind: 'promoted', user, event });
    await drainOutbox(lab.db, { quietHours: false, mailPerHour: 500 }, QUIET_LOG);
    expect(
      (await mailsOf(lab.db, organization)).map(({ tells, priority }) => [tells[0], priority]),
    ).toEqual([
      ['promoted', 5],
      ['answer_missing', 10],
    ]);
  });
});
