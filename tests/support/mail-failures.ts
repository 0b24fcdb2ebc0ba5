import { noteRefusal } from '~/mail/failures.server';
import type { TestApp } from './app';

/** As if a mail server had said that there is no such mailbox. */
export const refuseAddress = ({ db }: Pick<TestApp, 'db'>, email: string): Promise<void> =>
  noteRefusal(db, email, { code: '5.1.1', gone: true });
