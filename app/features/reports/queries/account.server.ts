import { sql } from 'kysely';
import type { Database } from '#db/connection';
import type { Whose } from './whose.server';

/** Of a user's account, for themselves alone. */

/** The second factor, even if not confirmed yet. */
export const secondFactorOf = (db: Database, { user }: Whose) =>
  db
    .selectFrom('totp')
    .select(['created_at as createdAt', 'confirmed_at as confirmedAt'])
    // Its codes are numbered by half minutes.
    .select(sql<Date | null>`to_timestamp(nullif(last_step, 0) * 30)`.as('lastUsedAt'))
    .where(sql<boolean>`user_uuid = ${user}`);

/** Groups whose news the user has switched off (U9). */
export const groupMutesOf = (db: Database, { user }: Whose) =>
  db
    .selectFrom('group_mutes as muted')
    .innerJoin('groups as g', 'g.uuid', 'muted.group_uuid')
    .select([
      'muted.organization_uuid as organization',
      'g.uuid as group',
      'g.name',
      'muted.created_at as mutedAt',
    ])
    .where(sql<boolean>`muted.user_uuid = ${user}`);
