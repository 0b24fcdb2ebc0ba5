import { sql } from 'kysely';
import type { Database } from '#db/connection';
import { plannedEachTime } from '#db/prepared-statements';
import * as events from '~/features/events/policy';
import { askedMembers } from '~/features/events/queries/asked.server';
import { isLedBy } from '~/features/events/queries/concerned.server';
import { literal } from '~/features/events/queries/given.server';
import { type ClubEvent, eventInScope } from '~/features/events/queries.server';
import type { Answer } from '~/features/events/rules/answering';
import { type Group, groupInScope } from '~/features/groups/queries.server';
import { hasLeft, withMembersFound } from '~/features/members/queries/found.server';
import { scopeInOrganization } from '~/features/organizations/queries.server';
import { getsMail } from '~/features/outbox/queries/ways.server';
import { type Members, notifyOfMessage } from '~/features/outbox/queries.server';
import { reachedUsers } from '~/features/outbox/rules/reached.server';
import { type Scope, scopeOf } from '~/kernel/actor';
import { microseconds } from '~/kernel/keyset.server';
import type { Context } from '~/kernel/operation';
import { visibleTo } from '~/kernel/visible.server';
import { MESSAGE_MONTHS } from '~/retention';
import { ANSWER_GROUPS, type AnswerGroup, type Audience } from './fields';
import * as policy from './policy';

/** The audience of a message: the whole club, some of an event, or a group. */
export interface Target {
  readonly scope: Scope;
  readonly event: ClubEvent | null;
  readonly group: Pick<Group, 'uuid' | 'name' | 'archivedAt'> | null;
}

/** The audience as a subject; null if the actor must not learn that it exists. */
export async function targetInScope(
  context: Context,
  { organization, event, group }: { organization: string; event?: string; group?: string },
): Promise<Target | null> {
  if (event !== undefined) {
    const found = await eventInScope(context, { event });
    return found && { ...found, group: null };
  }
  if (group !== undefined) {
    const found = await groupInScope(context, { group });
    return found && { ...found, event: null };
  }
  const found = await scopeInOrganization(context, { organization });
  return found && { ...found, event: null, group: null };
}

export interface Addressed {
  readonly organization: string;
  /** Null once it is deleted, and then nobody is left. */
  readonly event: string | null;
  readonly group: string | null;
  readonly audience: Audience;
  /** The sender, who knows already. */
  readonly but: string | null;
}

/** Whether members `a` belong to the club now. */
const isHere = (organization: string) =>
  sql<boolean>`a.organization_uuid = ${organization} and not ${hasLeft('a', organization)}`;

/** The members a message is for at this moment. */
function audienceOf(
  db: Database,
  { organization, event, group, audience, but }: Addressed,
): Members {
  const members = db
    .selectFrom('members as a')
    .select('a.uuid as member_uuid')
    .modifyFront(plannedEachTime)
    .where(isHere(organization))
    .$if(but !== null, (all) => all.where('a.user_uuid', 'is distinct from', but));
  if (audience[0] === 'all') return members;
  if (audience[0] === 'group')
    return members.where('a.uuid', 'in', (eb) =>
      eb
        .selectFrom('group_members as gm')
        .select('gm.member_uuid')
        .where('gm.group_uuid', '=', group)
        .where('gm.until', 'is', null),
    );
  if (event === null) return members.where(sql<boolean>`false`);
  const groups = ANSWER_GROUPS.filter((group) => audience.some((each) => each === group)).map(
    (group) => membersOf[group](db, { uuid: event, organization }),
  );
  const together = groups.reduce((all, more) => all.unionAll(more));
  return members.where(sql<boolean>`a.uuid = any(array(${together}))`);
}

type MembersOf = (db: Database, event: { uuid: string; organization: string }) => Members;

const whoAnswered =
  (answer: Answer): MembersOf =>
  (db, { uuid }) =>
    db
      .selectFrom('answers')
      .select('member_uuid')
      .where('event_uuid', '=', uuid)
      .where('answer', '=', literal(answer));

const membersOf: Readonly<Record<AnswerGroup, MembersOf>> = {
  coming: whoAnswered('yes'),
  waiting: whoAnswered('waiting'),
  open: (db, event) => askedMembers(db, event),
};

interface MessageReach {
  /** Members with a user of the organisation whose address is confirmed. */
  readonly reached: number;
  /** Those of them who get no mail, as they want none (N2) or theirs come back (N13). */
  readonly onlyHere: number;
  /** Members without one. */
  readonly unreached: number;
}

