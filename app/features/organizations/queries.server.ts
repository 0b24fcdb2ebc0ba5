import { sql } from 'kysely';
import type { Database } from '#db/connection';
import type { Config } from '~/config.server';
import { type Scope, scopeOf } from '~/kernel/actor';
import { selected, stored } from '~/kernel/columns';
import type { Context } from '~/kernel/operation';
import { conflict, notFound } from '~/kernel/problem';
import type { OrganizationFields } from './schema';
import { tooManyClubs } from './wording';

export interface Organization extends OrganizationFields {
  readonly uuid: string;
}

const fieldColumns = {
  name: 'name',
  motd: 'motd',
  timeZone: 'time_zone',
  comingVisible: 'coming_visible',
} as const satisfies Record<keyof OrganizationFields, string>;

/** An Organization, for `select` and `returning`. */
export const organizationColumns = selected('organizations', { uuid: 'uuid', ...fieldColumns });

/** The fields as they are stored; those left out stay as they are. */
export const organizationValues = (fields: Partial<OrganizationFields>) =>
  stored(fieldColumns, fields as OrganizationFields);

/** An organisation as a subject; null if the actor must not know that it exists. */
export async function organizationInScope(
  { db, actor }: Context,
  input: { organization: string },
): Promise<{ scope: Scope; organization: Organization & { version: number } } | null> {
  const scope = scopeOf(actor, input.organization);
  if (!scope) return null;
  const organization = await db
    .selectFrom('organizations')
    .select([...organizationColumns, 'organizations.version'])
    .$narrowType<OrganizationFields>()
    .where('uuid', '=', scope.organization)
    .executeTakeFirst();
  return organization ? { scope, organization } : null;
}

/** The scope as a subject. Saves loading the organisation if the actor belongs to it. */
export async function scopeInOrganization(context: Context, input: { organization: string }) {
  const scope = scopeOf(context.actor, input.organization);
  const belongs = context.actor.organizations.some(({ uuid }) => uuid === input.organization);
  return belongs && scope ? { scope } : organizationInScope(context, input);
}

/**
 * Today in a club's time zone, 'YYYY-MM-DD'.
 * @throws Problem 404 if the club was deleted meanwhile
 */
export async function todayAt(db: Database, { organization }: Scope): Promise<string> {
  const { today } = await db
    .selectNoFrom(sql<string | null>`club_day(${organization})`.as('today'))
    .executeTakeFirstOrThrow();
  if (today === null) throw notFound();
  return today;
}

export function organizationsOf(db: Database, user: string) {
  return db
    .selectFrom('organization_users as ou')
    .innerJoin('organizations', 'organizations.uuid', 'ou.organization_uuid')
    .select(organizationColumns)
    .$narrowType<OrganizationFields>()
    .where('ou.user_uuid', '=', user);
}

/**
 * For a user who has founded or joined another club, since every request of theirs loads all clubs.
 * @throws Problem 409 if they belong to more than they may (CLUBS_PER_USER)
 */
export async function requireFewClubs(
  db: Database,
  user: string,
  { clubsPerUser }: Pick<Config, 'clubsPerUser'>,
): Promise<void> {
  const { count } = await db
    .selectFrom('organization_users')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('user_uuid', '=', user)
    .executeTakeFirstOrThrow();
  if (count > clubsPerUser) throw conflict(tooManyClubs(clubsPerUser));
}

/** Locks an organisation's own row until the transaction ends, so that other changes of it wait. */
export async function lockClub(db: Database, organization: string): Promise<void> {
  await sql`select from organizations where uuid = ${organization} for no key update`.execute(db);
}

/**
 * Locks an organisation and everything in it before its deletion, to avoid deadlocks. Its imports come
 * first, as they do for a running one.
 */
export async function lockOrganization(db: Database, organization: string): Promise<void> {
  await sql`select from imports where organization_uuid = ${organization} order by uuid for update`.execute(
    db,
  );
  await sql`select lock_all_of_organization(${organization})`.execute(db);
}

/** Counts what is deleted with an organisation. */
export function contentsOf(db: Database, { organization }: Scope) {
  const count = (table: 'members' | 'events' | 'polls' | 'organization_users') =>
    sql<number>`(select count(*) from ${sql.table(table)} where organization_uuid = ${organization})`;
  return db
    .selectNoFrom([
      count('members').as('members'),
      count('events').as('events'),
      count('polls').as('polls'),
      count('organization_users').as('users'),
    ])
    .executeTakeFirstOrThrow();
}

/** Whether Postgres knows a time zone of exactly this name. */
export async function isKnownZone(db: Database, name: string): Promise<boolean> {
  const { rows } = await sql`select from pg_timezone_names where name = ${name}`.execute(db);
  return rows.length > 0;
}
