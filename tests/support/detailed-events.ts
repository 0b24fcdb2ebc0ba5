import { sql } from 'kysely';
import type { Database } from '#db/connection';

/**
 * Gives every event of a database what the specification does not have: a time, a place, a
 * description, deadlines, companions, and names that all may see. The specification must hold in
 * such a club, too; the project 'detailed' of vitest.config.ts runs its tests there.
 *
 * Events of the past get no time and no deadline: with these, signing up ends (J6), where the
 * specification lets anyone in.
 */
export async function detailEveryEvent(db: Database): Promise<void> {
  await sql`
    create function detail_event() returns trigger language plpgsql as $$
    declare zone text := (select time_zone from organizations where uuid = new.organization_uuid);
    begin
      new.place := 'Sportheim am Mühlbach, großer Saal im ersten Stock';
      new.description := E'Bitte Turnschuhe mitbringen.\nMehr: https://verein.example/fest';
      new.companions := 3;
      new.coming_visible := 'members';
      if new.date > current_date + 1 then
        new.start_time := '18:00';
        new.end_time := '20:30';
        new.sign_up_until := event_start(new.date, '17:00', zone);
        new.sign_off_until := event_start(new.date, '16:00', zone);
      end if;
      return new;
    end $$`.execute(db);
  await sql`
    create trigger detail_event before insert on events
    for each row execute function detail_event()`.execute(db);
}
