import { sql } from 'kysely';
import type { Database } from '#db/connection';
import * as policy from '~/features/events/policy';
import type { Scope } from '~/kernel/actor';
import { operation } from '~/kernel/operation.server';
import { notFound, Problem } from '~/kernel/problem';
import { edited, requireSame } from '~/kernel/version.server';
import { pollForEditInScope, pollInScope } from '../queries.server';
import * as schema from '../schema';
import { named, optionsAreAnswered } from '../wording';

export const readPollForEdit = operation({
  summary: 'Read a poll in order to change its name, description and options',
  input: schema.pollId,
  subject: pollForEditInScope,
  may: policy.edit,
  read({ subject: { poll } }) {
    const { name, description, options, version } = poll;
    return { name, description, options, version };
  },
});

export const updatePoll = operation({
  summary: 'Change a poll and those of its options that nobody has answered',
  description:
    'Also while it is closed. Options keep their order, and new ones follow; options that are left out or empty are ' +
    'deleted. An option with answers can neither be renamed nor deleted (409).',
  input: schema.changedPoll,
  edits: true,
  subject: pollInScope,
  may: policy.edit,
  async run({ db, actor, input, subject: { scope, poll }, version }) {
    const { name, description, optionUuids } = input;
    const options = input.options.filter((option) => option !== '');
    // Waits for answers in progress, and later ones wait for it, as with closing (0010-polls.sql).
    await db
      .selectFrom('polls')
      .where('uuid', '=', poll.uuid)
      .select('uuid')
      .forNoKeyUpdate()
      .execute();
    const now = (await pollForEditInScope({ db, actor }, { poll: poll.uuid }))?.poll;
    if (!now) throw notFound();
    const present = now.options;
    if (version !== undefined && version !== now.version) {
      requireSame(now.version, inWords(input, options), inWords(now, names(present)));
      return { scope, poll: now, options, version: now.version };
    }
    const changes = optionChanges(present, input.options, optionUuids);
    await changeOptions(db, scope, poll.uuid, changes, present.at(-1)?.index ?? -1);
    const isOther = Object.values(changes).some(({ length }) => length > 0);
    const saved = await db
      .updateTable('polls')
      .set(edited({ name, description }, isOther))
      .where('uuid', '=', poll.uuid)
      .returning('version')
      .executeTakeFirstOrThrow();
    return { scope, poll: { ...now, name, description, ...saved }, options, ...saved };
  },
  audit: ({ output, subject: { poll } }) =>
    output.version === poll.version ? null : `${named(output.poll)} geändert`,
});

/** @throws Problem 409 where an option has answers; the poll's row lock keeps new ones out */
async function changeOptions(
  db: Database,
  { organization }: Scope,
  poll: string,
  { renamed, deleted, added }: OptionChanges,
  lastIndex: number,
): Promise<void> {
  const answered = [...renamed.map(({ option }) => option), ...deleted].filter(
    (option) => option.answered,
  );
  if (answered.length > 0) {
    const errors = { options: [optionsAreAnswered(names(answered))] };
    throw new Problem(409, 'Nicht möglich', errors.options[0], errors);
  }
  if (deleted.length > 0)
    await db
      .deleteFrom('poll_options')
      .where('poll_uuid', '=', poll)
      .where(
        'uuid',
        'in',
        deleted.map(({ optionUuid }) => optionUuid),
      )
      .execute();
  if (renamed.length > 0)
    await sql`
      update poll_options o set name = new.name
        from unnest(${renamed.map(({ option }) => option.optionUuid)}::uuid[],
          ${renamed.map(({ name }) => name)}::text[]) as new (uuid, name)
        where o.poll_uuid = ${poll} and o.uuid = new.uuid`.execute(db);
  const rows = added.map((name, at) => ({
    organization_uuid: organization,
    poll_uuid: poll,
    name,
    index: lastIndex + 1 + at,
  }));
  if (rows.length > 0) await db.insertInto('poll_options').values(rows).execute();
}

/** The fields as people read them. */
function inWords({ name, description }: { name: string; description: string }, options: string[]) {
  return { name, description, options: options.join(', ') };
}

const names = (options: ReadonlyArray<{ name: string }>) => options.map(({ name }) => name);

type Found = NonNullable<Awaited<ReturnType<typeof pollForEditInScope>>>;
type Stored = Found['poll']['options'][number];

/** The changes that turn a poll's options into those of an edit. */
interface OptionChanges {
  readonly renamed: ReadonlyArray<{ option: Stored; name: string }>;
  readonly deleted: readonly Stored[];
  /** Names, in their order. */
  readonly added: readonly string[];
}

/**
 * Compares the options of a poll with the rows of an edit. A row without one of the poll's options
 * stands for an option of the same name, if any, so that repeating an edit adds nothing.
 * @param names of the rows; '' deletes the row's option
 * @param uuids the option of each row; none for a new one
 */
function optionChanges(
  stored: readonly Stored[],
  names: readonly string[],
  uuids: ReadonlyArray<string | undefined>,
): OptionChanges {
  const left = new Set(stored);
  function take(fits: (option: Stored) => boolean) {
    const option = [...left].find(fits);
    if (option) left.delete(option);
    return option;
  }
  const known = names.map((name, at) => ({
    name,
    option: take(({ optionUuid }) => optionUuid === uuids[at]),
  }));
  const rows = known
    .filter(({ name, option }) => name !== '' || option)
    .map(({ name, option }) => ({ name, option: option ?? take((each) => each.name === name) }));
  const ofStored = rows.flatMap(({ name, option }) => (option ? [{ name, option }] : []));
  return {
    renamed: ofStored.filter(({ name, option }) => name !== '' && name !== option.name),
    deleted: [...left, ...ofStored.flatMap(({ name, option }) => (name === '' ? option : []))],
    added: rows.flatMap(({ name, option }) => (option ? [] : name)),
  };
}