/** Counts whom a message reaches, in one statement. */
export async function reachOfMessage(db: Database, addressed: Addressed): Promise<MessageReach> {
  const { organization } = addressed;
  const { rows } = await sql<MessageReach>`
    select count(u.uuid) as reached,
      count(*) filter (where u.uuid is not null and not (${getsMail('message')})) as "onlyHere",
      count(*) filter (where u.uuid is null) as unreached
    from (${audienceOf(db, addressed)}) as a
    join members m on m.uuid = a.member_uuid
    left join ${reachedUsers} u on u.uuid = m.user_uuid and u.organization_uuid = ${organization}
  `.execute(db);
  return rows[0] ?? { reached: 0, onlyHere: 0, unreached: 0 };
}

/** Whom a message would reach, before it is written. */
interface AudienceReach extends Omit<MessageReach, 'onlyHere'> {
  /** Whether the sender is one of them. */
  readonly own: boolean;
}

/** Counts whom a message to each of some audiences would reach, by its first word, in one statement. */
export async function reachOfEach(
  db: Database,
  addressed: Omit<Addressed, 'audience'>,
  audiences: readonly Audience[],
): Promise<ReadonlyMap<Audience[0], AudienceReach>> {
  const { organization, event, but } = addressed;
  const members = audiences.map((audience) => {
    const [name] = audience;
    // Of an event without the members of the club, which are then read once for all.
    const those =
      event === null || name === 'all' || name === 'group'
        ? audienceOf(db, { ...addressed, audience, but: null })
        : membersOf[name](db, { uuid: event, organization });
    return sql`select ${name}::text as name, member_uuid from (${those}) as those`;
  });
  const { rows } = await sql<AudienceReach & { name: Audience[0] }>`
    select name, bool_or(a.user_uuid is not distinct from ${but}) as own,
      count(*) filter (where u.uuid <> ${but}) as reached,
      count(*) filter (where u.uuid is null) as unreached
    from (${sql.join(members, sql` union all `)}) as each
    join members a on a.uuid = each.member_uuid and ${isHere(organization)}
    left join ${reachedUsers} u on u.uuid = a.user_uuid and u.organization_uuid = ${organization}
    group by name`.execute(db);
  return new Map(rows.map(({ name, ...reach }) => [name, reach]));
}

/** The members a message does not reach, to be sorted by name. */
export function unreachedMembers(db: Database, scope: Scope, addressed: Addressed) {
  return withMembersFound(db, scope, '')
    .selectFrom('found')
    .select(['uuid', 'firstName', 'lastName'])
    .where('uuid', 'in', audienceOf(db, addressed))
    .where(
      sql<boolean>`not exists (
        select from ${reachedUsers} u
        where u.uuid = found.user and u.organization_uuid = ${scope.organization}
      )`,
    );
}

interface Written extends Addressed {
  readonly subject: string;
  readonly body: string;
  readonly replies: boolean;
  readonly sender: string;
}

/** Above this, the queue fills the outbox. */
const AT_ONCE = 500;

/**
 * Stores a message and puts it into the outbox, in the transaction of its cause; for very many
 * receivers the queue does the latter after the commit (X9).
 * @param expected how many it will reach
 * @returns how many it reaches
 */
export async function insertMessage(db: Database, written: Written, expected: number) {
  const { uuid } = await db
    .insertInto('messages')
    .values({
      organization_uuid: written.organization,
      sender_uuid: written.sender,
      event_uuid: written.event,
      group_uuid: written.group,
      audience: [...written.audience],
      subject: written.subject,
      body: written.body,
      replies: written.replies,
      count: expected,
    })
    .returning('uuid')
    .executeTakeFirstOrThrow();
  if (expected <= AT_ONCE) return { uuid, count: (await distribute(db, uuid)) ?? expected };
  await sql`select graphile_worker.add_job('message', ${JSON.stringify({ message: uuid })}::json)`.execute(
    db,
  );
  return { uuid, count: expected };
}

/**
 * The queue's part: puts a message to very many into the outbox, in one transaction, and only once,
 * even if repeated or killed and restarted.
 */
export async function distributeInJob(db: Database, message: string): Promise<void> {
  await db.transaction().execute((trx) => distribute(trx, message));
}

