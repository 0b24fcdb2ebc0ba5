import type { Database } from '#db/connection';
import type { Scope } from '~/kernel/actor';
import { operation } from '~/kernel/operation.server';
import { notFound } from '~/kernel/problem';
import * as policy from '../policy';
import {
  eventInScope,
  inFull,
  oneInFull,
  optionsWithAnswers,
  type Poll,
  pollInScope,
  pollsOfEvent,
} from '../queries.server';
import * as schema from '../schema';

/** How many polls a screen lists, and how many answers an option shows at once. */
const PAGE = 100;

export const listPolls = operation({
  summary: 'Read the names and states of the polls of an event',
  input: schema.pollsOfEvent,
  subject: (context, { event }) => eventInScope(context, event),
  may: policy.read,
  async read({ db, input, subject: { scope, event } }) {
    const { rows, next } = await pollsOfEvent(db, scope, { limit: PAGE, ...input });
    const polls = rows.map(({ uuid, name, closed }) => ({ uuid, name, closed }));
    return { event, polls, next, mayEdit: policy.edit({ scope }) };
  },
});

export const listPollsInFull = operation({
  summary: 'List the polls of an event with their options and answers',
  input: schema.pollsOfEvent,
  subject: (context, { event }) => eventInScope(context, event),
  may: policy.read,
  async read({ db, input, subject: { scope } }) {
    const { rows, next } = await pollsOfEvent(db, scope, input);
    return { rows: await inFull(db, scope, rows), next };
  },
});

export const readPollInFull = operation({
  summary: 'Read a poll with its options and answers',
  input: schema.pollId,
  subject: pollInScope,
  may: policy.read,
  read: ({ db, subject }) => oneInFull(db, subject.scope, subject.poll),
});

export const administerPoll = operation({
  summary: 'Read a poll in order to close it or to remove answers',
  input: schema.pollAdministration,
  subject: pollInScope,
  may: policy.edit,
  async read({ db, input, subject: { scope, poll } }) {
    const { option, after } = input;
    const options = await optionsWithAnswers(db, scope, poll.uuid, { size: PAGE, option, after });
    const { uuid, event, name, description, closed } = poll;
    return {
      uuid,
      event,
      name,
      description,
      closed,
      options,
      shown: { option, after, size: PAGE },
    };
  },
});

export const prepareNewPoll = operation({
  summary: 'Read the event to create a poll for',
  input: schema.eventId,
  subject: (context, { event }) => eventInScope(context, event),
  may: policy.edit,
  read: ({ subject }) => subject.event,
});

export const createPoll = operation({
  summary: 'Create a poll for an event',
  description: 'Empty options are dropped; at least one must remain (F2). Answers the poll.',
  input: schema.newPoll,
  once: true,
  subject: (context, { event }) => eventInScope(context, event),
  may: policy.edit,
  async run({ db, input, subject: { scope, event } }) {
    const { name, description, options } = input;
    const organization_uuid = scope.organization;
    const poll = await db
      .insertInto('polls')
      .values({ organization_uuid, event_uuid: event.uuid, name, description })
      .returning(['uuid', 'event_uuid as event', 'name', 'description', 'closed'])
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
    return oneInFull(db, scope, poll);
  },
  audit: ({ output }) => `Umfrage „${output.name}“ angelegt`,
});

export const prepareDeletePoll = operation({
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
    const deleted = await db
      .deleteFrom('polls')
      .where('organization_uuid', '=', scope.organization)
      .where('uuid', '=', poll.uuid)
      .returning('uuid')
      .executeTakeFirst();
    if (!deleted) throw notFound();
  },
  audit: ({ subject }) => `Umfrage „${subject.poll.name}“ gelöscht`,
});

export const closePoll = operation({
  summary: 'Close a poll, so that it takes no more answers',
  description: 'Closing a closed poll changes nothing and is no error.',
  input: schema.pollId,
  subject: pollInScope,
  may: policy.edit,
  run: ({ db, subject: { scope, poll } }) => setClosed(db, scope, poll, true),
  audit: ({ subject }) => `Umfrage „${subject.poll.name}“ beendet`,
});

export const openPoll = operation({
  summary: 'Open a closed poll again',
  description: 'Opening an open poll changes nothing and is no error.',
  input: schema.pollId,
  subject: pollInScope,
  may: policy.edit,
  run: ({ db, subject: { scope, poll } }) => setClosed(db, scope, poll, false),
  audit: ({ subject }) => `Umfrage „${subject.poll.name}“ wieder geöffnet`,
});

/** Closing waits for answers under way, which hold a share lock on the poll (migration 0010). */
async function setClosed(db: Database, scope: Scope, poll: Poll, closed: boolean) {
  const changed = await db
    .updateTable('polls')
    .set({ closed })
    .where('organization_uuid', '=', scope.organization)
    .where('uuid', '=', poll.uuid)
    .returning('uuid')
    .executeTakeFirst();
  if (!changed) throw notFound();
  return oneInFull(db, scope, { ...poll, closed });
}
