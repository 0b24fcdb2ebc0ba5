import { sql } from 'kysely';
import { PERMISSIONS } from '~/kernel/actor';
import type { TestApp } from './app';
import type { Scene } from './roles';

/** How much there is in a grown club. */
interface Growth {
  readonly members: number;
  readonly events: number;
  /** How many of these have the longest possible description. */
  readonly long: number;
  readonly clubs: number;
  readonly log: number;
}

/** As much as its founder makes in some days, and as many clubs as one may belong to (docs/decisions/0009). */
const GROWN: Growth = {
  members: 10_000,
  events: 5000,
  long: 1000,
  clubs: 199,
  log: 12_000,
};

export interface GrownScene extends Scene {
  /** Its largest things, by the names of parameters. */
  readonly large: Readonly<Record<string, string>>;
}

const DAY = '2031-01-01';

/** A club grown by its founder, in rows that the product could have written, almost without triggers. */
export async function grownScene(app: TestApp, growth: Growth = GROWN): Promise<GrownScene> {
  const { make, patient } = app;
  const name = '<&"\'>'.repeat(40);
  const { organization, admin } = await make.club();
  const actor = await make.userOf(organization, PERMISSIONS);
  const event = await make.event(organization, { max: 1_000_000, date: DAY });
  const poll = await make.poll(event, { options: ['Ja', 'Nein'] });
  const option = poll.options[0]?.uuid ?? '';
  const [club, own] = [organization.uuid, actor.member];
  const texts = { long: '😀'.repeat(5000), note: '😀'.repeat(250) };
  await patient.db.connection().execute(async (db) => {
    const run = (statement: ReturnType<typeof sql>) => statement.execute(db);
    // Working out an event's moments as it is written costs less than writing it twice.
    await run(sql`alter table events enable always trigger keep_moments`);
    await run(sql`set session_replication_role = replica`);
    await run(sql`update organizations set motd = ${texts.long} where uuid = ${club}`);
    await run(sql`insert into members (organization_uuid, first_name, last_name, custom_member_identifier, description)
      select ${club}::uuid, left(${name}, 100), 'M' || n, 'K' || n, case when n <= ${growth.long} then ${texts.long} else '' end
      from generate_series(1, ${growth.members}::int) n`);
    await run(sql`insert into events (organization_uuid, name, date, event_type, description, place, cancel_reason, asks_answer)
      select ${club}::uuid, ${name}, date '2030-01-01' + (n % 700), 'OPEN_EVENT',
        case when n <= ${growth.long} then ${texts.long} else 'kurz' end, ${name}, '', true
      from generate_series(1, ${growth.events}::int) n`);
    await run(sql`insert into answers (answer, organization_uuid, event_uuid, member_uuid, note)
      select 'yes', ${club}::uuid, ${event.uuid}::uuid, uuid, ${texts.note} from members where organization_uuid = ${club} and uuid <> ${own}`);
    await run(
      sql`update events set registered_participants = ${growth.members} where uuid = ${event.uuid}`,
    );
    await run(sql`insert into answers (answer, organization_uuid, event_uuid, member_uuid, note)
      select 'yes', ${club}::uuid, uuid, ${own}, ${texts.note} from events where organization_uuid = ${club}`);
    await run(sql`insert into participations (organization_uuid, event_uuid, member_uuid)
      select organization_uuid, ${event.uuid}::uuid, uuid from members where organization_uuid = ${club}
      union select organization_uuid, uuid, ${own}::uuid from events where organization_uuid = ${club}`);
    await run(sql`insert into poll_answers (organization_uuid, poll_uuid, option_uuid, member_uuid)
      select ${club}::uuid, ${poll.uuid}::uuid, ${option}::uuid, uuid from members where organization_uuid = ${club} and uuid <> ${own}`);
    await run(sql`insert into polls (organization_uuid, event_uuid, name, description)
      select ${club}::uuid, ${event.uuid}::uuid, ${name}, ${texts.long} from generate_series(1, 1000)`);
    await run(sql`insert into poll_options (organization_uuid, poll_uuid, index, name)
      select ${club}::uuid, p.uuid, n, ${name} from polls p cross join generate_series(0, 99) n
      where p.organization_uuid = ${club} and p.uuid <> ${poll.uuid} and p.uuid::text < '4'`);
    await run(sql`insert into messages (organization_uuid, sender_uuid, audience, subject, body)
      select ${club}::uuid, ${actor.uuid}::uuid, array['all'], ${name.slice(0, 100)}, ${texts.long} from generate_series(1, 1000)`);
    await run(sql`with founded as (
        insert into organizations (name) select left(${name}, 190) || n from generate_series(1, ${growth.clubs}::int) n returning uuid),
      joined as (insert into organization_users (organization_uuid, user_uuid)
        select uuid, ${actor.uuid}::uuid from founded),
      granted as (insert into permissions (organization_uuid, user_uuid, permission)
        select uuid, ${actor.uuid}::uuid, 'ORGANIZATION_ADMIN' from founded)
      insert into members (organization_uuid, user_uuid, first_name, last_name)
        select uuid, ${actor.uuid}::uuid, 'Anna', 'Lindner' || row_number() over () from founded`);
    await run(sql`insert into audit_log (organization_uuid, actor_uuid, operation, action, request_id)
      select ${club}::uuid, ${actor.uuid}::uuid, 'x', 'Mitglied „' || left(${name}, 100) || '“ und „Anna Lindner' || n || '“ ' || ${'„“'.repeat(60)}, ''
      from generate_series(1, ${growth.log}::int) n`);
    await run(sql`set session_replication_role = origin`);
    await run(sql`analyze`);
  });
  const visitor = await app.as(actor, organization);
  const token = visitor.cookies.get('session') ?? '';
  const large = { event: event.uuid, poll: poll.uuid, option, member: own };
  return { app, organization, admin, actor, visitor, token, large };
}
