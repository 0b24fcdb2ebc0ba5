import { sql } from 'kysely';
import { z } from 'zod';
import type { Database } from '#db/connection';
import type { Config } from '~/config.server';
import * as policy from '~/features/events/policy';
import type { Scope } from '~/kernel/actor';
import { id } from '~/kernel/fields';
import { inScope, operation } from '~/kernel/operation.server';
import { conflict, notFound } from '~/kernel/problem';
import { sealedValues } from '~/kernel/seal.server';
import { sqlState } from '~/kernel/transaction.server';
import { stillAt } from '~/kernel/version.server';
import {
  memberAnswerInScope,
  type Poll,
  pollForAnswerInScope,
  pollInScope,
  pollOptionInScope,
} from '../queries.server';
import * as schema from '../schema';
import { namesInWords, ownChoice } from '../view';
import { eventInWords, NO_MEMBER, NO_MORE_ANSWERS, named, POLL_ENDED } from '../wording';

const CLOSED = `${POLL_ENDED} ${NO_MORE_ANSWERS}`;
const ANSWER_STANDS = 'Eine Antwort lässt sich nur zehn Sekunden lang zurücknehmen.';
const ANSWERED_AGAIN = 'Inzwischen wurde neu geantwortet. Diese Antwort bleibt.';
const POLL_CHANGED =
  'Jemand hat die Umfrage inzwischen geändert. Bitte sehen Sie sie noch einmal an und wählen Sie dann.';
const ANSWER_IS_GONE = 'Das Mitglied oder die Antwortoption gibt es nicht mehr.';
const ANSWERED =
  'Sie haben diese Umfrage schon beantwortet. Soll Ihre Antwort geändert werden, bitten Sie jemanden, der ' +
  'Veranstaltungen bearbeitet, sie zu entfernen.';

export const readPollForAnswer = operation({
  summary: 'Read a poll in order to answer it',
  input: schema.pollId,
  subject: pollForAnswerInScope,
  may: inScope,
  read({ subject: { scope, poll, event } }) {
    const { name, description, closed, ownAnswers, version } = poll;
    const choice = ownChoice(poll.options, ownAnswers);
    const options = poll.options.map(({ people, ...option }) => ({
      ...option,
      names: namesInWords(people, option.count ?? 0),
    }));
    // What was chosen most, once that is settled.
    if (closed) options.sort((one, other) => Number(other.count) - Number(one.count));
    const about = eventInWords(event);
    const linked = scope.member !== null;
    const mayEdit = policy.edit({ scope, event });
    return { about, name, description, closed, options, choice, linked, mayEdit, version };
  },
});

export const answerPoll = operation({
  summary: 'Answer a poll with one of its options',
  description:
    'As the member linked to the current user. One answer per member and poll; a closed poll takes none (F5). The same ' +
    'answer again changes nothing and is no error.',
  input: schema.pollOption,
  subject: pollOptionInScope,
  may: inScope,
  async run({ db, input, subject, version }) {
    const isNew = await insertAnswer(db, subject, input.option, version);
    return { ...subject, option: input.option, isNew };
  },
  audit: ({ subject }) => `${named(subject.poll)} beantwortet`,
});

/** An answer can be taken back by those who gave it while it was created after this. */
const TEN_SECONDS_AGO = sql<Date>`now() - interval '10 seconds'`;

/**
 * @param version of the poll that was answered; a label may have meant something else then
 * @returns whether it can be taken back, as also when a button was pressed twice
 */
async function insertAnswer(
  db: Database,
  { scope, poll }: { scope: Scope; poll: Poll },
  option: string,
  version: number | undefined,
): Promise<boolean> {
  const ids = { poll: poll.uuid, option, member: linkedMember(scope) };
  try {
    const added = await insertion(db, scope, ids).executeTakeFirst();
    if (added.numInsertedOrUpdatedRows === 1n) {
      await requireVersion(db, poll, version);
      return true;
    }
  } catch (error) {
    // The database holds the rules; this words its refusals.
    if (sqlState(error) === 'VH003') throw conflict(CLOSED);
    throw sqlState(error) === '23503' ? notFound() : error;
  }
  // A form that was sent twice: the same option again is no error, as with registering (E7).
  const given = await givenAnswer(db, ids);
  if (given?.option !== option) throw conflict(ANSWERED);
  return given.isNew;
}

