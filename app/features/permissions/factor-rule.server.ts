import { type RawBuilder, sql } from 'kysely';
import type { Database } from '#db/connection';
import { adminsNeedFactorOn } from '~/features/factors/queries.server';
import type { Person } from '~/kernel/actor';
import { notFound } from '~/kernel/problem';
import { queueMails } from '~/mail/queue.server';

/**
 * The rule of a club that its admins need a second factor (T6). It holds from a moment 14 days after
 * it was switched on; from then on the permissions of admins without one rest, which Postgres
 * determines on each request (permissions_rest in 0003-sessions.sql, docs/decisions/0043).
 */

/** How many of those without a second factor are named. */
const NAMED = 50;

/** After those with codes, which people are waiting for. */
const PRIORITY = 5;

/** The admins of a club `o` who have no second factor, as a table `without`. */
const adminsWithout = sql`(
  select ou.user_uuid, ou.first_name, ou.last_name
  from permissions p
  join organization_users ou on ou.organization_uuid = p.organization_uuid and ou.user_uuid = p.user_uuid
  join users u on u.uuid = p.user_uuid and u.activated
  where p.organization_uuid = o.uuid and p.permission = 'ORGANIZATION_ADMIN'
    and not has_factor(p.user_uuid)
) as without`;

/** A club's rule, and the admins who do not comply yet. @throws Problem 404 if the club is gone */
export async function factorRule(db: Database, organization: string) {
  return db
    .selectFrom('organizations as o')
    .select([
      // From when it holds; null if the club has no such rule. `on` is that day on the club's clock.
      'o.admins_need_factor_from as from',
      adminsNeedFactorOn.$castTo<string | null>().as('on'),
      sql<boolean>`coalesce(o.admins_need_factor_from <= now(), false)`.as('holds'),
      sql<Array<Person & { uuid: string }>>`coalesce((
        select json_agg(json_build_object(
          'uuid', named.user_uuid, 'firstName', named.first_name, 'lastName', named.last_name))
        from (
          select * from ${adminsWithout} order by last_name, first_name, user_uuid limit ${NAMED}
        ) as named
      ), '[]'::json)`.as('missing'),
      sql<number>`(select count(*) from ${adminsWithout})`.as('missingCount'),
    ])
    .where('o.uuid', '=', organization)
    .executeTakeFirstOrThrow(notFound);
}

/**
 * Locks a club until the transaction ends, so that its rule changes one step at a time.
 * @returns whether it is on
 * @throws Problem 404 if the club is gone
 */
export async function lockRule(db: Database, organization: string): Promise<{ isOn: boolean }> {
  return db
    .selectFrom('organizations')
    .select(sql<boolean>`admins_need_factor_from is not null`.as('isOn'))
    .where('uuid', '=', organization)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow(notFound);
}

/**
 * Switches the rule on, and tells those who lack a second factor, at most once a day.
 */
export async function switchOn(db: Database, organization: string): Promise<void> {
  const set = await db
    .updateTable('organizations')
    .set({
      admins_need_factor_from: sql`now() + interval '14 days'`,
      admins_reminded_of_factor_at: null,
      admins_told_of_factor_at: sql`case
        when admins_told_of_factor_at > now() - interval '1 day' then admins_told_of_factor_at
        else now()
      end`,
    })
    .where('uuid', '=', organization)
    .returning(sql<boolean>`admins_told_of_factor_at = now()`.as('tells'))
    .executeTakeFirst();
  if (set?.tells) await tell(db, sql`o.uuid = ${organization}`);
}

export async function switchOff(db: Database, organization: string): Promise<void> {
  await db
    .updateTable('organizations')
    .set({ admins_need_factor_from: null })
    .where('uuid', '=', organization)
    .execute();
}

/**
 * Housekeeping: reminds the admins of clubs where the rule takes effect within three days. Each
 * club's row records it, so that two servers remind nobody twice.
 */
export async function remindOfFactors(db: Database): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const due = await trx
      .updateTable('organizations')
      .set({ admins_reminded_of_factor_at: sql`now()` })
      .where('admins_need_factor_from', '>', sql<Date>`now()`)
      .where('admins_need_factor_from', '<=', sql<Date>`now() + interval '3 days'`)
      .where('admins_reminded_of_factor_at', 'is', null)
      .returning('uuid')
      .execute();
    const uuids = due.map(({ uuid }) => uuid);
    if (uuids.length > 0) await tell(trx, sql`o.uuid = any(${uuids}::uuid[])`);
  });
}

/** Queues a mail for each admin without a second factor of some clubs. @param which on a club `o` */
async function tell(db: Database, which: RawBuilder<unknown>): Promise<void> {
  const { rows } = await sql<{ user: string; organization: string }>`
    select without.user_uuid as "user", o.uuid as organization
    from organizations o cross join lateral ${adminsWithout}
    where ${which}`.execute(db);
  await queueMails(db, 'adminsNeedFactor', rows, PRIORITY);
}

/** What the mail to an admin says; null if it no longer applies. */
export async function factorDemanded(db: Database, user: string, organization: string) {
  return db
    .selectFrom('organizations as o')
    .innerJoin('organization_users as ou', 'ou.organization_uuid', 'o.uuid')
    .innerJoin('users as u', 'u.uuid', 'ou.user_uuid')
    .select(['o.name as organization', 'u.first_name as name', 'u.email'])
    .select(adminsNeedFactorOn.as('on'))
    .where('o.uuid', '=', organization)
    .where('u.uuid', '=', user)
    .where('u.activated', '=', true)
    .where(sql<boolean>`factor_due(o.uuid, u.uuid) is not null`)
    .executeTakeFirst();
}
