import { sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { Database } from '#db/connection';
import { type Actor, type Scope, scopeOf, visibleOrganizations } from '~/kernel/actor';
import { limited } from '~/kernel/keyset';
import type { PollCursor } from './schema';

export interface Poll {
  readonly uuid: string;
  readonly event: string;
  readonly name: string;
  readonly description: string;
  readonly closed: boolean;
}

/** What names a poll, and the event that it must then belong to. */
export interface PollAddress {
  readonly poll: string;
  readonly event?: string;
}

interface Context {
  readonly db: Database;
  readonly actor: Actor;
}

const pollColumns = [
  'p.uuid',
  'p.event_uuid as event',
  'p.name',
  'p.description',
  'p.closed',
] as const;
const optionColumns = ['o.uuid as optionUuid', 'o.name', 'o.index'] as const;
/** ISO 8601 in UTC, to the millisecond. */
const created = sql<string>`to_char(a.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
const answerCount = sql<number>`(
  select count(*) from poll_answers a where a.poll_uuid = o.poll_uuid and a.option_uuid = o.uuid)`;
const micros = sql<number>`(extract(epoch from p.created_at) * 1000000)::bigint`;

/** Whether the organisation in this column is one that the actor may see. */
function isVisible(column: string, actor: Actor) {
  const visible = visibleOrganizations(actor);
  return visible === 'all'
    ? sql<boolean>`true`
    : sql<boolean>`${sql.ref(column)} = any(${visible}::uuid[])`;
}

/** The event whose polls it is about: null if it must not be known to exist. */
export async function eventInScope({ db, actor }: Context, uuid: string) {
  const found = await db
    .selectFrom('events as e')
    .select(['e.uuid', 'e.name', 'e.organization_uuid as organization'])
    .where('e.uuid', '=', uuid)
    .where(isVisible('e.organization_uuid', actor))
    .executeTakeFirst();
  const scope = found && scopeOf(actor, found.organization);
  return scope ? { scope, event: { uuid: found.uuid, name: found.name } } : null;
}

function pollAt({ db, actor }: Context, { poll, event }: PollAddress) {
  const at = db
    .selectFrom('polls as p')
    .where('p.uuid', '=', poll)
    .where(isVisible('p.organization_uuid', actor));
  return event === undefined ? at : at.where('p.event_uuid', '=', event);
}

function inScope<Found extends { organization: string }>(actor: Actor, found: Found | undefined) {
  const scope = found && scopeOf(actor, found.organization);
  return scope ? { scope, poll: found } : null;
}

/** The poll that something is done with: null if it must not be known to exist. */
export async function pollInScope(context: Context, address: PollAddress) {
  const found = await pollAt(context, address)
    .select([...pollColumns, 'p.organization_uuid as organization'])
    .executeTakeFirst();
  return inScope(context.actor, found);
}

/** A poll, by one of its options: null also if the option is another poll's. */
export async function pollOptionInScope(
  context: Context,
  address: PollAddress & { option: string },
) {
  const found = await pollAt(context, address)
    .innerJoin('poll_options as o', 'o.poll_uuid', 'p.uuid')
    .where('o.uuid', '=', address.option)
    .select([...pollColumns, 'p.organization_uuid as organization'])
    .executeTakeFirst();
  return inScope(context.actor, found);
}

/**
 * A poll, by a member's answer to one of its options, with the names of both (null: there is no
 * such member).
 */
export async function memberAnswerInScope(
  context: Context,
  address: PollAddress & { option: string; answer: string },
) {
  const found = await pollAt(context, address)
    .innerJoin('poll_answers as a', 'a.poll_uuid', 'p.uuid')
    .innerJoin('poll_options as o', 'o.uuid', 'a.option_uuid')
    .leftJoin('members as m', 'm.uuid', 'a.member_uuid')
    .where('a.option_uuid', '=', address.option)
    .where('a.member_uuid', '=', address.answer)
    .select([...pollColumns, 'p.organization_uuid as organization', 'o.name as option'])
    .select(['m.first_name as firstName', 'm.last_name as lastName'])
    .executeTakeFirst();
  return inScope(context.actor, found);
}

/**
 * A poll as its dialog shows it: the options with the number of answers to each, and of the answers
 * the actor's own. One round trip, as the list below the dialog needs two.
 */
export async function pollToShowInScope(context: Context, address: PollAddress) {
  const own = context.actor.organizations.flatMap(({ member }) => member ?? []);
  const found = await pollAt(context, address)
    .select([...pollColumns, 'p.organization_uuid as organization'])
    .select((eb) => [
      jsonArrayFrom(
        eb
          .selectFrom('poll_options as o')
          .whereRef('o.poll_uuid', '=', 'p.uuid')
          .select([...optionColumns, answerCount.as('count')])
          .orderBy('o.index'),
      ).as('options'),
      jsonArrayFrom(
        eb
          .selectFrom('poll_answers as a')
          .whereRef('a.poll_uuid', '=', 'p.uuid')
          .where('a.member_uuid', '=', sql<string>`any(${own}::uuid[])`)
          .select(['a.member_uuid as memberUuid', 'a.option_uuid as optionUuid']),
      ).as('ownAnswers'),
    ])
    .executeTakeFirst();
  return inScope(context.actor, found);
}

/** The polls of an event, oldest first. @returns with `next` to go on from, null at the end */
export async function pollsOfEvent(
  db: Database,
  scope: Scope,
  { event, limit, cursor }: { event: string; limit?: number; cursor?: PollCursor },
) {
  let query = db
    .selectFrom('polls as p')
    .select([...pollColumns, micros.as('micros')])
    .where('p.organization_uuid', '=', scope.organization)
    .where('p.event_uuid', '=', event)
    .orderBy('p.created_at')
    .orderBy('p.uuid');
  if (cursor) {
    const [createdAt, uuid] = cursor;
    const since = sql`timestamptz 'epoch' + ${createdAt}::bigint * interval '1 microsecond'`;
    query = query.where(sql<boolean>`(p.created_at, p.uuid) > (${since}, ${uuid}::uuid)`);
  }
  if (limit !== undefined) query = query.limit(limit + 1);
  return limited(await query.execute(), limit, (poll) => [String(poll.micros), poll.uuid]);
}

export interface PollInFull extends Poll {
  /** By index. */
  readonly options: Array<{ optionUuid: string; name: string; index: number }>;
  /** In the order in which they were given. */
  readonly answers: Array<{ memberUuid: string; optionUuid: string; created: string }>;
}

/** These polls with their options and every answer, as the API gives them: two round trips. */
export async function inFull(
  db: Database,
  scope: Scope,
  polls: readonly Poll[],
): Promise<PollInFull[]> {
  const uuids = sql<string>`any(${polls.map(({ uuid }) => uuid)}::uuid[])`;
  const options = await db
    .selectFrom('poll_options as o')
    .select(['o.poll_uuid as poll', ...optionColumns])
    .where('o.organization_uuid', '=', scope.organization)
    .where('o.poll_uuid', '=', uuids)
    .orderBy('o.index')
    .execute();
  const answers = await db
    .selectFrom('poll_answers as a')
    .select(['a.poll_uuid as poll', 'a.member_uuid as memberUuid', 'a.option_uuid as optionUuid'])
    .select(created.as('created'))
    .where('a.organization_uuid', '=', scope.organization)
    .where('a.poll_uuid', '=', uuids)
    .orderBy('a.created_at')
    .orderBy('a.member_uuid')
    .execute();
  const optionsOf = byPoll(options);
  const answersOf = byPoll(answers);
  return polls.map((poll) => ({
    ...poll,
    options: optionsOf.get(poll.uuid) ?? [],
    answers: answersOf.get(poll.uuid) ?? [],
  }));
}

/** One poll with its options and every answer as they are now. */
export async function oneInFull(db: Database, scope: Scope, poll: Poll): Promise<PollInFull> {
  const [full] = await inFull(db, scope, [poll]);
  return full ?? { ...poll, options: [], answers: [] };
}

function byPoll<Row extends { poll: string }>(
  rows: readonly Row[],
): Map<string, Array<Omit<Row, 'poll'>>> {
  const groups = new Map<string, Array<Omit<Row, 'poll'>>>();
  for (const { poll, ...row } of rows) {
    const group = groups.get(poll);
    if (group) group.push(row);
    else groups.set(poll, [row]);
  }
  return groups;
}

/**
 * Each option of a poll with its number of answers and a page of them, by time, numbered from 1.
 * @param page how many answers an option shows; `option` shows those after the number `after`, the
 *   others begin at 1
 */
export async function optionsWithAnswers(
  db: Database,
  scope: Scope,
  poll: string,
  { size, option, after }: { size: number; option: string | undefined; after: number },
) {
  const first = sql<number>`case when o.uuid = ${option ?? null}::uuid then ${after}::int else 0 end`;
  return db
    .selectFrom('poll_options as o')
    .where('o.organization_uuid', '=', scope.organization)
    .where('o.poll_uuid', '=', poll)
    .select((eb) => [
      ...optionColumns,
      answerCount.as('count'),
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
          .select(['a.number', 'a.member_uuid as memberUuid', created.as('created')])
          .select(['m.first_name as firstName', 'm.last_name as lastName'])
          .where('a.number', '>', first)
          .where('a.number', '<=', sql<number>`${first} + ${size}::int`)
          .orderBy('a.number'),
      ).as('answers'),
    ])
    .orderBy('o.index')
    .execute();
}
