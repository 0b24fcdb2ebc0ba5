import { sql } from 'kysely';
import type { Database } from '#db/connection';
import type { ActingUser } from '../queries.server';

/**
 * Announcing news in a club, in the transaction of its cause: this only adds a job, so that
 * creating something takes no longer in a large club.
 */

/** What is new in a club; a series without an event that existed before. */
export type News =
  | { readonly kind: 'event_new'; readonly event: string }
  | { readonly kind: 'series_new'; readonly event: string | null; readonly series: string }
  | { readonly kind: 'poll_new'; readonly poll: string };

/** Announces it to everybody in the club but its author; dates of a series in one notification. */
export async function announce(
  db: Database,
  { uuid: actor }: ActingUser,
  what: News,
  formerly?: readonly string[],
): Promise<void> {
  const payload = JSON.stringify({ ...what, actor, formerly } satisfies Announcement);
  await sql`select graphile_worker.add_job('announcements', ${payload}::json)`.execute(db);
}

/** The payload of the job 'announcements'. */
export type Announcement = News & {
  readonly actor: string;
  /** The groups that it was for before an edit, whose members are not told again. */
  readonly formerly?: readonly string[];
};

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
  const what = series
    ? ({ kind: 'series_new', series, event: null } as const)
    : ({ kind: 'event_new', event: uuid } as const);
  await announce(db, actor, what, formerly);
}

/** Tells a member what was announced to groups before they got another record's place in these (U11). */
export async function announceToMerged(db: Database, member: string, groups: readonly string[]) {
  await sql`
    select graphile_worker.add_job('joined', json_build_object('group', of, 'member', ${member}::text))
    from unnest(${groups}::uuid[]) as of`.execute(db);
}
