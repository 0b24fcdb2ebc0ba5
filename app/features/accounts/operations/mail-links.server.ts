import { randomUUID } from 'node:crypto';
import { publicOperation } from '~/kernel/operation.server';
import { queueMail } from '~/mail/queue.server';
import { accountByEmail } from '../queries.server';
import { sealedRedirect } from '../redirect.server';
import { limitMails } from '../rules/limits.server';
import { mailRequest } from '../schema';

/** Links that anybody may have sent to any address. */

interface Described {
  readonly summary: string;
  readonly description: string;
  readonly audit: string;
}

const linkByMail = (
  purpose: 'reset' | 'confirmation',
  template: 'passwordReset' | 'activation',
  described: Described,
) =>
  publicOperation({
    ...described,
    input: mailRequest,
    async prepare({ input, services, ip }) {
      await limitMails(services.limits, purpose, input.email, ip);
    },
    async run({ db, input, services, concerns }) {
      const account = await accountByEmail(db, input.email);
      concerns({ user: account?.uuid });
      // Queued for everyone, so that the response takes as long; no mail is written if none is due.
      const user = account?.uuid ?? randomUUID();
      await queueMail(db, template, { user, ...sealedRedirect(input.redirect, services.config) });
    },
  });

export const requestPasswordReset = linkByMail('reset', 'passwordReset', {
  summary: 'Send a link to set a new password',
  description: 'Answers the same whether or not the address has an account (A6).',
  audit: 'Link für ein neues Passwort angefordert',
});

export const resendConfirmation = linkByMail('confirmation', 'activation', {
  summary: 'Send the confirmation mail again',
  description: 'Answers the same whether or not a confirmation is outstanding (A3, A5).',
  audit: 'Bestätigungs-E-Mail erneut angefordert',
});
