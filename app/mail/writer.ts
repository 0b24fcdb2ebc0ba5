import type { Database } from '#db/connection';
import type { Config } from '~/config.server';
import type { Mail } from './transport.server';

/** Writes one mail from what was queued for it; null if there is no longer anyone to send it to. */
export type MailWriter = (
  payload: Readonly<Record<string, string | undefined>>,
  context: { db: Database; config: Config },
) => Promise<Mail | null>;
