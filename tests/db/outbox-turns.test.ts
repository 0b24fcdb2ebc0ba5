import { sql } from 'kysely';
import { beforeEach, expect, it } from 'vitest';
import { drainOutbox } from '~/features/notifications/outbox.server';
import { drainAll, mailsOf, QUIET_LOG, type QueuedMail } from '../support/outbox-lab';
import { seriesLab } from '../support/series-lab';

const lab = seriesLab();

const drain = (mailPerHour = 99_999) =>
  drainOutbox(lab.db, { quietHours: false, mailPerHour }, QUIET_LOG);

// What a server sends within an hour is of all of its clubs.
beforeEach(async () => {
  await sql`truncate notifications, outbox_mails`.execute(lab.db);
  await sql`delete from graphile_worker._private_jobs`.execute(lab.db);
  await sql`delete from users`.execute(lab.db);
  await sql`delete from organizations`.execute(lab.db);
});

/** A club with this many users, who are told of an event: this many minutes ago, or in bulk. */
async function club(count: number, { bulk = false, kind = 'answer_missing', ago = 0 } = {}) {
  const organization = await lab.make.organization();
  const event = await lab.make.event(organization, { max: 1 });
  await sql`with u as (
      insert into users (email, first_name, last_name, password_hash, activated)
      select gen_random_uuid() || '@verein.example', 'Anna', 'Viele', 'x', true
      from generate_series(1, ${count}) returning uuid
    ), ou as (
      insert into organization_users (organization_uuid, user_uuid)
      select ${organization.uuid}::uuid, uuid from u
    )
    insert into notifications (organization_uuid, user_uuid, event_uuid, kind, dedupe, bulk, due_at)
    select ${organization.uuid}::uuid, uuid, ${event.uuid}::uuid, ${kind}, 'x', ${bulk},
      now() - make_interval(mins => ${ago})
    from u`.execute(lab.db);
  return organization;
}

const countOf = (mails: readonly QueuedMail[], { uuid }: { uuid: string }) =>
  mails.filter(({ organization }) => organization === uuid).length;

it.each([
  ['what is urgent', { bulk: false, kind: 'event_cancelled' }],
  ['what goes to many', { bulk: true }],
])("one club's thousands hold up nobody else's twenty: %s (N12)", async (_what, told) => {
  const large = await club(3000, { ...told, ago: 60 });
  const small = await club(20, told);
  for (let run = 0; run < 2; run++) await drain();
  const mails = await mailsOf(lab.db);
  expect(countOf(mails, small)).toBe(20);
  // Nor does the large one stop meanwhile.
  expect(countOf(mails, large)).toBeGreaterThanOrEqual(50);
});

it('of thirty clubs with much to tell none goes without, wherever they stand (N12)', async () => {
  const clubs = [];
  for (let n = 0; n < 30; n++) clubs.push(await club(60, { bulk: true }));
  await drainAll(lab.db);
  const mails = await mailsOf(lab.db);
  expect(clubs.map((each) => countOf(mails, each))).toEqual(clubs.map(() => 60));
});

it('what is urgent never waits for what goes to many, however much that is (N12)', async () => {
  const large = await club(3000, { bulk: true, ago: 60 });
  const small = await club(30, { kind: 'event_cancelled' });
  await drain();
  const mails = await mailsOf(lab.db);
  expect(countOf(mails, small)).toBe(30);
  expect(countOf(mails, large)).toBeLessThanOrEqual(20);
});

it('of mails to many no more leave within an hour than MAIL_PER_HOUR, no matter who sends them (N12)', async () => {
  const large = await club(300, { bulk: true });
  for (let round = 0; round < 6; round++)
    await Promise.all(Array.from({ length: 4 }, () => drain(120)));
  expect(countOf(await mailsOf(lab.db), large)).toBe(120);
  // Urgent ones do not wait, but count.
  const urgent = await club(70, { kind: 'event_cancelled' });
  await drainAll(lab.db, { mailPerHour: 120 });
  expect(countOf(await mailsOf(lab.db), urgent)).toBe(70);
  await sql`update outbox_mails set at = at - interval '61 minutes'
    where organization_uuid = ${large.uuid}`.execute(lab.db);
  await drainAll(lab.db, { mailPerHour: 120 });
  expect(countOf(await mailsOf(lab.db), large)).toBe(120 + 50);
});

it('one club leaves a fifth of the hour to others, if there are any (N12)', async () => {
  const large = await club(300, { bulk: true });
  const other = await club(20, { bulk: true });
  await drainAll(lab.db, { mailPerHour: 100 });
  expect(countOf(await mailsOf(lab.db), large)).toBe(80);
  expect(countOf(await mailsOf(lab.db), other)).toBe(20);
});

it("what is urgent in one club leaves the others' part of the hour to them (N12)", async () => {
  const urgent = await club(150, { kind: 'event_cancelled' });
  await drainAll(lab.db, { mailPerHour: 100 });
  const other = await club(30, { bulk: true });
  await drainAll(lab.db, { mailPerHour: 100 });
  expect(countOf(await mailsOf(lab.db), urgent)).toBe(150);
  expect(countOf(await mailsOf(lab.db), other)).toBe(20);
});

it('with MAIL_PER_HOUR=0 no mail to many leaves, and everything else does (N12)', async () => {
  const many = await club(5, { bulk: true });
  const few = await club(5, { kind: 'event_cancelled' });
  await drainAll(lab.db, { mailPerHour: 0 });
  expect(countOf(await mailsOf(lab.db), many)).toBe(0);
  expect(countOf(await mailsOf(lab.db), few)).toBe(5);
});

it('what waits for the hour is looked after within a minute (N12)', async () => {
  await club(10, { bulk: true });
  await drain(4);
  await sql`delete from graphile_worker._private_jobs where key is null`.execute(lab.db);
  await drain(4);
  const { rows } = await sql<{ soon: boolean }>`
    select run_at between now() + interval '30 seconds' and now() + interval '90 seconds' as soon
    from graphile_worker._private_jobs where key = 'notifications later'`.execute(lab.db);
  expect(rows).toEqual([{ soon: true }]);
});
