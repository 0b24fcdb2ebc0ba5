import { sql } from 'kysely';
import type { Database } from '#db/connection';
import { wayOfNotification } from '~/features/outbox/queries/ways.server';
import { type Former, isOnOtherDays, isOther } from '~/features/outbox/rules/former.server';
import { kindsThat } from '~/features/outbox/rules/kinds.server';
import { reachedUsers } from '~/features/outbox/rules/reached.server';
import type { ToldKind, Withheld } from '~/features/outbox/schema';
import type { NotificationForMail } from './state.server';

/** What a mail leaves out when it is written, as it no longer holds, and why. */

/** Whether the receiver should still be told. @param former for a change: the previous event */
export function stillHolds(kind: ToldKind, now: NotificationForMail, former: Former): boolean {
  if (now.over) return false;
  const counts = now.registered !== null || now.waiting !== null;
  switch (kind) {
    case 'promoted':
      return now.registered !== null && !now.cancelled;
    case 'place_free': {
      const fits = now.waiting !== null && now.free >= now.waiting;
      return now.eventType === 'LIMITED_EVENT' && fits && now.toCome && !now.cancelled;
    }
    case 'opened':
      return now.eventType === 'OPEN_EVENT' && !now.cancelled;
    case 'removed':
      return !counts && !now.cancelled;
    case 'event_cancelled':
    case 'series_cancelled':
      return (counts || now.open) && now.cancelled;
    case 'event_restored':
      return (counts || now.open) && !now.cancelled && now.isNews;
    case 'event_new':
    case 'series_new':
      return now.concerned && now.toCome && !now.cancelled;
    case 'answer_missing':
      return now.concerned && now.takesYes && !counts && !now.declined;
    case 'event_soon':
      return now.registered !== null && now.toCome && !now.cancelled;
    case 'poll_new':
    case 'poll_missing': {
      const isTheirs = now.concerned || (kind === 'poll_missing' && now.registered !== null);
      return isTheirs && !now.declined && !now.closed && !now.answered && !now.cancelled;
    }
    case 'event_changed':
    case 'series_changed':
      return isOther(former, now) && !now.cancelled && (counts || now.open || mayCome(former, now));
  }
}

/** Why the receiver is not told, as it no longer holds. */
export function whyNot(kind: ToldKind, now: NotificationForMail): Withheld {
  if (now.over) return 'over';
  const hasAnswered = now.registered !== null || now.waiting !== null || now.declined;
  if (kind === 'answer_missing' ? hasAnswered : now.answered) return 'answered';
  return 'changed';
}

const mayCome = (former: Former, now: NotificationForMail) =>
  now.declined && now.asksAnswer && isOnOtherDays(former, now);

interface Outcome {
  /** The notifications in the mail. */
  readonly told: readonly number[];
  /** Why others were left out, once for each event. */
  readonly ended: readonly { readonly id: number; readonly why: Withheld }[];
}

/**
 * A later change is another mail (J10), and news that was withheld may still be told to those whom it
 * concerns again, so their keys must be free again.
 */
export const freedDedupe = (...of: ReadonlyArray<'collects' | 'announced'>) => sql`
  case when n.kind = any(${of.flatMap(kindsThat)}) then concat(n.dedupe, ':', n.id) else n.dedupe end`;

/**
 * Records for each notification whether the mail just written contains it, or why not. A mail that
 * is written again, as it could not be sent, is judged again.
 */
export async function noteWithheld(db: Database, mail: string, { told, ended }: Outcome) {
  await sql`
    update notifications n set withheld = judged.why,
      dedupe = case when judged.why is null then n.dedupe else ${freedDedupe('announced')} end
    from (
      select n.id, case
        when n.id = any(${told}::bigint[]) then null
        when u.uuid is null or n.member_uuid is not null and m.uuid is null then 'no_access'
        when ${wayOfNotification} = 'off' then 'off'
        when ${wayOfNotification} is not null and u.blocked then 'unreachable'
        else coalesce((select why from jsonb_to_recordset(${JSON.stringify(ended)}::jsonb)
          as ended (id bigint, why text) where ended.id = n.id limit 1), 'changed') end as why
      from notifications n
      left join ${reachedUsers} u on u.uuid = n.user_uuid and u.organization_uuid = n.organization_uuid
      left join members m on m.uuid = n.member_uuid and m.user_uuid = n.user_uuid
      where n.id = ${mail}::bigint or n.sent_with = ${mail}::bigint
    ) as judged
    where n.id = judged.id and n.withheld is distinct from judged.why`.execute(db);
}
