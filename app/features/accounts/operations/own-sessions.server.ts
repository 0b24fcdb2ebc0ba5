import { nothing } from '~/kernel/fields';
import { loggedIn, operation } from '~/kernel/operation.server';
import { endSessions, sessionOfActor } from '../queries/sessions.server';
import { ownSession } from '../schema';
import { sessionShown } from '../view';

/** The sessions in 'Mein Konto' (A12), identified by an id that is not a credential. */

export const readSessionForEnding = operation({
  summary: "Read one of the current user's sessions",
  input: ownSession,
  subject: sessionOfActor,
  may: loggedIn,
  read: ({ actor, subject }) => ({
    ...sessionShown(subject),
    current: subject.uuid === actor.session.uuid,
  }),
});

export const endOwnSession = operation({
  summary: "End one of one's own sessions",
  input: ownSession,
  changesStandingOf: ({ actor }) => [actor.uuid],
  subject: sessionOfActor,
  may: loggedIn,
  confirms: 'sessions',
  // Ending the current one is a log-out.
  confirmsIf: ({ actor, input }) => input.session !== actor.session.uuid,
  async run({ db, actor, subject, changeSession }) {
    await db.deleteFrom('sessions').where('uuid', '=', subject.uuid).execute();
    const current = subject.uuid === actor.session.uuid;
    if (current) changeSession('end');
    return { current };
  },
  audit: 'Eigene Sitzung beendet',
});

export const endOtherSessions = operation({
  summary: "End all of one's own sessions but the present one",
  input: nothing,
  changesStandingOf: ({ actor }) => [actor.uuid],
  may: loggedIn,
  confirms: 'sessions',
  async run({ db, actor }) {
    await endSessions(db, actor.uuid, { except: actor.session.uuid });
  },
  audit: 'Alle anderen eigenen Sitzungen beendet',
});
