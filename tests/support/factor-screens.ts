import { spendCode } from '~/features/factors/factors.server';
import type { TestApp } from './app';
import { codeOf } from './authenticator';
import type { Browser, TestResponse } from './browser';
import { QUICK_HASHES } from './factories';

/** The second factor in 'Mein Konto', as a person sets it up without scripts. */

export const FACTOR = '/app/account/second-factor';
export const SETUP = `${FACTOR}/setup`;
export const DISCARD = `${FACTOR}/discard`;
export const CODES = `${FACTOR}/recovery-codes`;
export const REMOVAL = `${FACTOR}/removal`;

/** The key on the set-up screen, in base32; '' if it shows none. */
export const keyIn = ({ text }: TestResponse): string =>
  />((?:[A-Z2-7]{4} ){7}[A-Z2-7]{4})</.exec(text)?.[1]?.replaceAll(' ', '') ?? '';

/** The recovery codes that a page shows. */
export const codesIn = ({ text }: TestResponse): string[] => {
  const [, list = ''] = /<pre[^>]*>([^<]*)<\/pre>/.exec(text) ?? [];
  return list.split('\n').filter(Boolean);
};

/** Begins the set-up. @returns the key, in base32 */
export async function begin(person: Browser): Promise<string> {
  await person.submit(FACTOR);
  return keyIn(await person.get(SETUP));
}

/** Sets up a second factor. @returns its key and its recovery codes */
export async function setUp(person: Browser) {
  const key = await begin(person);
  return { key, codes: codesIn(await person.submit(SETUP, { code: codeOf(key) })) };
}

export const factorsOf = ({ db }: TestApp, { uuid }: { uuid: string }) =>
  db.selectFrom('totp').selectAll().where('user_uuid', '=', uuid).execute();

export const recoveryCodesOf = ({ db }: TestApp, { uuid }: { uuid: string }) =>
  db.selectFrom('recovery_codes').selectAll().where('user_uuid', '=', uuid).execute();

/** Whether a code would be accepted at a log-in. It is used up by that. */
export const works = async ({ db, config }: TestApp, { uuid }: { uuid: string }, code: string) =>
  (await spendCode(db, { user: uuid, code }, config, (hashing) => hashing(QUICK_HASHES.rounds))) !==
  null;
