import { type ExpressionBuilder, type InferResult, sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { Database } from '#db/connection';
import type { DB } from '#db/schema.generated';
import { pollsAsk } from '~/features/events/queries/given.server';
import { type Actor, type Scope, scopeOf } from '~/kernel/actor';
import { microseconds } from '~/kernel/keyset.server';
import type { Context } from '~/kernel/operation';
import { inPieces, type Pieces, SMALL_ROWS } from '~/kernel/pieces.server';
import { visibleTo } from '~/kernel/visible.server';
import { byTime } from './schema';
import { MANY_ANSWERS } from './view';

/** A poll itself; its version counts edits (version.server.ts). */
export type Poll = Pick<Found, 'uuid' | 'event' | 'name' | 'description' | 'closed' | 'version'>;

/** Names a poll, and the event that it must belong to if given. */
interface PollIds {
  readonly poll: string;
  readonly event?: string;
}

const pollColumns = [
  'p.uuid',
  'p.event_uuid as event',
  'p.name',
  'p.description',
  'p.closed',
  'p.version',
] as const;
const optionColumns = ['o.uuid as optionUuid', 'o.name', 'o.index'] as const;
/** The time in ISO 8601, in UTC, to the millisecond. */
const answerColumns = [
  'a.member_uuid as memberUuid',
  'a.option_uuid as optionUuid',
  sql<string>`to_char(a.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`.as(
    'created',
  ),
] as const;
const answerCount = sql<number>`(
  select count(*) from poll_answers a where a.poll_uuid = o.poll_uuid and a.option_uuid = o.uuid)`;
const isAnswered = sql<boolean>`exists (
  select from poll_answers a where a.poll_uuid = o.poll_uuid and a.option_uuid = o.uuid)`;
/** Whom its event is for, and how screens name it. */
const eventColumns = [
  ...(['e.groups', 'e.name as eventName', 'e.date as eventDate'] as const),
  sql<boolean>`e.cancelled_at is not null`.as('eventCancelled'),
];
const micros = microseconds('p.created_at');

function visiblePoll({ db, actor }: Context, { poll, event }: PollIds) {
  const polls = db
    .selectFrom('polls as p')
    .innerJoin('events as e', 'e.uuid', 'p.event_uuid')
    .select([...pollColumns, 'p.organization_uuid as organization', ...eventColumns])
    .where('p.uuid', '=', poll)
    .where(visibleTo(actor, 'p.organization_uuid'));
  return event === undefined ? polls : polls.where('p.event_uuid', '=', event);
}

type Found = InferResult<ReturnType<typeof visiblePoll>>[number];

function asSubject<More extends Found>(actor: Actor, found: More | undefined) {
  const scope = found && scopeOf(actor, found.organization);
  if (!scope) return null;
  const { groups, eventName: name, eventDate: date, eventCancelled: cancelled, ...poll } = found;
  return { scope, poll, event: { groups, name, date, cancelled } };
}

/** A poll as a subject: null if the actor must not learn that it exists. */
export async function pollInScope(context: Context, ids: PollIds) {
  const found = await visiblePoll(context, ids).executeTakeFirst();
  return asSubject(context.actor, found);
}

/** A poll by one of its options: null also if the option is another poll's. */
export async function pollOptionInScope(context: Context, ids: PollIds & { option: string }) {
  const found = await visiblePoll(context, ids)
    .innerJoin('poll_options as o', 'o.poll_uuid', 'p.uuid')
    .where('o.uuid', '=', ids.option)
    .select('o.name as option')
    .executeTakeFirst();
  return asSubject(context.actor, found);
}

/** A poll by a member's answer to one of its options, with the member's name, null if unknown. */
export async function memberAnswerInScope(
  context: Context,
  ids: PollIds & { option: string; answer: string },
) {
  const found = await visiblePoll(context, ids)
    .innerJoin('poll_answers as a', 'a.poll_uuid', 'p.uuid')
    .leftJoin('members as m', 'm.uuid', 'a.member_uuid')
    .where('a.option_uuid', '=', ids.option)
    .where('a.member_uuid', '=', ids.answer)
    .select(['m.first_name as firstName', 'm.last_name as lastName'])
    .executeTakeFirst();
  return asSubject(context.actor, found);
}

/** Answers whose members a page names: of each option, and of all of a poll. */
const NAMED = { ofOption: 100, ofPoll: 1000 };
/** Of an option `o`: an equal part of what a page names of its poll. */
const namedOfOption = sql<number>`least(${NAMED.ofOption}::int, ceil(${NAMED.ofPoll}::numeric / (
  select count(*) from poll_options other where other.poll_uuid = o.poll_uuid)))::int`;

/**
 * A poll for the dialog that answers it: its options, and the actor's own answer. How many chose an
 * option, and who some of them are, is only read once the actor has answered, or at the end, so
 * that it sways nobody. One round trip, as the list below the dialog needs two.
 */
export async function pollForAnswerInScope(context: Context, ids: PollIds) {
  const own = context.actor.organizations.flatMap(({ member }) => member ?? []);
  const isOwn = sql<boolean>`own.poll_uuid = p.uuid and own.member_uuid = any(${own}::uuid[])`;
  const isShown = sql`(p.closed or exists (select from poll_answers own where ${isOwn}))`;
  const people = sql<{ firstName: string | null; lastName: string | null }[]>`(
    select coalesce(json_agg(json_build_object('firstName', first_name, 'lastName', last_name)
      order by last_name, first_name), '[]')
    from (
      select member_uuid from poll_answers
      where poll_uuid = o.poll_uuid and option_uuid = o.uuid and ${isShown}
      limit ${namedOfOption}) as a
    left join members m on m.uuid = a.member_uuid)`;
  const found = await visiblePoll(context, ids)
    .select((eb) => [
      jsonArrayFrom(
        optionsOf(eb).select([
          sql<number | null>`case when ${isShown} then ${answerCount} end`.as('count'),
          people.as('people'),
        ]),
      ).as('options'),
      jsonArrayFrom(
        eb.selectFrom('poll_answers as own').where(isOwn).select('own.option_uuid as optionUuid'),
      ).as('ownAnswers'),
    ])
    .executeTakeFirst();
  return asSubject(context.actor, found);
}

/** A poll with its options, for those who change it. */
export async function pollForEditInScope(context: Context, ids: PollIds) {
  const found = await visiblePoll(context, ids)
    .select((eb) => jsonArrayFrom(optionsOf(eb).select(isAnswered.as('answered'))).as('options'))
    .executeTakeFirst();
  return asSubject(context.actor, found);
}

/** The options of a poll `p`, in their order. */
const optionsOf = (eb: ExpressionBuilder<DB & { p: DB['polls'] }, 'p'>) =>
  eb
    .selectFrom('poll_options as o')
    .whereRef('o.poll_uuid', '=', 'p.uuid')
    .select(optionColumns)
    .orderBy('o.index');

/** How many have answered a poll; of more than MANY_ANSWERS it reads no further. */
export const answersToPoll = sql<number>`(
  select count(*) from (
    select from poll_answers a where a.poll_uuid = p.uuid limit ${sql.lit(MANY_ANSWERS + 1)}
  ) as counted)`.as('answers');

/** The polls of an event, in whatever order. */
export function pollsOf(db: Database, scope: Scope, event: string) {
  return db
    .selectFrom('polls as p')
    .select([...pollColumns, micros.as('micros')])
    .where('p.organization_uuid', '=', scope.organization)
    .where('p.event_uuid', '=', event);
}

/** Whether the actor's member has answered a poll. */
export const answeredOf = ({ member }: Scope) => sql<boolean>`exists (
  select from poll_answers a where a.poll_uuid = p.uuid and a.member_uuid = ${member}::uuid)`;

/** True if a poll waits for the answer of the actor's member. */
export function awaitsAnswerOf(scope: Scope) {
  const { member } = scope;
  return sql<boolean>`${member}::uuid is not null and not p.closed and not ${answeredOf(scope)}
    and ${pollsAsk(sql`p.event_uuid`, member)}`;
}

export interface PollInFull extends Poll {
  /** By index. */
  readonly options: Array<{ optionUuid: string; name: string; index: number }>;
  /** In the order of time. */
  readonly answers: readonly PollAnswer[] | Pieces<PollAnswer>;
}

interface PollAnswer {
  readonly memberUuid: string;
  readonly optionUuid: string;
  readonly created: string;
}

/** Answers that are read with their poll; those of a poll with more are read separately. */
const ANSWERS_AT_ONCE = 200;

/** A few polls with their options and every answer, for the API, in one round trip. */
export async function inFull(
  db: Database,
  scope: Scope,
  polls: readonly Poll[],
): Promise<PollInFull[]> {
  const rows = await db
    .selectFrom('polls as p')
    .where('p.organization_uuid', '=', scope.organization)
    .where('p.uuid', '=', sql<string>`any(${polls.map(({ uuid }) => uuid)}::uuid[])`)
    .select((eb) => [
      'p.uuid',
      jsonArrayFrom(optionsOf(eb)).as('options'),
      jsonArrayFrom(
        eb
          .selectFrom('poll_answers as a')
          .whereRef('a.poll_uuid', '=', 'p.uuid')
          .select(answerColumns)
          .orderBy('a.created_at')
          .orderBy('a.member_uuid')
          .limit(ANSWERS_AT_ONCE + 1),
      ).as('answers'),
    ])
    .execute();
  const found = new Map(rows.map(({ uuid, ...its }) => [uuid, its]));
  return polls.map((poll) => {
    const { options, answers } = found.get(poll.uuid) ?? { options: [], answers: [] };
    const areAll = answers.length <= ANSWERS_AT_ONCE;
    return { ...poll, options, answers: areAll ? answers : answersTo(db, scope, poll) };
  });
}

/** The answers to a poll, in the order of time. */
function answersTo(db: Database, scope: Scope, { uuid }: Poll): Pieces<PollAnswer> {
  const answers = db
    .selectFrom('poll_answers as a')
    .select([...answerColumns, microseconds('a.created_at').as('at')])
    .where('a.organization_uuid', '=', scope.organization)
    .where('a.poll_uuid', '=', uuid);
  return inPieces(db, answers, byTime, { size: SMALL_ROWS }).map(
    ({ at: _place, ...answer }) => answer,
  );
}

/** A poll with its options and every answer as they are now. */
export async function oneInFull(db: Database, scope: Scope, poll: Poll): Promise<PollInFull> {
  const [full] = await inFull(db, scope, [poll]);
  return full ?? { ...poll, options: [], answers: [] };
}

/**
 * The options of a poll, each with its number of answers and a page of them, by time, numbered from
 * 1.
 * @param page answers to `option` begin after the number `after`
 * @returns also how many of each option's are given, in `size`
 */
export async function optionsWithAnswers(
  db: Database,
  scope: Scope,
  poll: string,
  { option, after }: { option: string | undefined; after: number },
) {
  const on = sql<string>`(a.created_at at time zone (
    select time_zone from organizations where uuid = ${scope.organization}))::date::text`;
  const first = sql<number>`case when o.uuid = ${option ?? null}::uuid then ${after}::int else 0 end`;
  return db
    .selectFrom('poll_options as o')
    .where('o.organization_uuid', '=', scope.organization)
    .where('o.poll_uuid', '=', poll)
    .select((eb) => [
      ...optionColumns,
      answerCount.as('count'),
      namedOfOption.as('size'),
      jsonArrayFrom(
        eb
          .selectFrom(
            eb
              .selectFrom('poll_answers as a')
              .whereRef('a.poll_uuid', '=', 'o.poll_uuid')
              .whereRef('a.option_uuid', '=', 'o.uuid')
              .select(['a.member_uuid', 'a.created_at'])
              .select(
                sql<number>`row_number() over (order by a.created_at, a.member_uuid)`.as('number'),
              )
              .as('a'),
          )
          .leftJoin('members as m', 'm.uuid', 'a.member_uuid')
          .select(['a.number', 'a.member_uuid as memberUuid', on.as('answeredOn')])
          .select(['m.first_name as firstName', 'm.last_name as lastName'])
          .where('a.number', '>', first)
          .where('a.number', '<=', sql<number>`${first} + ${namedOfOption}`)
          .orderBy('a.number'),
      ).as('answers'),
    ])
    .orderBy('o.index')
    .execute();
}
