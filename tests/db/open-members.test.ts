import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { lookAtOpen, remindOpen } from '~/features/answers/queries/reminding.server';
import { retime } from '~/features/notifications/deciding.server';
import { notifyOfMessage } from '~/features/outbox/queries.server';
import { changeRows, insertRows } from '../support/rows';
import { seriesLab } from '../support/series-lab';

const lab = seriesLab();

/** An event that takes answers, an editor and people in every state. */
async function asking() {
  const { make, db } = lab;
  const { organization, admin } = await make.club();
  const event = await make.event(organization, { max: 1 });
  const people = await Promise.all(Array.from({ length: 6 }, () => make.userOf(organization)));
  const [comes, waits, declines, off, one, two] = people as Six;
  await make.registration(event, { uuid: comes.member });
  await make.waiting(event, { uuid: waits.member });
  await insertRows(db, 'answers', {
    answer: 'no',
    event_uuid: event.uuid,
    member_uuid: declines.member,
    organization_uuid: organization.uuid,
  });
  await insertRows(db, 'notification_settings', {
    organization_uuid: organization.uuid,
    user_uuid: off.uuid,
    topic: 'answer_missing',
    way: 'off',
  });
  await make.member(organization);
  return { organization, admin, event, off, open: [one, two] as const, people };
}

type Person = Awaited<ReturnType<typeof lab.make.userOf>>;
type Six = [Person, Person, Person, Person, Person, Person];

async function told(event: { uuid: string }) {
  const { rows } = await sql<{ user: string }>`select user_uuid as user from notifications
    where event_uuid = ${event.uuid} and kind = 'answer_missing' and bulk`.execute(lab.db);
  return rows.map(({ user }) => user).sort();
}

it('members without an answer are reminded once a day, except the sender and those who chose no mails (N6)', async () => {
  const { db } = lab;
  const { organization, admin, event, open } = await asking();
  const before = { reached: 2, unreached: 2, own: true, remindedToday: false };
  expect(await lookAtOpen(db, event, admin)).toEqual(before);
  const outsider = { uuid: crypto.randomUUID() };
  expect(await lookAtOpen(db, event, outsider)).toEqual({ ...before, reached: 3, own: false });
  expect(await remindOpen(db, admin, event)).toEqual({ told: 2 });
  expect(await told(event)).toEqual(open.map(({ uuid }) => uuid).sort());
  expect((await lookAtOpen(db, event, admin)).remindedToday).toBe(true);
  expect(await remindOpen(db, admin, event)).toEqual({ told: 0 });
  await sql`update reminders set occasion = (occasion::date - 1)::text
    where event_uuid = ${event.uuid}`.execute(db);
  await sql`update notifications set dedupe = dedupe || ':yesterday'
    where event_uuid = ${event.uuid}`.execute(db);
  expect((await lookAtOpen(db, event, admin)).remindedToday).toBe(false);
  expect(await remindOpen(db, admin, event)).toEqual({ told: 2 });
  expect(organization.uuid).toBe(event.organization);
});

it.each([
  ['is cancelled', { cancelled_at: new Date() }],
  ['has begun', { date: '2020-03-15' }],
  ['takes no more answers', { sign_up_until: new Date(Date.now() - 60_000) }],
])('nobody is reminded of an event that %s (N6)', async (_what, values) => {
  const { db } = lab;
  const { admin, event } = await asking();
  await changeRows(db, 'events', event.uuid, values);
  expect(await remindOpen(db, admin, event)).toEqual({ told: 0 });
  expect(await told(event)).toEqual([]);
  expect((await lookAtOpen(db, event, admin)).remindedToday).toBe(false);
});

it('each receiver gets a message once, even those who want no mail about it (N11, N14)', async () => {
  const { db } = lab;
  const { organization, off, people } = await asking();
  const other = await lab.make.club();
  await insertRows(db, 'notification_settings', {
    organization_uuid: organization.uuid,
    user_uuid: off.uuid,
    topic: 'message',
    way: 'off',
  });
  const { uuid } = await db
    .insertInto('messages')
    .values({
      organization_uuid: organization.uuid,
      audience: ['all'],
      subject: 'Sommerfest',
      body: 'Bringt Kuchen mit.',
    })
    .returning('uuid')
    .executeTakeFirstOrThrow();
  const members = db
    .selectFrom('members')
    .select('uuid as member_uuid')
    .where((eb) =>
      eb.or([
        eb(
          'uuid',
          'in',
          people.map(({ member }) => member),
        ),
        eb('uuid', '=', other.admin.member),
      ]),
    );
  const message = { uuid, organization: organization.uuid };
  expect(await notifyOfMessage(db, message, members)).toBe(6);
  expect(await notifyOfMessage(db, message, members)).toBe(0);
});

it('changed settings have what waits for a digest decided again, for this user only (N9)', async () => {
  const { db } = lab;
  const { organization, admin, event, open } = await asking();
  await remindOpen(db, admin, event);
  const later = new Date(Date.now() + 3_600_000);
  await changeRows(
    db,
    'notifications',
    { event_uuid: event.uuid },
    { way: 'digest', due_at: later },
  );
  const waiting = async () =>
    db
      .selectFrom('notifications')
      .select('user_uuid')
      .where('event_uuid', '=', event.uuid)
      .where('way', '=', 'digest')
      .where('due_at', '>', sql<Date>`now()`)
      .execute();
  const [one, two] = open;
  await retime(db, { user: one.uuid, organization: organization.uuid });
  expect(await waiting()).toEqual([{ user_uuid: two.uuid }]);
  await retime(db, { organization: organization.uuid });
  expect(await waiting()).toEqual([]);
});
