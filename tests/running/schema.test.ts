import { sql } from 'kysely';
import { expect, it } from 'vitest';
import type { Database } from '#db/connection';
import { migrate, migrateToNothing } from '#db/migrate';
import { createDatabase } from '../support/database';
import { afterwards } from '../support/leftovers';
import { Process } from '../support/server-process';

/**
 * The schema as text: columns, constraints, indexes, triggers and functions, except for those of
 * extensions.
 */
async function schemaOf(db: Database): Promise<string[]> {
  const { rows } = await sql<{ line: string }>`
    select format('%s.%s %s %s default %s collate %s', table_name, column_name, data_type, is_nullable,
        column_default, collation_name) as line
      from information_schema.columns where table_schema = 'public'
    union all select format('%s %s %s', conrelid::regclass, conname, pg_get_constraintdef(oid))
      from pg_constraint where connamespace = 'public'::regnamespace
    union all select indexdef from pg_indexes where schemaname = 'public'
    union all select pg_get_triggerdef(t.oid) from pg_trigger t join pg_class c on c.oid = t.tgrelid
      where c.relnamespace = 'public'::regnamespace and not tgisinternal
    union all select pg_get_functiondef(oid) from pg_proc p where pronamespace = 'public'::regnamespace
      and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
    union all select format('%s persistence %s', relname, relpersistence) from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'r'
    order by line`.execute(db);
  return rows.map(({ line }) => line).filter((line) => !/\bkysely_migration/.test(line));
}

it('all migrations can be undone and applied again with the same result (I2)', async () => {
  const { db, pool, drop } = await createDatabase();
  afterwards(drop);
  const before = await schemaOf(db);
  expect(before.length).toBeGreaterThan(100);
  await migrateToNothing(db);
  expect(await schemaOf(db)).toEqual([]);
  await migrate(db, pool);
  expect(await schemaOf(db)).toEqual(before);
});

it('db/schema.generated.ts matches the schema', async () => {
  const check = new Process('scripts/generate-db-types.ts', {}, { parameters: ['--verify'] });
  expect(await check.exit(), `run npm run db:types: ${check.stderr}`).toBe(0);
});
