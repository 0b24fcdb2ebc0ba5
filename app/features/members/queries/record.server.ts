import { type RawBuilder, sql } from 'kysely';
import type { Database } from '#db/connection';
import { type Actor, type Scope, scopeOf } from '~/kernel/actor';
import { selected } from '~/kernel/columns';
import { memberFields, openColumns, recordFieldNames, type SeenRecord } from '../fields';
import { lookAfter, seeAttendance } from '../policy';

/** What an actor may see of members. */

/** What every user of the organisation may see of a member (D5). */
export const memberColumns = selected('members', {
  uuid: 'uuid',
  organization: 'organization_uuid',
  ...openColumns,
});

/** True where `members` belongs to an organisation in which the actor may do something. */
export const isWhere = (actor: Actor, may: (subject: { scope: Scope }) => boolean) => {
  const clubs = actor.organizations
    .map(({ uuid }) => uuid)
    .filter((club) => {
      const scope = scopeOf(actor, club);
      return scope && may({ scope });
    });
  return sql<boolean>`(${actor.systemAdmin}::boolean
    or members.organization_uuid = any(${clubs}::uuid[]))`;
};

/** True where the actor leads a group in use that `members` belongs to. */
const isLedBy = (actor: Actor) => sql<boolean>`exists (
  select from group_members gm join groups g on g.uuid = gm.group_uuid
  where gm.member_uuid = members.uuid and gm.until is null and g.archived_at is null
    and gm.group_uuid = any(${actor.organizations.flatMap(({ leads }) => leads)}::uuid[]))`;

/** True where the actor may see on which days a member was there (O2). */
export const seesAttendance = (actor: Actor) =>
  sql<boolean>`(members.user_uuid = ${actor.uuid} or ${isWhere(actor, seeAttendance)}
    or ${isLedBy(actor)}) is true`;

/**
 * The record of `members` without what the actor may not see (O2), which never leaves the database.
 * Those who look after members see everything, as members do of themselves; others see what the
 * club shows to all, or to leaders of the member's groups, and what the member has released.
 */
export function recordSeenBy(actor: Actor): RawBuilder<SeenRecord> {
  const shown = sql`
    select array_agg(v.part) from member_visibility v
    where v.organization_uuid = members.organization_uuid
      and (v.seen_by = 'members' or ${isLedBy(actor)})`;
  const hidden = sql`case
    when members.user_uuid = ${actor.uuid} or ${isWhere(actor, lookAfter)} then '{}'
    else array(
      select field from unnest(${recordFieldNames}::text[], ${PARTS}::text[]) as of (field, part)
      where part <> all(members.released || (${shown}))
    ) end`;
  return sql`(jsonb_build_object(${WHOLE_RECORD}) - (${hidden}))`;
}

const PARTS = recordFieldNames.map((name) => memberFields[name].part);
const WHOLE_RECORD = sql.join(
  recordFieldNames.flatMap((name) => [
    sql.lit(name),
    sql.ref(`members.${memberFields[name].column}`),
  ]),
);

/** Everything an actor may see of a member, for `select` and `returning`. */
export const columnsSeenBy = (actor: Actor) =>
  [...memberColumns, recordSeenBy(actor).as('record')] as const;

/** The member from such a row, without what is hidden from the actor. */
export function withRecord<Row extends { record: SeenRecord }>({ record, ...row }: Row) {
  const seen = recordFieldNames.filter((name) => name in record);
  return {
    ...row,
    ...(Object.fromEntries(seen.map((name) => [name, record[name]])) as SeenRecord),
  };
}

/** Adds to members what the actor may see of their records. */
export async function withRecords<Member extends { uuid: string }>(
  db: Database,
  actor: Actor,
  members: readonly Member[],
) {
  const rows = await db
    .selectFrom('members')
    .select(['members.uuid', recordSeenBy(actor).as('record')])
    .where(
      'members.uuid',
      'in',
      members.map(({ uuid }) => uuid),
    )
    .execute();
  const records = new Map(rows.map(({ uuid, record }) => [uuid, record]));
  return members.map((member) => withRecord({ ...member, record: records.get(member.uuid) ?? {} }));
}
