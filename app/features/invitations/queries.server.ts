import { sql } from 'kysely';
import type { Database } from '#db/connection';
import { membersFound } from '~/features/members/queries/found.server';
import type { Scope } from '~/kernel/actor';
import { conflict, notFound } from '~/kernel/problem';
import { seal, unseal } from '~/kernel/seal.server';
import { hashesOf, hashSecret, newSecret } from '~/kernel/secret.server';
import { sqlState } from '~/kernel/transaction.server';
import { ALREADY_MEMBER } from './wording';

/** True if an invitation `i` is valid, which includes its last day (in UTC, like all days). */
const inForce = sql<boolean>`i.valid_through >= (now() at time zone 'UTC')::date`;

export type MemberLink = Awaited<ReturnType<typeof linkOfMember>>;

/**
 * The user linked to a member, or whether one is invited (D3): until when, and since when. `leftOn`
 * is the last day of a member who has left.
 * @throws Problem 404 if there is no such member
 */
export function linkOfMember(db: Database, { organization }: Scope, member: string) {
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
      sql<string | null>`case when has_left(m) then m.left_on end`.as('leftOn'),
    ])
    .where('m.organization_uuid', '=', organization)
    .where('m.uuid', '=', member)
    .executeTakeFirstOrThrow(notFound);
}

/**
 * The members without a user that a search finds, or all of them, with the day of their invitation,
 * except those who have left. The caller sorts them.
 */
export function unlinkedMembers(db: Database, scope: Scope, q: string, group?: string) {
  return membersFound(db, scope, q, { status: 'active', access: 'none', group }).select(
    sql<Date | null>`(
        select i.created_at from invitations i where i.member_uuid = found.uuid and ${inForce}
      )`.as('invitedAt'),
  );
}

/**
 * How far a member of `found` is on the way to a user; null if not invited.
 * Looked up one by one; for `exists` Postgres would read all invitations.
 */
export const linkStateOfFound = sql<'invited' | 'linked' | null>`case
  when found."user" is not null then 'linked'
  when (select true from invitations i where i.member_uuid = found.uuid and ${inForce}) then 'invited'
end`;

/** Null if the code is unknown, or its invitation was revoked, replaced, answered or expired. */
export async function invitationByCode(db: Database, code: string) {
  return (await invitationsByCode(db, code).executeTakeFirst()) ?? null;
}

function invitationsByCode(db: Database, code: string) {
  return db
    .selectFrom('invitations as i')
    .innerJoin('members as m', 'm.uuid', 'i.member_uuid')
    .innerJoin('organizations as o', 'o.uuid', 'i.organization_uuid')
    .select([
      'm.uuid as member',
      'm.first_name as memberFirstName',
      'm.last_name as memberLastName',
      'o.uuid as organization',
      'o.name as organizationName',
      'i.valid_through as validThrough',
    ])
    .where('i.code_hash', 'in', hashesOf(code))
    .where(inForce);
}

/**
 * Makes a proof for the link of a mail to this address. Only a reader of that mailbox can send it
 * back, since nobody else ever sees it (docs/decisions/0021).
 * @returns null if the invitation has ended in the meantime
 */
export async function insertProof(
  db: Database,
  { code, email }: { code: string; email: string },
): Promise<string | null> {
  const { secret, hash } = newSecret();
  // Sealed with the proof itself, so that the database alone does not reveal the address.
  const sealed = seal(email, secret);
  try {
    const { numInsertedOrUpdatedRows } = await db
      .insertInto('invitation_proofs')
      .columns(['proof_hash', 'code_hash', 'sealed_email'])
      .expression((eb) =>
        eb
          .selectFrom('invitations')
          .select([
            sql<Buffer>`${hash}::bytea`.as('proof'),
            'code_hash',
            sql<string>`${sealed}::text`.as('email'),
          ])
          .where('code_hash', 'in', hashesOf(code)),
      )
      .executeTakeFirst();
    if (numInsertedOrUpdatedRows === 0n) return null;
  } catch (error) {
    // It has just ended.
    if (sqlState(error) === '23503') return null;
    throw error;
  }
  return secret;
}

/** An invitation and the address that its mail went to; null unless code and proof belong together. */
export async function provenInvitation(
  db: Database,
  { code, proof }: { code: string; proof: string },
) {
  const found = await invitationsByCode(db, code)
    .innerJoin('invitation_proofs as p', 'p.code_hash', 'i.code_hash')
    .select('p.sealed_email as sealedEmail')
    .where('p.proof_hash', 'in', hashesOf(proof))
    .executeTakeFirst();
  if (!found) return null;
  const { sealedEmail, ...invitation } = found;
  return { ...invitation, email: unseal(sealedEmail, proof) };
}

interface NewInvitation {
  readonly code: string;
  readonly createdAt: Date;
  /** The last day, 'YYYY-MM-DD'. */
  readonly validThrough: string;
}

