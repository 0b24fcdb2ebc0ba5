import type { Database } from '#db/connection';
import type { Secret } from '~/config.server';
import { openSecret, sealSecret } from './sealed.server';

/**
 * Seals every second factor that is in force with the present secret, so that former ones can be dropped
 * (OLD_SESSION_SECRET). It may run beside servers, and again.
 * @returns how many were sealed anew, and how many no secret opens
 */
export async function resealFactors(db: Database, config: Secret) {
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
        // Unless its user has set up a new one meanwhile.
        .where('secret', '=', secret)
        .executeTakeFirst();
      resealed += Number(numUpdatedRows);
    }
  }
  return { resealed, lost };
}

/** How many of the newest factors are checked: a lost secret will have sealed most. */
const LOOKED_AT = 1000;

/** How many of the most recent second factors no secret opens. */
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
