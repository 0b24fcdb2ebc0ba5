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
  startsIn,
  waitingOf,
} from '../support/outbox-lab';
import { seriesLab } from '../support/series-lab';

const lab = seriesLab();

async function withheldOf({ uuid }: { uuid: string }) {
  const { rows } = await sql<{ kind: string; why: string }>`
    select kind, withheld as why from notifications
    where organization_uuid = ${uuid} and withheld is not null order by id`.execute(lab.db);
  return rows;
}

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

  it('a mail takes along what is due, and neither the next digest nor what may still be corrected (N5, N9)', async () => {
    const { organization, user, event } = await clubAt(lab);
    await choose(lab.db, organization, user, 'event_new', 'mail');
    const announce = () => add(lab.db, { kind: 'event_new', user, event, bulk: true });
    for (const way of ['mail', 'digest']) {
      await announce();
      await sql`update notifications set way = ${way}, due_at = now() + interval '4 minutes'
        where organization_uuid = ${organization.uuid} and due_at <= now()`.execute(lab.db);
    }
    await announce();
    await drainAll(lab.db);
    expect((await mailsOf(lab.db, organization)).map(({ tells }) => tells)).toEqual([
      ['event_new'],
    ]);
    expect(await waitingOf(lab.db, organization)).toHaveLength(2);
  });

  it('what shares a mail is one of the thirty (N12)', async () => {
    const { organization, user, event } = await clubAt(lab);
    await choose(lab.db, organization, user, 'event_new', 'mail');
    for (const [kind, times] of [
      ['event_new', 20],
      ['event_changed', 12],
    ] as const)
      for (let time = 0; time < times; time++)
        await add(lab.db, { kind, user, event, bulk: kind === 'event_new' });
    await drainAll(lab.db);
    expect(await mailsOf(lab.db, organization)).toHaveLength(1 + 12);
    expect(await waitingOf(lab.db, organization)).toEqual([]);
  });

  it('thirty mails a day leave one by one, whatever they are; more come with the next digest', async () => {
    const { organization, user } = await clubAt(lab);
    const events = await Promise.all(
      Array.from({ length: 17 }, () => lab.make.event(organization)),
    );
    for (const event of events)
      for (const kind of ['answer_missing', 'event_changed'])
        await add(lab.db, { kind, user, event, bulk: kind === 'answer_missing' });
    await drainAll(lab.db);
    expect(await mailsOf(lab.db, organization)).toHaveLength(30);
    const waiting = await waitingOf(lab.db, organization);
    expect(waiting.map(({ way }) => way)).toEqual(['digest', 'digest', 'digest', 'digest']);
    await pass(lab.db, organization, '25 hours');
    await drainAll(lab.db);
    expect((await mailsOf(lab.db, organization))[30]).toMatchObject({ tells: { length: 4 } });
    expect(await waitingOf(lab.db, organization)).toEqual([]);
  });

  it('a digest is one of the thirty: the thirty-first waits for the next (N9, N12)', async () => {
    const { organization, user, event } = await clubAt(lab);
    const digests = async (many: number) => {
      for (let digest = 0; digest < many; digest++) {
        await add(lab.db, { kind: 'event_new', user, event, bulk: true });
        await sql`update notifications set way = 'digest', due_at = now()
          where organization_uuid = ${organization.uuid} and sent_at is null`.execute(lab.db);
        await drainAll(lab.db);
      }
    };
    await digests(32);
    expect(await mailsOf(lab.db, organization)).toHaveLength(30);
    expect(await waitingOf(lab.db, organization)).toMatchObject([
      { way: 'digest' },
      { way: 'digest' },
    ]);
    await pass(lab.db, organization, '25 hours');
    await drainAll(lab.db);
    expect((await mailsOf(lab.db, organization))[30]).toMatchObject({ tells: { length: 2 } });
  });

  it('what must be told and cannot wait for a digest still comes, up to sixty a day (N12)', async () => {
    const { organization, user } = await clubAt(lab);
    const events = await Promise.all(
      Array.from({ length: 32 }, () => lab.make.event(organization)),
    );
    for (const event of events.slice(0, 30)) await add(lab.db, { kind: 'promoted', user, event });
    await drainAll(lab.db);
    // Of today: the digest comes too late. What is far ahead waits for it.
    const [today, far] = events.slice(30);
    if (!today || !far) throw new Error('no events');
    await startsIn(lab.db, today, '2 hours');
    for (const event of [today, far])
      for (const kind of ['event_cancelled', 'answer_missing'])
        await add(lab.db, { kind, user, event, bulk: kind === 'answer_missing' });
    await drainAll(lab.db);
    const mails = await mailsOf(lab.db, organization);
    expect(mails.slice(30).map(({ tells }) => tells)).toEqual([['event_cancelled']]);
    expect((await waitingOf(lab.db, organization)).map(({ kind }) => kind)).toEqual([
      'answer_missing',
      'event_cancelled',
    ]);
    expect(await withheldOf(organization)).toEqual([{ kind: 'answer_missing', why: 'too_many' }]);
    for (const event of events) await add(lab.db, { kind: 'removed', user, event });
    await drainAll(lab.db);
    expect(await mailsOf(lab.db, organization)).toHaveLength(60);
    expect(await withheldOf(organization)).toHaveLength(1 + 3);
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
