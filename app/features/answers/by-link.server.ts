import { sql } from 'kysely';
import type { Database } from '#db/connection';
import { eventColumns } from '~/features/events/queries.server';
import { reachedUsers } from '~/features/outbox/rules/reached.server';
import { hasOptedOut, optOutEndsOn } from '~/features/series/queries/opt-outs.server';
import { scopeOf } from '~/kernel/actor';
import { type AnswerLink, joinedAt } from './queries/links.server';

/** The event of a link in a mail, and who answers it there (N7). */
export type EventByLink = NonNullable<Awaited<ReturnType<typeof findByLink>>>;

const NIL = '00000000-0000-0000-0000-000000000000';
const NO_LINK: AnswerLink = { event: NIL, member: NIL, user: NIL, epoch: 0, joined: '' };

/**
 * Finds out what a link currently leads to. It is valid until the event begins (without a time:
 * until its last day is over), while the member is still linked to the user and the user in the
 * club, as when the mail was written, and until the user changes the password or ends the sessions
 * (users.links_epoch). If the record is gone, as by merging (O10), it is the user's other one.
 * @param link null for a forged one, which takes as long
 * @returns null if it is not valid, whatever the reason
 */
export async function findByLink(db: Database, link: AnswerLink | null) {
  const { event: uuid, user, epoch, joined, ...sealed } = link ?? NO_LINK;
  const found = await db
    .selectFrom('events')
    .innerJoin('members as m', (join) =>
      join
        .onRef('m.organization_uuid', '=', 'events.organization_uuid')
        .on('m.user_uuid', '=', user)
        .on(
          sql<boolean>`(m.uuid = ${sealed.member}
            or not exists (select from members where uuid = ${sealed.member}))`,
        ),
    )
    .innerJoin(reachedUsers.as('u'), (join) =>
      join
        .onRef('u.organization_uuid', '=', 'events.organization_uuid')
        .onRef('u.uuid', '=', 'm.user_uuid')
        .on('u.links_epoch', '=', epoch)
        .on(joinedAt('u'), '=', joined),
    )
    .innerJoin('organizations as club', 'club.uuid', 'events.organization_uuid')
    .leftJoin('answers as own', (join) =>
      join.onRef('own.event_uuid', '=', 'events.uuid').onRef('own.member_uuid', '=', 'm.uuid'),
    )
    .select(eventColumns)
    .select([
      'm.uuid as member',
      'm.first_name as firstName',
      'm.last_name as lastName',
      'club.name as club',
    ])
    .select(sql<boolean>`own.answer is not distinct from 'yes'`.as('registered'))
    .select(hasOptedOut(sql.ref('events.series_uuid'), sql.ref('m.uuid')).as('optedOut'))
    .select(optOutEndsOn(sql.ref('events.series_uuid'), sql.ref('m.uuid')).as('endsOn'))
    .where('events.uuid', '=', uuid)
    .where(sql<boolean>`not events.begun and not events.over`)
    .executeTakeFirst();
  if (!found) return null;
  const { member, firstName, lastName, club, registered, optedOut, endsOn, ...event } = found;
  const { organization } = event;
  const organizations = [{ uuid: organization, member, leads: [], permissions: [] }];
  // They may answer for themselves and nothing else, whatever the user's permissions.
  const scope = scopeOf({ systemAdmin: false, organizations }, organization);
  return (
    scope && { scope, event, registered, optedOut, endsOn, club, member: { firstName, lastName } }
  );
}
