import { sql } from 'kysely';
import type { Database } from '#db/connection';

/**
 * The schema as text: columns, constraints, indexes, triggers and functions, except for those of
 * extensions.
 */
export async function schemaOf(db: Database): Promise<string[]> {
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
