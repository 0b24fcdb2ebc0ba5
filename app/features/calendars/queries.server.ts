import { sql } from 'kysely';
import type { Database } from '#db/connection';
import type { Actor } from '~/kernel/actor';
import type { Context } from '~/kernel/operation';
import type { CalendarEvent } from './calendar.server';
import { feedTables, shownColumns } from './feed-events.server';
import type { FeedScope } from './schema';
import { MOST_FEEDS } from './view';

/** In an hour. */
const MOST_CALLS = 60;

/** Feeds with the name of their organisation; null for all. */
function feedsOf(db: Database, { uuid }: Actor) {
  return db
    .selectFrom('calendar_feeds as f')
    .leftJoin('organizations as o', 'o.uuid', 'f.organization_uuid')
    .select(['f.uuid', 'f.label', 'f.scope', 'o.name as club'])
    .select(['f.created_at as createdAt', 'f.used_at as usedAt'])
    .$narrowType<{ scope: FeedScope }>()
    .where('f.user_uuid', '=', uuid);
}

/** The actor's feeds, the oldest first. */
export const ownFeeds = (db: Database, actor: Actor) =>
  feedsOf(db, actor).orderBy('f.created_at').orderBy('f.uuid').execute();

/** One of the actor's feeds as a subject. */
export async function ownFeed({ db, actor }: Context, { feed }: { feed: string }) {
  return (await feedsOf(db, actor).where('f.uuid', '=', feed).executeTakeFirst()) ?? null;
}

interface NewFeed {
  readonly hash: Buffer;
  readonly label: string;
  readonly club: string | null;
  readonly scope: FeedScope;
}

/**
 * Stores a feed in a free slot, however many are stored at once.
 * @returns false if the user has no slot left
 */
export async function insertFeed(
  db: Database,
  actor: Actor,
  { hash, label, club, scope }: NewFeed,
): Promise<boolean> {
  // Another tab may take and commit the same slot while this statement waits for it.
  for (let attempt = 0; attempt < MOST_FEEDS; attempt++) {
    const { rows } = await sql`
      insert into calendar_feeds (token_hash, user_uuid, organization_uuid, scope, label, slot)
      select ${hash}, ${actor.uuid}, ${club}, ${scope}, ${label}, free.slot
      from generate_series(1, ${sql.lit(MOST_FEEDS)}) as free (slot)
      where not exists (
        select from calendar_feeds taken
        where taken.user_uuid = ${actor.uuid} and taken.slot = free.slot)
      order by free.slot limit 1
      on conflict (user_uuid, slot) do nothing
      returning uuid`.execute(db);
    if (rows.length > 0) return true;
  }
  return false;
}

/** The result of a call of a feed. */
interface Called {
  /** False if this call was one too many. */
  readonly allowed: boolean;
  /** Changes with everything the calendar shows; null if not asked for, or after too many calls. */
  readonly state: string | null;
  /** Seconds until the current hour is over. */
  readonly wait: number;
}

/**
 * Counts a call and checks whether anything has changed, in one statement (M5). A call beyond the
 * limit writes nothing.
 * @param asked whether the caller has a copy whose state to compare
 * @returns undefined if there is no such feed, or its user is not activated
 */
export async function calledFeed(
  db: Database,
  hashes: readonly Buffer[],
  asked: boolean,
): Promise<Called | undefined> {
  const inHour = sql`(f.hour <= now() and f.hour > now() - interval '1 hour')`;
  const { rows } = await sql<Called>`
    with known as (${feedByToken(hashes)}),
    feed as (
      update calendar_feeds f
      set used_at = now(),
        hour = case when ${inHour} then f.hour else now() end,
        calls_in_hour = case when ${inHour} then f.calls_in_hour + 1 else 1 end
      from known
      where f.uuid = known.uuid and (not ${inHour} or f.calls_in_hour < ${sql.lit(MOST_CALLS)})
      returning f.user_uuid, f.organization_uuid, f.scope
    ),
    ${feedTables}
    select exists (select from feed) as allowed,
      case when ${asked} and exists (select from feed) then (select hash from state) end as state,
      greatest(1, ceil(extract(epoch from known.hour + interval '1 hour' - now())))::int as wait
    from known`.execute(db);
  return rows[0];
}

/** A feed's calendar at one moment. */
interface FeedContent {
  readonly state: string;
  readonly scope: FeedScope;
  /** The name of the feed's organisation; null for all of the user's. */
  readonly club: string | null;
  readonly events: readonly CalendarEvent[];
}

/** The events of a feed with their state; undefined if there is no such feed. */
export async function feedContent(
  db: Database,
  hashes: readonly Buffer[],
): Promise<FeedContent | undefined> {
  const { rows } = await sql<
    Pick<FeedContent, 'state' | 'scope'> & { feedClub: string | null } & CalendarEvent
  >`
    with feed as (${feedByToken(hashes)}),
    ${feedTables}
    select state.hash as state, feed.scope, ${shownColumns},
      shown.sequence, shown.changed_at as "changedAt", shown.standing,
      case when feed.organization_uuid is null then shown.club end as club,
      (select name from clubs where uuid = feed.organization_uuid) as "feedClub"
    from feed cross join state
    left join shown on true
    left join events e on e.uuid = shown.uuid
    order by e.date, "startsAt", e.uuid`.execute(db);
  const [first] = rows;
  if (!first) return undefined;
  const { state, scope, feedClub } = first;
  // Without an event there is one row, for the feed alone.
  return { state, scope, club: feedClub, events: rows.filter(({ uuid }) => uuid !== null) };
}

const feedByToken = (hashes: readonly Buffer[]) => sql`
  select f.* from calendar_feeds f join users u on u.uuid = f.user_uuid and u.activated
  where f.token_hash in (${sql.join(hashes)})`;

/** An event for a single file, which does not follow changes and so does not mention answers. */
export async function eventForCalendar(
  db: Database,
  event: string,
): Promise<CalendarEvent | undefined> {
  const { rows } = await sql<CalendarEvent>`
    select ${shownColumns}, 'free' as standing, o.name as club,
      e.calendar_sequence + o.calendar_sequence as sequence,
      greatest(e.calendar_changed_at, o.calendar_changed_at) as "changedAt"
    from events e join organizations o on o.uuid = e.organization_uuid
    where e.uuid = ${event}`.execute(db);
  return rows[0];
}
