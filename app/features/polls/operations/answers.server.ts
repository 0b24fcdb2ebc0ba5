import type { Database } from '#db/connection';
import type { Scope } from '~/kernel/actor';
import { operation } from '~/kernel/operation.server';
import { conflict, notFound } from '~/kernel/problem';
import { sqlState } from '~/kernel/transaction.server';
import * as policy from '../policy';
import {
  memberAnswerInScope,
  oneInFull,
  type Poll,
  pollOptionInScope,
  pollToShowInScope,
} from '../queries.server';
import * as schema from '../schema';
import { ownChoice } from '../view';
import { NO_MEMBER } from '../wording';

const CLOSED = 'Die Umfrage ist beendet. Sie nimmt keine Antworten mehr an.';
const ANSWERED =
  'Sie haben diese Umfrage schon beantwortet. Soll Ihre Antwort geändert werden, bitten Sie jemanden, der ' +
  'Veranstaltungen bearbeitet, sie zu entfernen.';

export const showPoll = operation({
  summary: 'Read a poll in order to answer it',
  input: schema.pollId,
  subject: pollToShowInScope,
  may: policy.read,
  read({ subject: { scope, poll } }) {
    const { name, description, closed, ownAnswers } = poll;
    const choice = ownChoice(poll.options, ownAnswers);
    // Nobody is swayed by what the others answered: the result comes after the own answer, or at
    // the end.
    const decided = closed || choice.kind === 'chosen';
    const options = poll.options.map(({ count, ...option }) => ({
      ...option,
      count: decided ? count : null,
    }));
    return { name, description, closed, options, choice, linked: scope.member !== null };
  },
});

/**
 * The calls answer the poll with every answer (G8). A screen loads what it shows by itself, and a
 * form need not wait for thousands of answers: so the same thing is offered both ways.
 */
const answered = ({ subject: { poll } }: { subject: { poll: Poll } }) =>
  `Umfrage „${poll.name}“ beantwortet`;

const answering = {
  summary: 'Answer a poll with one of its options',
  description:
    'As the member linked to the current user. One answer per member and poll; a closed poll takes none (F5). The same ' +
    'answer again changes nothing and is no error.',
  input: schema.pollOption,
  subject: pollOptionInScope,
  may: policy.answer,
};

export const answerPoll = operation({
  ...answering,
  run: ({ db, input, subject }) => insertAnswer(db, subject, input.option),
  audit: answered,
});

export const answerPollInFull = operation({
  ...answering,
  async run({ db, input, subject }) {
    await insertAnswer(db, subject, input.option);
    return oneInFull(db, subject.scope, subject.poll);
  },
  audit: answered,
});

async function insertAnswer(
  db: Database,
  { scope, poll }: { scope: Scope; poll: Poll },
  option: string,
) {
  const answer = {
    organization_uuid: scope.organization,
    poll_uuid: poll.uuid,
    member_uuid: linkedMember(scope),
    option_uuid: option,
  };
  try {
    const added = await db
      .insertInto('poll_answers')
      .values(answer)
      .onConflict((clash) => clash.columns(['poll_uuid', 'member_uuid']).doNothing())
      .executeTakeFirst();
    if (added.numInsertedOrUpdatedRows === 1n) return;
  } catch (error) {
    throw refusalOf(error) ?? error;
  }
  // The same option again changes nothing and is no error, as with registering (E7): a form was
  // sent twice.
  const given = await db
    .selectFrom('poll_answers')
    .select('option_uuid as option')
    .where('poll_uuid', '=', answer.poll_uuid)
    .where('member_uuid', '=', answer.member_uuid)
    .executeTakeFirst();
  if (given?.option !== option) throw conflict(ANSWERED);
}

/** The rules are the database's; this is how they are said. */
function refusalOf(error: unknown) {
  switch (sqlState(error)) {
    case 'VH003':
      return conflict(CLOSED);
    case '23503':
      return notFound();
    default:
      return null;
  }
}

export const takeBackAnswer = operation({
  summary: 'Take the own answer back',
  description: 'As long as the poll is open. There is no screen for it (F5).',
  input: schema.pollOption,
  subject: pollOptionInScope,
  may: policy.answer,
  async run({ db, input, subject: { scope, poll } }) {
    const member = linkedMember(scope);
    // Locked as the trigger does for a new answer, so that none is taken back from a poll that is
    // being closed.
    const state = await db
      .selectFrom('polls')
      .select('closed')
      .where('uuid', '=', poll.uuid)
      .forShare()
      .executeTakeFirst();
    if (state?.closed) throw conflict(CLOSED);
    await deleteAnswer(db, scope, { poll: poll.uuid, option: input.option, member });
    return oneInFull(db, scope, poll);
  },
  audit: ({ subject }) => `Antwort auf die Umfrage „${subject.poll.name}“ zurückgenommen`,
});

export const prepareRemoveAnswer = operation({
  summary: "Read a member's answer in order to remove it",
  input: schema.memberAnswer,
  subject: memberAnswerInScope,
  may: policy.edit,
  read({ subject: { poll } }) {
    const { name, option, firstName, lastName } = poll;
    return { name, option, firstName, lastName };
  },
});

const removed = ({
  subject: { poll },
}: {
  subject: Awaited<ReturnType<typeof memberAnswerInScope>> & {};
}) =>
  `Antwort von „${poll.firstName ?? '?'} ${poll.lastName ?? '?'}“ auf die Umfrage „${poll.name}“ entfernt`;

const removing = {
  summary: "Remove a member's answer",
  description:
    'The answer is named by the uuid of its member. Possible in a closed poll, too (F5).',
  input: schema.memberAnswer,
  subject: memberAnswerInScope,
  may: policy.edit,
};

export const removeAnswer = operation({
  ...removing,
  async run({ db, input, subject: { scope } }) {
    await deleteAnswer(db, scope, { poll: input.poll, option: input.option, member: input.answer });
  },
  audit: removed,
});

export const removeAnswerInFull = operation({
  ...removing,
  async run({ db, input, subject: { scope, poll } }) {
    await deleteAnswer(db, scope, { poll: input.poll, option: input.option, member: input.answer });
    return oneInFull(db, scope, poll);
  },
  audit: removed,
});

async function deleteAnswer(
  db: Database,
  scope: Scope,
  { poll, option, member }: { poll: string; option: string; member: string },
): Promise<void> {
  const deleted = await db
    .deleteFrom('poll_answers')
    .where('organization_uuid', '=', scope.organization)
    .where('poll_uuid', '=', poll)
    .where('option_uuid', '=', option)
    .where('member_uuid', '=', member)
    .returning('member_uuid')
    .executeTakeFirst();
  if (!deleted) throw notFound();
}

function linkedMember(scope: Scope): string {
  if (scope.member === null) throw conflict(NO_MEMBER);
  return scope.member;
}
