import { sql } from 'kysely';
import type { Database } from '#db/connection';
import { queueLook } from '~/features/absences/queries.server';
import { type WrittenField, writtenColumns, writtenFieldNames } from '~/features/members/fields';
import { withMembersFound } from '~/features/members/queries/found.server';
import { memberInScope } from '~/features/members/queries.server';
import { nameOf } from '~/features/members/wording';
import { lockClub } from '~/features/organizations/queries.server';
import { announceToMerged } from '~/features/outbox/queries/announcements.server';
import type { Actor, Scope } from '~/kernel/actor';
import type { Context } from '~/kernel/operation';
import { begunTooEarly } from '~/kernel/transaction.server';
import type { Dropped } from './wording';

/** Two records of one person, and merging them (O10). */

export type Side = Awaited<ReturnType<typeof sides>>[number];

const values = sql.join(
  writtenFieldNames.map(
    (name) => sql`${sql.lit(name)}, ${sql.ref(`m.${writtenColumns[name]}`)}::text`,
  ),
);

function sides(db: Database, { organization }: Scope, uuids: readonly string[]) {
  return db
    .selectFrom('members as m')
    .select([
      'm.uuid',
      'm.first_name as firstName',
      'm.last_name as lastName',
      'm.left_on as leftOn',
      'm.version',
      sql<Pick<Actor, 'uuid' | 'firstName' | 'lastName'> | null>`(
        select json_build_object('uuid', u.uuid, 'firstName', u.first_name, 'lastName', u.last_name)
        from users u where u.uuid = m.user_uuid)`.as('user'),
      sql<boolean>`exists (select from invitations i where i.member_uuid = m.uuid)`.as('invited'),
      sql<number>`(select count(*) from answers a where a.member_uuid = m.uuid and a.answer = 'yes')`.as(
        'registrations',
      ),
      sql<number>`(select count(*) from participations p where p.member_uuid = m.uuid)`.as(
        'participations',
      ),
      // All fields but the last day (O8), which follows access.
      sql<Record<WrittenField, string | null>>`json_build_object(${values})`.as('values'),
    ])
    .where('m.organization_uuid', '=', organization)
    .where('m.uuid', 'in', uuids)
    .execute();
}

/** The record that stays and the one to delete, both of one club. */
export async function twoRecords(
  context: Context,
  { member, other, user }: { member: string; other?: string; user?: string },
) {
  const found = await memberInScope(context, { member });
  if (!found) return null;
  const { scope } = found;
  const rows = await sides(context.db, scope, other ? [member, other] : [member]);
  const [kept, gone] = [member, other].map((uuid) => rows.find((row) => row.uuid === uuid));
  if (!kept || (other !== undefined && !gone)) return null;
  const stays = kept.user && gone?.user ? (user ?? null) : (kept.user ?? gone?.user)?.uuid;
  const changesLink =
    (gone?.user ?? null) !== null ||
    gone?.invited === true ||
    (kept.user !== null && kept.user.uuid !== stays);
  return { scope, kept, gone: gone ?? null, changesLink };
}

export async function linkedUsers(db: Database, members: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('members')
    .select('user_uuid as user')
    .where('uuid', 'in', members)
    .where('user_uuid', 'is not', null)
    .$narrowType<{ user: string }>()
    .execute();
  return rows.map(({ user }) => user);
}

/** Records that may be the same person's: of the same name or identifier, or those that a search finds. */
export function likely(db: Database, scope: Scope, { uuid }: Pick<Side, 'uuid'>, q: string) {
  const found = withMembersFound(db, scope, q)
    .selectFrom('found')
    .select(['uuid', 'firstName', 'lastName', 'customMemberIdentifier'])
    .where('found.uuid', '<>', uuid)
    .orderBy('found.lastName')
    .orderBy('found.firstName')
    .orderBy('found.uuid')
    .limit(CANDIDATES);
  if (q !== '') return found.execute();
  return found
    .where(
      sql<boolean>`exists (
        select from members own where own.uuid = ${uuid} and (
          lower(own.first_name || ' ' || own.last_name) = lower(found."firstName" || ' ' || found."lastName")
          or own.custom_member_identifier <> '' and own.custom_member_identifier = found."customMemberIdentifier"))`,
    )
    .execute();
}

