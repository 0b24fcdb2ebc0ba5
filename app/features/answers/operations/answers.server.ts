import { eventInScope } from '~/features/events/queries.server';
import { eventId } from '~/features/events/schema';
import { toldApart } from '~/features/members/rules/namesakes.server';
import { scopeInOrganization } from '~/features/organizations/queries.server';
import { organizationId } from '~/features/organizations/schema';
import { inScope, operation } from '~/kernel/operation.server';
import { aroundEvent } from '../around-event.server';
import { ownAnswers } from '../lists.server';
import * as policy from '../policy';
import { lookAtOpen } from '../queries/reminding.server';
import { eventToShow, ownAnswer } from '../queries.server';
import { obstacleToReminding } from '../rules/reminding.server';
import * as schema from '../schema';
import { answersIn, answersInPieces, type Counts, countsOf } from '../sections.server';

/** Reading answers: everybody's, for event editors, and the user's own (J8, J11). */

export const readEventPage = operation({
  summary: 'Read an event with the own answer, who comes and its polls, for its page',
  input: eventId,
  subject: eventInScope,
  may: inScope,
  async read({ db, actor, subject }) {
    const { event, scope } = subject;
    const leads = policy.lead(subject) && event.takesAnswers;
    const [own, around] = await Promise.all([
      ownAnswer(db, scope, event),
      aroundEvent(db, scope, event, { counts: leads }),
    ]);
    const coming = around.coming && (await toldApart({ db, actor }, around.coming));
    return { event, scope, own, ...around, coming };
  },
});

export const readOwnAnswer = operation({
  summary: 'Read an event and what a member has answered, by default the current user',
  input: schema.answerOf,
  subject: eventToShow,
  may: policy.answer,
  async read({ db, subject }) {
    const { event, scope, other } = subject;
    const member = other?.uuid ?? scope.member;
    return {
      event,
      other,
      own: await ownAnswer(db, scope, event, member),
      linked: member !== null,
      late: policy.lead(subject),
    };
  },
});

export const listAnswers = operation({
  summary: 'List the answers to an event, or who has not answered',
  description: 'The waiting list in the order of its members, everything else by name.',
  input: schema.answersList,
  subject: eventInScope,
  may: policy.lead,
  read: ({ db, input, subject: { event, scope } }) => answersInPieces(db, scope, event, input),
});

/** Rows of the screen's list. */
const PAGE_SIZE = 100;

export const readAnswersPage = operation({
  summary: 'Read a page of the answers to an event, and how many there are, for the screen',
  input: schema.answersPage,
  subject: eventInScope,
  may: policy.lead,
  async read({ db, actor, input, subject: { event, scope } }) {
    const { of, q, after: cursor, before } = input;
    const counting = countsOf(db, event);
    const mayRemind = of === 'open' && !obstacleToReminding(event);
    // Where there are too many to count, a reminder reaches somebody.
    const lookAt = ({ open }: Counts) => (open === null ? null : lookAtOpen(db, event, actor));
    const [page, counts, reach] = await Promise.all([
      answersIn(db, scope, event, { of, q, cursor, before, limit: PAGE_SIZE }),
      counting,
      mayRemind ? counting.then(lookAt) : null,
    ]);
    return {
      event,
      of,
      q,
      counts,
      mayRemind,
      reach,
      ...page,
      rows: await toldApart({ db, actor }, page.rows),
    };
  },
});

export const listOwnAnswers = operation({
  summary: "List the current user's answers to the events of an organisation",
  input: organizationId,
  subject: scopeInOrganization,
  may: inScope,
  read: ({ db, subject: { scope } }) => ownAnswers(db, scope),
});
