import { type Config, secretsOf } from '~/config.server';
import { seal, unseal } from '~/kernel/seal.server';
import { carriedRedirect, keepRedirect } from './redirect';

/** The page that somebody wanted, on its way through the queue into the link of a mail. */

/** The path to open after the log-in, sealed: it may contain an invitation's code. */
export function sealedRedirect(
  redirect: string | undefined,
  { secret }: Config,
): Record<string, string> {
  const path = carriedRedirect(redirect);
  return path ? { redirect: seal(path, secret) } : {};
}

/** A link that leads on to where the person wanted to go before they needed it. */
export function linkWithRedirect(path: string, sealed: string | undefined, config: Config): string {
  return config.origin + keepRedirect(path, sealed && unseal(sealed, secretsOf(config)));
}
