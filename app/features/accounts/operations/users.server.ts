import type { z } from 'zod';
import type { Actor } from '~/kernel/actor';
import type { Context } from '~/kernel/operation';
import { loggedIn, operation } from '~/kernel/operation.server';
import { conflict, forbidden } from '~/kernel/problem';
import { changeEmail, queueEmailChange } from '../email-change.server';
import * as policy from '../policy';
import { accountById, allUsers, deactivate } from '../queries.server';
import { activate } from '../rules/drafts.server';
import { limitMails } from '../rules/limits.server';
import { userChange, userId, userList } from '../schema';

/** Users in the API, which serves them to themselves and to system administrators. */

async function userInSight({ db, actor }: Context, { user }: { user: string }) {
  const account = policy.see(user, actor) ? await accountById(db, user) : undefined;
  if (!account) return null;
  const { passwordHash: _secret, ...known } = account;
  return known;
}

export const listUsers = operation({
  summary: 'List all users, by e-mail address',
  input: userList,
  may: policy.list,
  read: ({ db, input }) => allUsers(db, input),
});

export const readUser = operation({
  summary: 'Read a user',
  input: userId,
  subject: userInSight,
  may: loggedIn,
  read: ({ subject }) => subject,
});

/** As on the screen, case makes no other address, unless a system administrator corrects it. */
function isAnother(email: string, present: string, actor: Actor): boolean {
  if (policy.vouch(actor)) return email !== present;
  return email.toLowerCase() !== present.toLowerCase();
}

/** Whether users ask for another address of their own. */
const changesOwnEmail = ({ actor, input }: { actor: Actor; input: z.output<typeof userChange> }) =>
  input.user === actor.uuid &&
  input.email !== undefined &&
  isAnother(input.email, actor.email, actor);

export const updateUser = operation({
  summary: 'Change a user; what is left out stays',
  description:
    "A system administrator's changes count at once; `activated: false` ends the user's sessions until the address is " +
    'confirmed again. Users themselves cannot change `activated` (403), and a new `email` of theirs counts only when ' +
    'the code mailed to it is confirmed: until then the answer shows the old one (A12). It is the same answer ' +
    'whether or not the new address has an account.',
  input: userChange,
  changesStandingOf: ({ input }) => [input.user],
  subject: userInSight,
  may: loggedIn,
  confirms: 'email',
  confirmsIf: changesOwnEmail,
  async prepare({ actor, input, services, ip }) {
    if (input.email && !policy.vouch(actor) && changesOwnEmail({ actor, input }))
      await limitMails(services.limits, 'emailChange', input.email, ip);
  },
  async run({ db, actor, input, subject }) {
    const {
      firstName = subject.firstName,
      lastName = subject.lastName,
      email = subject.email,
    } = input;
    const { activated = subject.activated } = input;
    if (activated !== subject.activated) {
      if (!policy.vouch(actor))
        throw forbidden('Ob ein Konto bestätigt ist, ändert der Code aus der E-Mail.');
      if (subject.uuid === actor.uuid)
        throw conflict('Das eigene Konto lässt sich so nicht sperren.');
      if (activated) await activate(db, subject.uuid);
      else await deactivate(db, subject.uuid);
    }
    await db
      .updateTable('users')
      .set({ first_name: firstName, last_name: lastName })
      .where('uuid', '=', subject.uuid)
      .execute();
    if (isAnother(email, subject.email, actor)) {
      if (policy.vouch(actor)) await changeEmail(db, subject.uuid, email);
      else await queueEmailChange(db, subject.uuid, email);
    }
    return {
      ...subject,
      firstName,
      lastName,
      activated,
      email: policy.vouch(actor) ? email : subject.email,
    };
  },
  audit: ({ actor, subject: { uuid, firstName, lastName } }) =>
    uuid === actor.uuid ? 'Eigenes Konto geändert' : `Konto „${firstName} ${lastName}“ geändert`,
});
