import { type Expression, type RawBuilder, sql } from 'kysely';
import type { Database } from '#db/connection';
import { BLOCK, REFUSAL_DAYS } from '~/retention';
import type { AddressRefusal } from './refusal';

/**
 * Addresses that mail servers refuse permanently (N13). A blocked one only gets requested mails,
 * such as for a new password; if such a mail is accepted, the block ends.
 */

/** The key of an address in the table, ignoring case. */
const addressHash = (address: string | Expression<string>): RawBuilder<Buffer> =>
  sql<Buffer>`mail_address_hash(${address})`;

/** Whether an address is blocked, for a query that has the address. */
export const isBlocked = (address: string | Expression<string>): RawBuilder<boolean> =>
  sql<boolean>`exists (
    select from mail_failures
    where address_hash = ${addressHash(address)} and blocked_at is not null)`;

/** Why mails to an address do not arrive. */
interface DeliveryTrouble {
  /** Since when it has been blocked; null if it is not. */
  readonly blockedAt: Date | null;
  /** Refusals within 30 days, three at most. */
  readonly count: number;
  /** The last reply: '5.1.1', or '550' where the server said no more. */
  readonly code: string;
  readonly lastAt: Date;
}

/**
 * The refusals of an address, for its owner and those who look after the member.
 * @returns null if the last mail to it was taken, or none was ever refused
 */
export async function deliveryTrouble(
  db: Database,
  email: string,
): Promise<DeliveryTrouble | null> {
  const trouble = await db
    .selectFrom('mail_failures')
    .select(['blocked_at as blockedAt', 'count', 'code', 'last_at as lastAt'])
    .where('address_hash', '=', addressHash(email))
    .executeTakeFirst();
  return trouble ?? null;
}

/** Refusals that block an address, unless the first says already that it does not exist. */
const BLOCKING = 3;

/**
 * Remembers that a mail server refused an address. It is blocked at once if the server says that
 * there is no such mailbox, else with the third refusal within 30 days.
 */
export async function noteRefusal(
  db: Database,
  email: string,
  { code, gone }: AddressRefusal,
): Promise<void> {
  await sql`
    insert into mail_failures as f (address_hash, refused_at, code, blocked_at)
    values (${addressHash(email)}, array[now()], ${code}, case when ${gone} then now() end)
    on conflict (address_hash) do update set
      code = excluded.code,
      last_at = now(),
      (refused_at, blocked_at) = (
        select array_agg(at order by at), coalesce(f.blocked_at, excluded.blocked_at,
          case when count(*) >= ${BLOCKING} then now() end)
        from (
          select at from unnest(f.refused_at || now()) as at
          where at > now() - make_interval(days => ${REFUSAL_DAYS}) order by at desc limit ${BLOCKING}
        ) as recent)`.execute(db);
}

/**
 * Remembers that a mail server accepted a mail to this address: earlier refusals no longer count.
 * @param awaited whether somebody requested the mail; only such a mail ends a block
 */
export async function noteDelivery(
  db: Database,
  email: string,
  { awaited }: { awaited: boolean },
): Promise<void> {
  await db
    .deleteFrom('mail_failures')
    .where('address_hash', '=', addressHash(email))
    .$if(!awaited, (failures) => failures.where('blocked_at', 'is', null))
    .execute();
}

/**
 * Forgets an address's refusals, so that the next mail is tried again: for owners who have made
 * room in their mailbox.
 */
export async function forgetFailures(db: Database, email: string): Promise<void> {
  await noteDelivery(db, email, { awaited: true });
}

/** Housekeeping: refusals are forgotten after 30 days, blocks after a year (N13, N16). */
export async function deleteOldFailures(db: Database): Promise<void> {
  await db
    .deleteFrom('mail_failures')
    .where(
      'last_at',
      '<',
      sql<Date>`now() - case when blocked_at is null then make_interval(days => ${REFUSAL_DAYS})
        else ${BLOCK.interval}::interval end`,
    )
    .execute();
}
