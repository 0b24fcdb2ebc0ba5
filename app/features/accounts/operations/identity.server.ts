import { nothing } from '~/kernel/fields';
import { loggedIn, operation } from '~/kernel/operation.server';
import { invalid } from '~/kernel/problem';
import { newSecret } from '~/kernel/secret.server';
import { requireOwnPassword, requireSamePassword } from '../passwords.server';
import { proveAgain } from '../queries.server';
import { identityProof } from '../schema';
import { PASSWORD_MISSING } from '../wording';

/** Proving again who one is, before what a stolen session must not do (T2). */

export const readIdentity = operation({
  summary: 'Read whether and how the current user can confirm who they are',
  input: nothing,
  may: loggedIn,
  read: ({ actor }) => ({ isFresh: actor.session.isFresh, hasFactor: actor.hasFactor }),
});

export const confirmIdentity = operation({
  summary: 'Confirm who one is, by the password or a code of the second factor',
  description:
    'For ten minutes, the present session may then do what asks for it (401 of type /problems/confirm); no other one. ' +
    "A browser's session gets a new token with that, as somebody may hold a copy of the old one (ASVS V7.2.4).",
  input: identityProof,
  may: loggedIn,
  async prepare({ db, actor, input: { password }, services, ip, requestId }) {
    if (!password) throw invalid({ password: [PASSWORD_MISSING] });
    const by = { db, actor, services, ip, requestId };
    return { verified: await requireOwnPassword(by, 'password', password) };
  },
  async run({ db, actor, prepared: { verified }, changeSession }) {
    await requireSamePassword(db, actor, 'password', verified);
    const { secret, hash } = newSecret();
    if (await proveAgain(db, actor.session.uuid, hash)) changeSession({ start: secret });
    return { userUuid: actor.uuid };
  },
  audit: 'Noch einmal bestätigt, wer man ist',
});
