import { sql } from 'kysely';
import type { Database } from '#db/connection';
import type { Scope } from '~/kernel/actor';
import { hashSecret } from '~/kernel/secret.server';

/** True if an invitation `i` is valid, which includes its last day (in UTC, like all days). */
const inForce = sql<boolean>`i.valid_through >= (now() at time zone 'UTC')::date`;

/** The user linked to a member, or whether one is invited (D3). */
export interface MemberLink {
  readonly memberUuid: string;
  readonly userUuid: string | null;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly email: string | null;
  /** True for whoever has accepted, too. */
  readonly invited: boolean;
  readonly accepted: boolean;
  /** Of the open invitation: its last day, 'YYYY-MM-DD', and when it was created. */
  readonly validThrough: string | null;
  readonly invitedAt: Date | null;
}

export function linkOfMember(
  db: Database,
  { organization }: Scope,
  member: string,
): Promise<MemberLink | undefined> {
  return db
    .selectFrom('members as m')
    .leftJoin('users as u', 'u.uuid', 'm.user_uuid')
    .leftJoin('invitations as i', (join) => join.onRef('i.member_uuid', '=', 'm.uuid').on(inForce))
    .select([
      'm.uuid as memberUuid',
      'u.uuid as userUuid',
      'u.first_name as firstName',
      'u.last_name as lastName',
      'u.email',
      // A user who has accepted was invited: programs may check either first (D3).
      sql<boolean>`i.member_uuid is not null or m.user_uuid is not null`.as('invited'),
      sql<boolean>`m.user_uuid is not null`.as('accepted'),
      'i.valid_through as validThrough',
      'i.created_at as invitedAt',
    ])
    .where('m.organization_uuid', '=', organization)
    .where('m.uuid', '=', member)
    .executeTakeFirst();
}

interface Invitation {
  readonly member: string;
  readonly memberFirstName: string;
  readonly organization: string;
  readonly organizationName: string;
  /** The last day, 'YYYY-MM-DD'. */
  readonly validThrough: string;
}

/** Null if the code is unknown, or its invitation was revoked, replaced, answered or expired. */
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
      'i.valid_through as validThrough',
    ])
    .where('i.code_hash', '=', hash)
    .where(inForce)
    .executeTakeFirst();
  return found ?? null;
}

export function invitationOfCode({ db }: { db: Database }, { code }: { code: string }) {
  return invitationByCode(db, hashSecret(code));
}

/**
 * Deletes an invitation and returns it: of all who try at once, one gets it. Locks the member
 * first, as inviting and deleting a member do, so that nobody waits in a circle.
 * @returns undefined if it does not exist or has expired
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
    .deleteFrom('invitations as i')
    .where('i.code_hash', '=', hash)
    .where(inForce)
    .returning(['i.member_uuid as member', 'i.organization_uuid as organization'])
    .executeTakeFirst();
}

/** Ends the invitation to a member. @returns false if there was no valid one */
export async function revokeInvitationTo(
  db: Database,
  scope: Scope,
  member: string,
): Promise<boolean> {
  const revoked = await db
    .deleteFrom('invitations as i')
    .where('i.organization_uuid', '=', scope.organization)
    .where('i.member_uuid', '=', member)
    .where(inForce)
    .returning('i.member_uuid')
    .executeTakeFirst();
  return revoked !== undefined;
}
