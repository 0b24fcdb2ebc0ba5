import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import {
  add,
  addMessage,
  choose,
  clubAt,
  drainAll,
  hoursUntil,
  mailsOf,
  pass,
  setZone,
  startsIn,
  waitingOf,
  zoneWhereItIs,
} from '../support/outbox-lab';
import { insertRows } from '../support/rows';
import { seriesLab } from '../support/series-lab';

const lab = seriesLab();

describe('quiet hours (N8)', () => {
  const atNight = { quietHours: true };

  async function toldAtNight(kind: string, interval: string, { hour = 2 } = {}) {
    const { organization, user, event } = await clubAt(lab, { hour });
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

  it('what is about no event waits, too', async () => {
    const { organization, user } = await clubAt(lab, { hour: 2 });
    await choose(lab.db, organization, user, 'contact_changed', 'mail');
    await insertRows(lab.db, 'notifications', {
      organization_uuid: organization.uuid,
      user_uuid: user.uuid,
      contact_uuid: user.member,
      kind: 'contact_changed',
      dedupe: 'contact',
    });
    await drainAll(lab.db, atNight);
    expect(await mailsOf(lab.db, organization)).toEqual([]);
    expect(await waitingOf(lab.db, organization)).toMatchObject([{ way: 'mail' }]);
  });

  it.each([
    ['3 hours', 1],
    ['3 days', 0],
    ['-3 hours', 0],
  ])(
    'a message about what begins in %s becomes %i mails at night (N11)',
    async (interval, mails) => {
      const { organization, user, event } = await clubAt(lab, { hour: 2 });
      await startsIn(lab.db, event, interval);
      await addMessage(lab.db, { user, event });
      await drainAll(lab.db, atNight);
      expect(await mailsOf(lab.db, organization)).toHaveLength(mails);
    },
  );

  it('by day nothing waits, nor where QUIET_HOURS is off', async () => {
    expect(await toldAtNight('event_changed', '3 days', { hour: 12 })).toMatchObject({ mails: 1 });
    const { organization, user, event } = await clubAt(lab, { hour: 2 });
    await add(lab.db, { kind: 'event_changed', user, event });
    await drainAll(lab.db, { quietHours: false });
    expect(await mailsOf(lab.db, organization)).toHaveLength(1);
  });

  it('a digest that is late waits for the morning, and stays one', async () => {
    const { organization, user, event } = await clubAt(lab, { hour: 2 });
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
