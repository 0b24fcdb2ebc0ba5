import { type Kysely, sql } from 'kysely';

/**
 * How many mails somebody got from a club within a day is counted in the outbox. What is deleted
 * from it, along with an event, is still counted: in `rate_limits`, for a day from the first on. Or
 * whoever deletes each event after its mail could send as many as they like (N12).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Null for messages, which have limits of their own.
  await sql`
    create function mail_class(kind text, bulk boolean, way text) returns text
    language sql immutable parallel safe
    return case
      when way = 'digest' then 'digest'
      when bulk and kind = 'message' then null
      when bulk then 'club'
      when kind in ('promoted', 'removed') then 'places'
      else 'events' end`.execute(db);
  await sql`
    create function mail_count_key(class text, receiver uuid, club uuid) returns text
    language sql immutable parallel safe
    return 'mails:' || encode(sha256(convert_to(concat(class, receiver, club), 'UTF8')), 'hex')`.execute(
    db,
  );
  await sql`
    create function keep_mail_counts() returns trigger language plpgsql as $$
    declare
      now_ms bigint := extract(epoch from clock_timestamp()) * 1000;
    begin
      insert into rate_limits as kept (key, points, expire)
      select mail_count_key(class, user_uuid, organization_uuid), count(*), now_ms + 86400000
      from (
        select mail_class(kind, bulk, way) as class, user_uuid, organization_uuid from gone
        where sent_at > now() - interval '1 day' and sent_with is null and not details ? 'withheld'
      ) as sent
      where class is not null
      group by 1
      order by 1
      on conflict (key) do update set
        points = case when kept.expire <= now_ms then excluded.points else kept.points + excluded.points end,
        expire = case when kept.expire <= now_ms then excluded.expire else kept.expire end;
      return null;
    end $$`.execute(db);
  await sql`
    create trigger keep_mail_counts after delete on notifications
    referencing old table as gone for each statement execute function keep_mail_counts()`.execute(
    db,
  );
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop trigger keep_mail_counts on notifications`.execute(db);
  await sql`drop function keep_mail_counts(), mail_count_key(text, uuid, uuid), mail_class(text, boolean, text)`.execute(
    db,
  );
}
