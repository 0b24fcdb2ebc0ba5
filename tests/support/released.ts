import { createCipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { TestApp } from './app';

/** What version 0.2 stored and sealed, without a version in front. */

/** @param purpose 'seal' for texts, 'link answer' and so on for links */
export function sealedBefore(bytes: Buffer, purpose: string, secret: string): string {
  const key = Buffer.from(hkdfSync('sha256', secret, '', `vereinsheim ${purpose}`, 32));
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, iv);
  const sealed = Buffer.concat([cipher.update(bytes), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url');
}

/** Where hashes of secrets are, but for invitations, whose proofs refer to them. */
const HASHES = [
  ['sessions', 'token_hash'],
  ['codes', 'code_hash'],
  ['calendar_feeds', 'token_hash'],
  ['invitation_proofs', 'proof_hash'],
  ['accepted_invitations', 'code_hash'],
  ['accepted_invitations', 'proof_hash'],
] as const;

/** Takes the version off every hash, as if the released version had stored it. */
export async function storeAsBefore({ db }: Pick<TestApp, 'db'>): Promise<void> {
  for (const [table, column] of HASHES)
    await sql`update ${sql.table(table)} set ${sql.ref(column)} = substr(${sql.ref(column)}, 2)
      where length(${sql.ref(column)}) = 33`.execute(db);
  await sql`update invitations i set code_hash = substr(code_hash, 2)
    where length(code_hash) = 33
      and not exists (select from invitation_proofs p where p.code_hash = i.code_hash)`.execute(db);
}

/** Hashes that begin with version 1, and those without a version, of all tables together. */
export async function countHashes({ db }: Pick<TestApp, 'db'>) {
  const all = [...HASHES, ['invitations', 'code_hash'] as const].map(
    ([table, column]) => sql`select ${sql.ref(column)} as hash from ${sql.table(table)}`,
  );
  const { rows } = await sql<{ versioned: number; bare: number; others: number }>`
    select count(*) filter (where length(hash) = 33 and get_byte(hash, 0) = 1)::int as versioned,
      count(*) filter (where length(hash) = 32)::int as bare,
      count(*) filter (where length(hash) not in (32, 33)
        or length(hash) = 33 and get_byte(hash, 0) <> 1)::int as others
    from (${sql.join(all, sql` union all `)}) as hashes where hash is not null`.execute(db);
  return rows[0];
}
