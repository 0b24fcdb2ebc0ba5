import { publicOperation } from '~/kernel/operation.server';
import { notFound } from '~/kernel/problem';
import { hashesOf } from '~/kernel/secret.server';
import { queueMail } from '~/mail/queue.server';
import { changeEmail } from '../email-change.server';
import { codeInForce, markUsed, validCode } from '../queries.server';
import { sealedRedirect } from '../redirect.server';
import { activate, addDraft } from '../rules/drafts.server';
import { hashedOr, limitMails, openedBy } from '../rules/limits.server';
import { requireLength, requireUnknown } from '../rules/new-passwords.server';
import { requireRoom } from '../rules/passwords.server';
import { code, registration } from '../schema';

export const registerAccount = publicOperation({
  summary: 'Create a user account and send its confirmation mail',
  description:
    'Answers the same whether or not the address has an account; its owner learns by mail (A3). An address that was ' +
    'never confirmed can be registered again: each mail confirms the registration that it was sent for, and the first ' +
    'that is confirmed ends the others.',
  input: registration,
  async prepare({ input, services, ip }) {
    requireLength(input.password, services.config);
    requireRoom(services, ip);
    const about = [input.firstName, input.lastName, input.email];
    await requireUnknown(input.password, services, about, ip);
    const takeBack = await limitMails(services.limits, 'registration', input.email, ip);
    return { passwordHash: await hashedOr(takeBack, services.passwords.hash(input.password, ip)) };
  },
  async run({ db, input, prepared, services, concerns }) {
    const { redirect, email } = input;
    const registered = await addDraft(db, email, { ...input, ...prepared });
    if (!registered) return;
    const { user, draft } = registered;
    concerns({ user });
    const onwards = sealedRedirect(redirect, services.config);
    if (draft) await queueMail(db, 'activation', { user, draft, ...onwards });
    else await queueMail(db, 'accountExists', { user, ...onwards });
  },
  audit: 'Konto registriert',
});

const CONFIRMING = ['activation', 'email'] as const;

export const confirmEmail = publicOperation({
  summary: 'Confirm an e-mail address with the code from the mail',
  description:
    'Activates the account of the registration that the code was mailed for (A4) or makes a changed address count (A12). ' +
    'The same code again is a success again.',
  input: code,
  async prepare({ db, input, services, ip }) {
    await openedBy(services.limits, ip, () => validCode(db, hashesOf(input.code), CONFIRMING));
  },
  async run({ db, input, concerns }) {
    const hashes = hashesOf(input.code);
    const found = await codeInForce(db, hashes, CONFIRMING);
    if (!found) throw notFound();
    const { user, email, draft, usedAt } = found;
    concerns({ user });
    if (!usedAt) {
      await markUsed(db, hashes);
      if (email === null) await activate(db, user, { draft, usedCode: hashes });
      else await changeEmail(db, user, email, hashes);
    }
    return { changed: email === null ? 'account' : 'email' } as const;
  },
  audit: ({ output }) =>
    output.changed === 'account' ? 'Konto bestätigt' : 'Neue E-Mail-Adresse bestätigt',
});
