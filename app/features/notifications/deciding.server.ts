import { sql } from 'kysely';
import type { Database } from '#db/connection';
import {
  digestOf,
  digestsOf,
  inTime,
  nextDigest,
  nightColumns,
  usefulUntil,
  wayOfNotification,
} from '~/features/outbox/queries/ways.server';
import { isKeptQuiet, type Night } from '~/features/outbox/rules/quiet.server';
import type { Kind, Way } from '~/features/outbox/schema';

/**
 * How and when each notification is sent: decided when it is due, by the situation then (N2), or, for
 * `early` kinds, when it is put into the outbox.
 *
 * A mail that did not come was not wanted, or is waiting (decide()); exceeded the daily limit
 * (limits.server.ts); or was no longer true when written (whyNot()). The row says which.
 */

/** A due notification, and what the decision depends on. */
export interface Situation extends Night {
  readonly id: number;
  readonly kind: Kind;
  readonly user: string;
  readonly organization: string;
  readonly event: string | null;
  readonly bulk: boolean;
  /** 'digest' if it has waited for one. */
  readonly way: Exclude<Way, 'off'>;
  readonly chosen: Way;
  /** When the user's next digest is sent (N9). */
  readonly nextDigest: Date;
  /** Whether that is in time: before the start, or before the deadline for an answer. */
  readonly inTime: boolean;
}

export type Decision =
  | { readonly to: 'off' }
  | { readonly to: 'wait'; readonly way: Situation['way']; readonly until: Date }
  | { readonly to: Situation['way'] };

/**
 * The event 'e' of a notification 'n' for its times: also the one a message is about, until it begins;
 * afterwards no message is late.
 */
const eventTold = sql`messages x on x.uuid = n.message_uuid
  left join events e on e.uuid = coalesce(n.event_uuid, x.event_uuid)
    and (x.uuid is null or e.starts_at > now())`;

export async function situationsOf(trx: Database, ids: readonly number[]): Promise<Situation[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<Situation>`
    select n.id, n.kind, n.user_uuid as "user", n.organization_uuid as organization,
      n.event_uuid as event, n.bulk, n.way, ${nightColumns},
      coalesce(${wayOfNotification}, 'mail') as chosen,
      digest as "nextDigest", ${inTime(sql`digest`, usefulUntil(sql.ref('n.kind')))} as "inTime"
    from notifications n
    join organizations o on o.uuid = n.organization_uuid
    left join organization_users ou
      on ou.user_uuid = n.user_uuid and ou.organization_uuid = n.organization_uuid
    left join ${eventTold}
    cross join lateral ${nextDigest} as digest
    where n.id = any(${ids}::bigint[])
    order by n.id`.execute(trx);
  return rows;
}

/**
 * Decides about a notification. One that has waited for a digest is part of it, unless the user no
 * longer wants such mails; other changed settings have had it decided again already (retime()).
 * @param quietHours whether mails that are not urgent wait until the morning (QUIET_HOURS)
 */
export function decide(situation: Situation, quietHours: boolean): Decision {
  const { chosen, quietUntil } = situation;
  if (chosen === 'off') return { to: 'off' };
  const hasWaited = situation.way === 'digest';
  if (chosen === 'digest' && !hasWaited && situation.inTime)
    return { to: 'wait', way: 'digest', until: situation.nextDigest };
  const way = hasWaited ? 'digest' : 'mail';
  return quietHours && isKeptQuiet(situation, situation.kind, way)
    ? { to: 'wait', way, until: quietUntil }
    : { to: way };
}

/**
 * Decides again when and how to send what waits for a digest, after a change of settings: it waits
 * for another digest, or is due now.
 * @param of a user in a club, or all of a club if its defaults have changed
 */
export async function retime(
  db: Database,
  { user = null, organization }: { readonly user?: string | null; readonly organization: string },
): Promise<void> {
  const { numAffectedRows } = await sql`
    with club as materialized (${digestsOf(organization)}), waiting as (
      select n.id, ${digestOf(sql.ref('n.user_uuid'), organization)} as digest,
        ${wayOfNotification} as way, ${usefulUntil(sql.ref('n.kind'))} as until
      from notifications n
      cross join club
      left join ${eventTold}
      where n.organization_uuid = ${organization} and n.sent_at is null and n.way = 'digest'
        and n.due_at > now() and (${user}::uuid is null or n.user_uuid = ${user})
    ), decided as (
      select id, digest, way = 'digest' and ${inTime(sql`digest`, sql`until`)} as waits from waiting
    )
    update notifications n
    set way = case when waits then 'digest' else 'mail' end,
      due_at = case when waits then digest else now() end
    from decided
    where n.id = decided.id and not (waits and n.due_at = digest)`.execute(db);
  if (numAffectedRows) await sql`select graphile_worker.add_job('notifications')`.execute(db);
}
