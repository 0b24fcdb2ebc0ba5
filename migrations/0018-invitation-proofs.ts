import { type Kysely, sql } from 'kysely';

/**
 * What the link in an invitation mail proves, and who used which link (C5, D4).
 *
 * A proof is a second secret that only the mail contains, so that whoever has it reads the mail's
 * address. It belongs to one invitation and ends with it. The address is sealed with the secret
 * itself: we cannot read to whom an invitation went.
 *
 * An accepted invitation is remembered for as long as its user belongs to the organisation, to tell
 * them so when they open the link again.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table invitation_proofs (
      proof_hash bytea primary key,
      code_hash bytea not null references invitations (code_hash) on delete cascade,
      sealed_email text not null,
      created_at timestamptz not null default now()
    )`.execute(db);
  await sql`create index invitation_proofs_code on invitation_proofs (code_hash)`.execute(db);
  await sql`
    create table accepted_invitations (
      code_hash bytea primary key,
      -- Null if it was accepted without a proof.
      proof_hash bytea,
      organization_uuid uuid not null,
      user_uuid uuid not null,
      accepted_at timestamptz not null default now(),
      foreign key (organization_uuid, user_uuid) references organization_users on delete cascade
    )`.execute(db);
  await sql`
    create index accepted_invitations_user on accepted_invitations (organization_uuid, user_uuid)
  `.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table accepted_invitations, invitation_proofs`.execute(db);
}
