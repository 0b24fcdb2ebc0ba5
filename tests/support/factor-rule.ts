import { sql } from 'kysely';
import type { TestApp } from './app';
import { changeRows } from './rows';

/**
 * Makes a club require a second factor of its admins (T6).
 * @param passed how much of the 14 days is over: '13 days 23 hours 59 minutes'
 */
export async function demandFactor(
  { db }: Pick<TestApp, 'db'>,
  organization: { uuid: string },
  passed = '14 days 1 minute',
) {
  await changeRows(db, 'organizations', organization.uuid, {
    admins_need_factor_from: sql`now() + interval '14 days' - ${passed}::interval`,
    admins_reminded_of_factor_at: null,
  });
}