/**
 * Creates invitations to these members, whom the caller has locked. Earlier ones end, and with them
 * the proofs in their mails.
 * @returns the invitation to each member; its code cannot be read again
 */
export async function insertInvitations(
  db: Database,
  { organization }: Pick<Scope, 'organization'>,
  by: string,
  members: readonly string[],
): Promise<Map<string, NewInvitation>> {
  if (members.length === 0) return new Map();
  await db.deleteFrom('invitations').where('member_uuid', 'in', members).execute();
  const secrets = members.map((member) => ({ member, ...newSecret() }));
  const rows = await db
    .insertInto('invitations')
    .values(
      secrets.map(({ member, hash }) => ({
        member_uuid: member,
        organization_uuid: organization,
        code_hash: hash,
        created_by: by,
      })),
    )
    .returning([
      'member_uuid as member',
      'created_at as createdAt',
      'valid_through as validThrough',
    ])
    .execute();
  const codes = new Map(secrets.map(({ member, secret }) => [member, secret]));
  return new Map(
    rows.map(({ member, ...row }) => [member, { code: codes.get(member) ?? '', ...row }]),
  );
}

/**
 * Deletes an invitation and returns it: of several attempts at once, one gets it. Locks the member
 * first, like inviting and deleting a member do, to avoid deadlocks.
 * @returns undefined if it does not exist or has expired; else also who was invited, with the day on
 *   which they had left
 */
export async function takeInvitation(db: Database, code: string) {
  const hashes = hashesOf(code);
  const held = await db
    .selectFrom('members as m')
    .innerJoin('invitations as i', 'i.member_uuid', 'm.uuid')
    .select([
      'm.first_name as firstName',
      'm.last_name as lastName',
      sql<string | null>`case when has_left(m) then m.left_on end`.as('leftOn'),
    ])
    .where('i.code_hash', 'in', hashes)
    .forNoKeyUpdate('m')
    .executeTakeFirst();
  const taken = await db
    .deleteFrom('invitations as i')
    .where('i.code_hash', 'in', hashes)
    .where(inForce)
    .returning([
      'i.member_uuid as member',
      'i.organization_uuid as organization',
      'i.code_hash as codeHash',
    ])
    .executeTakeFirst();
  return taken && held && { ...taken, invited: held };
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

interface Acceptance {
  readonly user: string;
  readonly code: string;
  /** The proof that came with the code, if any. */
  readonly proof?: string;
}

/**
 * Accepts an invitation for a user: they join the organisation and are linked to the member.
 * @returns undefined if it does not exist (any more); the caller must then roll back
 * @throws Problem 409 if the user is linked to another member there
 */
export async function acceptFor(db: Database, { user, code, proof }: Acceptance) {
  const invitation = await takeInvitation(db, code);
  if (!invitation) return undefined;
  const both = { organization_uuid: invitation.organization, user_uuid: user };
  await db
    .insertInto('organization_users')
    .values(both)
    .onConflict((clash) => clash.doNothing())
    .execute();
  let linked: unknown;
  try {
    linked = await db
      .updateTable('members')
      .set({ user_uuid: user })
      .where('uuid', '=', invitation.member)
      .where('user_uuid', 'is', null)
      .returning('uuid')
      .executeTakeFirst();
  } catch (error) {
    // A user has one member per organisation. The invitation stays, as nothing is committed.
    if (sqlState(error) === '23505') throw conflict(ALREADY_MEMBER);
    throw error;
  }
  if (!linked) return undefined;
  await db
    .insertInto('accepted_invitations')
    .values({
      ...both,
      code_hash: invitation.codeHash,
      proof_hash: proof === undefined ? null : hashSecret(proof),
    })
    .execute();
  return invitation;
}

/** The organisation that a user joined with this code and still belongs to. @throws Problem 404 */
export function organizationJoinedWith(db: Database, user: string, code: string) {
  return db
    .selectFrom('accepted_invitations as a')
    .innerJoin('organizations as o', 'o.uuid', 'a.organization_uuid')
    .select(['o.uuid as organization', 'o.name as organizationName'])
    .where('a.code_hash', 'in', hashesOf(code))
    .where('a.user_uuid', '=', user)
    .executeTakeFirstOrThrow(notFound);
}

/** The user who accepted an invitation with this proof in the last ten minutes, and the club. */
export function justAcceptedWith(db: Database, { code, proof }: { code: string; proof: string }) {
  return db
    .selectFrom('accepted_invitations')
    .select(['user_uuid as user', 'organization_uuid as organization'])
    .where('code_hash', 'in', hashesOf(code))
    .where('proof_hash', 'in', hashesOf(proof))
    .where('accepted_at', '>', sql<Date>`now() - interval '10 minutes'`)
    .executeTakeFirst();
}
