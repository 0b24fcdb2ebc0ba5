import { sql } from 'kysely';
import type { Database } from '#db/connection';
import { type Scope, scopeOf } from '~/kernel/actor';
import type { Context } from '~/kernel/operation';

interface Organization {
  readonly uuid: string;
  readonly name: string;
  readonly motd: string;
}

/** An organisation as a subject; null if the actor must not know that it exists. */
export async function organizationInScope(
  { db, actor }: Context,
  input: { organization: string },
): Promise<{ scope: Scope; organization: Organization & { version: number } } | null> {
  const scope = scopeOf(actor, input.organization);
  if (!scope) return null;
  const organization = await db
    .selectFrom('organizations')
    .select(['uuid', 'name', 'motd', 'version'])
    .where('uuid', '=', scope.organization)
    .executeTakeFirst();
  return organization ? { scope, organization } : null;
}

/** The scope as a subject. Saves loading the organisation if the actor belongs to it. */
export async function scopeInOrganization(
  context: Context,
  input: { organization: string },
): Promise<{ scope: Scope } | null> {
  const scope = scopeOf(context.actor, input.organization);
  const belongs = context.actor.organizations.some(({ uuid }) => uuid === input.organization);
  return belongs && scope ? { scope } : organizationInScope(context, input);
}

/** The organisations that a user belongs to. */
export function organizationsOf(db: Database, user: string) {
  return db
    .selectFrom('organization_users as ou')
    .innerJoin('organizations as o', 'o.uuid', 'ou.organization_uuid')
    .select(['o.uuid', 'o.name', 'o.motd'])
    .where('ou.user_uuid', '=', user);
}

/** Locks an organisation and all in it before its deletion, so that nobody waits in a circle. */
export async function lockOrganization(db: Database, organization: string): Promise<void> {
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
