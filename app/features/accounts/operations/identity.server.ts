import { checkCode, factorMark } from '~/features/factors/rules/check.server';
import { WRONG_CODE } from '~/features/factors/wording';
import { nothing } from '~/kernel/fields';
import { loggedIn, operation } from '~/kernel/operation.server';
import { invalid } from '~/kernel/problem';
import { newSecret } from '~/kernel/secret.server';
import { queueMail } from '~/mail/queue.server';
import { proveAgain } from '../queries/sessions.server';
import { requireOwnPassword, requireSamePassword } from '../rules/passwords.server';
import { identityProof } from '../schema';
import { PASSWORD_MISSING, PASSWORD_OR_CODE_MISSING } from '../wording';

/** Confirming the user's identity again, before what a stolen session must not do (T2). */

export const readIdentity = operation({
  summary: 'Read whether and how the current user can confirm their identity',
  input: nothing,
  may: loggedIn,
  read: ({ actor: { session, hasFactor } }) => ({ session, hasFactor }),
});

const wrongCode = () => invalid({ code: [WRONG_CODE] });

export const confirmIdentity = operation({
  summary: 'Confirm who one is, by the password or a code of the second factor',
  description:
    'For ten minutes, the present session may then do what asks for it (403 of type /problems/confirm); no other one ' +
    'may. Where the account has a second factor, only a code of it, or a recovery code, opens the way to another e-mail ' +
    "address and to the factor itself. A browser's session gets a new token with that, as somebody may hold a copy of " +
    'the old one (ASVS V7.2.4).',
  input: identityProof,
  may: loggedIn,
  async prepare({ db, actor, input: { password, code }, services, ip, requestId }) {
    const by = { db, actor, services, ip, requestId };
    // A password manager may have filled in the other field.
    if (code) {
      const mark = await factorMark(db, actor.uuid);
      const proof = mark !== null && (await checkCode(by, actor.uuid, code));
      if (!proof) throw wrongCode();
      return { mark, proof };
    }
    if (password) return { verified: await requireOwnPassword(by, 'password', password) };
    throw invalid({ password: [actor.hasFactor ? PASSWORD_OR_CODE_MISSING : PASSWORD_MISSING] });
  },
  async run({ db, actor, prepared: { verified, mark, proof }, changeSession }) {
    if (verified !== undefined) await requireSamePassword(db, actor, 'password', verified);
    else if ((await factorMark(db, actor.uuid)) !== mark) throw wrongCode();
    if (proof === 'recovery') await queueMail(db, 'recoveryCodeUsed', { user: actor.uuid });
    const { secret, hash } = newSecret();
    const by = proof ? 'code' : 'password';
    if (await proveAgain(db, actor.session.uuid, hash, { by }))
      changeSession({ start: secret, renews: true });
    return { userUuid: actor.uuid };
  },
  audit: 'Noch einmal bestätigt, wer man ist',
});
