import { sql } from 'kysely';
import type { Database } from '#db/connection';

/**
 * What is stored about a user's account, for themselves alone: own data (A12) and their report (S1)
 * read the same. Secrets and their hashes stay where they are.
 */

export const accountOf = (db: Database, user: string) =>
  db
    .selectFrom('users')
    .select([
      'uuid',
      'first_name as firstName',
      'last_name as lastName',
      'email',
      'activated',
      'admin as systemAdministrator',
      'created_at as createdAt',
    ])
    .where('uuid', '=', user);

export const sessionsAndDevices = (db: Database, user: string) =>
  db
    .selectFrom('sessions')
    .select([
      'uuid',
      'kind',
      'user_agent as userAgent',
      'active_organization as activeOrganization',
      'created_at as createdAt',
      'used_at as usedAt',
      'authenticated_at as authenticatedAt',
      'code_proved_at as codeProvedAt',
      'network',
      'valid_until as validUntil',
    ])
    .where('user_uuid', '=', user)
    .orderBy('created_at');

/** The browsers and apps from which the user has logged in. */
export const knownDevicesOf = (db: Database, user: string) =>
  db
    .selectFrom('known_devices')
    .select(['first_used_at as firstUsedAt', 'last_used_at as lastUsedAt'])
    .where('user_uuid', '=', user)
    .orderBy('first_used_at');

/** The second factor, even if not confirmed yet. */
export const secondFactorOf = (db: Database, user: string) =>
  db
    .selectFrom('totp')
    .select(['created_at as createdAt', 'confirmed_at as confirmedAt'])
    // Its codes are numbered by half minutes.
    .select(sql<Date | null>`to_timestamp(nullif(last_step, 0) * 30)`.as('lastUsedAt'))
    .where('user_uuid', '=', user);

export const recoveryCodesOf = (db: Database, user: string) =>
  db
    .selectFrom('recovery_codes')
    .select(['created_at as createdAt', 'used_at as usedAt'])
    .where('user_uuid', '=', user)
    .orderBy('used_at')
    .orderBy('code_hash');

export const codesOf = (db: Database, user: string) =>
  db
    .selectFrom('codes')
    .select([
      'purpose',
      'email',
      'created_at as createdAt',
      'expires_at as expiresAt',
      'used_at as usedAt',
    ])
    .where('user_uuid', '=', user)
    .orderBy('created_at');

/** What the user wants to be told by mail, where they chose themselves (N2). */
export const notificationSettingsOf = (db: Database, user: string) =>
  db
    .selectFrom('notification_settings')
    .select(['organization_uuid as organization', 'topic', 'way', 'former'])
    .where('user_uuid', '=', user)
    .orderBy('organization_uuid')
    .orderBy('topic');

/** Groups whose news the user has switched off (U9). */
export const groupMutesOf = (db: Database, user: string) =>
  db
    .selectFrom('group_mutes as muted')
    .innerJoin('groups as g', 'g.uuid', 'muted.group_uuid')
    .select([
      'muted.organization_uuid as organization',
      'g.uuid as group',
      'g.name',
      'muted.created_at as mutedAt',
    ])
    .where('muted.user_uuid', '=', user)
    .orderBy('muted.created_at');

export const calendarFeedsOf = (db: Database, user: string) =>
  db
    .selectFrom('calendar_feeds')
    .select([
      'label',
      'organization_uuid as organization',
      'scope',
      'created_at as createdAt',
      'used_at as usedAt',
      'hour as countedSince',
      'calls_in_hour as calls',
    ])
    .where('user_uuid', '=', user)
    .orderBy('created_at');
