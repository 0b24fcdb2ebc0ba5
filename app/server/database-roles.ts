import { sql } from 'kysely';
import type { Database } from '#db/connection';

/** Allowed names of a role: nothing that needs quoting. */
export const ROLE = /^[a-z_][a-z0-9_]{0,62}$/;

/** True if a role has the rights of the tables' owner, who would lose them with the SQL below. */
export async function hasOwnersRights(db: Database, role: string): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`
    select pg_has_role(r.oid, t.tableowner, 'MEMBER') as has from pg_roles r, pg_tables t
    where r.rolname = ${role} and t.schemaname = 'public' and t.tablename = 'users'`.execute(db);
  return rows[0]?.has ?? false;
}

/**
 * The SQL that makes a second database user, with the rights that the running program needs and no
 * more (ASVS V13.2.2): it reads and writes rows, and owns and creates nothing. It can only add to
 * the audit log; one function deletes old entries (ASVS V16.4.2), another one names. The owner runs
 * it with psql, now and after a restore; it may run any number of times.
 * @param role its name (ROLE)
 * @param auditDays the age below which no entry can be deleted (AUDIT_DAYS)
 * @param db as the owner of the tables, who is named in it
 */
export async function databaseRoles(
  db: Database,
  { role, auditDays }: { role: string; auditDays: number },
): Promise<string[]> {
  const { rows } = await sql<{ database: string; owner: string }>`
    select quote_ident(current_database()) as database, quote_ident(tableowner) as owner
    from pg_tables where schemaname = 'public' and tablename = 'users'`.execute(db);
  const { database = '', owner = '' } = rows[0] ?? {};
  const schemas = ['public', 'graphile_worker'];
  const rights = 'select, insert, update, delete';
  return [
    `-- Als Superuser mit psql ausführen. Danach: \\password ${role}`,
    'begin;',
    'do $$ begin',
    `  if not exists (select from pg_roles where rolname = '${role}') then create role ${role}; end if;`,
    'end $$;',
    `alter role ${role} with login nosuperuser nocreatedb nocreaterole noreplication nobypassrls;`,
    `revoke create, temporary on database ${database} from public, ${role};`,
    `grant connect on database ${database} to ${role};`,
    `revoke create on schema ${schemas.join(', ')} from public, ${role};`,
    `grant usage on schema ${schemas.join(', ')} to ${role};`,
    `grant ${rights} on all tables in schema ${schemas.join(', ')} to ${role};`,
    `grant usage, select on all sequences in schema ${schemas.join(', ')} to ${role};`,
    '-- Die Warteschlange schützt ihre Zeilen vor allen, die sie nicht besitzen.',
    'do $$ declare queue regclass; begin',
    "  for queue in select oid from pg_class where relnamespace = 'graphile_worker'::regnamespace and relrowsecurity loop",
    `    execute format('drop policy if exists ${role} on %s', queue);`,
    `    execute format('create policy ${role} on %s to ${role} using (true) with check (true)', queue);`,
    '  end loop;',
    'end $$;',
    '-- Die Schritte der Datenbank ändert nur ihr Eigentümer.',
    `revoke insert, update, delete on kysely_migration, kysely_migration_lock, graphile_worker.migrations from ${role};`,
    '-- Das Protokoll wächst nur.',
    `revoke update, delete on audit_log from ${role};`,
    'create or replace function expire_audit_log(days integer) returns void',
    '  language sql security definer set search_path = public, pg_temp',
    '  begin atomic',
    `    delete from audit_log where at < now() - make_interval(days => greatest(days, ${auditDays}));`,
    '  end;',
    `alter function expire_audit_log(integer) owner to ${owner};`,
    'revoke execute on function expire_audit_log(integer) from public;',
    `grant execute on function expire_audit_log(integer) to ${role};`,
    '-- Namen im Protokoll löscht nur diese Funktion, zu einem Mitglied, das gelöscht wird.',
    `alter function erase_from_audit_log(uuid) owner to ${owner};`,
    'alter function erase_from_audit_log(uuid) security definer set search_path = public, pg_temp;',
    'revoke execute on function erase_from_audit_log(uuid) from public;',
    `grant execute on function erase_from_audit_log(uuid) to ${role};`,
    '-- Was spätere Versionen anlegen.',
    ...schemas.flatMap((schema) => [
      `alter default privileges for role ${owner} in schema ${schema} grant ${rights} on tables to ${role};`,
      `alter default privileges for role ${owner} in schema ${schema} grant usage, select on sequences to ${role};`,
    ]),
    'commit;',
  ];
}
