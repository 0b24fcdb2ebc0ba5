import type { Database } from '#db/connection';
import type { Secret } from '~/config.server';
import { openSecret, sealSecret } from './sealed.server';

/**
 * Seals every second factor that is in force with the present secret, so that former ones can be dropped
 * (OLD_SESSION_SECRET). It may run beside servers, and again.
 * @returns how many were sealed anew, and how many no secret opens
 */
export async function resealFactors(
  db: Database,
  config: Secret,
): Promise<{ resealed: number; lost: number }> {
  let [resealed, lost] = [0, 0];
  const factors = await db
    .selectFrom('totp')
    .select(['user_uuid as user', 'secret'])
    .where('confirmed_at', 'is not', null)
    .orderBy('user_uuid')
    .execute();
  for (const { user, secret } of factors) {
    if (openSecret(secret, user, { secret: config.secret }) !== null) continue;
    const opened = openSecret(secret, user, config);
    if (opened === null) lost++;
    else {
      const { numUpdatedRows } = await db
        .updateTable('totp')
        .set({ secret: sealSecret(opened, user, config) })
        .where('user_uuid', '=', user)
        // Not over one that its user has set up meanwhile.
        .where('secret', '=', secret)
        .executeTakeFirst();
      resealed += Number(numUpdatedRows);
    }
  }
  return { resealed, lost };
}

/** So many of the newest factors are looked at: a lost secret has sealed most. */
const LOOKED_AT = 1000;

/** How many of the second factors that were set up last no secret opens. */
export async function countLostFactors(db: Database, config: Secret): Promise<number> {
  const factors = await db
    .selectFrom('totp')
    .select(['user_uuid as user', 'secret'])
    .where('confirmed_at', 'is not', null)
    .orderBy('created_at', 'desc')
    .limit(LOOKED_AT)
    .execute();
  return factors.filter(({ user, secret }) => openSecret(secret, user, config) === null).length;
}