const CANDIDATES = 20;

interface Pair {
  readonly keep: string;
  readonly drop: string;
}

/**
 * Locks two records with all that moves from one to the other, in the global order. The one to
 * delete is locked as for deletion, so nothing is added to it; promotion skips it, which
 * moveAnswers() makes up for. Anything else about these events and polls waits.
 * @throws an error that restarts the transaction if a record has changed since the subject was read
 */
export async function lockRecords(db: Database, { organization }: Scope, kept: Side, gone: Side) {
  const [keep, drop] = [kept.uuid, gone.uuid];
  await lockClub(db, organization);
  await sql`
    select from groups where uuid in (
      select group_uuid from group_members where member_uuid in (${keep}, ${drop}) and until is null)
    order by uuid for no key update`.execute(db);
  const inOrder = keep < drop ? [kept, gone] : [gone, kept];
  for (const { uuid, user, leftOn, version } of inOrder) {
    const { rows } = await sql<{ user: string | null; leftOn: string | null; version: number }>`
      select user_uuid as "user", left_on as "leftOn", version from members where uuid = ${uuid}
      ${uuid === drop ? sql`for update` : sql`for no key update`}`.execute(db);
    const [now] = rows;
    if (now?.user !== (user?.uuid ?? null) || now?.leftOn !== leftOn || now?.version !== version)
      throw begunTooEarly('a record has changed meanwhile');
  }
  await sql`
    select from absences where member_uuid in (${keep}, ${drop}) order by uuid for update`.execute(
    db,
  );
  await sql`
    select from events
    where uuid in (
      select event_uuid from answers where member_uuid = ${drop}
      union all select event_uuid from participations where member_uuid = ${drop})
    order by uuid for no key update`.execute(db);
  await sql`
    select from polls where uuid in (select poll_uuid from poll_answers where member_uuid = ${drop})
    order by uuid for no key update`.execute(db);
}

/**
 * Moves answers to events; of two, one stays: a member's answer rather than an absence's, a place
 * rather than the waiting list, else the earlier one. A dropped place goes to the waiting list.
 */
async function moveAnswers(db: Database, { keep, drop }: Pair): Promise<Dropped['events']> {
  const { rows } = await sql<{ uuid: string; name: string; date: string; keeps: boolean }>`
    select e.uuid, e.name, e.date, case
      when (k.absence_uuid is null) <> (d.absence_uuid is null) then k.absence_uuid is null
      when k.answer = 'yes' and d.answer = 'waiting' then true
      when k.answer = 'waiting' and d.answer = 'yes' then false
      else (k.created_at, k.seq) < (d.created_at, d.seq)
    end as keeps
    from answers k
    join answers d on d.event_uuid = k.event_uuid and d.member_uuid = ${drop}
    join events e on e.uuid = k.event_uuid
    where k.member_uuid = ${keep}
    order by e.date, e.uuid`.execute(db);
  const lost = (keeps: boolean) => rows.flatMap((row) => (row.keeps === keeps ? row.uuid : []));
  // Waiting lists first, so that none of these moves up meanwhile.
  for (const waits of [sql`answer = 'waiting'`, sql`answer <> 'waiting'`]) {
    await sql`
      delete from answers
      where ${waits} and (
        member_uuid = ${drop} and event_uuid = any(${lost(true)}::uuid[])
        or member_uuid = ${keep} and event_uuid = any(${lost(false)}::uuid[]))`.execute(db);
  }
  const moved = await sql<{ event: string; answer: string }>`
    update answers set member_uuid = ${keep} where member_uuid = ${drop}
    returning event_uuid as event, answer`.execute(db);
  for (const { event, answer } of moved.rows)
    if (answer === 'waiting') await sql`select promote(${event})`.execute(db);
  return rows;
}

