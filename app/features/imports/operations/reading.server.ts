import { sql } from 'kysely';
import type { Database } from '#db/connection';
import { edit } from '~/features/members/policy';
import { readLines } from '~/features/members/rules/pasted.server';
import { administer } from '~/features/organizations/policy';
import { scopeInOrganization } from '~/features/organizations/queries.server';
import { organizationId } from '~/features/organizations/schema';
import type { Actor, Scope } from '~/kernel/actor';
import { operation } from '~/kernel/operation.server';
import { conflict, invalid, notFound } from '~/kernel/problem';
import type { Table } from '~/kernel/services.server';
import { guessed, type Target } from '../fields';
import { lastInvitationAt } from '../inviting.server';
import { judge } from '../judging.server';
import {
  type Import,
  importInScope,
  recentImports,
  rememberedFields,
  rowsOf,
  topOf,
} from '../queries.server';
import * as schema from '../schema';
import { NOT_NOW } from '../wording';

/** Reading a table of members, and what would become of its rows (O5). */

/** How many writes reading a table counts as. */
export const READING = 50;

/** What is pasted has no name. */
const PASTED = 'Eingefügte Liste';

export const tableNamed = (name: string) => `Tabelle „${name}“`;

/** A file name, which programs can choose freely. */
const nameOfFile = (file: File | undefined): string =>
  file ? (schema.tableName.safeParse(file.name.slice(0, 200)).data ?? 'Tabelle') : PASTED;

/** Rows of a page of the preview. */
const PAGE = 100;

export const readImports = operation({
  summary: 'Read the screen for choosing a table, and which imports can be undone',
  input: organizationId,
  subject: scopeInOrganization,
  may: edit,
  read: async ({ db, actor, subject: { scope } }) => ({
    imports: await recentImports(db, scope, actor),
  }),
});

export const readTable = operation({
  summary: 'Read a table of members that was chosen or pasted',
  input: schema.newImportForm,
  once: true,
  counts: () => READING,
  subject: scopeInOrganization,
  may: edit,
  async prepare({ input: { file, table }, services }) {
    if (!file && table === '')
      throw invalid({ file: ['Bitte eine Datei wählen oder etwas einfügen.'] });
    const bytes = file ? new Uint8Array(await file.arrayBuffer()) : new TextEncoder().encode(table);
    const read = await services.tables.read(bytes).catch((error) => {
      // Reported at the field where it was given.
      if (!file && error.errors?.file) throw invalid({ table: error.errors.file });
      throw error;
    });
    return { read, names: file ? null : listOfNames(table, read) };
  },
  async run({ db, actor, input: { file }, prepared: { read, names }, subject: { scope } }) {
    const table = names ?? read;
    const made = await insertImport(db, scope, actor, {
      name: nameOfFile(file),
      table,
      isList: names !== null,
    });
    // Its columns are no question.
    if (names) await judgeAll(db, { ...made, organization: scope.organization });
    return { uuid: made.uuid, isJudged: names !== null };
  },
  audit: notYet,
});

/** Nothing has changed for the club before an import is started. */
function notYet() {
  return null;
}

export const createImport = operation({
  summary: 'Read a table of members, and what would become of each row',
  description:
    'CSV in UTF-8, UTF-16 or Windows-1252, or XLSX: 5 MiB, 20,000 rows, 60 columns at most. Columns are told by their ' +
    'headings. Members are recognised by identifier, else by name and birthday, else by name and address. Nothing is ' +
    'stored of them until it is started; what nobody starts is deleted after two days. 422 at `file`: it is no table.',
  input: schema.newImport,
  once: true,
  counts: () => READING,
  subject: scopeInOrganization,
  may: edit,
  prepare: ({ input: { file }, services }) => services.tables.read(Buffer.from(file, 'base64')),
  async run({ db, actor, input: { name }, prepared, subject: { scope } }) {
    const { uuid, fields } = await insertImport(db, scope, actor, { name, table: prepared });
    requireNames(fields, 'file');
    await judgeAll(db, { uuid, organization: scope.organization, fields });
    return rereadWithRows(db, actor, uuid);
  },
  audit: notYet,
});

/** Deletes an import that the same user began earlier and did not start. */
async function insertImport(
  db: Database,
  { organization }: Scope,
  { uuid: user }: Actor,
  { name, table, isList = false }: { name: string; table: Table; isList?: boolean },
) {
  await db
    .deleteFrom('imports')
    .where('organization_uuid', '=', organization)
    .where('user_uuid', '=', user)
    .where('state', 'in', ['read', 'judged'])
    .execute();
  const { headings, fields: told, above } = guessed(table.top.map(({ cells }) => cells));
  // Of a list the headings are ours.
  const remembered = isList ? null : await rememberedFields(db, organization, headings);
  const fields = remembered ?? told;
  const { uuid } = await db
    .insertInto('imports')
    .values({
      organization_uuid: organization,
      user_uuid: user,
      file_name: name,
      headings: [...headings],
      fields: [...fields],
    })
    .returning('uuid')
    .executeTakeFirstOrThrow();
  await sql`
    insert into import_rows (import_uuid, organization_uuid, line, cells)
    select ${uuid}, ${organization}, line, array(select jsonb_array_elements_text(cells))
    from jsonb_to_recordset(${table.rows}::jsonb) as t (line int, cells jsonb)
    where line > ${table.top[above - 1]?.line ?? 0}`.execute(db);
  return { uuid, fields };
}

