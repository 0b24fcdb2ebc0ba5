import type { Database } from '#db/connection';
import type { Scope } from '~/kernel/actor';
import { operation } from '~/kernel/operation.server';
import { conflict, notFound } from '~/kernel/problem';
import { sqlState } from '~/kernel/transaction.server';
import * as policy from '../policy';
import {
  memberAnswerInScope,
  type Poll,
  pollForAnswerInScope,
  pollOptionInScope,
} from '../queries.server';
import * as schema from '../schema';
import { ownChoice } from '../view';
import { NO_MEMBER, NO_MORE_ANSWERS, named, POLL_ENDED } from '../wording';

const CLOSED = `${POLL_ENDED} ${NO_MORE_ANSWERS}`;
const ANSWERED =
  'Sie haben diese Umfrage schon beantwortet. Soll Ihre Antwort geändert werden, bitten Sie jemanden, der ' +
  'Veranstaltungen bearbeitet, sie zu entfernen.';

export const readPollForAnswer = operation({
  summary: 'Read a poll in order to answer it',
  input: schema.pollId,
  subject: pollForAnswerInScope,
  may: policy.read,
  read({ subject: { scope, poll } }) {
    const { name, description, closed, ownAnswers } = poll;
    const choice = ownChoice(poll.options, ownAnswers);
    // The result comes after one's own answer, or at the end, so that it sways nobody.
    const decided = closed || choice.kind === 'chosen';
    const options = poll.options.map(({ count, ...option }) => ({
      ...option,
      count: decided ? count : null,
    }));
    return { name, description, closed, options, choice, linked: scope.member !== null };
  },
});

export const answerPoll = operation({
  summary: 'Answer a poll with one of its options',
  description:
    'As the member linked to the current user. One answer per member and poll; a closed poll takes none (F5). The same ' +
    'answer again changes nothing and is no error.',
  input: schema.pollOption,
  subject: pollOptionInScope,
  may: policy.answer,
  async run({ db, input, subject }) {
    await insertAnswer(db, subject, input.option);
    return subject;
  },
  audit: ({ subject }) => `${named(subject.poll)} beantwortet`,
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
  // A form that was sent twice: the same option again is no error, as with registering (E7).
  const given = await db
    .selectFrom('poll_answers')
    .select('option_uuid as option')
    .where('poll_uuid', '=', answer.poll_uuid)
    .where('member_uuid', '=', answer.member_uuid)
    .executeTakeFirst();
  if (given?.option !== option) throw conflict(ANSWERED);
}

/** The database holds the rules; this words its refusals. */
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

export const withdrawAnswer = operation({
  summary: 'Take the own answer back',
  description: 'As long as the poll is open. There is no screen for it (F5).',
  input: schema.pollOption,
  subject: pollOptionInScope,
  may: policy.answer,
  async run({ db, input, subject: { scope, poll } }) {
    const member = linkedMember(scope);
    // The lock that the trigger takes for a new answer: none is withdrawn while the poll closes.
    const state = await db
      .selectFrom('polls')
      .select('closed')
      .where('uuid', '=', poll.uuid)
      .forShare()
      .executeTakeFirst();
    if (state?.closed) throw conflict(CLOSED);
    await deleteAnswer(db, scope, { poll: poll.uuid, option: input.option, member });
    return { scope, poll };
  },
  audit: ({ subject }) => `Antwort auf die ${named(subject.poll)} zurückgenommen`,
});

export const readAnswerForRemoval = operation({
  summary: "Read a member's answer in order to remove it",
  input: schema.memberAnswer,
  subject: memberAnswerInScope,
  may: policy.edit,
  read({ subject: { poll } }) {
    const { name, option, firstName, lastName } = poll;
    return { name, option, firstName, lastName };
  },
});

export const removeAnswer = operation({
  summary: "Remove a member's answer",
  description:
    'The answer is named by the uuid of its member. Possible in a closed poll, too (F5).',
  input: schema.memberAnswer,
  subject: memberAnswerInScope,
  may: policy.edit,
  async run({ db, input, subject: { scope, poll } }) {
    await deleteAnswer(db, scope, { poll: poll.uuid, option: input.option, member: input.answer });
    return { scope, poll };
  },
  audit: ({ subject: { poll } }) =>
    `Antwort von „${poll.firstName ?? '?'} ${poll.lastName ?? '?'}“ auf die ${named(poll)} entfernt`,
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
