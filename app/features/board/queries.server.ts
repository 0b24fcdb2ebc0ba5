import { sql } from 'kysely';
import { compiledOnce, type ValueOf } from '#db/compiled';
import { isSilent, silentCount } from '~/features/events/queries/asked.server';
import {
  concerns,
  isAfterLeaving,
  isLedBy,
  isOwn,
} from '~/features/events/queries/concerned.server';
import { givenTo, positionOf } from '~/features/events/queries/given.server';
import { anyGroups, type ClubEvent, eventsWithAnswer } from '~/features/events/queries.server';
import type { Answer } from '~/features/events/rules/answering';
import { byDate, MOST_DAYS } from '~/features/events/schema';
import type { Organization } from '~/features/organizations/queries.server';
import { awaitsAnswerOf } from '~/features/polls/queries.server';
import type { Scope } from '~/kernel/actor';
import { inOrder, keyColumns } from '~/kernel/keyset.server';
import { lettersTo, type News, tidingsOf } from './news.server';

/**
 * How many events ahead the board looks: a year of four trainings a week. The limit keeps the cost
 * the same however much a club plans.
 */
const EVENTS_AHEAD = 200;

const EVENTS_SHOWN = 5;
/** Maximum of series dates among these, if there are other events ahead. */
const OF_SERIES = 3;
/** Events that the user attends or waits for, at most; and as many declined ones. */
const OWN_READ = 6;
/** How many of the former the board shows. */
export const OWN_SHOWN = 3;
/** How long before its day the board shows a line about a cancelled event. */
export const CALLED_OFF_DAYS = 14;
const POLLS_SHOWN = 4;
/** Further events that ask for an answer, or have a place for a waiting member. */
const ASKED_READ = 5;
/** More would push the club's own notes off a phone's screen. */
export const QUESTIONS_SHOWN = 3;

/**
 * A series asks for its next date, and for others only this long before they close: each answer
 * shortens the list, without a later date taking its place (Y5).
 */
const SOON = sql`interval '7 days'`;

/** How long a club counts as new. */
const YOUNG = sql`interval '30 days'`;
/** How many members are searched for an invitation; a club with more is not new. */
const MEMBERS_ASKED = 200;

export interface ComingEvent extends ClubEvent {
  readonly groupNames: string[] | null;
  /** One of the next events, with or without the user. */
  readonly isNext: boolean;
  /** It asks, and the member has not answered: one of those that close first. */
  readonly isAsked: boolean;
  /** It is after the actor's last day. */
  readonly afterLeaving: boolean;
  /** It concerns the member. */
  readonly isTheirs: boolean;
  /** They are on the waiting list, and there is room for them now. */
  readonly isOffered: boolean;
  readonly answer: Answer | null;
  /** On the waiting list: their position, from 1. */
  readonly position: number | null;
  /** How many events ask the member. */
  readonly missing: number;
  /** When the answer is due: the deadline, or else the start. */
  readonly closesAt: Date;
}

interface Wanted extends Scope {
  /** The first day that counts, 'YYYY-MM-DD'. */
  readonly day: string;
  /** Whether the next events are only the actor's own (U5). */
  readonly mine: boolean;
}

const IN_ORDER = keyColumns(byDate);

/**
 * By date: the next events, the next ones that the actor is registered for, those with the most
 * urgent questions, and those with a place that the actor waits for (N14). Only the next date of a
 * series, and only a few series, so that trainings do not hide the next party. Only the events
 * shown are read in full.
 */
