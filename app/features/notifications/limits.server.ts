import { sql } from 'kysely';
import type { Database } from '#db/connection';
import { type CountedAs, countsAs, KINDS } from '~/features/outbox/rules/kinds.server';
import type { Situation } from './deciding.server';
import { isAnnounced } from './turns.server';

/** How many mails somebody gets within a day, however often others change their minds. */

/** Announcements and reminders of a club; messages have limits of their own (N12). */
const A_DAY_OF_CLUB = 10;

/**
 * What else a club sends about its events, whichever they are: their editors may answer for
 * others, and cancel as many as they like.
 */
const A_DAY_OF_EVENTS = 30;

/**
 * Places that somebody got or lost: a year's dates at once, but not what a program makes of events
 * without end.
 */
const A_DAY_OF_PLACES = 60;

/** Digests of a club: another time zone or rhythm may bring one more, but not one each hour. */
const A_DAY_OF_DIGESTS = 2;

type Mailed = Pick<Situation, 'user' | 'organization' | 'event' | 'kind' | 'bulk' | 'way'>;

/** Those of these mails that are within their user's day. */
export async function withinTheirDay<Each extends Mailed>(
  trx: Database,
  mails: readonly Each[],
): Promise<Each[]> {
  await holdPairs(trx, mails);
  const ofEvents = await countByEvent(trx, mails);
  const ofClubs = await countByClub(trx, mails.filter(isOfClub), 'club');
  const ofUrgent = await countByClub(trx, mails.filter(isUrgent), 'events');
  const ofPlaces = await countByClub(trx, mails.filter(isOfPlace), 'places');
  const announced = new Set<string>();
  return mails.filter((mail) => {
    const [event, club] = [byEvent(mail), byClub(mail)];
    const [aboutEvent, fromClub] = [ofEvents.get(event) ?? 0, ofClubs.get(club) ?? 0];
    // What is announced together is one mail.
    const isOneMore = isOfClub(mail) && !(isAnnounced(mail) && announced.has(club));
    if (mail.event !== null && aboutEvent >= KINDS[mail.kind].aDay) return false;
    if (isOneMore && fromClub >= A_DAY_OF_CLUB) return false;
    const urgent = ofUrgent.get(club) ?? 0;
    if (isUrgent(mail) && urgent >= A_DAY_OF_EVENTS) return false;
    const places = ofPlaces.get(club) ?? 0;
    if (isOfPlace(mail) && places >= A_DAY_OF_PLACES) return false;
    if (isUrgent(mail)) ofUrgent.set(club, urgent + 1);
    if (isOfPlace(mail)) ofPlaces.set(club, places + 1);
    ofEvents.set(event, aboutEvent + 1);
    if (isOneMore) ofClubs.set(club, fromClub + 1);
    if (isAnnounced(mail)) announced.add(club);
    return true;
  });
}

/** Those of what is due in digests whose users have not had enough of them within a day. */
export async function withinTheirDigests<Each extends Mailed>(
  trx: Database,
  due: readonly Each[],
): Promise<Each[]> {
  const sent = await countByClub(trx, due, 'digest');
  return due.filter((each) => (sent.get(byClub(each)) ?? 0) < A_DAY_OF_DIGESTS);
}

const isOfClub = (mail: Mailed) => countsAs(mail) === 'club';
const isUrgent = (mail: Mailed) => countsAs(mail) === 'events';
const isOfPlace = (mail: Mailed) => countsAs(mail) === 'places';
const byEvent = ({ user, event }: Mailed) => `${user} ${event}`;
const byClub = ({ user, organization }: Mailed) => `${user} ${organization}`;

/**
 * Two runs must not count the mails of one user from a club at the same time, which are also those
 * about its events: one lock each, as a database has few; in order, so none can deadlock.
 */
async function holdPairs(trx: Database, mails: readonly Mailed[]): Promise<void> {
  await sql`select pg_advisory_xact_lock(key) from (
    select distinct hashtextextended(pair, 0) as key
    from unnest(${mails.map(byClub)}::text[]) as pair
    order by key
  ) as keys`.execute(trx);
}

/**
 * How many mails about each event these users have got within a day. All of a user's are read once
 * and first ('offset 0'): just after a mass of mails Postgres would rather read all of an event's.
 */
async function countByEvent(trx: Database, mails: readonly Mailed[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ user: string; event: string; count: number }>`
    select u as "user", sent.event, sent.count
    from (select distinct u from unnest(${mails.map(({ user }) => user)}::uuid[]) as t (u)) as t
    cross join lateral (
      select event_uuid as event, count(*) from (
        select event_uuid, sent_at, counts_as from notifications where user_uuid = u offset 0
      ) as n
      where n.event_uuid is not null and n.sent_at > now() - interval '1 day'
        and n.counts_as is not null
      group by event_uuid
    ) as sent`.execute(trx);
  return new Map(rows.map(({ user, event, count }) => [`${user} ${event}`, count]));
}

/** The same for what came from clubs one by one, with what has been deleted since. */
async function countByClub(
  trx: Database,
  mails: readonly Mailed[],
  which: CountedAs,
): Promise<Map<string, number>> {
  if (mails.length === 0) return new Map();
  const { rows } = await sql<{ user: string; club: string; count: number }>`
    select u as "user", c as club, sent.count + coalesce(deleted.points, 0) as count
    from (select distinct u, c from unnest(
      ${mails.map(({ user }) => user)}::uuid[], ${mails.map(({ organization }) => organization)}::uuid[])
      as t (u, c)) as t
    left join rate_limits deleted on deleted.key = mail_count_key(${which}, u, c)
      and deleted.expire > extract(epoch from clock_timestamp()) * 1000
    cross join lateral (
      select count(*) from notifications n
      where n.user_uuid = u and n.organization_uuid = c and n.sent_at > now() - interval '1 day'
        and n.counts_as = ${which}
    ) as sent`.execute(trx);
  return new Map(rows.map(({ user, club, count }) => [`${user} ${club}`, Number(count)]));
}
