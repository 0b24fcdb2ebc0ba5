import { sql } from 'kysely';
import type { z } from 'zod';
import type { Database } from '#db/connection';
import { edit } from '~/features/members/policy';
import { countMembers } from '~/features/members/rules/budgets.server';
import { MOST_GROUPS } from '~/features/organizations/fields';
import { administer } from '~/features/organizations/policy';
import type { Actor } from '~/kernel/actor';
import type { Work } from '~/kernel/operation';
import { operation } from '~/kernel/operation.server';
import { conflict, forbidden, invalid } from '~/kernel/problem';
import { type Import, importInScope, queueImport } from '../queries.server';
import * as schema from '../schema';
import { countsInWords, NOT_NOW, NOTHING_TO_DO, OTHER_MEANWHILE, TOO_MANY_NAMED } from '../wording';
import {
  enterState,
  type Judgeable,
  judgeAll,
  lockUndecided,
  READING,
  tableNamed,
} from './reading.server';

/** Deciding on the rows of an import, starting it (O5), and undoing it (O6). */

type Decisions = z.output<typeof schema.importStart>;

const costOf = ({ cells }: Decisions) => (cells.length > 0 ? READING : 1);

/**
 * Corrects cells of faulty rows. If that changes any, all rows are judged anew: another may be about
 * the same person.
 * @returns what still needs people in the rows that were corrected, and in those that this has made unclear
 */
async function mend(db: Database, found: Judgeable, cells: Decisions['cells']): Promise<string[]> {
  if (cells.length === 0) return [];
  const { rows: mended } = await sql<{ line: number }>`
    with typed as (
      select * from jsonb_to_recordset(${JSON.stringify(cells)}::jsonb) as t (line int, "column" int, text text))
    update import_rows r set cells = array(
      select coalesce((select text from typed where line = r.line and "column" = nth - 1 limit 1), cell)
      from unnest(r.cells) with ordinality as given (cell, nth) order by nth)
    where r.import_uuid = ${found.uuid} and r.verdict = 'faulty' and exists (
      select from typed where line = r.line and text <> r.cells["column" + 1])
    returning r.line`.execute(db);
  if (mended.length === 0) return [];
  const before = await rowsInDoubt(db, found);
  await judgeAll(db, found, true);
  const corrected = new Set(mended.map(({ line }) => line));
  const known = new Set(before.map((row) => JSON.stringify(row)));
  return (await rowsInDoubt(db, found))
    .filter((row) => corrected.has(row.line) || !known.has(JSON.stringify(row)))
    .map(({ line, said }) => `Zeile ${line}: ${said}`);
}

/** The rows that need people, and why. */
const rowsInDoubt = (db: Database, { uuid }: Judgeable) =>
  db
    .selectFrom('import_rows')
    .select(['line', 'said', 'member_uuid'])
    .where('import_uuid', '=', uuid)
    .where('verdict', 'in', ['faulty', 'unclear'])
    .orderBy('line')
    .execute();

/** Only for unclear rows; without a matching member nothing can be changed. */
async function setChoices(
  db: Database,
  uuid: string,
  choices: Decisions['choices'],
): Promise<void> {
  if (choices.length === 0) return;
  await sql`
    update import_rows r set choice = c.choice
    from jsonb_to_recordset(${JSON.stringify(choices)}::jsonb) as c (line int, choice text)
    where r.import_uuid = ${uuid} and r.line = c.line and r.verdict = 'unclear'
      and (c.choice <> 'update' or r.member_uuid is not null)`.execute(db);
}

export const startImport = operation({
  summary: 'Carry an import out',
  description:
    'In the queue, some rows at a time; it goes on where it was if the server stops meanwhile. With `invite`, those who ' +
    'have an address and no account are invited, as many at a time as mails may leave: that needs ORGANIZATION_ADMIN, too. ' +
    '409: it has been started, there is nothing to do, or another import has been carried out or taken back since its ' +
    'rows were judged: send the table again. A person who was entered by hand since becomes an unclear row. 429: more members than a ' +
    'user may make a day.',
  input: schema.importStart,
  subject: importInScope,
  may: edit,
  counts: costOf,
  async run(work) {
    const started = await startUnlessLeft(work);
    if (started.left.length > 0) throw invalid({ cells: started.left });
    return started;
  },
  audit: startInWords,
});

export const decideRows = operation({
  summary:
    'Keep what was chosen and corrected in the preview of an import, and carry it out unless people go on to a page, ' +
    'or something is left for them',
  input: schema.importPreview,
  subject: importInScope,
  may: edit,
  counts: costOf,
  async run(work) {
    const { db, input, subject } = work;
    const { uuid } = subject.found;
    if (input.page === undefined) return startUnlessLeft(work);
    await lockUndecided(db, uuid, ['judged']);
    await decide(db, subject.found, input);
    return { uuid, page: input.page, left: [] };
  },
  audit: startInWords,
});

