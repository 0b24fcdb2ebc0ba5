import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { drainOutbox } from '~/features/notifications/outbox.server';
import {
  add,
  choose,
  clubAt,
  drainAll,
  mailsOf,
  pass,
  QUIET_LOG,
  waitingOf,
} from '../support/outbox-lab';
import { seriesLab } from '../support/series-lab';

const lab = seriesLab();

describe('announcements and reminders of one club (N12)', () => {
  it('what is announced within minutes is one mail for each user and club', async () => {
    const [one, two] = [await clubAt(lab), await clubAt(lab)];
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
    const { organization, user } = await clubAt(lab);
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
    const { organization, user, event } = await clubAt(lab);
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
    const { organization, user } = await clubAt(lab);
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
    const { organization, user, event } = await clubAt(lab);
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
