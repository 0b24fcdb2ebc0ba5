import type pg from 'pg';
import { KEEP_MOMENTS } from '../support/event-moments';
import { answersInto, newerStatements, tablesOf } from './seed-newer';

/** The size of a database. All clubs but the measured one have the same size. */
export interface Size {
  readonly clubs: number;
  /** Per club. */
  readonly members: number;
  /** Per club; every second event is limited. */
  readonly events: number;
  /** Per limited event, up to the number of members; as many took part in each of the others. */
  readonly registrations: number;
  /** Per event, with three options and as many answers as an event has registrations. */
  readonly polls: number;
  /** Size of the measured club. */
  readonly largest: { readonly members: number; readonly events: number; readonly users: number };
  /** What came after the build of 2026-11-21, where the schema has it; nothing by default. */
  readonly newer?: {
    /** Per limited event, up to the number of members who are neither users nor registered. */
    readonly declines: number;
    /** Of the measured club's weekly series, beside its other events, with registrations as those. */
    readonly dates: number;
  };
}

/** The session token of the measured club's nth user; user 1 has every permission. */
export const tokenOf = (user: number): string => `bench-session-0-${user}`;
/** The e-mail address of that user. */
export const emailOf = (user: number): string => `user-0-${user}@verein.example`;

/**
 * Fills a migrated database with a few statements, so that a hundred thousand clubs take minutes.
 * Ids derive from numbers, so that no table must be read to fill another; triggers and foreign keys
 * are off (which needs a superuser), and indexes are rebuilt afterwards. Club 0 is the measured
 * one.
 * @param club the uuid of an existing club to measure; created if absent
 * @param passwordHash of every user
 * @returns the uuid of the measured club
 */
export async function seed(
  pool: pg.Pool,
  size: Size,
  { club, passwordHash = '-' }: { club?: string; passwordHash?: string } = {},
): Promise<string> {
  const client = await pool.connect();
  try {
    await client.query(
      "set session_replication_role = 'replica'; set maintenance_work_mem = '512MB'",
    );
    await client.query(`
      create or replace function pg_temp.id(kind text, club int, n int) returns uuid language sql immutable
      return md5(kind || club || ':' || n)::uuid`);
    const organization =
      club ?? (await client.query("select pg_temp.id('club', 0, 0) as id")).rows[0].id;
    const { clubs, members, events, registrations, polls, largest } = size;
    await client.query(`
      create temp table clubs as
      select c, case when c = 0 then '${organization}'::uuid else pg_temp.id('club', c, 0) end as uuid,
        case when c = 0 then ${largest.members} else ${members} end as members,
        case when c = 0 then ${largest.events} else ${events} end as events,
        case when c = 0 then ${largest.users} else 1 end as users
      from generate_series(0, ${clubs - 1}) as c`);
    const indexes = await dropIndexes(client);
    if (!club) await client.query(organizations('c >= 0'));
    else await client.query(organizations('c > 0'));
    const tables = await tablesOf(client);
    // As `hashSecret` does, and as builds did that know no versions of hashes.
    await client.query(`
      create or replace function pg_temp.hashed(secret text) returns bytea language sql immutable
      return ${tables.has('answers') ? "'\\x01'::bytea || " : ''}sha256(convert_to(secret, 'utf8'))`);
    for (const statement of fill({ registrations, polls, passwordHash, tables }))
      await client.query(statement);
    for (const statement of newerStatements(tables, size)) await client.query(statement);
    await client.query(KEEP_MOMENTS);
    for (const definition of indexes) await client.query(definition);
    return organization;
  } finally {
    // Also drops its settings and temporary tables.
    client.release(true);
    await pool.query('vacuum analyze');
  }
}

/** Drops every index that no constraint needs. @returns the statements that recreate them */
async function dropIndexes(client: pg.PoolClient): Promise<string[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(`
    select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition
    from pg_index i join pg_class c on c.oid = i.indexrelid
    where c.relnamespace = 'public'::regnamespace
      and not exists (select from pg_constraint k where k.conindid = i.indexrelid)`);
  for (const { name } of rows) await client.query(`drop index ${name}`);
  return rows.map(({ definition }) => definition);
}

const organizations = (which: string) => `
  insert into organizations (uuid, name, motd)
  select uuid, 'Turn- und Sportverein Nummer ' || c, E'Training fällt aus.\\n\\nNächste Woche geht es weiter.'
  from clubs where ${which}`;

const FIRST =
  "(array['Anna','Jörg','Miriam','Ömer','Grete','Björn','Sükrü','Lena','Wolfgang','Käthe','Paul','Zoë'])";
