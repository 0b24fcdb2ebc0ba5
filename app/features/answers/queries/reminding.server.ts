import { sql } from 'kysely';
import type { Database } from '#db/connection';
import { askedMembers } from '~/features/events/queries/asked.server';
import { getsMail } from '~/features/outbox/queries/ways.server';
import {
  type ActingUser,
  type Notification,
  notify,
  reachable,
} from '~/features/outbox/queries.server';
import type { OpenReach } from '../wording';

/** Manually reminding those who have not answered (N6). */

/**
 * Whom of those who have not answered a reminder would reach, and whether they were reminded today,
 * by the club's clock: one round trip. Before reminding, the caller locks the event (lockEvent), so
 * that nobody else does meanwhile.
 */
export async function lookAtOpen(
  db: Database,
  event: Notification['event'],
  actor: ActingUser,
): Promise<OpenReach & { readonly remindedToday: boolean }> {
  const silent = askedMembers(db, event)
    .clearSelect()
    .select((eb) => [
      eb.fn.countAll<number>().as('all'),
      eb.fn.countAll<number>().filterWhere('members.user_uuid', '=', actor.uuid).as('own'),
    ]);
  const mailed = reachable(db, event, askedMembers(db, event, actor))
    .where(getsMail('answer_missing'))
    .select((eb) => eb.fn.countAll<number>().as('reached'));
  const { all, own, reached, remindedToday } = await db
    .selectFrom([silent.as('silent'), mailed.as('mailed')])
    .selectAll()
    .select(
      sql<boolean>`exists (
        select from reminders
        where event_uuid = ${event.uuid} and kind = 'asked' and occasion = ${clubsDay(event)}
      )`.as('remindedToday'),
    )
    .executeTakeFirstOrThrow();
  return { reached, unreached: all - own - reached, own: own > 0, remindedToday };
}

const clubsDay = ({ organization }: Notification['event']) =>
  sql<string>`club_day(${organization})::text`;

/**
 * Reminds those who have not answered, except the actor, and notes it for the day. Nobody is
 * reminded of an event that takes no answers: cancelled, begun, or past its deadline. In a
 * transaction.
 * @returns how many get a mail
 */
export async function remindOpen(
  db: Database,
  actor: ActingUser,
  event: Notification['event'],
): Promise<{ told: number }> {
  const { rows } = await sql<{ day: string }>`
    insert into reminders (event_uuid, organization_uuid, kind, occasion)
    select e.uuid, e.organization_uuid, 'asked', ${clubsDay(event)} from events e
    where e.uuid = ${event.uuid} and e.takes_yes
    on conflict do nothing returning occasion as day`.execute(db);
  const [noted] = rows;
  if (!noted) return { told: 0 };
  const dedupe = `asked:${event.uuid}:${noted.day}`;
  const what = { kind: 'answer_missing', event, dedupe, bulk: true } as const;
  return { told: await notify(db, what, askedMembers(db, event, actor)) };
}
