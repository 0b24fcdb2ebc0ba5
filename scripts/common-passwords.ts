/**
 * Writes the list of common passwords (T1), hashed, so that no source quotes them: run
 * `npm run passwords` after an update of @zxcvbn-ts/language-common. Its dictionary of passwords (MIT,
 * (c) 2012-2016 Dan Wheeler and Dropbox, Inc., and the authors of zxcvbn-ts) begins with the most
 * frequent.
 */
import { writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { dictionary } from '@zxcvbn-ts/language-common';
import { commonKey } from '~/features/accounts/common-passwords.server';
import { KNOWN_PASSWORDS_FROM } from '~/features/accounts/wording';

export const FILE = 'app/features/accounts/common-passwords.generated.server.ts';
const COUNT = 10_000;
const LINE = 96;

/** The most common passwords that are long enough, the most frequent first. */
export function commonPasswords(): string[] {
  const long = dictionary.passwords
    .map((password) => password.toLowerCase())
    .filter((password) => [...password].length >= KNOWN_PASSWORDS_FROM);
  return [...new Set(long)].slice(0, COUNT);
}

/** The text of the file. */
export function generated(): string {
  const keys = commonPasswords().map(commonKey).sort(Buffer.compare);
  const lines = Buffer.concat(keys)
    .toString('base64')
    .match(new RegExp(`.{1,${LINE}}`, 'g'));
  return `/**
 * Written by \`npm run passwords\`: the first 8 bytes of the SHA-256 of each of the ${COUNT} most common
 * passwords of ${KNOWN_PASSWORDS_FROM} characters or more, sorted, in base64. From @zxcvbn-ts/language-common, MIT licence, see
 * NOTICE.
 */
export const COMMON_PASSWORDS = \`
${lines?.join('\n')}
\`;
`;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  writeFileSync(FILE, generated());
  console.log(`${FILE} written.`);
}
