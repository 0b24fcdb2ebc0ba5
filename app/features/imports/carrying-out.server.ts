import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Database } from '#db/connection';
import { groupKey } from '~/features/groups/fields';
import {
  type GivenMember,
  type WrittenField,
  writtenColumns,
  writtenFieldNames,
  writtenFields,
} from '~/features/members/fields';
import { called, differences, fieldsAsJson, overtaken } from './judging.server';

/**
 * Carrying out an import, and undoing it: one slice per transaction, so that it resumes after a
 * crash. A connection plans a statement once, perhaps while a table was nearly empty. So each
 * statement restricts both sides of a join to the slice, by either table's keys: no join order can
 * then exceed the cost of a slice.
 */

interface Row {
  readonly line: number;
  readonly verdict: string;
  readonly choice: string;
  readonly member: string | null;
  readonly given: Partial<GivenMember>;
  readonly groups: readonly string[];
  readonly before: Partial<GivenMember> | null;
  readonly joined: readonly string[];
  /** Null until it is carried out, and again once it is undone. */
  readonly version: number | null;
}

/** Instead of a version: a row created nobody, or its member is also somebody else's record. */
const NOT_ALONE = 0;

interface Import {
  readonly uuid: string;
  readonly organization: string;
  readonly invites: boolean;
}

/** Lines per transaction, so that others wait less than a tenth of a second for locked groups and members. */
const SLICE = 100;
/** The largest number of a line in Postgres. */
const PAST_END = 2 ** 31 - 1;
/** A pause for them before the next one. */
const BREATH_MS = 5;

/** The job of an import that was started, or is being undone. */
export async function importInJob(db: Database, uuid: string): Promise<void> {
  let after: number | null = null;
  for (;;) {
    const slice: number | null = after;
    after = await db.transaction().execute((trx) => nextSlice(trx, uuid, slice));
    if (after === null) return;
    await pause(BREATH_MS);
  }
}

/**
 * @param after the last line of the previous slice; null for the first one
 * @returns the last line done; null once all is done, or there is nothing to do
 */
async function nextSlice(trx: Database, uuid: string, after: number | null) {
  const found = await trx
    .updateTable('imports')
    .set({ carried_at: sql<Date>`now()` })
    .where('uuid', '=', uuid)
    .where('state', 'in', ['running', 'undoing'])
    .returning(['uuid', 'organization_uuid as organization', 'state', 'invites'])
    .returning(
      // There may be thousands of empty rows between two of them.
      sql<number | null>`case state
        when 'undoing' then (select max(line) from import_rows
          where import_uuid = imports.uuid and line < ${after ?? PAST_END})
        else (select min(line) from import_rows
          where import_uuid = imports.uuid and line > ${after ?? 0}) end`.as('next'),
    )
    .executeTakeFirst();
  if (!found) return null;
  // From the last line to the first.
  const isUndone = found.state === 'undoing';
  if (found.next === null) {
    await (isUndone ? endUndoing(trx, uuid) : endImport(trx, found));
    return null;
  }
  const first = isUndone ? found.next - SLICE + 1 : found.next;
  const last = first + SLICE - 1;
  const { rows } = await sql<Row>`
    select line, verdict, choice, member_uuid as member, given, groups, before, joined, version
    from import_rows
    where import_uuid = ${uuid} and line between ${first} and ${last}
      and choice <> 'skip' and version is ${isUndone ? sql`not null` : sql`null`}
    order by line ${isUndone ? sql`desc` : sql``}`.execute(trx);
  if (rows.length > 0) await (isUndone ? takeBack(trx, found, rows) : carryOut(trx, found, rows));
  return isUndone ? first : last;
}

function inSlice(uuid: string, rows: readonly Row[]) {
  const lines = rows.map(({ line }) => line);
  return sql`r.import_uuid = ${uuid}
    and r.line between ${Math.min(...lines)} and ${Math.max(...lines)}`;
}