export const comingEvents = compiledOnce((db, value: ValueOf<Wanted>) => {
  const scope = standIn(value);
  const day = sql`${value('day')}::date`;
  // An event of several days counts until the last of them, one that says when it ends until then.
  const isAhead = sql`organization_uuid = ${scope.organization} and coalesce(end_date, date) >= ${day}
    and date >= coalesce((table since), ${day}) and (end_time is null or ends_at > now())`;
  const isShown = sql`(not ${value('mine')}::boolean or ${isOwn('e', scope)})`;
  const ahead = sql<Ahead>`(
    with since as materialized (
      select date from events
      where organization_uuid = ${scope.organization} and end_date >= ${day}
        and date between ${day} - ${sql.lit(MOST_DAYS)} and ${day} - 1
      order by date, uuid limit 1),
    ahead as materialized (
      select uuid, date, start_time, series_uuid, e.free, closes_at as until, cancelled_at is not null as off,
        event_type = 'LIMITED_EVENT' and e.awaits_answers as "takesWaiting",
        asks_answer and e.takes_yes as asks,
        ${concerns('e', scope.member)} as concerned,
        case when series_uuid is not null then ${isShown} end as shown
      from events e
      where ${isAhead}
      order by ${IN_ORDER} limit ${EVENTS_AHEAD}),
    single as materialized (
      select uuid, date, start_time from events e
      where ${isAhead} and series_uuid is null and ${isShown}
      order by ${IN_ORDER} limit ${EVENTS_SHOWN}),
    repeated as (
      select uuid, date, start_time from (
        select distinct on (series_uuid) uuid, date, start_time from ahead
        where shown order by series_uuid, ${IN_ORDER}) as nearest
      order by ${IN_ORDER}
      limit greatest(${OF_SERIES}, ${EVENTS_SHOWN} - (select count(*) from single))),
    next as materialized (
      select uuid from (table single union all table repeated) as near
      order by ${IN_ORDER} limit ${EVENTS_SHOWN}),
    silent as (
      select uuid, date, until from (
        select uuid, date, until,
          row_number() over (partition by coalesce(series_uuid, uuid) order by ${IN_ORDER}) as nth
        from ahead where asks and concerned) as asked
      where (nth = 1 or until < now() + ${SOON})
        and ${isSilent(sql`asked.uuid`, sql`${scope.member}::uuid`, { each: true })})
    select uuid as event, bool_or(is_next) as "isNext", bool_or(asked) as "isAsked",
      bool_or(offered) as "isOffered", (select count(*) from silent) as missing,
      bool_or(ahead.concerned) is true as "isTheirs"
    from (
      (select uuid, true as is_next, false as asked, false as offered from next)
      union all
      (select uuid, false, false, false from (
          select e.uuid, row_number() over (
            partition by e.off, own.given = 'no' order by ${IN_ORDER}) as nth
          from ahead e cross join lateral (select ${givenTo(sql`e.uuid`, scope.member)} as given) as own
          where own.given in ('yes', 'waiting') or (own.given = 'no' and not e.off)
            or (e.off and e.concerned and e.date < ${day} + ${sql.lit(CALLED_OFF_DAYS)})) as own
        where nth <= ${OWN_READ})
      union all
      (select uuid, false, true, false from silent
        order by until, date, uuid limit ${ASKED_READ})
      union all
      (select e.uuid, false, false, true from ahead e
        join answers w on w.event_uuid = e.uuid and w.member_uuid = ${scope.member}
        where w.answer = 'waiting' and e."takesWaiting" and w.places <= e.free
          and not ${isAfterLeaving(sql`e.date`, scope.member)}
        order by ${IN_ORDER} limit ${ASKED_READ})) as shown
    left join ahead using (uuid)
    group by uuid)`.as('ahead');
  const events = eventsWithAnswer(db, scope)
    .innerJoin(ahead, 'ahead.event', 'events.uuid')
    .select(['ahead.isNext', 'ahead.isAsked', 'ahead.isOffered', 'ahead.isTheirs'])
    .select(['ahead.missing', 'events.closes_at as closesAt'])
    .select(positionOf(scope.member).as('position'))
    .select(isAfterLeaving(sql.ref('events.date'), scope.member).as('afterLeaving'));
  return inOrder(events, byDate).compile();
});

type Ahead = Pick<ComingEvent, 'isNext' | 'isAsked' | 'isOffered' | 'isTheirs' | 'missing'> & {
  event: string;
};

/** A scope whose values are filled in when the query is sent. */
const standIn = (value: ValueOf<Scope>) =>
  ({ organization: value('organization'), member: value('member') }) as Scope;

interface WaitingPoll {
  readonly uuid: string;
  readonly name: string;
  readonly event: string;
  readonly eventName: string;
  /** 'YYYY-MM-DD' */
  readonly date: string;
}

/** How far a club has come. */
export interface Progress {
  readonly isYoung: boolean;
  readonly hasMembers: boolean;
  readonly hasInvited: boolean;
  readonly hasEvents: boolean;
}

/** A date that the user leads, with the number of each answer. */
export interface LeadDate {
  readonly uuid: string;
  readonly name: string;
  readonly date: string;
  readonly startTime: string | null;
  /** Whether members who have not answered still can. */
  readonly isOpen: boolean;
  readonly yes: number;
  readonly no: number;
  /** Null if there are too many to count on a screen. */
  readonly open: number | null;
}

interface AroundEvents extends Progress, News {
  readonly anyGroups: boolean;
  readonly organization: Pick<Organization, 'name' | 'motd' | 'timeZone'>;
  readonly polls: WaitingPoll[];
  readonly leading: LeadDate[];
}

