import { sql } from 'kysely';
import type { Database } from '#db/connection';
import { groupKey } from '~/features/groups/fields';
import {
  type GivenMember,
  type WrittenField,
  writtenColumns,
  writtenFields,
} from '~/features/members/fields';
import { differences, fieldsAsJson, overtaken } from './judging.server';
import { type Import, queueImport } from './queries.server';

/** Carrying out a slice of an import (job.server.ts). */

export interface Row {
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
export const NOT_ALONE = 0;

/** The lines of a slice, in table `r`. */
export function inSlice(uuid: string, rows: readonly Row[]) {
  const lines = rows.map(({ line }) => line);
  return sql`r.import_uuid = ${uuid}
    and r.line between ${Math.min(...lines)} and ${Math.max(...lines)}`;
}

/** Creates and changes members as these rows say, and notes what became of each row. */
export async function carryOut(
  trx: Database,
  { uuid, organization, invites }: Pick<Import, 'uuid' | 'organization' | 'invites'>,
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
export async function lockMembers(trx: Database, of: readonly Row[], lock = sql`no key update`) {
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

export function picked(
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
export async function write(
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
export async function endImport(
  trx: Database,
  { uuid, invites }: Pick<Import, 'uuid' | 'invites'>,
): Promise<void> {
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
