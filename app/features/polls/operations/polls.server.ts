import type { Database } from '#db/connection';
import * as policy from '~/features/events/policy';
import { eventInScope } from '~/features/events/queries.server';
import { countMade } from '~/features/events/rules/budgets.server';
import { announce } from '~/features/outbox/queries/announcements.server';
import type { Scope } from '~/kernel/actor';
import { readPage } from '~/kernel/keyset.server';
import { inScope, operation } from '~/kernel/operation.server';
import { readInPieces } from '~/kernel/pieces.server';
import { notFound } from '~/kernel/problem';
import {
  answeredOf,
  answersToPoll,
  awaitsAnswerOf,
  optionsWithAnswers,
  type Poll,
  pollInScope,
  pollsOf,
} from '../queries.server';
import * as schema from '../schema';
import { answersInList } from '../view';
import { eventInWords, named } from '../wording';

/** Polls of a screen's list. */
const PAGE_SIZE = 100;
/** Polls that are read at once with all their options. */
const POLLS_AT_ONCE = 20;

export const readPollsPage = operation({
  summary: 'Read the names and states of the polls of an event',
  input: schema.pollsOfEvent,
  subject: eventInScope,
  may: inScope,
  async read({ db, input: { cursor, limit = PAGE_SIZE }, subject: { scope, event } }) {
    const found = pollsOf(db, scope, event.uuid).select([
      awaitsAnswerOf(scope).as('awaited'),
      answeredOf(scope).as('answered'),
      answersToPoll,
    ]);
    const { rows, next } = await readPage(found, schema.oldestFirst, { after: cursor, limit });
    const polls = rows.map(({ uuid, name, closed, awaited, answered, answers }) => {
      const yours = answers === 1 ? ': Ihre' : ', auch Ihre';
      return {
        uuid,
        name,
        closed,
        awaited,
        answers: answersInList(answers) + (answered ? yours : ''),
      };
    });
    return { event: { name: event.name }, polls, next, mayEdit: policy.edit({ scope, event }) };
  },
});

export const listPolls = operation({
  summary: 'List the polls of an event with their options and answers',
  input: schema.pollsOfEvent,
  subject: eventInScope,
  may: inScope,
  async read({ db, input: { cursor, limit }, subject: { scope, event } }) {
    const found = pollsOf(db, scope, event.uuid);
    // Each comes with its options and answers.
    const list = { after: cursor, limit, long: ['p.description'], size: POLLS_AT_ONCE };
    return { scope, ...(await readInPieces(db, found, schema.oldestFirst, list)) };
  },
});

export const readPoll = operation({
  summary: 'Read a poll with its options and answers',
  input: schema.pollId,
  subject: pollInScope,
  may: inScope,
  read: ({ subject }) => ({ ...subject, version: subject.poll.version }),
});

export const readPollForAdministration = operation({
  summary: 'Read a poll in order to close it or to remove answers',
  input: schema.pollAdministration,
  subject: pollInScope,
  may: policy.edit,
  async read({ db, input, subject: { scope, poll, event: its } }) {
    const { option, after } = input;
    const options = await optionsWithAnswers(db, scope, poll.uuid, { option, after });
    const { name, description, closed } = poll;
    const about = eventInWords(its);
    return { about, name, description, closed, options, shown: { option, after } };
  },
});

export const createPoll = operation({
  summary: 'Create a poll for an event',
  description: 'Empty options are dropped; at least one must remain (F2). Answers the poll.',
  input: schema.newPoll,
  once: true,
  subject: eventInScope,
  may: policy.edit,
  async run({ db, actor, input, services: { limits }, subject: { scope, event } }) {
    const { name, description, options } = input;
    await countMade(db, actor, { limits, count: 1, texts: [description, ...options] });
    const organization_uuid = scope.organization;
    const poll = await db
      .insertInto('polls')
      .values({ organization_uuid, event_uuid: event.uuid, name, description })
      .returning(['uuid', 'event_uuid as event', 'name', 'description', 'closed', 'version'])
      .executeTakeFirstOrThrow();
    await db
      .insertInto('poll_options')
      .values(
        options.map((option, index) => ({
          organization_uuid,
          poll_uuid: poll.uuid,
          index,
          name: option,
        })),
      )
      .execute();
    await announce(db, actor, { kind: 'poll_new', poll: poll.uuid });
    return { scope, poll, options };
  },
  audit: ({ output }) => `${named(output.poll)} angelegt`,
});

export const readPollForDeletion = operation({
  summary: 'Read a poll in order to delete it',
  input: schema.pollId,
  subject: pollInScope,
  may: policy.edit,
  read: ({ subject }) => ({ name: subject.poll.name }),
});

export const deletePoll = operation({
  summary: 'Delete a poll with its options and answers',
  input: schema.pollId,
  once: true,
  subject: pollInScope,
  may: policy.edit,
  async run({ db, subject: { scope, poll } }) {
    await db
      .deleteFrom('polls')
      .where('organization_uuid', '=', scope.organization)
      .where('uuid', '=', poll.uuid)
      .returning('uuid')
      .executeTakeFirstOrThrow(notFound);
    return { name: poll.name };
  },
  audit: ({ subject }) => `${named(subject.poll)} gelöscht`,
});

export const closePoll = operation({
  summary: 'Close a poll, so that it takes no more answers',
  description: 'Closing a closed poll changes nothing and is no error.',
  input: schema.pollId,
  subject: pollInScope,
  may: policy.edit,
  run: ({ db, subject: { scope, poll } }) => setClosed(db, scope, poll, true),
  audit: ({ subject: { poll } }) => (poll.closed ? null : `${named(poll)} beendet`),
});

export const openPoll = operation({
  summary: 'Open a closed poll again',
  description: 'Opening an open poll changes nothing and is no error.',
  input: schema.pollId,
  subject: pollInScope,
  may: policy.edit,
  run: ({ db, subject: { scope, poll } }) => setClosed(db, scope, poll, false),
  audit: ({ subject: { poll } }) => (poll.closed ? `${named(poll)} wieder geöffnet` : null),
});

/** Closing waits for answers in progress, which hold a share lock on the poll (0010-polls.sql). */
async function setClosed(db: Database, scope: Scope, poll: Poll, closed: boolean) {
  await db
    .updateTable('polls')
    .set({ closed })
    .where('organization_uuid', '=', scope.organization)
    .where('uuid', '=', poll.uuid)
    .returning('uuid')
    .executeTakeFirstOrThrow(notFound);
  return { scope, poll: { ...poll, closed } };
}