const LAST =
  "(array['Müller','Özdemir','Schmidt','von Berg','Groß','Ähren','Weiß','Kowalski','Nguyen','Zander','Huber','Strauß-Löw'])";
const FIRST_NAME = `${FIRST}[1 + n % 12]`;
const LAST_NAME = `${LAST}[1 + (n * 7 + n / 12) % 12] || ' ' || chr(97 + n % 26) || to_char(n * 7919 % 100003, 'FM000000')`;

function fill({
  registrations,
  polls,
  passwordHash,
  tables,
}: {
  registrations: number;
  polls: number;
  passwordHash: string;
  tables: ReadonlySet<string>;
}): string[] {
  const users = 'clubs, generate_series(1, users) as n';
  const everyEvent = 'clubs, generate_series(1, events) as e';
  const everyPoll = `${everyEvent}, generate_series(1, ${polls}) as p`;
  const guests = `generate_series(1, least(members, ${registrations})) as n`;
  return [
    `insert into users (uuid, first_name, last_name, email, password_hash, activated)
     select pg_temp.id('user', c, n), ${FIRST_NAME}, ${LAST_NAME}, 'user-' || c || '-' || n || '@verein.example',
       '${passwordHash}', true from ${users}`,
    `insert into organization_users (organization_uuid, user_uuid, first_name, last_name)
     select uuid, pg_temp.id('user', c, n), ${FIRST_NAME}, ${LAST_NAME} from ${users}`,
    `insert into permissions (organization_uuid, user_uuid, permission)
     select uuid, pg_temp.id('user', c, 1), permission
     from clubs, unnest(array['ORGANIZATION_ADMIN', 'EDIT_EVENTS', 'EDIT_MEMBERS']) as permission where users > 0`,
    `insert into sessions (token_hash, user_uuid, kind, active_organization, valid_until)
     select pg_temp.hashed('bench-session-' || c || '-' || n), pg_temp.id('user', c, n), 'browser', uuid,
       now() + interval '30 days' from ${users}`,
    `insert into members (uuid, organization_uuid, first_name, last_name, custom_member_identifier, user_uuid)
     select pg_temp.id('member', c, n), uuid, ${FIRST_NAME}, ${LAST_NAME}, 'M' || n,
       case when n <= users then pg_temp.id('user', c, n) end
     from clubs, generate_series(1, members) as n`,
    `insert into invitations (member_uuid, organization_uuid, code_hash)
     select pg_temp.id('member', c, n), uuid, pg_temp.hashed('bench-invitation-' || c || '-' || n)
     from clubs, generate_series(1, members) as n where n > users and n % 5 = 0`,
    `insert into codes (code_hash, purpose, user_uuid, expires_at)
     select pg_temp.hashed('bench-code-' || c || '-' || n), 'password', pg_temp.id('user', c, n),
       now() + interval '1 hour' from ${users}`,
    `insert into events (uuid, organization_uuid, name, date, event_type, max_participants, registered_participants)
     select pg_temp.id('event', c, e), uuid, 'Kletterkurs für Fortgeschrittene ' || e, current_date - 30 + e,
       case when e % 2 = 0 then 'LIMITED_EVENT' else 'OPEN_EVENT' end,
       case when e % 2 = 0 then ${registrations} + 5 + users else 0 end,
       case when e % 2 = 0 then least(members, ${registrations}) else 0 end
     from ${everyEvent}`,
    `${answersInto(tables, 'yes')} pg_temp.id('event', c, e), pg_temp.id('member', c, n), uuid
     from ${everyEvent}, ${guests} where e % 2 = 0`,
    `insert into participations (event_uuid, member_uuid, organization_uuid)
     select pg_temp.id('event', c, e), pg_temp.id('member', c, n), uuid
     from ${everyEvent}, ${guests} where e % 2 = 1`,
    `insert into polls (uuid, organization_uuid, event_uuid, name, description)
     select pg_temp.id('poll', c, e * 1000 + p), uuid, pg_temp.id('event', c, e), 'Was bringst du mit? ' || p, ''
     from ${everyPoll}`,
    `insert into poll_options (uuid, organization_uuid, poll_uuid, index, name)
     select pg_temp.id('option', c, (e * 1000 + p) * 10 + o), uuid, pg_temp.id('poll', c, e * 1000 + p), o, 'Antwort ' || o
     from ${everyPoll}, generate_series(0, 2) as o`,
    `insert into poll_answers (poll_uuid, member_uuid, organization_uuid, option_uuid)
     select pg_temp.id('poll', c, e * 1000 + p), pg_temp.id('member', c, n), uuid,
       pg_temp.id('option', c, (e * 1000 + p) * 10 + n % 3)
     from ${everyPoll}, ${guests}`,
  ];
}
