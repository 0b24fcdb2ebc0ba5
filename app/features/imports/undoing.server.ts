import { sql } from 'kysely';
import type { Database } from '#db/connection';
import {
  type GivenMember,
  type WrittenField,
  writtenFieldNames,
  writtenFields,
} from '~/features/members/fields';
import { inSlice, lockMembers, NOT_ALONE, picked, type Row, write } from './carrying-out.server';
import { called } from './judging.server';
import type { Import } from './queries.server';

/** Undoing a slice of an import (job.server.ts). */

/**
 * Undoes rows (O6): fields that are still as the row wrote them get their old values, and members
 * created by undone imports are deleted unless used or changed since. Otherwise the row says what
 * stays.
 */
export async function takeBack(
  trx: Database,
  { uuid, organization }: Pick<Import, 'uuid' | 'organization'>,
  rows: readonly Row[],
) {
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
export async function endUndoing(trx: Database, uuid: string): Promise<void> {
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