/** Edits wait for the answer that was just inserted, so what is found stays (0010-polls.sql). */
async function requireVersion(db: Database, { uuid }: Poll, version: number | undefined) {
  await db
    .selectFrom('polls')
    .select('uuid')
    .where('uuid', '=', uuid)
    .where(stillAt(version))
    .executeTakeFirstOrThrow(() => conflict(POLL_CHANGED));
}

export const withdrawAnswer = operation({
  summary: 'Take the own answer back',
  description: 'As long as the poll is open. Screens offer it only for a moment (F5, P4).',
  input: schema.pollOption,
  subject: pollOptionInScope,
  may: inScope,
  async run({ db, input, subject: { scope, poll } }) {
    const ids = { poll: poll.uuid, option: input.option, member: linkedMember(scope) };
    await holdOpen(db, poll);
    await deletion(db, ids).executeTakeFirstOrThrow(notFound);
    return { scope, poll };
  },
  audit: ({ subject }) => withdrawn(subject.poll),
});

export const undoAnswer = operation({
  summary: 'Take the own answer back that was just given',
  description:
    'Within ten seconds, by the clock of the database, and as long as the poll is open; then the answer stands (F5, P4). ' +
    'Where there is none any more, nothing changes, and that is no error.',
  input: schema.pollOption,
  subject: pollOptionInScope,
  may: inScope,
  async run({ db, input: { option }, subject: { scope, poll } }) {
    const ids = { poll: poll.uuid, option, member: linkedMember(scope) };
    await holdOpen(db, poll);
    const undone = await deletion(db, ids)
      .where('created_at', '>', TEN_SECONDS_AGO)
      .executeTakeFirst();
    if (!undone && (await givenAnswer(db, ids))) throw conflict(ANSWER_STANDS);
    return { scope, poll, changed: undone !== undefined };
  },
  audit: ({ subject, output }) => (output.changed ? withdrawn(subject.poll) : null),
});

const withdrawn = (poll: Poll) => `Antwort auf die ${named(poll)} zurückgenommen`;

/** Takes the same lock as the trigger for a new answer, so that none is withdrawn while the poll closes. */
async function holdOpen(db: Database, { uuid }: Poll) {
  const state = await db
    .selectFrom('polls')
    .select('closed')
    .where('uuid', '=', uuid)
    .forShare()
    .executeTakeFirst();
  if (state?.closed) throw conflict(CLOSED);
}

export const removeAnswer = operation({
  summary: "Remove a member's answer",
  description:
    'The answer is named by the uuid of its member. Possible in a closed poll, too (F5).',
  input: schema.memberAnswer,
  subject: memberAnswerInScope,
  may: policy.edit,
  async run({ db, actor, input, services, subject: { scope, poll } }) {
    const { option, answer: member } = input;
    const ids = { poll: poll.uuid, option, member };
    const { created } = await deletion(db, ids).executeTakeFirstOrThrow(notFound);
    const removal = sealedRemoval({ ...ids, created, by: actor.uuid }, services.config);
    return { scope, poll, member, option, removal };
  },
  audit: ({ subject: { poll } }) =>
    `Antwort von „${poll.firstName ?? '?'} ${poll.lastName ?? '?'}“ auf die ${named(poll)} entfernt`,
});