/** @returns what is left for people, as `mend` does */
async function decide(db: Database, found: Judgeable, { choices, cells }: Decisions) {
  const left = await mend(db, found, cells);
  await setChoices(db, found.uuid, choices);
  return left;
}

/** With `counts` once it is started. */
interface Decided {
  readonly uuid: string;
  readonly left: readonly string[];
  readonly counts?: Import['counts'];
  readonly page?: number;
}

type Started = NonNullable<Awaited<ReturnType<typeof importInScope>>>;

async function startUnlessLeft({
  db,
  actor,
  input,
  services: { limits },
  subject: { scope, found },
}: Work<Actor, Decisions, Started>): Promise<Decided> {
  const { invite = false } = input;
  if (invite && !administer({ scope })) throw forbidden();
  await lockJudged(db, found);
  const left = await decide(db, found, input);
  if (left.length > 0) return { uuid: found.uuid, left };
  const chosen = await chosenCounts(db, found.uuid);
  if (chosen.all === 0) throw conflict(NOTHING_TO_DO);
  await requireFewGroups(db, found);
  await countMembers(db, limits, actor, chosen.created);
  await enterState(db, found.uuid, { state: 'running', invites: invite, user_uuid: actor.uuid });
  await queueImport(db, found.uuid, 'import');
  const { counts } = (await importInScope({ db, actor }, { import: found.uuid }))?.found ?? found;
  return { uuid: found.uuid, left, counts };
}

function startInWords({
  subject: { found },
  output: { counts },
}: {
  subject: Started;
  output: Decided;
}) {
  return counts ? `${tableNamed(found.fileName)} importiert: ${countsInWords(counts)}` : null;
}

/**
 * Lets a club's imports start one after the other, and none whose rows were judged before another
 * one finished: it might bring the same people again.
 * @throws Problem 409
 */
async function lockJudged(
  db: Database,
  { uuid, organization }: { uuid: string; organization: string },
): Promise<void> {
  const judged = await db
    .selectFrom('imports')
    .select('uuid')
    .where('organization_uuid', '=', organization)
    .where('state', '=', 'judged')
    .orderBy('uuid')
    .forNoKeyUpdate()
    .execute();
  if (!judged.some((each) => each.uuid === uuid)) throw conflict(NOT_NOW);
  const { rows } = await sql`
    select from imports own join imports other using (organization_uuid)
    where own.uuid = ${uuid} and other.uuid <> ${uuid} and other.state not in ('read', 'judged')
      and (other.state in ('running', 'undoing') or other.carried_at > coalesce(own.carried_at, own.created_at))
    limit 1`.execute(db);
  if (rows.length > 0) throw conflict(OTHER_MEANWHILE);
}

/** How many rows an import carries out, and how many of them create a member. */
function chosenCounts(db: Database, uuid: string) {
  return db
    .selectFrom('import_rows')
    .select((eb) => eb.fn.countAll<number>().as('all'))
    .select((eb) => eb.fn.countAll<number>().filterWhere('choice', '=', 'create').as('created'))
    .where('import_uuid', '=', uuid)
    .where('choice', '<>', 'skip')
    .executeTakeFirstOrThrow();
}

/** @throws Problem 409 if the club would have more groups than it may */
async function requireFewGroups(
  db: Database,
  { uuid, organization }: { uuid: string; organization: string },
): Promise<void> {
  const { rows } = await sql`
    select from (
      select group_key(name) from groups where organization_uuid = ${organization}
      union
      select group_key(name) from import_rows, unnest(groups) as name
      where import_uuid = ${uuid} and choice <> 'skip'
    ) as named having count(*) > ${MOST_GROUPS}`.execute(db);
  if (rows.length > 0) throw conflict(TOO_MANY_NAMED);
}

export const undoImport = operation({
  summary: 'Take an import back',
  description:
    'For 30 days. Members whom it made go unless they have been used since; what it changed comes back where nobody has ' +
    'changed it since. The import lists the rest. 409: it is not done.',
  input: schema.importId,
  subject: importInScope,
  may: edit,
  async run({ db, subject: { found } }) {
    await lockUndecided(db, found.uuid, ['done']);
    await enterState(db, found.uuid, { state: 'undoing' });
    await queueImport(db, found.uuid, 'import');
    return { uuid: found.uuid };
  },
  audit: ({ subject: { found } }) => `Import der ${tableNamed(found.fileName)} rückgängig gemacht`,
});
