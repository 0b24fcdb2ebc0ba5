import { ownFactor } from '~/features/factors/queries.server';
import { factorText } from '~/features/factors/wording';
import { nothing } from '~/kernel/fields';
import { loggedIn, operation } from '~/kernel/operation.server';
import { invalid } from '~/kernel/problem';
import { deliveryTrouble, forgetFailures } from '~/mail/failures.server';
import { dayAt, GERMANY } from '~/times';
import { queueEmailChange } from '../email-change.server';
import { sessionsOf } from '../queries/sessions.server';
import { limitMails } from '../rules/limits.server';
import { ownEmail, ownName } from '../schema';
import { sessionShown } from '../view';
import { unreachable } from '../wording';

/** 'Mein Konto': the overview, name and address (A12). */

/** By default nobody may join more (CLUBS_PER_USER). Leaving some of these shows any others. */
const CLUBS_SHOWN = 200;

export const readAccount = operation({
  summary: "Read the current user's account, sessions and organisations",
  input: nothing,
  may: loggedIn,
  async read({ db, actor }) {
    const { firstName, lastName, email, organizations } = actor;
    const [sessions, factor] = await Promise.all([
      sessionsOf(db, actor),
      ownFactor(db, actor.uuid),
    ]);
    const groups = sessions[0]?.groups ?? [];
    return {
      trouble: sessions[0]?.isUnreachable ? unreachable(email) : null,
      firstName,
      lastName,
      email,
      contact: sessions[0]?.contact,
      factor: { isOn: factor !== null, text: factorText(factor) },
      sessions: sessions
        .map(sessionShown)
        .map((session) => ({
          ...session,
          current: session.uuid === actor.session.uuid,
          usedToday: session.usedOn === dayAt(new Date(), GERMANY),
        }))
        .sort((one, other) => Number(other.current) - Number(one.current)),
      organizations: organizations.slice(0, CLUBS_SHOWN).map(({ uuid, name, member }) => ({
        uuid,
        name,
        groups: groups.flatMap((group) => (group.member === member ? group.name : [])),
      })),
    };
  },
});

export const readAccountForEdit = operation({
  summary: "Read the current user's name and e-mail address",
  input: nothing,
  may: loggedIn,
  read({ actor }) {
    const { firstName, lastName, email } = actor;
    return { firstName, lastName, email };
  },
});

export const updateOwnName = operation({
  summary: "Change the current user's name",
  input: ownName,
  may: loggedIn,
  async run({ db, actor, input }) {
    const { firstName, lastName } = input;
    await db
      .updateTable('users')
      .set({ first_name: firstName, last_name: lastName })
      .where('uuid', '=', actor.uuid)
      .execute();
  },
  audit: 'Eigenen Namen geändert',
});

export const requestEmailChange = operation({
  summary: "Change one's own e-mail address, as soon as its new owner confirms it",
  description:
    'The new address gets a code, the old one a notice. Answers the same if the address has an account: its owner ' +
    'learns of it by mail (A3, A12).',
  input: ownEmail,
  may: loggedIn,
  confirms: 'email',
  async prepare({ actor, input, services, ip }) {
    if (input.email.toLowerCase() === actor.email.toLowerCase()) {
      throw invalid({ email: ['Das ist schon Ihre E-Mail-Adresse.'] });
    }
    await limitMails(services.limits, 'emailChange', input.email, ip);
  },
  run: ({ db, actor, input }) => queueEmailChange(db, actor.uuid, input.email),
  audit: 'Änderung der eigenen E-Mail-Adresse angefordert',
});

export const tryAddressAgain = operation({
  summary: "Try the current user's e-mail address again after mail servers refused it",
  description: 'Where nothing is known against it, nothing changes, and that is no error.',
  input: nothing,
  may: loggedIn,
  async run({ db, actor: { email } }) {
    const trouble = await deliveryTrouble(db, email);
    if (trouble) await forgetFailures(db, email);
    return { email, changed: trouble !== null };
  },
  audit: ({ output }) =>
    output.changed ? 'E-Mails an die eigene Adresse noch einmal versucht' : null,
});
