import { NO_LINKED_MEMBER } from '~/features/events/wording';
import { scopeInOrganization, todayAt } from '~/features/organizations/queries.server';
import { organizationId } from '~/features/organizations/schema';
import { inScope, operation } from '~/kernel/operation.server';
import { conflict, invalid, notFound } from '~/kernel/problem';
import {
  countAbsences,
  declineDuring,
  insertAbsence,
  lockAbsentee,
  ownAbsence,
  ownAbsences,
  queueLook,
  withdrawAbsence,
} from './queries.server';
import * as schema from './schema';
import { TOO_MANY } from './wording';

/** The days on which members are away, and the declines that follow (L8). */

export const listAbsences = operation({
  summary: "List the absences of the current user's member in an organisation that are not over",
  description: 'Each with what it declined, and the events that they come to nevertheless.',
  input: organizationId,
  subject: scopeInOrganization,
  may: inScope,
  async read({ db, subject: { scope } }) {
    return { linked: scope.member !== null, absences: await ownAbsences(db, scope) };
  },
});

export const createAbsence = operation({
  summary: "Enter days on which the current user's member is away",
  description:
    'Declines what asks for an answer then, now and later. Events that they have answered stay as they are. Without ' +
    '`until` it is one day. The same days again change nothing and are no error. 409: no member is linked.',
  input: schema.newAbsence,
  subject: scopeInOrganization,
  may: inScope,
  async run({ db, actor, input: { from, until }, subject: { scope } }) {
    const { member, organization } = scope;
    const days = { from, until: until ?? from };
    const today = await todayAt(db, scope);
    if (days.until < today)
      throw invalid({ [until ? 'until' : 'from']: ['Diese Tage sind schon vorbei.'] });
    if (member === null || !(await lockAbsentee(db, actor, member)))
      throw conflict(NO_LINKED_MEMBER);
    const isFull = (await countAbsences(db, member, today)) >= schema.MOST_ABSENCES;
    const uuid = await insertAbsence(db, { organization, member, ...days });
    if (uuid) {
      if (isFull) throw conflict(TOO_MANY);
      await declineDuring(db, uuid);
      await queueLook(db, uuid);
    }
    const absences = await ownAbsences(db, scope);
    const absence = absences.find((each) => each.from === days.from && each.until === days.until);
    if (!absence) throw notFound();
    return { ...absence, changed: uuid !== undefined };
  },
  // Nobody else needs to know when somebody is away (X6).
  audit: ({ output }) => (output.changed ? 'Abwesenheit eingetragen' : null),
});

export const readAbsenceForDeletion = operation({
  summary: 'Read an own absence in order to take it back',
  input: schema.absenceId,
  subject: ownAbsence,
  may: inScope,
  read: ({ subject: { absence } }) => absence,
});

export const deleteAbsence = operation({
  summary: 'Take back an own absence',
  description:
    'With the declines that it made of events that have not begun; answers that were given to an event itself stay.',
  input: schema.absenceId,
  subject: ownAbsence,
  may: inScope,
  async run({ db, actor, subject: { absence } }) {
    if (!(await lockAbsentee(db, actor, absence.member))) throw notFound();
    if (!(await withdrawAbsence(db, absence.uuid))) throw notFound();
    return absence;
  },
  audit: 'Abwesenheit zurückgenommen',
});
