import { sql } from 'kysely';
import type { Database } from '#db/connection';
import type { Whose } from './whose.server';

/** What is stored about a person without naming their user or member. */

/** Why mails to the person do not arrive (N13); the table knows addresses by their hash alone. */
export const mailFailuresOf = (db: Database, whose: Whose) =>
  db
    .selectFrom('mail_failures as f')
    .innerJoin('users as u', (join) =>
      join.on('f.address_hash', '=', sql<Buffer>`mail_address_hash(u.email)`),
    )
    .select(['f.code', 'f.count', 'f.last_at as lastAt', 'f.blocked_at as blockedAt'])
    .where(sql<boolean>`u.uuid = ${whose.user}`);

/**
 * What others did with a member, found in the club's log by their current name. Nothing if another
 * member has the same name, as it could be about them.
 */
export const auditAbout = (db: Database, { member }: { readonly member: string }) =>
  db
    .selectFrom('members as m')
    .innerJoin('audit_log as a', 'a.organization_uuid', 'm.organization_uuid')
    .select(['a.at', 'a.organization_uuid as organization', 'a.action'])
    .where('m.uuid', '=', member)
    .where(
      sql<boolean>`strpos(a.action, '„' || m.first_name || ' ' || m.last_name || '“') > 0
        and (m.user_uuid is null or a.actor_uuid is distinct from m.user_uuid)
        and not exists (
          select from members other where other.organization_uuid = m.organization_uuid
          and other.last_name = m.last_name and other.first_name = m.first_name
          and other.uuid <> m.uuid)`,
    );