export const restoreAnswer = operation({
  summary: 'Take back the removal of an answer',
  description:
    'Only by the user who removed it, shortly after, and only as it was. Possible in a closed poll, too, as the removal is. 409: ' +
    'the member has answered again, or the answer cannot be as it was.',
  input: schema.removedAnswer,
  subject: pollInScope,
  may: policy.edit,
  async run({ db, actor, input, services, subject: { scope, poll } }) {
    const removed = removalIn(input.removal, services.config);
    const isMeant =
      removed?.by === actor.uuid &&
      removed.poll === poll.uuid &&
      removed.option === input.option &&
      removed.member === input.answer;
    if (!isMeant) throw conflict('Das geht nur kurz nach dem Entfernen.');
    await reinsert(db, { scope, poll }, removed);
    return { scope, poll };
  },
  audit: ({ subject }) =>
    `Entfernen einer Antwort auf die ${named(subject.poll)} rückgängig gemacht`,
});

/** Puts an answer back as it was; one that is there already is no error. */
async function reinsert(
  db: Database,
  { scope, poll }: { scope: Scope; poll: Poll },
  { created, ...ids }: AnswerIds & { created: string },
) {
  const of = (closed: boolean) =>
    db
      .updateTable('polls')
      .set({ closed })
      .where('uuid', '=', poll.uuid)
      .where('closed', '!=', closed);
  // A closed poll takes no answers. Nobody else can answer meanwhile, as they wait for its row.
  const { numUpdatedRows: opened } = await of(false).executeTakeFirst();
  try {
    await insertion(db, scope, ids, created).execute();
  } catch (error) {
    throw sqlState(error) === '23503' ? conflict(ANSWER_IS_GONE) : error;
  }
  if (opened > 0n) await of(true).execute();
  const given = await givenAnswer(db, ids);
  if (given?.option !== ids.option) throw conflict(ANSWERED_AGAIN);
}

interface AnswerIds {
  readonly poll: string;
  readonly option: string;
  readonly member: string;
}

/** Stores an answer, unless the member has given one already. */
const insertion = (db: Database, { organization }: Scope, ids: AnswerIds, created?: string) =>
  db
    .insertInto('poll_answers')
    .values({
      organization_uuid: organization,
      poll_uuid: ids.poll,
      option_uuid: ids.option,
      member_uuid: ids.member,
      created_at: created,
    })
    .onConflict((clash) => clash.columns(['poll_uuid', 'member_uuid']).doNothing());

const deletion = (db: Database, { poll, option, member }: AnswerIds) =>
  db
    .deleteFrom('poll_answers')
    .where('poll_uuid', '=', poll)
    .where('option_uuid', '=', option)
    .where('member_uuid', '=', member)
    .returning(sql<string>`created_at::text`.as('created'));

/** What a member has chosen in a poll. */
const givenAnswer = (db: Database, { poll, member }: Omit<AnswerIds, 'option'>) =>
  db
    .selectFrom('poll_answers')
    .select('option_uuid as option')
    .select(sql<boolean>`created_at > ${TEN_SECONDS_AGO}`.as('isNew'))
    .where('poll_uuid', '=', poll)
    .where('member_uuid', '=', member)
    .executeTakeFirst();

function linkedMember(scope: Scope): string {
  if (scope.member === null) throw conflict(NO_MEMBER);
  return scope.member;
}

/**
 * An answer that was just removed. It travels sealed in the notification that offers to undo that:
 * for a short while, event editors can restore exactly what they removed themselves, but not answer
 * for others.
 */
const removal = z.strictObject({
  poll: id,
  option: id,
  member: id,
  /** ISO 8601. */
  created: z.string(),
  /** The user who removed it. */
  by: id,
  /** Until when it can be taken back, in milliseconds since 1970. */
  until: z.number(),
});
type Removal = Omit<z.output<typeof removal>, 'until'>;

/** Longer than a notification is shown. */
const FOR_MS = 10 * 60_000;

const removals = sealedValues('removed answers', removal);

/** @returns a text that only removalIn() can read */
export function sealedRemoval(removed: Removal, config: Config): string {
  return removals.seal({ ...removed, until: Date.now() + FOR_MS }, config);
}

/** Null for what was not sealed here, or too long ago. */
function removalIn(sealed: string, config: Config): Removal | null {
  const found = removals.open(sealed, config);
  return found && Date.now() < found.until ? found : null;
}