async function carryOut(
  trx: Database,
  { uuid, organization, invites }: Import,
  judged: readonly Row[],
) {
  const gone = await overtaken(
    trx,
    { uuid, organization },
    judged.filter(({ verdict }) => verdict === 'new'),
  );
  const rows = judged.filter(({ line }) => !gone.has(line));
  if (rows.length === 0) return;
  const groups = await groupsFor(trx, { uuid, organization }, rows);
  const added = await create(
    trx,
    organization,
    rows.filter(({ choice }) => choice === 'create'),
  );
  const changed = await update(
    trx,
    rows.filter(({ choice }) => choice === 'update'),
  );
  const done = new Map([...added, ...changed]);
  const joined = await join(
    trx,
    organization,
    rows.flatMap(({ line, groups: names }) => {
      const member = done.get(line)?.member;
      const joins = [...new Set(names.flatMap((name) => groups.get(groupKey(name)) ?? []))];
      return member ? joins.map((group) => ({ line, member, group })) : [];
    }),
  );
  const results = rows.map(({ line }) => {
    const result = done.get(line);
    return {
      line,
      member: result?.member ?? null,
      before: result?.before ?? null,
      version: result ? 1 : NOT_ALONE,
      joined: joined.get(line) ?? [],
    };
  });
  await sql`
    update import_rows r set member_uuid = d.member, before = d.before, version = d.version, cells = '{}',
      joined = array(select jsonb_array_elements_text(d.joined)::uuid),
      invite = ${invites} and exists (
        select from members m where m.uuid = d.member and m.email <> '' and m.user_uuid is null)
    from jsonb_to_recordset(${JSON.stringify(results)}::jsonb)
      as d (line int, member uuid, before jsonb, version int, joined jsonb)
    where ${inSlice(uuid, rows)} and r.line = d.line`.execute(trx);
}

interface Done {
  readonly member: string;
  readonly before: Partial<GivenMember> | null;
}

async function create(
  trx: Database,
  organization: string,
  rows: readonly Row[],
): Promise<Array<[number, Done]>> {
  if (rows.length === 0) return [];
  const members = rows.map((row) => ({ ...row, uuid: crypto.randomUUID() }));
  const columns = Object.entries(writtenColumns) as Array<[WrittenField, string]>;
  const values = columns.map(([name]) => storedAs(name));
  // One parameter, however many there are: thousands would hold up others.
  await sql`
    insert into members (uuid, organization_uuid, ${sql.join(columns.map(([, column]) => sql.id(column)))})
    select c.uuid, ${organization}, ${sql.join(values)}
    from jsonb_to_recordset(${JSON.stringify(members)}::jsonb) as c (uuid uuid, given jsonb)`.execute(
    trx,
  );
  return members.map(({ line, uuid }) => [line, { member: uuid, before: null }]);
}

/**
 * The rows' members that still exist, locked in the order of their UUIDs; a foreign key ensures
 * that they are the club's.
 * @param lock for deleting them, one that also waits for transactions about to use them
 */
async function lockMembers(trx: Database, of: readonly Row[], lock = sql`no key update`) {
  const uuids = of.map(({ member }) => member);
  const { rows } = await sql<{
    uuid: string;
    fields: Partial<GivenMember>;
    formerNames: string[];
  }>`
    select m.uuid, ${fieldsAsJson} as fields, former_names as "formerNames" from members m
    where m.uuid = any(${uuids}::uuid[]) order by m.uuid for ${lock}`.execute(trx);
  return new Map(rows.map((row) => [row.uuid, row]));
}

async function update(trx: Database, rows: readonly Row[]): Promise<Array<[number, Done]>> {
  if (rows.length === 0) return [];
  const members = await lockMembers(trx, rows);
  const wanted = new Map<string, Partial<GivenMember>>();
  const done = rows.flatMap(({ line, member, given }): Array<[number, Done]> => {
    const now = members.get(member ?? '');
    if (!now) return [];
    // Skip what the member already has: it may have been entered since, or by a row above.
    const names = differences(given, now.fields);
    const before = picked(now.fields, names);
    const changed = picked(given, names);
    Object.assign(now.fields, changed);
    if (names.length > 0) wanted.set(now.uuid, { ...wanted.get(now.uuid), ...changed });
    return [[line, { member: now.uuid, before }]];
  });
  await write(trx, wanted);
  return done;
}

function picked(
  fields: Partial<GivenMember>,
  names: readonly WrittenField[],
): Partial<GivenMember> {
  return Object.fromEntries(names.map((name) => [name, fields[name] ?? null]));
}

function storedAs(name: WrittenField) {
  const value = sql`c.given ->> ${sql.lit(name)}`;
  const { type } = writtenFields[name];
  if (type === 'day') return sql`(${value})::date`;
  return type === 'gender' ? value : sql`coalesce(${value}, '')`;
}

/** Writes these fields of members who are locked, and leaves the others as they are. */
async function write(
  trx: Database,
  changes: ReadonlyMap<string, Partial<GivenMember>>,
): Promise<void> {
  if (changes.size === 0) return;
  const touched = [...changes].map(([member, given]) => ({ member, given }));
  const set = (Object.keys(writtenColumns) as WrittenField[]).map((name) => {
    const column = sql.ref(writtenColumns[name]);
    return sql`${column} = case when c.given ? ${sql.lit(name)} then ${storedAs(name)} else m.${column} end`;
  });
  await sql`
    update members m set ${sql.join(set)}, version = m.version + 1
    from jsonb_to_recordset(${JSON.stringify(touched)}::jsonb) as c (member uuid, given jsonb)
    where m.uuid = any(${[...changes.keys()]}::uuid[]) and m.uuid = c.member`.execute(trx);
}

