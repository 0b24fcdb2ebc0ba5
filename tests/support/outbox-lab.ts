import { sql } from 'kysely';
import type { Database } from '#db/connection';
import { drainOutbox } from '~/features/notifications/outbox.server';
import { remindInJob } from '~/features/notifications/reminders.server';
import type { Topic, Way } from '~/features/outbox/schema';
import type { Factories } from './factories';
import { changeRows, insertRows } from './rows';

/** The outbox alone: due notifications become mail jobs, which are not run. */

export const QUIET_LOG = { warn: () => {} };
const NO_LIMITS = { quietHours: false, mailPerHour: 99_999 };

/** Drains until nothing changes any more. */
export async function drainAll(
  db: Database,
  limits: Partial<typeof NO_LIMITS> = {},
): Promise<void> {
  for (let before = -1, now = 0; before !== now; ) {
    before = now;
    await drainOutbox(db, { ...NO_LIMITS, ...limits }, QUIET_LOG);
    now = await unsettled(db);
  }
}

async function unsettled(db: Database): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) from notifications
    where sent_at is null and due_at <= now()`.execute(db);
  return rows[0]?.count ?? 0;
}

/** A mail in the queue: its receiver and kinds, the main one first. */
export interface QueuedMail {
  readonly id: number;
  readonly user: string;
  readonly organization: string;
  readonly way: string;
  readonly tells: readonly string[];
  readonly priority: number;
}

/** The mails of a club that were queued, in their order; of all clubs without one. */
export async function mailsOf(
  db: Database,
  organization?: { uuid: string },
): Promise<QueuedMail[]> {
  const { rows } = await sql<QueuedMail>`
    select n.id, n.user_uuid as "user", n.organization_uuid as organization, n.way, j.priority,
      array(select kind from notifications t where t.id = n.id or t.sent_with = n.id
        order by t.id <> n.id, t.id) as tells
    from graphile_worker._private_jobs j
    join notifications n on n.id = (j.payload ->> 'notification')::bigint
    where j.payload ->> 'template' = 'notification'
      and (${organization?.uuid ?? null}::uuid is null or n.organization_uuid = ${organization?.uuid ?? null})
    order by j.id`.execute(db);
  return rows;
}

/** What is still waiting in a club, ordered by kind. */
export async function waitingOf(db: Database, organization: { uuid: string }) {
  const { rows } = await sql<{ kind: string; way: string; due: Date; user: string }>`
    select kind, way, due_at as due, user_uuid as "user" from notifications
    where organization_uuid = ${organization.uuid} and sent_at is null order by kind, id`.execute(
    db,
  );
  return rows;
}

/** Lets time pass for what is waiting in a club, and for what it has sent. */
export async function pass(
  db: Database,
  organization: { uuid: string },
  interval: string,
): Promise<void> {
  await sql`update notifications
    set due_at = due_at - ${interval}::interval, sent_at = sent_at - ${interval}::interval
    where organization_uuid = ${organization.uuid}`.execute(db);
}

/** What a user has chosen; the club's default without a user. */
export async function choose(
  db: Database,
  organization: { uuid: string },
  user: { uuid: string } | null,
  topic: Topic,
  way: Way,
): Promise<void> {
  const club = { organization_uuid: organization.uuid, topic, way };
  if (user)
    await db
      .insertInto('notification_settings')
      .values({ ...club, user_uuid: user.uuid })
      .onConflict((same) =>
        same.columns(['user_uuid', 'organization_uuid', 'topic']).doUpdateSet({ way }),
      )
      .execute();
  else
    await db
      .insertInto('notification_defaults')
      .values(club)
      .onConflict((same) => same.columns(['organization_uuid', 'topic']).doUpdateSet({ way }))
      .execute();
}

interface Added {
  readonly kind: string;
  readonly user: { uuid: string; member?: string };
  readonly event: { uuid: string; organization: string };
  readonly bulk?: boolean;
}

/** Puts a notification into the outbox, as a trigger would. */
export async function add(db: Database, { kind, user, event, bulk = false }: Added): Promise<void> {
  await insertRows(db, 'notifications', {
    organization_uuid: event.organization,
    user_uuid: user.uuid,
    member_uuid: user.member ?? null,
    event_uuid: event.uuid,
    kind,
    bulk,
    dedupe: crypto.randomUUID(),
  });
}

/** The same for a message about an event. */
export async function addMessage(
  db: Database,
  { user, event }: Pick<Added, 'user' | 'event'>,
): Promise<void> {
  const about = { organization_uuid: event.organization };
  const uuid = crypto.randomUUID();
  await insertRows(db, 'messages', {
    ...about,
    uuid,
    event_uuid: event.uuid,
    audience: ['coming'],
    subject: 'Treffpunkt',
    body: 'Am Parkplatz',
    count: 1,
  });
  await insertRows(db, 'notifications', {
    ...about,
    user_uuid: user.uuid,
    member_uuid: user.member ?? null,
    message_uuid: uuid,
    kind: 'message',
    dedupe: crypto.randomUUID(),
  });
}

/** Runs the job of reminders. */
export const remindAll = (db: Database) => remindInJob(db, QUIET_LOG);

/** Sets when an event starts, from now on by the database's clock, in the zone of its club. */
export async function startsIn(
  db: Database,
  event: { uuid: string },
  interval: string,
): Promise<void> {
  await sql`update events e set
      date = ((now() + ${interval}::interval) at time zone o.time_zone)::date,
      start_time = date_trunc('minute', (now() + ${interval}::interval) at time zone o.time_zone)::time
    from organizations o where o.uuid = e.organization_uuid and e.uuid = ${event.uuid}`.execute(db);
}

/** A zone where it is about this hour now, so that nothing depends on when tests run. */
export function zoneWhereItIs(hour: number): string {
  const offset = ((hour - new Date().getUTCHours() + 36) % 24) - 12;
  // The names' signs are those of POSIX.
  return `Etc/GMT${offset > 0 ? '-' : '+'}${Math.abs(offset)}`;
}

export async function setZone(
  db: Database,
  { uuid }: { uuid: string },
  zone: string,
): Promise<void> {
  await changeRows(db, 'organizations', uuid, { time_zone: zone });
}

/** A club with a user and an event far ahead, where it is this hour now. */
export async function clubAt(lab: { db: Database; make: Factories }, { hour = 12 } = {}) {
  const organization = await lab.make.organization();
  await setZone(lab.db, organization, zoneWhereItIs(hour));
  const user = await lab.make.userOf(organization);
  const event = await lab.make.event(organization, { max: 5 });
  return { organization, user, event };
}

export const hoursUntil = (moment?: Date) =>
  moment ? (moment.getTime() - Date.now()) / 3_600_000 : Number.NaN;