/** @returns how many it reached; null if it was done before, or the message is gone */
async function distribute(trx: Database, uuid: string): Promise<number | null> {
  const message = await trx
    .selectFrom('messages')
    .select([
      'uuid',
      'organization_uuid as organization',
      'event_uuid as event',
      'group_uuid as group',
      'sender_uuid as but',
      sql<Audience>`audience`.as('audience'),
    ])
    .where('uuid', '=', uuid)
    .where('distributed_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!message) return null;
  const count = await notifyOfMessage(trx, message, audienceOf(trx, message));
  await trx
    .updateTable('messages')
    .set({ count, distributed_at: sql<Date>`now()` })
    .where('uuid', '=', uuid)
    .execute();
  return count;
}

/**
 * Whether the sender has sent the same message within an hour: two tabs, or a program that repeats.
 * Until the transaction ends they cannot send it elsewhere.
 */
export async function isSentAlready(db: Database, written: Written): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`messages of ${written.sender}`}, 0))`.execute(
    db,
  );
  const row = await db
    .selectFrom('messages')
    .select('uuid')
    .where('sender_uuid', '=', written.sender)
    .where('organization_uuid', '=', written.organization)
    .where('event_uuid', 'is not distinct from', written.event)
    .where('group_uuid', 'is not distinct from', written.group)
    .where('audience', '=', sql<string[]>`${[...written.audience]}::text[]`)
    .where('subject', '=', written.subject)
    .where('body', '=', written.body)
    .where('created_at', '>', sql<Date>`now() - interval '1 hour'`)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** The sender's name; null if their account is gone. */
const sender = sql<string | null>`(
  select first_name || ' ' || last_name from users where uuid = m.sender_uuid
)`.as('sender');

/**
 * Where replies to a message go: to its sender, if they want that and still belong to the club;
 * else null. @param message its alias
 */
export const answersTo = (message: 'm' | 'x') =>
  sql<string | null>`(
    select u.email from users u
    join organization_users ou
      on ou.user_uuid = u.uuid and ou.organization_uuid = ${sql.ref(`${message}.organization_uuid`)}
    where u.uuid = ${sql.ref(`${message}.sender_uuid`)} and u.activated
      and ${sql.ref(`${message}.replies`)}
  )`.as('answersTo');

/** A message `m` and its event `e`, as lists and its page show them. */
const shown = [
  'm.uuid',
  'm.subject',
  sql<Audience>`m.audience`.as('audience'),
  'm.replies',
  'm.count',
  'm.created_at as createdAt',
  'm.event_uuid as event',
  'm.group_uuid as group',
  'e.name as eventName',
  'e.asks_answer as asksAnswer',
  sender,
] as const;

/**
 * The messages sent in an organisation: all for admins, those about events for event editors, and
 * for leaders those to their groups or about their events.
 */
export function sentMessages(db: Database, scope: Scope) {
  return db
    .selectFrom('messages as m')
    .leftJoin('events as e', 'e.uuid', 'm.event_uuid')
    .select([...shown, microseconds('m.created_at').as('at')])
    .where('m.organization_uuid', '=', scope.organization)
    .$if(!policy.administer({ scope }), (of) =>
      of.where(sql<boolean>`(
        m.group_uuid = any(${scope.leads}::uuid[])
        or (m.audience[1] not in ('all', 'group')
          and (${events.editAll({ scope })} or ${isLedBy('e', scope)})))`),
    );
}

/** A message for its receivers and writers; null for all others. */
export async function messageInScope(
  { db, actor }: Context,
  { message: uuid }: { message: string },
) {
  const found = await db
    .selectFrom('messages as m')
    .innerJoin('organizations as o', 'o.uuid', 'm.organization_uuid')
    .leftJoin('events as e', 'e.uuid', 'm.event_uuid')
    .select([
      ...shown,
      'm.organization_uuid as organization',
      'm.body',
      'm.distributed_at as distributedAt',
      'e.groups',
      'm.sender_uuid as sentBy',
      answersTo('m'),
      'o.time_zone as timeZone',
    ])
    .select(
      sql<boolean>`exists (
        select from notifications n
        where n.user_uuid = ${actor.uuid} and n.dedupe = 'message:' || m.uuid and n.message_uuid = m.uuid
      )`.as('received'),
    )
    .where('m.uuid', '=', uuid)
    .where(visibleTo(actor, 'm.organization_uuid'))
    .executeTakeFirst();
  const scope = found && scopeOf(actor, found.organization);
  if (!scope) return null;
  const [first] = found.audience;
  const event = first === 'all' || first === 'group' ? null : { groups: found.groups ?? [] };
  const group = found.group === null ? null : { uuid: found.group };
  const mayWrite = policy.administer({ scope }) || policy.write({ scope, event, group });
  const isOwn = found.sentBy === actor.uuid;
  return found.received || mayWrite || isOwn
    ? { scope, message: found, mayWrite: mayWrite || isOwn }
    : null;
}

const DELETED_AT_ONCE = 500;

/** Housekeeping: messages are deleted after 12 months (N16). */
export async function deleteOldMessages(db: Database): Promise<void> {
  await sql`
    delete from messages where uuid in (
      select uuid from messages where created_at < now() - make_interval(months => ${MESSAGE_MONTHS})
      limit ${DELETED_AT_ONCE} for update skip locked)`.execute(db);
}