/**
 * The groups that rows name, created if missing, and locked before any member: groups in use, by
 * the key of their name.
 */
async function groupsFor(
  trx: Database,
  { uuid, organization }: Pick<Import, 'uuid' | 'organization'>,
  rows: readonly Row[],
): Promise<ReadonlyMap<string, string>> {
  const names = new Map(
    rows.flatMap(({ groups }) => groups.map((name) => [groupKey(name), name] as const)),
  );
  if (names.size === 0) return new Map();
  const inUse = async () => {
    const { rows } = await sql<{ uuid: string; key: string }>`
      select uuid, group_key(name) as key from groups
      where organization_uuid = ${organization} and archived_at is null
        and group_key(name) = any(${[...names.keys()]}::text[])
      order by uuid for share`.execute(trx);
    return new Map(rows.map(({ uuid, key }) => [key, uuid]));
  };
  const found = await inUse();
  if (found.size === names.size) return found;
  await sql`
    with made as (
      insert into groups (organization_uuid, name) select ${organization}, name
      from unnest(${[...names.values()].sort()}::text[]) as wanted (name)
      where not exists (select from groups g
        where g.organization_uuid = ${organization} and group_key(g.name) = group_key(wanted.name))
      on conflict do nothing returning uuid
    )
    update imports set made_groups = made_groups || array(select uuid from made)
    where uuid = ${uuid}`.execute(trx);
  return inUse();
}

/** Adds locked members to groups, except those who have left. @returns the groups joined, by line */
async function join(
  trx: Database,
  organization: string,
  wanted: ReadonlyArray<{ line: number; member: string; group: string }>,
): Promise<ReadonlyMap<number, string[]>> {
  const joined = new Map<number, string[]>();
  if (wanted.length === 0) return joined;
  const { rows } = await sql<{ line: number; group: string }>`
    with wanted as (
      select w.line, w.member, w."group"
      from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as w (line int, member uuid, "group" uuid)
      join members m on m.uuid = w.member and m.uuid = any(${wanted.map(({ member }) => member)}::uuid[])
        and not has_left(m)
    ), added as (
      insert into group_members (organization_uuid, group_uuid, member_uuid)
        select distinct ${organization}::uuid, "group", member from wanted
      on conflict do nothing returning group_uuid, member_uuid
    )
    select w.line, w."group" from wanted w
    join added a on a.group_uuid = w."group" and a.member_uuid = w.member`.execute(trx);
  for (const { line, group } of rows) joined.set(line, [...(joined.get(line) ?? []), group]);
  return joined;
}

/** Deletes rows without effect, except those still to be corrected or decided. */
async function endImport(trx: Database, { uuid, invites }: Import): Promise<void> {
  await trx
    .deleteFrom('import_rows')
    .where('import_uuid', '=', uuid)
    .where('choice', '=', 'skip')
    .where('verdict', 'not in', ['faulty', 'unclear'])
    .execute();
  await sql`update imports set state = 'done', done_at = now(),
    invites_at = case when ${invites} and exists (
      select from import_rows where import_uuid = ${uuid} and invite) then now() end
    where uuid = ${uuid}`.execute(trx);
  if (invites) await queueImport(trx, uuid, 'import-invitations');
}

/** Seconds after its last slice until an import counts as abandoned by a killed server. */
const DEAD_AFTER = 30;

/**
 * Requeues abandoned imports: the queue itself only releases a dead server's jobs after a quarter
 * of an hour. If a job was just slow, both take turns.
 */
export async function resumeImports(db: Database): Promise<void> {
  const { rows } = await sql<{ uuid: string }>`
    select uuid from imports i
    where state in ('running', 'undoing')
      and coalesce(carried_at, created_at) < now() - make_interval(secs => ${DEAD_AFTER})
      -- One that waits for its turn, or for a retry, is already queued.
      and not exists (select from graphile_worker.jobs j
        where j.key = 'import:' || i.uuid and j.locked_at is null)`.execute(db);
  for (const { uuid } of rows) await queueImport(db, uuid, 'import');
}