interface Viewing extends Scope {
  readonly user: string;
  /** Today. */
  readonly day: string;
  /** The first day whose events count for polls. */
  readonly since: string;
  /** Whether the actor may edit all events, not only those of the groups they lead. */
  readonly editsAll: boolean;
}

/**
 * The organisation's name and message, open polls without the actor's answer, those of coming
 * events first, the club's progress, and the actor's recent news, in one round trip. Each part only
 * reads the first rows of an index.
 * @returns one row; none if there is no such organisation
 */
export const aroundEvents = compiledOnce((db, value: ValueOf<Viewing>) => {
  const scope = standIn(value);
  const { organization } = scope;
  const [user, day, since] = [value('user'), value('day'), value('since')];
  return sql<AroundEvents>`
    select
      json_build_object('name', o.name, 'motd', o.motd, 'timeZone', o.time_zone) as organization,
      ${tidingsOf(user, scope, day)} as tidings,
      ${lettersTo(user, scope)} as letters,
      ${anyGroups(scope)} as "anyGroups",
      o.created_at > now() - ${YOUNG} as "isYoung",
      exists (
        select from (
          select user_uuid from members where organization_uuid = ${organization}
          order by last_name, first_name, uuid limit 2) as m
        where m.user_uuid is distinct from ${user}::uuid) as "hasMembers",
      exists (
        select from (
          select user_uuid from organization_users where organization_uuid = ${organization}
          order by user_uuid limit 2) as u
        where u.user_uuid <> ${user}::uuid)
      or exists (
        select from (
          select uuid from members where organization_uuid = ${organization}
          order by last_name, first_name, uuid limit ${MEMBERS_ASKED}) as m
        join invitations i on i.member_uuid = m.uuid) as "hasInvited",
      -- Not exists, which might read the whole table if many rows seem to match.
      (select uuid from events where organization_uuid = ${organization}
        order by ${IN_ORDER} limit 1) is not null as "hasEvents",
      ${leadDates(scope, { leads: value('leads'), editsAll: value('editsAll'), day })} as leading,
      coalesce((select json_agg(waiting) from (
        select p.uuid, p.name, e.uuid as event, e.name as "eventName", e.date
        from (
          select uuid, name, date, events as whole from events
          where organization_uuid = ${organization} and date >= ${since}::date
          order by ${IN_ORDER} limit ${EVENTS_AHEAD}) as e
        cross join lateral (
          select uuid, name, created_at from polls p
          where p.event_uuid = e.uuid and ${awaitsAnswerOf(scope)}
            and (${concerns('e.whole', scope.member)} or ${givenTo(sql`e.uuid`, scope.member)} = 'yes')
          order by created_at, uuid limit ${POLLS_SHOWN}) as p
        order by e.date < ${day}::date, e.date, p.created_at, p.uuid limit ${POLLS_SHOWN}
      ) as waiting), '[]') as polls
    from organizations o where o.uuid = ${organization}`.compile(db);
});

/** How far ahead a leader's next date is looked for. */
const LEAD_DAYS = 60;

/** For how many teams a leader sees the next date; editors of all events see one. */
const TEAMS_SHOWN = 3;
/** How many dates are searched for them: some weeks of three teams. */
const LED_READ = 60;

/** The next dates that take answers and that the actor may edit (policy.edit), one per set of groups. */
const leadDates = (
  { organization }: Scope,
  { leads, editsAll, day }: { leads: unknown; editsAll: unknown; day: string },
) => sql<LeadDate[]>`array(
  select json_build_object('uuid', e.uuid, 'name', e.name, 'date', e.date,
    'startTime', to_char(e.start_time, 'HH24:MI'), 'isOpen', e.takes_yes,
    'yes', (select count(*) from answers where event_uuid = e.uuid and answer = 'yes'),
    'no', (select count(*) from answers where event_uuid = e.uuid and answer = 'no'),
    'open', ${silentCount})
  from events e
  where e.uuid in (
    select distinct on (groups) uuid from (
      select uuid, groups, date, start_time from events
      where organization_uuid = ${organization} and date >= ${day}::date
        and date < ${day}::date + ${sql.lit(LEAD_DAYS)} and events.awaits_answers
        and (${editsAll}::boolean or ${isLedBy('events', { leads })})
      order by ${IN_ORDER}
      limit case when ${editsAll}::boolean then 1 else ${sql.lit(LED_READ)} end) as ahead
    order by groups, ${IN_ORDER})
  order by ${IN_ORDER} limit ${sql.lit(TEAMS_SHOWN)})`;
