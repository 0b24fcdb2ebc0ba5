import { sql } from 'kysely';
import type { Database } from '#db/connection';
import { joinedAt } from '~/features/answers/queries/links.server';
import { concerns } from '~/features/events/queries/concerned.server';
import { groupNames } from '~/features/events/queries.server';
import { answersTo } from '~/features/messages/queries.server';
import { wayOfNotification } from '~/features/outbox/queries/ways.server';
import { receivesMemberMail } from '~/features/outbox/queries.server';
import type { Former } from '~/features/outbox/rules/former.server';
import { kindsThat } from '~/features/outbox/rules/kinds.server';
import { reachedUsers } from '~/features/outbox/rules/reached.server';
import type { ToldKind } from '~/features/outbox/schema';
import { believedBefore, believesCancelled } from './taking-place.server';

/** Reading the state of notifications when their mail is written. */

/** The events of a notification, and what they were before a change. */
const about = sql<{ event: string; former: Former }>`(
  select n.event_uuid as event, n.details as former where not n.details ? 'dates'
  union all
  select key::uuid, value from jsonb_each(n.details -> 'dates')
)`;

/** How many further dates of a series it is about (announcements.server.ts). */
const unnamed = sql<number>`greatest(0, coalesce((n.details ->> 'count')::integer - (
  select count(*) from jsonb_object_keys(n.details -> 'dates'))::integer, 0))`;

/** Whether it still concerns the receiver; without a member, they only hear of what is for everyone. */
const isConcerned = sql<boolean>`(${concerns('e', sql.ref('m.uuid'))}
  or m.uuid is null and e.groups = '{}')`;

/** Whether it is for members without an answer (U7), and the receiver is still one of them. */
const isOpen = sql<boolean>`n.details ? 'open' and own.answer is null
  and (n.kind = 'event_restored' or ${isConcerned})`;

/** The receiver's groups whose news it is: none if it is for everyone, or not news. */
const newsOf = sql<string[]>`array(
  select g.uuid from groups g
  join group_members gm on gm.group_uuid = g.uuid and gm.member_uuid = m.uuid and gm.until is null
  where g.uuid = any(e.groups) and g.archived_at is null
    and n.kind = any(${kindsThat('announced')}::text[])
  order by g.name, g.uuid)`;

/**
 * The content of one mail: the notification with this id, and those sent with it, except kinds that
 * the receiver no longer wants, or that their blocked address does not get (N13).
 */
function toldWith(db: Database, id: string) {
  return (
    db
      .selectFrom('notifications as n')
      .innerJoin(reachedUsers.as('u'), (join) =>
        join
          .onRef('u.uuid', '=', 'n.user_uuid')
          .onRef('u.organization_uuid', '=', 'n.organization_uuid'),
      )
      .innerJoin('organizations as o', 'o.uuid', 'n.organization_uuid')
      .leftJoin('members as m', (join) =>
        join
          .onRef('m.user_uuid', '=', 'n.user_uuid')
          .onRef('m.organization_uuid', '=', 'n.organization_uuid'),
      )
      .select([
        'n.id',
        'n.kind',
        'u.uuid as user',
        'u.email',
        'u.first_name as firstName',
        'u.links_epoch as epoch',
        'm.uuid as member',
        'o.uuid as organizationId',
        'o.name as organization',
        'o.time_zone as timeZone',
      ])
      .select((eb) => [
        eb.fn.coalesce('u.digest_rhythm', 'o.digest_rhythm').as('rhythm'),
        joinedAt('u').as('joined'),
        // From the main notification, even if there is no longer anything to tell about it.
        sql<boolean>`(select way = 'digest' from notifications where id = ${id}::bigint)`.as(
          'collected',
        ),
      ])
      .where((eb) =>
        eb.or([
          eb('n.id', '=', sql<number>`${id}::bigint`),
          eb('n.sent_with', '=', sql<number>`${id}::bigint`),
        ]),
      )
      // Users who have left, or whose member is now somebody else's, learn nothing.
      .where((eb) =>
        eb.or([eb('n.member_uuid', 'is', null), eb('n.member_uuid', '=', eb.ref('m.uuid'))]),
      )
      .where(
        sql<boolean>`(${wayOfNotification} is null
          or (${wayOfNotification} <> 'off' and not u.blocked))`,
      )
  );
}

/**
 * Everything that a mail may say about its events and polls, as they are now: a row for each event
 * of each notification. None if nobody should get it.
 */
