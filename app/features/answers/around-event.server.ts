import { sql } from 'kysely';
import type { Database } from '#db/connection';
import { seeComing } from '~/features/events/policy';
import { concernsOf } from '~/features/events/queries/concerned.server';
import { givenTo } from '~/features/events/queries/given.server';
import type { ClubEvent } from '~/features/events/queries.server';
import { awaitsAnswerOf } from '~/features/polls/queries.server';
import { hasOptedOut, optOutEndsOn } from '~/features/series/queries/opt-outs.server';
import type { StoredRepetition } from '~/features/series/queries.server';
import type { Scope } from '~/kernel/actor';
import type { OtherMember } from './queries.server';
import { type Counts, countsIn } from './sections.server';

/** Names on an event's page; beyond that it only says how many more. */
const NAMES = 100;
/** In a larger crowd any names will do, not the first by name: nobody reads them all. */
const CROWD = 1000;
/** Polls on the page of an event; more are behind a link. */
export const POLLS = 20;

interface AroundEvent {
  /** By name; null if the actor may not see who comes. */
  readonly coming: OtherMember[] | null;
  /** Members who come, not counting companions; null as above. */
  readonly members: number | null;
  /** Of each section; null for users who may not see them. */
  readonly counts: Counts | null;
  readonly groups: string[];
  /** It is for groups, but none that is in use has members (U11). */
  readonly isForNobody: boolean;
  /** The rule by which it repeats; null if it does not. */
  readonly repeats: StoredRepetition | null;
  /** Whether the actor's member has said that the series does not concern them (U6). */
  readonly optedOut: boolean;
  /** The last day that this holds for, or would, if the series was split. */
  readonly optOutEndsOn: string | null;
  /** Whether it concerns them. */
  readonly isTheirs: boolean;
  /** One more than are shown, if there are more. */
  readonly polls: Array<{ uuid: string; name: string; closed: boolean; awaited: boolean }>;
}

/**
 * What an event's page shows besides the event and the user's answer: one round trip.
 * @param counts whether to count each section
 */
export async function aroundEvent(
  db: Database,
  scope: Scope,
  event: ClubEvent,
  { counts }: { counts: boolean },
): Promise<AroundEvent> {
  const { rows } = await sql<AroundEvent>`
    with coming as materialized (
      select member_uuid from answers
      where event_uuid = ${event.uuid} and answer = 'yes' and ${comingIsSeen(scope, event)}
      limit ${CROWD})
    select
      (select json_agg(named) from (
        select m.uuid, m.first_name as "firstName", m.last_name as "lastName"
        from coming join members m on m.uuid = coming.member_uuid
        order by m.last_name, m.first_name, m.uuid limit ${NAMES}) as named) as coming,
      case when ${comingIsSeen(scope, event)} then
        (select count(*) from answers where event_uuid = ${event.uuid} and answer = 'yes') end as members,
      ${counts ? countsIn(event) : null} as counts,
      array(select name from groups where uuid = any(${event.groups}::uuid[]) order by name) as groups,
      ${event.groups.length > 0} and not exists (
        select from events e cross join lateral concerned(e) where e.uuid = ${event.uuid}) as "isForNobody",
      (select json_build_object('rule', rule, 'endsOn', ends_on, 'skipHolidays', skip_holidays,
        'skipBreaks', skip_breaks) from series where uuid = ${event.series}::uuid) as repeats,
      ${hasOptedOut(event.series, scope.member)} as "optedOut",
      ${optOutEndsOn(event.series, scope.member)} as "optOutEndsOn",
      coalesce(${concernsOf(event.uuid, sql`${scope.member}::uuid`)}, false) as "isTheirs",
      coalesce((select json_agg(asked) from (
        select p.uuid, p.name, p.closed, ${awaitsAnswerOf(scope)} as awaited from polls p
        where p.event_uuid = ${event.uuid}
        order by p.created_at, p.uuid limit ${POLLS + 1}) as asked), '[]') as polls`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('select without from gave no row');
  return { ...row, coming: row.members === null ? null : (row.coming ?? []) };
}

function comingIsSeen(scope: Scope, event: ClubEvent) {
  const comes = sql<boolean>`coalesce(${givenTo(sql`${event.uuid}`, scope.member)} = 'yes', false)`;
  const seen = (registered: boolean) => seeComing({ scope, event, registered });
  return seen(true) === seen(false) ? sql<boolean>`${sql.lit(seen(false))}` : comes;
}
