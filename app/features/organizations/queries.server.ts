import type { Database } from '#db/connection';
import { type Actor, type Scope, scopeOf } from '~/kernel/actor';

export interface Organization {
  readonly uuid: string;
  readonly name: string;
  readonly motd: string;
}

/** The subject of what is done with an organisation: null if it must not be known to exist. */
export async function organizationInScope(
  { db, actor }: { db: Database; actor: Actor },
  uuid: string,
): Promise<{ scope: Scope; organization: Organization } | null> {
  const scope = scopeOf(actor, uuid);
  if (!scope) return null;
  const organization = await db
    .selectFrom('organizations')
    .select(['uuid', 'name', 'motd'])
    .where('uuid', '=', scope.organization)
    .executeTakeFirst();
  return organization ? { scope, organization } : null;
}

/** The scope of an organisation's lists, without a look at the organisation itself where the actor belongs to it. */
export async function scopeInOrganization(
  context: { db: Database; actor: Actor },
  uuid: string,
): Promise<{ scope: Scope } | null> {
  const scope = scopeOf(context.actor, uuid);
  const belongs = context.actor.organizations.some((own) => own.uuid === uuid);
  return belongs && scope ? { scope } : organizationInScope(context, uuid);
}
