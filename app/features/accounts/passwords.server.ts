import type { Config } from '~/config.server';
import { invalid } from '~/kernel/problem';

/** The operator's minimum (PASSWORD_MIN_LENGTH), which the schema cannot know. @throws Problem 422 */
export function requireLength(password: string, { passwordMinLength }: Config): void {
  if ([...password].length >= passwordMinLength) return;
  throw invalid({ password: [`Das Passwort braucht mindestens ${passwordMinLength} Zeichen.`] });
}
