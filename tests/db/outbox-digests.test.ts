import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { retime } from '~/features/notifications/deciding.server';
import { notify } from '~/features/outbox/queries.server';
import {
  add,
  addMessage,
  choose,
  clubAt,
  drainAll,
  hoursUntil,
  mailsOf,
  pass,
  startsIn,
  waitingOf,
} from '../support/outbox-lab';
import { seriesLab } from '../support/series-lab';

const lab = seriesLab();

describe('digests (N9)', () => {
  it('what waits for a digest leaves in one mail at 18:00 of the club, and nothing due is no mail', async () => {
    const { organization, user, event } = await clubAt(lab);
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

  it.each([
    ['3 hours', 'mail'],
    ['3 days', 'digest'],
    ['-3 hours', 'digest'],
  ])(
    'a message about what begins in %s comes by %s, also if decided again (N11)',
    async (interval, way) => {
      const { organization, user, event } = await clubAt(lab);
      await choose(lab.db, organization, user, 'message', 'digest');
      await startsIn(lab.db, event, '3 days');
      await addMessage(lab.db, { user, event });
      await drainAll(lab.db);
      expect(await waitingOf(lab.db, organization)).toMatchObject([{ way: 'digest' }]);
      await startsIn(lab.db, event, interval);
      await retime(lab.db, { organization: organization.uuid });
      expect(await waitingOf(lab.db, organization)).toMatchObject([{ way }]);
      await addMessage(lab.db, { user, event });
      await drainAll(lab.db);
      const waits = way === 'digest';
      expect(await waitingOf(lab.db, organization)).toHaveLength(waits ? 2 : 0);
      expect(await mailsOf(lab.db, organization)).toHaveLength(waits ? 0 : 2);
    },
  );

  it("the user's own rhythm goes before the club's", async () => {
    const { organization, user, event } = await clubAt(lab);
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

  it('a reminder whose deadline is before the next digest is told at once, also when it is decided again', async () => {
    const { organization, user, event } = await clubAt(lab);
    await sql`update events set sign_up_until = now() + interval '2 hours'
      where uuid = ${event.uuid}`.execute(lab.db);
    await choose(lab.db, organization, user, 'answer_missing', 'digest');
    await add(lab.db, { kind: 'answer_missing', user, event, bulk: true });
    await sql`update notifications set way = 'digest', due_at = now() + interval '5 hours'
      where organization_uuid = ${organization.uuid}`.execute(lab.db);
    await retime(lab.db, { user: user.uuid, organization: organization.uuid });
    await drainAll(lab.db);
    expect(await mailsOf(lab.db, organization)).toMatchObject([
      { way: 'mail', tells: ['answer_missing'] },
    ]);
  });

  it.each([
    ['mail', [['event_changed'], ['event_changed']]],
    ['off', []],
  ] as const)('a user who chooses %s meanwhile gets what waited that way', async (way, tells) => {
    const { organization, user, event } = await clubAt(lab);
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

  it('a choice counts when the digest is due, even if nothing was decided again', async () => {
    const { organization, user, event } = await clubAt(lab);
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
    const { organization, user, event } = await clubAt(lab);
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

  it('more changes before the digest do not make it come earlier (N5)', async () => {
    const { organization, user, event } = await clubAt(lab);
    await choose(lab.db, organization, user, 'event_changed', 'digest');
    const members = lab.db
      .selectFrom('members')
      .select('uuid as member_uuid')
      .where('uuid', '=', user.member);
    const change = () => notify(lab.db, { kind: 'event_changed', event, dedupe: 'same' }, members);
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
