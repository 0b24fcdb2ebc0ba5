import { sql, type Updateable } from 'kysely';
import type { Database } from '#db/connection';
import type { DB } from '#db/schema.generated';
import type { TestApp } from './app';
import { eventSetting } from './events';
import { changeRows, deleteRows, insertRows } from './rows';

type Event = { uuid: string; organization: string };

/** Puts members on the waiting list of an event, in this order. */
export async function wait(
  db: Database,
  event: Event,
  members: readonly { uuid: string; places?: number }[],
): Promise<void> {
  for (const { uuid, places = 1 } of members) {
    await insertRows(db, 'answers', {
      answer: 'waiting',
      event_uuid: event.uuid,
      member_uuid: uuid,
      organization_uuid: event.organization,
      places,
    });
  }
}

/** Takes back what a member said about an event; waiting members may move up. */
export async function leave(db: Database, event: Event, member: string): Promise<void> {
  await deleteRows(db, 'answers', { answer: 'yes', event_uuid: event.uuid, member_uuid: member });
}

/** Changes an event without notifying anybody. */
export async function set(
  db: Database,
  event: { uuid: string },
  values: Updateable<DB['events']>,
): Promise<void> {
  await changeRows(db, 'events', event.uuid, values);
}

/** Runs delayed jobs now. */
export async function hurry({ db, work }: Pick<TestApp, 'db' | 'work'>): Promise<void> {
  await sql`update graphile_worker._private_jobs set run_at = now()`.execute(db);
  await work();
}

/** The mails to this address five minutes later, when changes are no longer collected (J10). */
export async function mailsLater(app: TestApp, { email }: { email: string }) {
  await app.work();
  await sql`update notifications set due_at = due_at - interval '5 minutes'
    where sent_at is null`.execute(app.db);
  await hurry(app);
  return app.mailsTo(email);
}

/**
 * Adds this many users to an organisation, each with a member who is registered for the event.
 * Their addresses are 'many1@verein.example' and so on.
 */
export async function registerMany(db: Database, event: Event, count: number): Promise<void> {
  await sql`with u as (
      insert into users (email, first_name, last_name, password_hash, activated)
      select format('many%s@verein.example', n), 'Anna', 'Viele', 'x', true
      from generate_series(1, ${count}) as n returning uuid
    ), ou as (
      insert into organization_users (organization_uuid, user_uuid)
      select ${event.organization}::uuid, uuid from u returning user_uuid
    )
    insert into members (organization_uuid, first_name, last_name, user_uuid)
    select ${event.organization}::uuid, 'Anna', 'Viele', user_uuid from ou`.execute(db);
  await sql`insert into answers (answer, event_uuid, member_uuid, organization_uuid)
    select 'yes', ${event.uuid}::uuid, uuid, organization_uuid from members
    where organization_uuid = ${event.organization} and last_name = 'Viele'`.execute(db);
}

/** Puts one notification into the outbox for each member who is registered for the event. */
export async function notifyRegistered(
  db: Database,
  event: Event,
  { kind = 'promoted', dedupe = crypto.randomUUID() as string } = {},
): Promise<void> {
  await sql`insert into notifications
      (organization_uuid, user_uuid, member_uuid, event_uuid, kind, dedupe)
    select m.organization_uuid, m.user_uuid, m.uuid, r.event_uuid, ${kind}, ${dedupe}
    from answers r join members m on m.uuid = r.member_uuid
    where r.answer = 'yes' and r.event_uuid = ${event.uuid}`.execute(db);
}

/** The mails that wait in the queue for notifications, by the notification's id. */
export async function queuedMails(db: Database): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select (payload ->> 'notification')::bigint as id from graphile_worker._private_jobs
    where payload ->> 'template' = 'notification' order by 1`.execute(db);
  return rows.map(({ id }) => id);
}

/** Like eventSetting, with an event that one member attends and one waits for. */
export async function comingAndWaiting(app: TestApp, values: Updateable<DB['events']> = {}) {
  const club = await eventSetting(app);
  const event = await app.make.event(club.organization, {
    name: 'Sommerfest',
    date: '2031-07-05',
    max: 1,
  });
  if (Object.keys(values).length > 0) await set(app.db, event, values);
  const comes = await app.make.userOf(club.organization);
  const waits = await app.make.userOf(club.organization);
  await app.make.registration(event, { uuid: comes.member });
  await wait(app.db, event, [{ uuid: waits.member }]);
  return { ...club, event, comes, waits };
}
