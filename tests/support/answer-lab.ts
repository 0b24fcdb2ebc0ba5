import type pg from 'pg';
import { AnswerSheet } from './answer-sheet';
import { patientDatabase } from './database';

/** A database for a test file, with this many connections, for clubs whose answers it tests. */
export function answerLab(options?: { connections: number }) {
  const lab = patientDatabase(options);
  return Object.assign(lab, { club: (members: number) => newClub(lab.pool, members) });
}

export type AnswerClub = Awaited<ReturnType<typeof newClub>>;

/** A club with this many members, each with an account, and all actions on answers. */
export async function newClub(pool: pg.Pool, count: number) {
  const organization = await insertClub(pool);
  const members = await insertMembers(pool, organization, count);
  return {
    pool,
    organization,
    members,
    /** @returns the member at a place of the list */
    member: (at: number) => itemAt(members, at),
    sheet: new AnswerSheet(pool),
    /** Inserts an event that starts in three days, limited to this many places; open if null. */
    event: (places: number | null, columns: Record<string, string> = {}) =>
      insertEvent(pool, organization, places, columns),
    insertMembers: (more: number) => insertMembers(pool, organization, more),
    async answers(event: string) {
      const { rows } = await pool.query<Answers>(ANSWERS, [event]);
      const [found] = rows;
      if (!found) throw new Error(`event ${event} is gone`);
      const named = (list: readonly string[]) => list.map((each) => members.indexOf(each));
      return {
        ...found,
        registered: named(found.registered),
        waiting: named(found.waiting),
        declined: named(found.declined),
      };
    },
    /** The receivers of notifications of this kind, in the order of writing. */
    async told(kind: string): Promise<number[]> {
      const { rows } = await pool.query<{ member_uuid: string }>(
        'select member_uuid from notifications where kind = $1 and organization_uuid = $2 order by id',
        [kind, organization],
      );
      return rows.map(({ member_uuid }) => members.indexOf(member_uuid));
    },
  };
}

interface Answers {
  /** Members by the order of the list. */
  readonly registered: string[];
  /** In their order. */
  readonly waiting: string[];
  readonly declined: string[];
  /** As counted on the event. */
  readonly places: number;
  readonly entries: number;
}

const ANSWERS = `
  select registered_participants as places, waiting as entries,
    array(select member_uuid::text from answers join members m on m.uuid = member_uuid
      where event_uuid = e.uuid and answer = 'yes' order by m.last_name) as registered,
    array(select member_uuid::text from answers where answer = 'waiting' and event_uuid = e.uuid order by seq) as waiting,
    array(select member_uuid::text from answers join members m on m.uuid = member_uuid
      where event_uuid = e.uuid and answer = 'no' order by m.last_name) as declined
  from events e where uuid = $1`;

function itemAt<Item>(items: readonly Item[], at: number): Item {
  const item = items[at];
  if (item === undefined) throw new Error(`there are only ${items.length}`);
  return item;
}

async function insertClub(pool: pg.Pool): Promise<string> {
  const { rows } = await pool.query<{ uuid: string }>(
    `insert into organizations (name) values ('Verein') returning uuid`,
  );
  return itemAt(rows, 0).uuid;
}

/** @returns the new members, in the order of their names */
async function insertMembers(pool: pg.Pool, organization: string, count: number) {
  const { rows } = await pool.query<{ uuid: string }>(
    `with people as (
       insert into users (email, first_name, last_name, password_hash, activated)
       select gen_random_uuid() || '@verein.example', 'Anna', to_char(n, 'FM000000'), 'x', true
       from generate_series(1, $2::int) n returning uuid, last_name
     ), belonging as (
       insert into organization_users (organization_uuid, user_uuid) select $1, uuid from people
     )
     insert into members (organization_uuid, user_uuid, first_name, last_name)
     select $1, uuid, 'Anna', last_name from people order by last_name returning uuid, last_name`,
    [organization, count],
  );
  return rows.map(({ uuid }) => uuid);
}

async function insertEvent(
  pool: pg.Pool,
  organization: string,
  places: number | null,
  columns: Record<string, string>,
): Promise<string> {
  const given = {
    name: 'Fest',
    date: new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10),
    start_time: '18:00',
    event_type: places === null ? 'OPEN_EVENT' : 'LIMITED_EVENT',
    max_participants: String(places ?? 0),
    ...columns,
  };
  const names = Object.keys(given);
  const { rows } = await pool.query<{ uuid: string }>(
    `insert into events (organization_uuid, ${names.join(', ')})
     values ($1, ${names.map((_, at) => `$${at + 2}`).join(', ')}) returning uuid`,
    [organization, ...Object.values(given)],
  );
  return itemAt(rows, 0).uuid;
}