async function movePolls(db: Database, { keep, drop }: Pair): Promise<Dropped['polls']> {
  const { rows } = await sql<{ name: string }>`
    with pairs as (
      select k.poll_uuid, case when k.created_at <= d.created_at then d.member_uuid else k.member_uuid
        end as loser
      from poll_answers k
      join poll_answers d on d.poll_uuid = k.poll_uuid and d.member_uuid = ${drop}
      where k.member_uuid = ${keep}
    ), gone as (
      delete from poll_answers a using pairs
      where a.poll_uuid = pairs.poll_uuid and a.member_uuid = pairs.loser
      returning a.poll_uuid
    )
    select p.name from gone join polls p on p.uuid = gone.poll_uuid order by p.name, p.uuid`.execute(
    db,
  );
  await sql`update poll_answers set member_uuid = ${keep} where member_uuid = ${drop}`.execute(db);
  return rows.map(({ name }) => name);
}

/** If both have the same, one is left, combining what they say (leads, since when, is left open). */
async function moveTheRest(db: Database, { keep, drop }: Pair): Promise<void> {
  await sql`
    update participations k set created_at = least(k.created_at, d.created_at)
    from participations d
    where k.member_uuid = ${keep} and d.member_uuid = ${drop} and d.event_uuid = k.event_uuid`.execute(
    db,
  );
  await sql`
    delete from participations where member_uuid = ${drop} and event_uuid in (
      select event_uuid from participations where member_uuid = ${keep})`.execute(db);
  await sql`
    update group_members k set leader = k.leader or d.leader, since = least(k.since, d.since)
    from group_members d
    where k.member_uuid = ${keep} and d.member_uuid = ${drop} and d.group_uuid = k.group_uuid
      and k.until is null and d.until is null`.execute(db);
  await sql`
    delete from group_members where member_uuid = ${drop} and until is null and group_uuid in (
      select group_uuid from group_members where member_uuid = ${keep} and until is null)`.execute(
    db,
  );
  await sql`
    delete from series_opt_outs where member_uuid = ${drop} and series_uuid in (
      select series_uuid from series_opt_outs where member_uuid = ${keep})`.execute(db);
  await sql`
    with same as (
      update absences k set left_open = k.left_open || d.left_open
      from absences d
      where k.member_uuid = ${keep} and d.member_uuid = ${drop}
        and d.from_date = k.from_date and d.until_date = k.until_date
      returning k.uuid as kept, d.uuid as gone
    )
    update answers set absence_uuid = same.kept from same where absence_uuid = same.gone`.execute(
    db,
  );
  await sql`
    delete from absences d using absences k
    where d.member_uuid = ${drop} and k.member_uuid = ${keep}
      and d.from_date = k.from_date and d.until_date = k.until_date`.execute(db);
  for (const table of MOVED)
    await sql`update ${sql.table(table)} set member_uuid = ${keep} where member_uuid = ${drop}`.execute(
      db,
    );
  await sql`update notifications set contact_uuid = ${keep} where contact_uuid = ${drop}`.execute(
    db,
  );
}

/**
 * Moves what imports still have to do; what they have done is deleted with the record, as it can no
 * longer be undone. Two rows about one person are left for people to decide.
 */
async function moveImports(db: Database, { keep, drop }: Pair): Promise<void> {
  await sql`
    update import_rows d set verdict = 'unclear', choice = 'skip',
      said = format('Dasselbe Mitglied wie in Zeile %s.', k.line)
    from import_rows k join imports i on i.uuid = k.import_uuid and i.state in ('judged', 'running')
    where d.member_uuid = ${drop} and d.version is null
      and k.import_uuid = d.import_uuid and k.member_uuid = ${keep} and k.version is null`.execute(
    db,
  );
  await sql`
    update import_rows set member_uuid = ${keep}
    where member_uuid = ${drop} and version is null`.execute(db);
  // A member created by an import now has somebody else's record, too, and stays if it is undone.
  await sql`
    update import_rows set version = 0
    where member_uuid = ${keep} and version is not null and choice = 'create'`.execute(db);
}

const MOVED = ['participations', 'group_members', 'series_opt_outs', 'absences', 'notifications'];

