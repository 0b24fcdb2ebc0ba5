import { sql } from 'kysely';
import type { Database } from '#db/connection';
import type { ActingUser } from '../queries.server';

/**
 * Announcing news in a club, in the transaction of its cause: this only adds a job, so that
 * creating something takes no longer in a large club.
 */

/** The payload of the job 'announcements'. */
export type Announcement = {
  readonly actor: string;
  /** The groups that it was for before an edit, whose members are not told again. */
  readonly formerly?: readonly string[];
} & (
  | { readonly kind: 'event_new'; readonly event: string }
  | { readonly kind: 'series_new'; readonly event: string | null; readonly series: string }
  | { readonly kind: 'poll_new'; readonly poll: string }
);

/** Announces an event to everybody in the club but its author. */
export function announceEvent(
  db: Database,
  actor: ActingUser,
  { uuid }: { readonly uuid: string },
): Promise<void> {
  return queue(db, { kind: 'event_new', actor: actor.uuid, event: uuid });
}

/** Announces the dates of a new series in one notification, all but an event that existed before. */
export function announceDates(
  db: Database,
  actor: ActingUser,
  { series, event }: { readonly series: string; readonly event: string | null },
): Promise<void> {
  return queue(db, { kind: 'series_new', actor: actor.uuid, series, event });
}

/**
 * Announces an event, or the dates of its series, to those whom it concerns only now that it is for
 * other groups, except who was told of it, or its first date ahead, or has answered.
 * Its polls are not announced to them.
 */
export async function announceToAdded(
  db: Database,
  actor: ActingUser,
  { groups: formerly }: { readonly groups: readonly string[] },
  { uuid, series, groups }: { uuid: string; series: string | null; groups: readonly string[] },
): Promise<void> {
  if (formerly.length === 0) return;
  if (groups.length > 0 && groups.every((group) => formerly.includes(group))) return;
  const what = { actor: actor.uuid, formerly };
  if (series) await queue(db, { ...what, kind: 'series_new', series, event: null });
  else await queue(db, { ...what, kind: 'event_new', event: uuid });
}

export function announcePoll(
  db: Database,
  actor: ActingUser,
  { uuid }: { readonly uuid: string },
): Promise<void> {
  return queue(db, { kind: 'poll_new', actor: actor.uuid, poll: uuid });
}

/** Tells a member what was announced to groups before they got another record's place in these (U11). */
export async function announceToMerged(
  db: Database,
  member: string,
  groups: readonly string[],
): Promise<void> {
  await sql`
    select graphile_worker.add_job('joined', json_build_object('group', of, 'member', ${member}::text))
    from unnest(${groups}::uuid[]) as of`.execute(db);
}

async function queue(db: Database, what: Announcement): Promise<void> {
  await sql`select graphile_worker.add_job('announcements', ${JSON.stringify(what)}::json)`.execute(
    db,
  );
}