/** Queues the job, once however often it is asked for. @param at when it should run; now if left out */
export async function queueImport(
  db: Database,
  uuid: string,
  job: 'import' | 'import-invitations',
  at: Date | null = null,
): Promise<void> {
  await sql`select graphile_worker.add_job(${job}, json_build_object('import', ${uuid}::text),
    job_key => ${`${job}:${uuid}`}, run_at => ${at}::timestamptz)`.execute(db);
}

/**
 * Undoes rows (O6): fields that are still as the row wrote them get their old values, and members
 * created by undone imports are deleted unless used or changed since. Otherwise the row says what
 * stays.
 */
async function takeBack(trx: Database, { uuid, organization }: Import, rows: readonly Row[]) {
  const members = await lockMembers(trx, rows, sql`update`);
  // A created member who stays is still in their groups.
  const joined = rows.flatMap(({ choice, member, joined }) =>
    choice === 'update' ? joined.map((group) => ({ member, group })) : [],
  );
  await sql`
    delete from group_members gm
    using jsonb_to_recordset(${JSON.stringify(joined)}::jsonb) as r (member uuid, "group" uuid)
    where gm.member_uuid = any(${joined.map(({ member }) => member)}::uuid[])
      and gm.member_uuid = r.member and gm.group_uuid = r."group" and gm.until is null
      and not gm.leader and gm.organization_uuid = ${organization}`.execute(trx);
  const restored = new Map<string, Partial<GivenMember>>();
  const renamed = new Map<string, string>();
  const overwritten: Overwritten[] = [];
  const stays = rows.map((row) => {
    const { line, choice, member, given } = row;
    const now = members.get(member ?? '');
    const kept = now ? keptOf(row, now.fields) : [];
    if (now && choice === 'update') {
      const was = row.before ?? {};
      const names = (Object.keys(was) as WrittenField[]).filter((name) => !kept.includes(name));
      const back = picked(was, names);
      const name = called(now.fields);
      if (name !== called({ ...now.fields, ...back }) && !now.formerNames.includes(name))
        renamed.set(now.uuid, name);
      Object.assign(now.fields, back);
      if (names.length > 0) restored.set(now.uuid, { ...restored.get(now.uuid), ...back });
      for (const field of kept)
        overwritten.push({ member: now.uuid, field, wrote: given[field], was: was[field] ?? null });
    }
    return { line, choice, member, kept };
  });
  await write(trx, restored);
  await forgetNames(trx, uuid, renamed);
  await passOn(trx, uuid, overwritten);
  const isGone = await removeUnused(trx, members);
  const left = stays.map(({ line, choice, member, kept }) => {
    const isThere = members.has(member ?? '') && !isGone.has(member ?? '');
    const labels = kept.map((name) => writtenFields[name].label).join(', ');
    const said =
      choice === 'create'
        ? labels
          ? `Bleibt, weil inzwischen geändert: ${labels}.`
          : IN_USE
        : labels && `Inzwischen geändert und nicht zurückgesetzt: ${labels}.`;
    return { line, said: isThere ? said : '' };
  });
  await sql`
    update import_rows r set said = l.said,
      -- A created member who stays for now may be deleted with a later undo.
      version = case when choice = 'create' and l.said <> '' then version end
    from jsonb_to_recordset(${JSON.stringify(left)}::jsonb) as l (line int, said text)
    where ${inSlice(uuid, rows)} and r.line = l.line`.execute(trx);
}

const IN_USE = 'Dieses Mitglied ist inzwischen in Gebrauch und bleibt.';

/** The fields that are no longer exactly as a row wrote them. */
function keptOf(
  { choice, given, before }: Pick<Row, 'choice' | 'given' | 'before'>,
  now: Partial<GivenMember>,
): WrittenField[] {
  const names =
    choice === 'create' ? writtenFieldNames : (Object.keys(before ?? {}) as WrittenField[]);
  return names.filter((name) => (given[name] ?? '') !== (now[name] ?? ''));
}

/**
 * Deletes those of these members who were created by an undone import, this one or an earlier one,
 * and not used or changed since, with all rows about them.
 * @returns the deleted ones
 */
