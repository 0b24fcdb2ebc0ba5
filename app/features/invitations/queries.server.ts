import { sql } from 'kysely';
import type { Database } from '#db/connection';
import type { Scope } from '~/kernel/actor';

/** How a member stands to the user linked to it: not invited, invited, or accepted (D3). */
export interface MemberLink {
  readonly memberUuid: string;
  readonly userUuid: string | null;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly email: string | null;
  /** Whether an invitation is open; none is once it was accepted. */
  readonly invited: boolean;
  readonly accepted: boolean;
}

export function linkOfMember(
  db: Database,
  { organization }: Scope,
  member: string,
): Promise<MemberLink | undefined> {
  return db
    .selectFrom('members as m')
    .leftJoin('users as u', 'u.uuid', 'm.user_uuid')
    .leftJoin('invitations as i', 'i.member_uuid', 'm.uuid')
    .select([
      'm.uuid as memberUuid',
      'u.uuid as userUuid',
      'u.first_name as firstName',
      'u.last_name as lastName',
      'u.email',
      // Whoever has accepted was invited: programs ask for the one or the other first (D3).
      sql<boolean>`i.member_uuid is not null or m.user_uuid is not null`.as('invited'),
      sql<boolean>`m.user_uuid is not null`.as('accepted'),
    ])
    .where('m.organization_uuid', '=', organization)
    .where('m.uuid', '=', member)
    .executeTakeFirst();
}

export interface Invitation {
  readonly member: string;
  readonly memberFirstName: string;
  readonly organization: string;
  readonly organizationName: string;
}

/** The invitation that a code stands for: null if it never was one, or was revoked, replaced or answered. */
export async function invitationByCode(db: Database, hash: Buffer): Promise<Invitation | null> {
  const found = await db
    .selectFrom('invitations as i')
    .innerJoin('members as m', 'm.uuid', 'i.member_uuid')
    .innerJoin('organizations as o', 'o.uuid', 'i.organization_uuid')
    .select([
      'm.uuid as member',
      'm.first_name as memberFirstName',
      'o.uuid as organization',
      'o.name as organizationName',
    ])
    .where('i.code_hash', '=', hash)
    .executeTakeFirst();
  return found ?? null;
}

/**
 * Takes an invitation out of the world: of all who try at once, one gets it. The member is locked first, as by whoever
 * invites or deletes it, so that nobody waits in a circle.
 * @returns what it was for, or undefined if it is not (or no longer) there
 */
export async function takeInvitation(db: Database, hash: Buffer) {
  await db
    .selectFrom('members as m')
    .innerJoin('invitations as i', 'i.member_uuid', 'm.uuid')
    .select('m.uuid')
    .where('i.code_hash', '=', hash)
    .forUpdate('m')
    .execute();
  return db
    .deleteFrom('invitations')
    .where('code_hash', '=', hash)
    .returning(['member_uuid as member', 'organization_uuid as organization'])
    .executeTakeFirst();
}
