import { type Kysely, sql } from 'kysely';

/** Which topic a notification has, and how its receiver is told, is now asked by the program alone (N2). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop function notification_way(uuid, uuid, text), topic_of(text)`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function notification_way(club uuid, receiver uuid, about text) returns text
    language sql stable
    return coalesce(
      (select way from notification_settings
        where user_uuid = receiver and organization_uuid = club and topic = about),
      (select way from notification_defaults where organization_uuid = club and topic = about),
      case when about in ('event_new', 'poll_new') then 'digest' else 'mail' end)`.execute(db);
  await sql`
    create function topic_of(kind text) returns text language sql immutable
    return case kind
      when 'promoted' then null
      when 'removed' then null
      when 'opened' then 'place_free'
      when 'series_new' then 'event_new'
      when 'series_changed' then 'event_changed'
      when 'event_restored' then 'event_cancelled'
      when 'series_cancelled' then 'event_cancelled'
      else kind end`.execute(db);
}