async function removeUnused(
  trx: Database,
  members: ReadonlyMap<string, { readonly fields: Partial<GivenMember> }>,
): Promise<ReadonlySet<string>> {
  const { rows: made } = await sql<Pick<Row, 'given' | 'joined'> & { member: string }>`
    select r.member_uuid as member, r.given, r.joined
    from import_rows r join imports i on i.uuid = r.import_uuid and i.state in ('undoing', 'undone')
    where r.member_uuid = any(${[...members.keys()]}::uuid[])
      and r.choice = 'create' and r.version <> ${NOT_ALONE}`.execute(trx);
  const unchanged = made.filter(({ member, given }) => {
    const now = members.get(member)?.fields ?? {};
    return keptOf({ choice: 'create', given, before: null }, now).length === 0;
  });
  if (unchanged.length === 0) return new Set();
  const { rows: gone } = await sql<{ uuid: string }>`
    delete from members m
    using jsonb_to_recordset(${JSON.stringify(unchanged)}::jsonb) as r (member uuid, joined jsonb)
    where m.uuid = any(${unchanged.map(({ member }) => member)}::uuid[]) and m.uuid = r.member
      and m.user_uuid is null
      and m.left_on is null and m.retention_hold = ''
      and not exists (select from answers a where a.member_uuid = m.uuid)
      and not exists (select from participations p where p.member_uuid = m.uuid)
      and not exists (select from poll_answers p where p.member_uuid = m.uuid)
      and not exists (select from absences a where a.member_uuid = m.uuid)
      and not exists (select from group_members gm where gm.member_uuid = m.uuid and gm.until is null
        and (gm.leader or not r.joined ? gm.group_uuid::text))
    returning m.uuid`.execute(trx);
  return new Set(gone.map(({ uuid }) => uuid));
}

/** A name that a member only had by an undone import is no former one, unless the log has it since (S3). */
async function forgetNames(trx: Database, uuid: string, renamed: ReadonlyMap<string, string>) {
  if (renamed.size === 0) return;
  const names = [...renamed].map(([member, name]) => ({ member, name }));
  await sql`
    update members m set former_names = array_remove(m.former_names, r.name)
    from imports i, jsonb_to_recordset(${JSON.stringify(names)}::jsonb) as r (member uuid, name text)
    where i.uuid = ${uuid} and m.uuid = any(${[...renamed.keys()]}::uuid[]) and m.uuid = r.member
      and not exists (select from audit_log l
        where l.organization_uuid = m.organization_uuid and l.at >= i.created_at
          and strpos(l.action, '„' || r.name || '“') > 0)`.execute(trx);
}

interface Overwritten {
  readonly member: string;
  readonly field: WrittenField;
  readonly wrote: string | null | undefined;
  readonly was: string | null;
}

/** If a later import overwrote an undone value, undoing that restores the value before both, in either order. */
async function passOn(trx: Database, uuid: string, overwritten: readonly Overwritten[]) {
  for (const field of new Set(overwritten.map((each) => each.field))) {
    const of = overwritten.filter((each) => each.field === field);
    await sql`
      update import_rows r set before = jsonb_set(r.before, array[${field}], coalesce(o.was, 'null'))
      from jsonb_to_recordset(${JSON.stringify(of)}::jsonb) as o (member uuid, wrote text, was jsonb),
        imports own, imports later
      where own.uuid = ${uuid} and later.uuid = r.import_uuid and later.done_at > own.done_at
        and r.member_uuid = any(${of.map(({ member }) => member)}::uuid[]) and r.member_uuid = o.member and r.version is not null and r.before ->> ${field} = o.wrote`.execute(
      trx,
    );
  }
}

/** Deletes the groups that undone imports created, unless they have been used or changed since. */
async function removeUnusedGroups(trx: Database, uuid: string): Promise<void> {
  // Those about to use one come first.
  const { rows } = await sql<{ uuid: string }>`
    select g.uuid from groups g
    where g.uuid = any(array(
        select unnest(i.made_groups) from imports own join imports i using (organization_uuid)
        where own.uuid = ${uuid} and i.state in ('undoing', 'undone')))
      and g.version = 1
    order by g.uuid for update`.execute(trx);
  if (rows.length === 0) return;
  await sql`
    delete from groups g where g.uuid = any(${rows.map((group) => group.uuid)}::uuid[])
      and not exists (select from group_members gm where gm.group_uuid = g.uuid)
      and not exists (select from events e
        where e.organization_uuid = g.organization_uuid and g.uuid = any(e.groups))
      and not exists (select from series s
        where s.organization_uuid = g.organization_uuid and s.template -> 'groups' ? g.uuid::text)`.execute(
    trx,
  );
}

/** Keeps the rows that could not be undone, and deletes the rest. */
async function endUndoing(trx: Database, uuid: string): Promise<void> {
  await removeUnusedGroups(trx, uuid);
  await trx
    .deleteFrom('import_rows')
    .where('import_uuid', '=', uuid)
    .where((eb) => eb.or([eb('said', '=', ''), eb('choice', '=', 'skip')]))
    .execute();
  await trx
    .updateTable('imports')
    .set({ state: 'undone', invites_at: null })
    .where('uuid', '=', uuid)
    .execute();
}
