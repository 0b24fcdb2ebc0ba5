import { sharesName } from '~/features/members/queries.server';
import { scopeOf } from '~/kernel/actor';
import type { Context } from '~/kernel/operation';
import { visibleTo } from '~/kernel/visible.server';

/**
 * A member with what their report needs to know of them and their club: null if there is none that
 * the actor may see.
 */
export async function memberOfReport({ db, actor }: Context, { member }: { member: string }) {
  const found = await db
    .selectFrom('members as m')
    .innerJoin('organizations as o', 'o.uuid', 'm.organization_uuid')
    .select([
      'm.uuid',
      'm.organization_uuid as organization',
      'm.first_name as firstName',
      'm.last_name as lastName',
      'm.user_uuid as user',
      'o.name as club',
      'o.time_zone as timeZone',
      sharesName.as('hasNamesake'),
    ])
    .where('m.uuid', '=', member)
    .where(visibleTo(actor, 'm.organization_uuid'))
    .executeTakeFirst();
  const scope = found && scopeOf(actor, found.organization);
  return scope ? { scope, member: found } : null;
}