/** The groups that only the record without this user belongs to. */
async function groupsNewTo(db: Database, user: string | null, { keep, drop }: Pair) {
  const { rows } = await sql<{ group: string }>`
    select group_uuid as "group" from group_members
    join members m on m.uuid = member_uuid
    where member_uuid in (${keep}, ${drop}) and until is null
    group by group_uuid having not bool_or(m.user_uuid is not distinct from ${user})
    order by group_uuid`.execute(db);
  return user === null ? [] : rows.map(({ group }) => group);
}

interface Wanted {
  readonly kept: Side;
  readonly gone: Side;
  /** The fields whose values come from the record to delete. */
  readonly taken: readonly WrittenField[];
  /** The user who stays linked. */
  readonly user: string | null;
}

/**
 * The last day of the record with access; without one, or with two, the person has left only if both
 * records have.
 */
export function lastDayOf(kept: Side, gone: Side): string | null {
  const [linked, second] = [kept, gone].filter(({ user }) => user !== null);
  if (linked && !second) return linked.leftOn;
  return [kept.leftOn, gone.leftOn].reduce((one, other) =>
    one === null || other === null ? null : one > other ? one : other,
  );
}

/** Merges two locked records. @returns what was dropped, apart from fields and users */
export async function mergeRecords(
  db: Database,
  { kept, gone, taken, user }: Wanted,
): Promise<Omit<Dropped, 'fields' | 'user'>> {
  const pair = { keep: kept.uuid, drop: gone.uuid };
  const events = await moveAnswers(db, pair);
  const polls = await movePolls(db, pair);
  const groups = await groupsNewTo(db, user, pair);
  await moveTheRest(db, pair);
  await moveImports(db, pair);
  // An invitation to a member with access, or a second one, is useless.
  const movesInvitation = gone.invited && !kept.invited && user === null;
  if (movesInvitation)
    await sql`update invitations set member_uuid = ${kept.uuid} where member_uuid = ${gone.uuid}`.execute(
      db,
    );
  const leftOn = lastDayOf(kept, gone);
  const unlinked = [kept.user, gone.user].flatMap((each) =>
    each && each.uuid !== user ? nameOf(each) : [],
  );
  const columns = [
    sql`left_on = ${leftOn}`,
    // Two different reasons are both kept, as long as they fit.
    sql`retention_hold = left(concat_ws('; ', nullif(k.retention_hold, ''),
      nullif(nullif(d.retention_hold, ''), k.retention_hold)), 500)`,
    // Under these the log still knows the person; a trigger adds what the taken fields replace (S3).
    sql`former_names = array_prepend(d.first_name || ' ' || d.last_name, k.former_names || d.former_names || ${unlinked}::text[])`,
    // They are erased with the person, in an older backup, too (S3).
    sql`merged = array_append(k.merged || d.merged, d.uuid)`,
    sql`version = k.version + 1`,
    ...taken.map((name) => {
      const column = sql.id(writtenColumns[name]);
      return sql`${column} = d.${column}`;
    }),
  ];
  await sql`
    update members k set ${sql.join(columns)} from members d
    where k.uuid = ${kept.uuid} and d.uuid = ${gone.uuid}`.execute(db);
  if (gone.user)
    await sql`update members set user_uuid = null where uuid = ${gone.uuid}`.execute(db);
  if ((kept.user?.uuid ?? null) !== user) {
    await sql`update members set user_uuid = ${user} where uuid = ${kept.uuid}`.execute(db);
    await sql`delete from invitations where member_uuid = ${kept.uuid}`.execute(db);
  }
  await sql`delete from members where uuid = ${gone.uuid}`.execute(db);
  // What moved may meet: absences of one record with groups of the other.
  const absences = await db
    .selectFrom('absences')
    .select('uuid')
    .where('member_uuid', '=', kept.uuid)
    .where('until_date', '>=', sql<string>`(select club_day(absences.organization_uuid))`)
    .execute();
  for (const { uuid } of absences) await queueLook(db, uuid);
  await announceToMerged(db, kept.uuid, groups);
  const leavings = [kept, gone].flatMap(({ leftOn: day }) => (day && day !== leftOn ? [day] : []));
  return { events, polls, leavings, invitation: gone.invited && !movesInvitation };
}
