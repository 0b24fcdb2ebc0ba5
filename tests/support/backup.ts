import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import type pg from 'pg';
import { restoreBackup } from '#db/backup/restore';
import { listSequences, listTables } from '#db/backup/tables';
import { writeBackup } from '#db/backup/write';
import type { Database } from '#db/connection';
import type { DB } from '#db/schema.generated';
import { queueMail } from '~/mail/queue.server';
import type { createDatabase } from './database';
import { Factories, NO_PASSWORDS } from './factories';
import { deleteRows, insertRows } from './rows';
import { makeBreak, makeSeries } from './series';
import { newFolder, Process } from './server-process';

export const SESSION_SECRET = 'x'.repeat(32);

type Made = Awaited<ReturnType<typeof createDatabase>>;

/** A folder without the list of those whose records were erased. */
const NOBODY_ERASED = '/nonexistent';

export async function command(
  name: 'backup' | 'restore',
  environment: Record<string, string>,
  parameters: string[],
) {
  const run = new Process(`build/start/${name}.mjs`, environment, { parameters });
  const code = await run.exit();
  return { code, stdout: run.stdout, stderr: run.stderr };
}

/** What `npm run backup` does, without a process. */
export async function backUp({ pool }: Pick<Made, 'pool'>): Promise<string> {
  const file = join(await newFolder(), 'backup.gz');
  await writeBackup(pool, file, { version: '0' });
  return file;
}

/** What `npm run restore` does, without a process. */
export function bringBack(
  { patient: { db, pool } }: Pick<Made, 'patient'>,
  file: string,
  { force = false, dataDir = NOBODY_ERASED } = {},
) {
  return restoreBackup(db, pool, file, { force, dataDir });
}

export const factories = (db: Database) => new Factories(db, NO_PASSWORDS);

/** Fills every table of a club, with every kind of value that is hard to copy. */
export async function fill(db: Database) {
  const make = factories(db);
  const { organization, admin } = await make.club({
    name: 'Größe "1" \\ \'2\'',
    motd: 'Zeile 1\n\n\tZeile 3 \u{1f600} \\N \\.',
  });
  await make.session(admin, organization);
  const event = await make.event(organization, { max: 900_000_000_000_000 });
  const member = await make.member(organization, {
    lastName: 'Öztürk-Strauß',
    identifier: '[1,"2",null]',
  });
  await make.registration(event, member);
  const both = {
    event_uuid: event.uuid,
    member_uuid: member.uuid,
    organization_uuid: organization.uuid,
  };
  await insertRows(db, 'participations', both);
  const poll = await make.poll(event);
  const option = poll.options[0]?.uuid ?? '';
  const { event_uuid: _, ...answer } = both;
  await insertRows(db, 'poll_answers', { ...answer, poll_uuid: poll.uuid, option_uuid: option });
  const inAnHour = new Date(Date.now() + 3_600_000);
  const bytes = Buffer.from([0, 1, 254, 255, 10, 92]);
  await insertRows(db, 'codes', {
    code_hash: bytes,
    purpose: 'activation',
    user_uuid: admin.uuid,
    expires_at: inAnHour,
  });
  const { event_uuid: _event, ...invited } = both;
  await insertRows(db, 'invitations', { ...invited, code_hash: bytes });
  await insertRows(db, 'invitation_proofs', {
    code_hash: bytes,
    proof_hash: bytes,
    sealed_email: 'sealed',
  });
  await insertRows(db, 'accepted_invitations', {
    code_hash: bytes,
    organization_uuid: organization.uuid,
    user_uuid: admin.uuid,
  });
  for (const [at, output] of ['null', '{"a": [1, "x"]}', null].entries())
    await insertRows(db, 'form_keys', { hash: Buffer.from([at]), user_uuid: admin.uuid, output });
  await insertRows(db, 'rate_limits', { key: 'login:a', points: 3, expire: 1 });
  await queueMail(db, 'activation', { user: admin.uuid });
  const series = await makeSeries({ db, make }, organization);
  await deleteRows(db, 'events', [...series.dates.values()][1] ?? '');
  await makeBreak({ db }, organization);
  const answers = await insertEveryAnswer(db, make, organization);
  return { make, organization, answers };
}

/** All tables in a stable order, including computed columns, and the state of the sequences. */
export async function contents(pool: pg.Pool): Promise<Record<string, unknown>> {
  const client = await pool.connect();
  const all: Record<string, unknown> = {};
  try {
    for (const { name } of await listTables(client)) {
      const { rows } = await client.query(`select t::text as row from ${name} t order by 1`);
      all[name] = rows.map(({ row }) => row);
    }
    for (const name of await listSequences(client))
      all[name] = (await client.query(`select last_value, is_called from ${name}`)).rows;
  } finally {
    client.release();
  }
  return all;
}

/**
 * Fills whatever an event and its answers can hold: every detail, each answer, a member who moved
 * up and was told, an event that asks who comes and one that is cancelled.
 * @returns the event with a member on its waiting list, and the member with its only place
 */
async function insertEveryAnswer(db: Kysely<DB>, make: Factories, organization: { uuid: string }) {
  const event = await make.event(organization, { max: 1 });
  const [asking, cancelled] = [await make.event(organization), await make.event(organization)];
  const people = [];
  for (let count = 0; count < 4; count++) people.push(await make.userOf(organization));
  const [left = '', moved = '', waiting = '', declining = ''] = people.map(({ member }) => member);
  await make.registration(event, { uuid: left });
  for (const member of [moved, waiting])
    await insertRows(db, 'answers', {
      answer: 'waiting',
      event_uuid: event.uuid,
      member_uuid: member,
      organization_uuid: organization.uuid,
      note: 'Bringe "Salat" mit\n\\',
      acted_by: people[0]?.uuid ?? null,
    });
  await deleteRows(db, 'answers', { answer: 'yes', member_uuid: left });
  await insertRows(db, 'answers', {
    answer: 'no',
    event_uuid: event.uuid,
    member_uuid: declining,
    organization_uuid: organization.uuid,
    note: 'krank',
  });
  await sql`update events set start_time = '23:59', end_time = '00:30', end_date = date + 1,
    place = 'Größe 2', description = ${'Zeile 1\n\\'}, sign_up_until = now(), sign_off_until = now(),
    companions = 9, promotion_hours = 0 where uuid = ${event.uuid}`.execute(db);
  await sql`update events set asks_answer = true where uuid = ${asking.uuid}`.execute(db);
  await sql`insert into answers (answer, event_uuid, member_uuid, organization_uuid, places)
    values ('yes', ${asking.uuid}, ${moved}, ${organization.uuid}, 10)`.execute(db);
  await sql`update events set cancelled_at = now(), cancel_reason = 'Regen'
    where uuid = ${cancelled.uuid}`.execute(db);
  return { event, waiting };
}
