import { sql } from 'kysely';
import type { Database } from '#db/connection';
import type { ActingUser } from '../queries.server';

/**
 * Announcing news in a club, in the transaction of its cause: this only adds a job, so that
 * creating something takes no longer in a large club.
 */

/** The payload of the job 'announcements'. */
export type Announcement = { readonly actor: string } & (
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

export function announcePoll(
  db: Database,
  actor: ActingUser,
  { uuid }: { readonly uuid: string },
): Promise<void> {
  return queue(db, { kind: 'poll_new', actor: actor.uuid, poll: uuid });
}

async function queue(db: Database, what: Announcement): Promise<void> {
  await sql`select graphile_worker.add_job('announcements', ${JSON.stringify(what)}::json)`.execute(
    db,
  );
}
