import { endSessions } from '~/features/accounts/queries/sessions.server';
import { nothing } from '~/kernel/fields';
import type { Context } from '~/kernel/operation';
import { loggedIn, operation } from '~/kernel/operation.server';
import { notFound } from '~/kernel/problem';
import { queueMail } from '~/mail/queue.server';
import { madeRecoveryCodes } from '../new-codes.server';
import {
  clubsThatNeedFactor,
  deleteFactor,
  hasNewCodes,
  ownFactor,
  replaceRecoveryCodes,
} from '../queries.server';

/** The second factor in 'Mein Konto': its state, new recovery codes, and its end (T3, T4). */

export const readFactor = operation({
  summary:
    'Read whether the current user has a second factor, and how many recovery codes are left',
  input: nothing,
  may: loggedIn,
  read: ({ db, actor }) => ownFactor(db, actor.uuid),
});

const factorOfActor = ({ db, actor }: Context) => ownFactor(db, actor.uuid);

export const readFactorForCodes = operation({
  summary: 'Read how many recovery codes would be replaced',
  input: nothing,
  subject: factorOfActor,
  may: loggedIn,
  read: ({ subject }) => subject,
});

export const renewRecoveryCodes = operation({
  summary: 'Replace all recovery codes by ten new ones',
  description:
    'Answers them only this once: just hashes are stored. Sent again within ten seconds, it answers the same ones ' +
    'if the same process gets it, otherwise new ones; those stored last work. A mail reports it once in two minutes.',
  input: nothing,
  changesStandingOf: ({ actor }) => [actor.uuid],
  subject: factorOfActor,
  may: loggedIn,
  confirms: 'factor',
  async prepare({ actor, services, ip }) {
    if (!actor.hasFactor) throw notFound();
    return madeRecoveryCodes(services, actor, ip);
  },
  async run({ db, actor, prepared }) {
    if (!(await hasNewCodes(db, actor.uuid)))
      await queueMail(db, 'recoveryCodesNew', { user: actor.uuid });
    await replaceRecoveryCodes(db, actor.uuid, prepared.hashes);
    return { recoveryCodes: prepared.codes };
  },
  audit: 'Neue Wiederherstellungscodes erzeugt',
});

export const readFactorForRemoval = operation({
  summary: 'Read the consequences of switching off the second factor',
  input: nothing,
  subject: factorOfActor,
  may: loggedIn,
  read: ({ db, actor }) => clubsThatNeedFactor(db, actor.uuid),
});

export const removeFactor = operation({
  summary: 'Switch off the second factor',
  description:
    'Its recovery codes are deleted, and all other sessions end. If a club requires it, permissions rest from then on ' +
    '(T6). Without a factor nothing changes, and that is no error.',
  input: nothing,
  changesStandingOf: ({ actor }) => [actor.uuid],
  may: loggedIn,
  confirms: 'factor',
  async run({ db, actor }) {
    const removed = await deleteFactor(db, actor.uuid);
    if (removed) {
      await endSessions(db, actor.uuid, { except: actor.session.uuid });
      await queueMail(db, 'factorOff', { user: actor.uuid });
    }
    return { removed };
  },
  audit: ({ output }) => (output.removed ? 'Handy-Code abgeschaltet' : null),
});
