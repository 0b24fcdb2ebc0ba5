import { read as readEvents } from '~/features/events/policy';
import { eventInScope } from '~/features/events/queries.server';
import { eventId } from '~/features/events/schema';
import { byName } from '~/features/members/schema';
import { scopeInOrganization } from '~/features/organizations/queries.server';
import type { Key, Order, Page } from '~/kernel/keyset';
import { readPage } from '~/kernel/keyset.server';
import { operation } from '~/kernel/operation.server';
import { invalid } from '~/kernel/problem';
import {
  comingMembers,
  decliningMembers,
  type ListedAnswer,
  openMembers,
  ownAnswers,
  waitingMembers,
} from '../lists.server';
import * as policy from '../policy';
import { ownAnswer } from '../queries.server';
import * as schema from '../schema';

/** Reading answers: everybody's, for who may edit events, and one's own (J8, J11). */

export const readOwnAnswer = operation({
  summary: 'Read an event and what the current user has answered',
  input: eventId,
  subject: eventInScope,
  may: readEvents,
  async read({ db, subject }) {
    const { event, scope } = subject;
    return {
      event,
      own: await ownAnswer(db, scope, event),
      linked: scope.member !== null,
      late: policy.answerLate(subject),
    };
  },
});

export const listAnswers = operation({
  summary: 'List the answers to an event, or who has not answered',
  description: 'The waiting list in the order of its members, everything else by name.',
  input: schema.answersList,
  subject: eventInScope,
  may: policy.lead,
  read({ db, input, subject: { event, scope } }): Promise<Page<ListedAnswer>> {
    const { of, q } = input;
    const part = (order: Order) => ({
      after: placeIn(order, input, 'cursor'),
      before: placeIn(order, input, 'before'),
      limit: input.limit,
    });
    switch (of) {
      case 'yes':
        return readPage(comingMembers(db, scope, event, q), byName, part(byName));
      case 'waiting':
        return readPage(waitingMembers(db, scope, event, q), schema.byTurn, part(schema.byTurn));
      case 'no':
        return readPage(decliningMembers(db, scope, event, q), byName, part(byName));
      case 'open':
        return readPage(openMembers(db, scope, event, q), byName, part(byName));
    }
  },
});

/** @throws Problem 422 for a cursor of another list */
function placeIn(
  order: Order,
  input: { readonly cursor?: string; readonly before?: string },
  field: 'cursor' | 'before',
): Key | undefined {
  const text = input[field];
  if (text === undefined) return undefined;
  const place = order.cursor.safeParse(text);
  if (!place.success) throw invalid({ [field]: place.error.issues.map(({ message }) => message) });
  return place.data;
}

export const listOwnAnswers = operation({
  summary: "List the current user's answers to the events of an organisation",
  input: schema.ownAnswers,
  subject: scopeInOrganization,
  may: readEvents,
  read: ({ db, subject: { scope } }) => ownAnswers(db, scope),
});
