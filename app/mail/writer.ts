import type { Database } from '#db/connection';
import type { Config } from '~/config.server';
import type { Mail } from './transport.server';

/** Writes one mail from its queued payload; null if its receiver is gone. */
export type MailWriter = (
  payload: Readonly<Record<string, string | undefined>>,
  context: { db: Database; config: Config },
) => Promise<Mail | null>;
