import { type RawBuilder, sql } from 'kysely';
import type { Database } from '#db/connection';
import type { Person, Scope } from '~/kernel/actor';

/**
 * Series that members have opted out of (U6). The consequences are in
 * events/queries/concerned.server.ts.
 */

/** Whose opt-out it is: a member, as long as they are the user's. */
interface OfMember {
  readonly series: string;
  readonly member: string;
  readonly user: string;
}

/** Opts a member out of a series. @returns false if they already had, or one of them is gone */
export async function insertOptOut(
  db: Database,
  { series, member, user }: OfMember,
): Promise<boolean> {
  const { rows } = await sql`
    insert into series_opt_outs (organization_uuid, series_uuid, member_uuid)
    select s.organization_uuid, s.uuid, m.uuid
    from series s join members m on m.organization_uuid = s.organization_uuid
    where s.uuid = ${series} and m.uuid = ${member} and m.user_uuid = ${user}
    for key share
    on conflict do nothing returning member_uuid`.execute(db);
  return rows.length > 0;
}

/**
 * Takes that back, also for the series of its earlier or later dates if it was split since: what was
 * copied has the same time.
 * @returns false if there was nothing to take back
 */
export async function deleteOptOut(
  db: Database,
  { series, member }: Omit<OfMember, 'user'>,
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('series_opt_outs')
    .where('member_uuid', '=', member)
    .where('created_at', 'in', (eb) =>
      eb
        .selectFrom('series_opt_outs')
        .select('created_at')
        .where('series_uuid', '=', series)
        .where('member_uuid', '=', member),
    )
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Copies the opt-outs of a series to the one that its later dates now belong to. */
export async function copyOptOuts(db: Database, from: string, to: string): Promise<void> {
  await sql`
    insert into series_opt_outs (organization_uuid, series_uuid, member_uuid, created_at)
    select organization_uuid, ${to}::uuid, member_uuid, created_at from series_opt_outs
    where series_uuid = ${from}`.execute(db);
}

type OrColumn = string | null | RawBuilder<unknown>;

/** Whether a member has opted out of a series; false without one of them. */
export const hasOptedOut = (series: OrColumn, member: OrColumn) => sql<boolean>`exists (
  select from series_opt_outs o
  where o.series_uuid = ${series}::uuid and o.member_uuid = ${member}::uuid)`;

/**
 * The last day that such an opt-out holds for: of a series that was split, unless the member opted
 * out before that and the other part has a copy.
 */
export const optOutEndsOn = (series: OrColumn, member: OrColumn) => sql<string | null>`(
  select s.ends_on from series s where s.uuid = ${series}::uuid and not exists (
    select from series_opt_outs o join series_opt_outs other using (member_uuid, created_at)
    where o.series_uuid = s.uuid and o.member_uuid = ${member}::uuid
      and other.series_uuid <> o.series_uuid))`;

/** Names of members who opted out that a screen shows. */
const NAMES = 100;

/** Whether the member has opted out of a series, how many have, and the first ones by name. */
export const optOutsOf = (
  db: Database,
  { member }: Pick<Scope, 'member'>,
  { uuid }: { readonly uuid: string },
) =>
  db
    .selectNoFrom([
      hasOptedOut(uuid, member).as('own'),
      sql<number>`(select count(*) from series_opt_outs where series_uuid = ${uuid})`.as('members'),
      sql<Person[]>`coalesce((select json_agg(named) from (
        select m.first_name as "firstName", m.last_name as "lastName"
        from series_opt_outs o join members m on m.uuid = o.member_uuid
        where o.series_uuid = ${uuid}
        order by m.last_name, m.first_name, m.uuid limit ${NAMES}) as named), '[]')`.as('names'),
    ])
    .executeTakeFirstOrThrow();