export async function notificationsForMail(db: Database, id: string) {
  const rows = await toldWith(db, id)
    .innerJoinLateral(about.as('about'), (join) => join.onTrue())
    .innerJoin('events as e', (join) =>
      join
        .onRef('e.uuid', '=', 'about.event')
        .onRef('e.organization_uuid', '=', 'n.organization_uuid'),
    )
    .leftJoin('polls as p', 'p.uuid', 'n.poll_uuid')
    .leftJoin('answers as own', (join) =>
      join.onRef('own.event_uuid', '=', 'e.uuid').onRef('own.member_uuid', '=', 'm.uuid'),
    )
    .leftJoin('poll_answers as a', (join) =>
      join.onRef('a.poll_uuid', '=', 'p.uuid').onRef('a.member_uuid', '=', 'm.uuid'),
    )
    .select([
      'about.former',
      unnamed.as('unnamed'),
      'e.uuid as event',
      'e.name',
      'e.date',
      'e.start_time as startTime',
      'e.end_date as endDate',
      'e.end_time as endTime',
      'e.place',
      'e.event_type as eventType',
      'e.asks_answer as asksAnswer',
      'e.waiting_list as waitingList',
      'e.cancel_reason as cancelReason',
      'e.sign_up_until as signUpUntil',
      'e.series_uuid as series',
      'p.uuid as poll',
      'p.name as pollName',
    ])
    .select((eb) => [
      eb('e.cancelled_at', 'is not', null).$castTo<boolean>().as('cancelled'),
      eb('a.poll_uuid', 'is not', null).$castTo<boolean>().as('answered'),
      eb.fn.coalesce('p.closed', eb.lit(false)).as('closed'),
    ])
    .select([
      // How many places; null without an answer of that kind.
      sql<number | null>`case own.answer when 'yes' then own.places end`.as('registered'),
      sql<number | null>`case own.answer when 'waiting' then own.places end`.as('waiting'),
      sql<boolean>`own.answer is not distinct from 'no'`.as('declined'),
      isOpen.as('open'),
      isConcerned.as('concerned'),
      groupNames('e'),
      sql<boolean>`e.to_come`.as('toCome'),
      sql<boolean>`e.over`.as('over'),
      sql<boolean>`e.takes_answers`.as('takesAnswers'),
      sql<boolean>`e.takes_yes`.as('takesYes'),
      sql<boolean>`e.sign_off_closed`.as('signOffClosed'),
      sql<number>`e.free`.as('free'),
      sql<string>`(now() at time zone o.time_zone)::date::text`.as('today'),
      // False if it takes back what was never told.
      sql<boolean>`n.kind <> 'event_restored' or ${believesCancelled}`.as('isNews'),
      believedBefore.as('believed'),
      newsOf.as('newsOf'),
    ])
    .where('n.kind', '<>', 'message')
    .orderBy('e.date')
    .orderBy('e.start_time')
    .orderBy('e.uuid')
    .orderBy('n.id')
    .execute();
  return rows.map(({ kind, ...row }) => ({ ...row, kind: kind as ToldKind }));
}

export type NotificationForMail = Awaited<ReturnType<typeof notificationsForMail>>[number];

/** The messages among them (N11), in the order in which they were written. */
export function messagesForMail(db: Database, id: string) {
  return (
    toldWith(db, id)
      .innerJoin('messages as x', (join) =>
        join
          .onRef('x.uuid', '=', 'n.message_uuid')
          .onRef('x.organization_uuid', '=', 'n.organization_uuid'),
      )
      // Nobody can reply to a deleted account.
      .leftJoin('users as s', (join) =>
        join.onRef('s.uuid', '=', 'x.sender_uuid').on('s.activated', '=', true),
      )
      .leftJoin('events as e', 'e.uuid', 'x.event_uuid')
      .select([
        'x.uuid as message',
        'x.subject',
        'x.body',
        'x.audience',
        answersTo('x'),
        's.first_name as senderFirstName',
        's.last_name as senderLastName',
        'e.uuid as event',
        'e.name as eventName',
        'e.asks_answer as asksAnswer',
        groupNames('e'),
      ])
      .where('n.kind', '=', 'message')
      .orderBy('x.created_at')
      .orderBy('x.uuid')
      .execute()
  );
}

export type MessageForMail = Awaited<ReturnType<typeof messagesForMail>>[number];

/** Members among them whose contact data changed (O3), if the receiver may still edit members. */
export function contactsForMail(db: Database, id: string) {
  return toldWith(db, id)
    .innerJoin('members as c', (join) =>
      join
        .onRef('c.uuid', '=', 'n.contact_uuid')
        .onRef('c.organization_uuid', '=', 'n.organization_uuid'),
    )
    .select([
      'c.uuid as contact',
      'c.first_name as contactFirstName',
      'c.last_name as contactLastName',
      sql<string[]>`array(select jsonb_object_keys(n.details))`.as('parts'),
    ])
    .where(
      sql<boolean>`exists (select from permissions p
        where p.user_uuid = n.user_uuid and ${receivesMemberMail(sql.ref('n.organization_uuid'))})`,
    )
    .orderBy('c.last_name')
    .orderBy('c.first_name')
    .orderBy('n.id')
    .execute();
}

export type ContactForMail = Awaited<ReturnType<typeof contactsForMail>>[number];
