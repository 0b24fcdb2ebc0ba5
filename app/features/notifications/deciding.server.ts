import { sql } from 'kysely';
import type { Database } from '#db/connection';
import type { Kind, Way } from '~/features/outbox/schema';
import { KINDS } from './kinds.server';
import { wayOfNotification } from './queries/ways.server';

/** How and when each notification is told: decided when it is due, by what holds then (N2). */

/** A notification that is due, and what decides about it. */
export interface Situation {
  readonly id: number;
  readonly kind: Kind;
  readonly user: string;
  readonly organization: string;
  readonly event: string | null;
  readonly bulk: boolean;
  /** What it counts as on its receiver's day (withinTheirDay); null for messages. */
  readonly class: 'club' | 'events' | 'places' | 'digest' | null;
  /** 'digest' if it has waited for one. */
  readonly way: Exclude<Way, 'off'>;
  readonly chosen: Way;
  readonly now: Date;
  /** When the user's next digest leaves (N9). */
  readonly nextDigest: Date;
  /** When quiet hours end; now, if there are none now (N8). */
  readonly quietUntil: Date;
  readonly start: Date | null;
  /** After this it is of no use: the start, or for an answer its deadline. */
  readonly useUntil: Date | null;
}

export type Decision =
  | { readonly to: 'off' }
  | { readonly to: 'wait'; readonly way: Situation['way']; readonly until: Date }
  | { readonly to: Situation['way'] };

/** Reads what decides about these notifications, in the order of their ids. */
export async function situationsOf(trx: Database, ids: readonly number[]): Promise<Situation[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<Situation>`
    select n.id, n.kind, n.user_uuid as "user", n.organization_uuid as organization,
      n.event_uuid as event, n.bulk, n.way, now() as now, e.starts_at as start,
      coalesce(${wayOfNotification}, 'mail') as chosen, mail_class(n.kind, n.bulk, n.way) as class,
      next_digest(o.time_zone, coalesce(ou.digest_rhythm, o.digest_rhythm), now()) as "nextDigest",
      end_of_quiet(o.time_zone, now()) as "quietUntil",
      case when n.kind = 'answer_missing' then e.closes_at else e.starts_at end as "useUntil"
    from notifications n
    join organizations o on o.uuid = n.organization_uuid
    left join organization_users ou
      on ou.user_uuid = n.user_uuid and ou.organization_uuid = n.organization_uuid
    left join events e on e.uuid = n.event_uuid
    where n.id = any(${ids}::bigint[])
    order by n.id`.execute(trx);
  return rows;
}

/** Of changes so shortly before the start people must learn at once (N8). */
const SHORTLY_MS = 12 * 3_600_000;

/**
 * Decides about a notification. One that has waited for a digest is told in it, unless its user wants
 * no mails of it by now: another choice has it decided anew before (retime()).
 * @param quietHours whether what can wait waits until the morning (QUIET_HOURS)
 */
export function decide(situation: Situation, quietHours: boolean): Decision {
  const { chosen, nextDigest, useUntil, quietUntil } = situation;
  if (chosen === 'off') return { to: 'off' };
  const hasWaited = situation.way === 'digest';
  if (chosen === 'digest' && !hasWaited && (useUntil === null || nextDigest < useUntil))
    return { to: 'wait', way: 'digest', until: nextDigest };
  const way = hasWaited ? 'digest' : 'mail';
  return quietHours && isKeptQuiet(situation, way)
    ? { to: 'wait', way, until: quietUntil }
    : { to: way };
}

function isKeptQuiet(situation: Situation, way: Situation['way']): boolean {
  const { kind, now, start, quietUntil } = situation;
  if (quietUntil <= now) return false;
  if (start && start > now && quietUntil >= start) return false;
  if (way === 'digest') return true;
  if (KINDS[kind].collects) return !start || start.getTime() - now.getTime() > SHORTLY_MS;
  return !KINDS[kind].atAnyHour;
}
