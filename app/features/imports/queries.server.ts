import { type InferResult, sql } from 'kysely';
import type { Database } from '#db/connection';
import { type Actor, type Scope, scopeOf } from '~/kernel/actor';
import type { Context } from '~/kernel/operation';
import { visibleTo } from '~/kernel/visible.server';
import { IMPORT_DAYS } from '~/retention';
import type { State, Target } from './fields';
import { type Candidate, candidate } from './judging.server';
import type { Counts, Verdict } from './wording';

export type Import = InferResult<ReturnType<typeof selectImports>>[number];

const count = (which: ReturnType<typeof sql>) => sql<number>`(
  select count(*)::int from import_rows r where r.import_uuid = imports.uuid and ${which})`;

const selectImports = (db: Database) =>
  db.selectFrom('imports').select([
    'uuid',
    'organization_uuid as organization',
    'file_name as fileName',
    'headings',
    sql<Target[]>`fields`.as('fields'),
    sql<State>`state`.as('state'),
    'invites',
    'invites_at as invitesAt',
    'created_at as createdAt',
    sql<string>`(select time_zone from organizations o where o.uuid = imports.organization_uuid)`.as(
      'timeZone',
    ),
    sql<Counts>`(
        select jsonb_build_object('unclear', 0, 'faulty', 0, 'changed', 0, 'new', 0, 'same', 0)
          || coalesce(jsonb_object_agg(verdict, count), '{}') from (
          select verdict, count(*) from import_rows r where r.import_uuid = imports.uuid group by verdict
        ) as counted)`.as('counts'),
    // Rows to carry out, and those done.
    count(sql`choice <> 'skip'`).as('chosen'),
    count(sql`version is not null`).as('carriedOut'),
    // Once it is done, those that need people.
    count(sql`choice = 'skip'`).as('leftOut'),
    // Members still to be invited.
    count(sql`invite`).as('uninvited'),
    // The names of groups that it created and that stayed when it was taken back.
    sql<string[]>`array(select name from groups g
      where imports.state = 'undone' and g.uuid = any(imports.made_groups) order by name)`.as(
      'keptGroups',
    ),
  ]);

/** An import as a subject: null if there is none that the actor may see. */
export async function importInScope({ db, actor }: Context, { import: uuid }: { import: string }) {
  const found = await selectImports(db)
    .where('uuid', '=', uuid)
    .where(visibleTo(actor, 'organization_uuid'))
    .executeTakeFirst();
  const scope = found && scopeOf(actor, found.organization);
  return scope ? { scope, found } : null;
}

/** A club's imports that can still be undone, and the user's own that has not been started; the newest first. */
export const recentImports = (db: Database, { organization }: Scope, { uuid: user }: Actor) =>
  selectImports(db)
    .where('organization_uuid', '=', organization)
    .where((eb) => eb.or([eb('state', 'not in', ['read', 'judged']), eb('user_uuid', '=', user)]))
    .orderBy('created_at', 'desc')
    .limit(100)
    .execute();

/** What a club last chose for the columns of such a table. */
export async function rememberedFields(
  db: Database,
  organization: string,
  headings: readonly string[],
): Promise<readonly Target[] | undefined> {
  const last = await db
    .selectFrom('imports')
    .select(sql<Target[]>`fields`.as('fields'))
    .where('organization_uuid', '=', organization)
    .where('state', '<>', 'read')
    .where('headings', '=', sql<string[]>`${headings}::text[]`)
    .orderBy('created_at', 'desc')
    .executeTakeFirst();
  return headings.some(Boolean) ? last?.fields : undefined;
}

export interface ShownRow {
  readonly line: number;
  readonly verdict: Verdict;
  readonly choice: 'create' | 'update' | 'skip';
  readonly given: Partial<Record<string, string>>;
  readonly groups: readonly string[];
  readonly said: string;
  readonly cells: readonly string[];
  /** The member it is about, as they are now. */
  readonly member: Candidate | null;
}

/** A page of rows, first those that need attention, and are not carried out. @param offset how many are above it */
export async function rowsOf(
  db: Database,
  { uuid }: Pick<Import, 'uuid'>,
  { offset, limit }: { offset: number; limit: number },
): Promise<ShownRow[]> {
  const { rows } = await sql<ShownRow>`
    select r.line, r.verdict, r.choice, r.given, r.groups, r.said, r.cells,
      case when m.uuid is not null then ${candidate} end as member
    from (
      select * from import_rows where import_uuid = ${uuid}
      order by version is not null, array_position(array['unclear', 'faulty', 'changed', 'new', 'same'], verdict), line
      offset ${offset} limit ${limit}
    ) as r
    left join members m on m.uuid = r.member_uuid and m.organization_uuid = r.organization_uuid
    order by r.version is not null, array_position(array['unclear', 'faulty', 'changed', 'new', 'same'], r.verdict), r.line`.execute(
    db,
  );
  return rows;
}

/** The first rows of a table, to recognise its columns. */
export const topOf = (db: Database, { uuid }: Pick<Import, 'uuid'>) =>
  db
    .selectFrom('import_rows')
    .select('cells')
    .where('import_uuid', '=', uuid)
    .orderBy('line')
    .limit(3)
    .execute();

/** Abandoned imports, and those that can no longer be undone (O6). */
export async function deleteOldImports(db: Database): Promise<void> {
  await db
    .deleteFrom('imports')
    .where((eb) =>
      eb.or([
        eb.and([
          eb('state', 'in', ['done', 'undone']),
          eb('done_at', '<', sql<Date>`now() - make_interval(days => ${IMPORT_DAYS})`),
          // More rows than may be invited within that time wait on, unless their job has failed.
          sql<boolean>`coalesce(invites_at < now() - make_interval(days => ${IMPORT_DAYS}), true)`,
        ]),
        eb.and([
          eb('state', 'in', ['read', 'judged']),
          eb('created_at', '<', sql<Date>`now() - interval '2 days'`),
        ]),
      ]),
    )
    .execute();
}

/** Queues the job, once however often it is asked for. @param at when it should run; now if left out */
export async function queueImport(
  db: Database,
  uuid: string,
  job: 'import' | 'import-invitations',
  at: Date | null = null,
): Promise<void> {
  await sql`select graphile_worker.add_job(${job}, json_build_object('import', ${uuid}::text),
    job_key => ${`${job}:${uuid}`}, run_at => ${at}::timestamptz)`.execute(db);
}
