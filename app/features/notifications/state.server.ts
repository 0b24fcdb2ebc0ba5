import { sql } from 'kysely';
import type { Database } from '#db/connection';
import type { Former } from './view';

/** Reading what has become of a notification by the time its mail is written. */

/** The events of a notification, and what they were before a change. */
const about = sql<{ event: string; former: Former }>`(
  select n.event_uuid as event, n.details as former where not n.details ? 'dates'
  union all
  select key::uuid, value from jsonb_each(n.details -> 'dates')
)`;

/**
 * Everything that a mail may say of the events that it is about, as they are now: one, or dates of a
 * series. None if nobody is to get it.
 */
export function notificationById(db: Database, id: string) {
  return (
    db
      .selectFrom('notifications as n')
      // Nobody who left, or whose member is another's by now, learns anything.
      .innerJoin('members as m', (join) =>
        join.onRef('m.uuid', '=', 'n.member_uuid').onRef('m.user_uuid', '=', 'n.user_uuid'),
      )
      .innerJoin('users as u', (join) =>
        join.onRef('u.uuid', '=', 'n.user_uuid').on('u.activated', '=', true),
      )
      .innerJoin('organization_users as ou', (join) =>
        join
          .onRef('ou.user_uuid', '=', 'n.user_uuid')
          .onRef('ou.organization_uuid', '=', 'n.organization_uuid'),
      )
      .innerJoin('organizations as o', 'o.uuid', 'n.organization_uuid')
      .innerJoinLateral(about.as('about'), (join) => join.onTrue())
      .innerJoin('events as e', (join) =>
        join
          .onRef('e.uuid', '=', 'about.event')
          .onRef('e.organization_uuid', '=', 'n.organization_uuid'),
      )
      .leftJoin('registrations as r', (join) =>
        join.onRef('r.event_uuid', '=', 'e.uuid').onRef('r.member_uuid', '=', 'm.uuid'),
      )
      .leftJoin('waiting_list as w', (join) =>
        join.onRef('w.event_uuid', '=', 'e.uuid').onRef('w.member_uuid', '=', 'm.uuid'),
      )
      .leftJoin('declines as d', (join) =>
        join.onRef('d.event_uuid', '=', 'e.uuid').onRef('d.member_uuid', '=', 'm.uuid'),
      )
      .select([
        'n.kind',
        'about.former',
        'u.email',
        'u.first_name as firstName',
        'o.name as organization',
        'e.uuid as event',
        'e.name',
        'e.date',
        'e.start_time as startTime',
        'e.end_date as endDate',
        'e.end_time as endTime',
        'e.place',
        'e.event_type as eventType',
        'e.asks_answer as asksAnswer',
        'e.cancel_reason as cancelReason',
        'r.places as registered',
        'w.places as waiting',
      ])
      .select((eb) => [
        eb('d.member_uuid', 'is not', null).$castTo<boolean>().as('declined'),
        eb('e.cancelled_at', 'is not', null).$castTo<boolean>().as('cancelled'),
        eb('e.max_participants', '-', eb.ref('e.registered_participants')).as('free'),
      ])
      .select([
        sql<boolean>`now() >= event_start(e.date, coalesce(e.start_time, time '24:00'), o.time_zone)`.as(
          'begun',
        ),
        sql<boolean>`now() >= event_end(e.date, e.end_date, e.start_time, e.end_time, o.time_zone)`.as(
          'over',
        ),
      ])
      .where('n.id', '=', sql<number>`${id}::bigint`)
      .orderBy('e.date')
      .orderBy('e.start_time')
      .orderBy('e.uuid')
      .execute()
  );
}

export type NotificationForMail = Awaited<ReturnType<typeof notificationById>>[number];
