import { type Kysely, sql } from 'kysely';

/**
 * An index of an organisation's users in the order of their list, and the rule that an organisation
 * always has an admin.
 *
 * An organisation never loses its last ORGANIZATION_ADMIN (C4), whether the permission is revoked,
 * the user removed, or the account deleted: all of these delete a row of permissions. SQLSTATE
 * VH004 means that it would. The trigger takes the organisation's row lock before it counts, so two
 * admins who remove each other come one after the other, and the second sees the first one's
 * effect. Deleting the organisation itself deletes its row first, and then there is nothing left to
 * protect.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function keep_an_admin() returns trigger language plpgsql as $$
    begin
      -- Strong enough against one another and against deletion, and no hindrance to foreign keys' checks.
      perform from organizations where uuid = old.organization_uuid for no key update;
      if found and not exists (
        select from permissions
        where organization_uuid = old.organization_uuid and permission = 'ORGANIZATION_ADMIN'
      ) then
        raise exception 'organization % would have no admin', old.organization_uuid using errcode = 'VH004';
      end if;
      return null;
    end $$`.execute(db);
  await sql`
    create trigger keep_an_admin after delete or update on permissions
      for each row when (old.permission = 'ORGANIZATION_ADMIN') execute function keep_an_admin()
  `.execute(db);
  await sql`
    create index permissions_admins on permissions (organization_uuid) where permission = 'ORGANIZATION_ADMIN'
  `.execute(db);

  // A copy of the users' names, so that one index returns an organisation's users in German order,
  // page by page (C3).
  await sql`
    alter table organization_users
      add column first_name text collate "de-x-icu" not null default '',
      add column last_name text collate "de-x-icu" not null default ''
  `.execute(db);
  await sql`
    update organization_users ou set first_name = u.first_name, last_name = u.last_name
    from users u where u.uuid = ou.user_uuid
  `.execute(db);
  await sql`
    create index organization_users_by_name
      on organization_users (organization_uuid, last_name, first_name, user_uuid)
  `.execute(db);
  await sql`
    create function take_name() returns trigger language plpgsql as $$
    begin
      -- Shared lock: a change of name under way is waited for, and one that comes later sees this row.
      select first_name, last_name into new.first_name, new.last_name
        from users where uuid = new.user_uuid for share;
      -- Nobody of that id: the foreign key says so.
      new.first_name = coalesce(new.first_name, '');
      new.last_name = coalesce(new.last_name, '');
      return new;
    end $$`.execute(db);
  await sql`
    create trigger take_name before insert on organization_users for each row execute function take_name()
  `.execute(db);
  await sql`
    create function pass_name_on() returns trigger language plpgsql as $$
    begin
      update organization_users set first_name = new.first_name, last_name = new.last_name
        where user_uuid = new.uuid;
      return null;
    end $$`.execute(db);
  await sql`
    create trigger pass_name_on after update of first_name, last_name on users
      for each row when ((old.first_name, old.last_name) is distinct from (new.first_name, new.last_name))
      execute function pass_name_on()
  `.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop trigger pass_name_on on users`.execute(db);
  await sql`drop trigger take_name on organization_users`.execute(db);
  await sql`drop trigger keep_an_admin on permissions`.execute(db);
  await sql`drop function pass_name_on(), take_name(), keep_an_admin()`.execute(db);
  await sql`drop index organization_users_by_name, permissions_admins`.execute(db);
  await sql`alter table organization_users drop column first_name, drop column last_name`.execute(
    db,
  );
}