/** @throws Problem 422 at this field */
function requireNames(fields: readonly Target[], at: 'file' | 'fields'): void {
  if (!fields.includes('firstName') || !fields.includes('lastName'))
    throw invalid({ [at]: ['Bitte sagen, welche Spalten Vorname und Nachname sind.'] });
}

export type Judgeable = Pick<Import, 'uuid' | 'organization'> & {
  readonly fields: readonly Target[];
};

export async function judgeAll(db: Database, found: Judgeable, keeps = false) {
  await judge(db, found, keeps);
  await enterState(db, found.uuid, { state: 'judged' });
}

/** Takes an import to its next state, and notes when. */
export const enterState = (
  db: Database,
  uuid: string,
  next: { state: string; invites?: boolean; user_uuid?: string },
) =>
  db
    .updateTable('imports')
    .set({ ...next, carried_at: sql<Date>`now()` })
    .where('uuid', '=', uuid)
    .execute();

export const readImportColumns = operation({
  summary: 'Read what the columns of a table are taken for',
  input: schema.importId,
  subject: importInScope,
  may: edit,
  async read({ db, subject: { found } }) {
    const top = await topOf(db, found);
    return {
      ...found,
      columns: found.headings.map((heading, at) => ({
        heading,
        field: found.fields[at] ?? 'none',
        examples: top.map(({ cells }) => cells[at] ?? '').filter(Boolean),
      })),
    };
  },
});

export const setImportColumns = operation({
  summary: 'Say what the columns of a table hold, and judge its rows',
  input: schema.importColumns,
  subject: importInScope,
  may: edit,
  counts: () => READING,
  async run({ db, input, subject: { found } }) {
    await lockUndecided(db, found.uuid);
    const fields = found.headings.map((_, at) => input.fields[at] ?? 'none');
    requireNames(fields, 'fields');
    const [twice] = fields.filter(
      (field, at) => !['none', 'group'].includes(field) && fields.indexOf(field) < at,
    );
    if (twice) throw invalid({ fields: ['Eine Angabe kann nur aus einer Spalte kommen.'] });
    await db.updateTable('imports').set({ fields }).where('uuid', '=', found.uuid).execute();
    await judgeAll(db, { ...found, fields });
    return { uuid: found.uuid };
  },
  audit: notYet,
});

/** @throws Problem 409 if it has been started */
export async function lockUndecided(
  db: Database,
  uuid: string,
  states = ['read', 'judged'],
): Promise<void> {
  await db
    .selectFrom('imports')
    .select('uuid')
    .where('uuid', '=', uuid)
    .where('state', 'in', states)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow(() => conflict(NOT_NOW));
}

export const readImportPage = operation({
  summary: 'Read a page of what an import would do, or has done',
  input: schema.importPage,
  subject: importInScope,
  may: edit,
  async read({ db, input: { page }, subject: { scope, found } }) {
    const rows = await rowsOf(db, found, { offset: (page - 1) * PAGE, limit: PAGE });
    const total = Object.values(found.counts).reduce((sum, count) => sum + count, 0);
    return {
      ...found,
      rows,
      page,
      pages: Math.max(1, Math.ceil(total / PAGE)),
      mayInvite: administer({ scope }),
      lastInvitationAt: lastInvitationAt(found),
    };
  },
});

export const readImport = operation({
  summary:
    'Read an import: how many rows are new, changed, unclear, faulty or the same, and how far it is',
  description: 'With its first thousand rows, those first that are unclear or faulty.',
  input: schema.importId,
  subject: importInScope,
  may: edit,
  read: async ({ db, subject: { found } }) => withRows(db, found),
});

const MOST_ROWS = 1000;

const withRows = async <Found extends { uuid: string }>(db: Database, found: Found) => ({
  ...found,
  rows: await rowsOf(db, found, { offset: 0, limit: MOST_ROWS }),
});

async function rereadWithRows(db: Database, actor: Actor, uuid: string) {
  const found = await importInScope({ db, actor }, { import: uuid });
  if (!found) throw notFound();
  return withRows(db, found.found);
}

/** Characters of a list of names; what is longer comes from a program, and has columns. */
const LONGEST = 60_000;

/**
 * Reads a pasted list of names, 'Anna Lindner' or 'Lindner, Anna' in each line, as a table with headings; a line that is
 * no name has no first name there.
 * @param table how it reads as a table
 * @returns null if it has columns that people must tell apart
 */
function listOfNames(text: string, { columns, top }: Table): Table | null {
  const { fields, above } = guessed(top.map(({ cells }) => cells));
  const hasColumns = columns > 2 || (/[\t;]/.test(text) && !fields.includes('email'));
  if (hasColumns || fields.includes('firstName') || text.length > LONGEST) return null;
  const lines = readLines(text).filter(({ at }) => at > (top[above - 1]?.line ?? 0));
  if (lines.every(({ fault }) => fault)) return null;
  const rows = lines.map(({ at, firstName, lastName, email, fault }) => ({
    line: at,
    cells: fault ? ['', `${firstName} ${lastName}`.trim(), ''] : [firstName, lastName, email],
  }));
  const head = { line: 0, cells: ['Vorname', 'Nachname', 'E-Mail'] };
  return { rows: JSON.stringify(rows), count: rows.length, columns: 3, top: [head] };
}
