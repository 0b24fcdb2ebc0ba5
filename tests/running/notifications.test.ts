import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '#db/connection';
import { queueReminders } from '~/features/notifications/reminders.server';
import { keepHouse } from '~/server/housekeeping';
import { createDatabase } from '../support/database';
import { Factories, NO_PASSWORDS } from '../support/factories';
import { afterwards } from '../support/leftovers';
import { openMailbox } from '../support/mailbox';
import { notifyRegistered, registerMany } from '../support/notifications';
import { type ServerProcess, server, until } from '../support/server-process';

/** Three turns of the outbox, so that each server has one and there is one to fight for. */
const PEOPLE = 110;
/** How many of these have answered when the others are reminded. */
const ANSWERED = 4;

/** Two servers on one database and one mailbox, and an event for which many people come. */
async function setting() {
  const { url, db, patient } = await createDatabase();
  const mailbox = await openMailbox();
  afterwards(mailbox.close);
  const environment = {
    DATABASE_URL: url,
    SESSION_SECRET: 'x'.repeat(32),
    SMTP_URL: mailbox.url,
    LOG_LEVEL: 'info',
    QUIET_HOURS: 'off',
  };
  const servers = await Promise.all([server(environment).ready(), server(environment).ready()]);
  const make = new Factories(db, NO_PASSWORDS);
  const { organization } = await make.club();
  const event = await make.event(organization, { name: 'Sommerfest', max: PEOPLE });
  await registerMany(patient.db, event, PEOPLE);
  return { db, mailbox, servers: servers as [ServerProcess, ServerProcess], event };
}

/** The Message-IDs of the mails that arrived, by address: a repeat has the same. */
function arrived({ mailbox }: Pick<Awaited<ReturnType<typeof setting>>, 'mailbox'>) {
  const byAddress = new Map<string, Set<string>>();
  for (const { to, messageId = '' } of mailbox.mails) {
    const address = [to].flat()[0]?.text ?? '';
    byAddress.set(address, (byAddress.get(address) ?? new Set()).add(messageId));
  }
  return byAddress;
}

/** As if a quarter of an hour had passed for the jobs that a killed server held. */
async function giveBack(db: Database): Promise<void> {
  // Keeping house in every turn of a wait would keep a core busy.
  await pause(250);
  await sql`update graphile_worker._private_jobs set locked_at = now() - interval '1 hour'
    where locked_at < now() - interval '3 seconds'`.execute(db);
  await keepHouse(db, { auditDays: 30 });
}

async function jobs(db: Database): Promise<number> {
  return (await sql`select from graphile_worker._private_jobs`.execute(db)).rows.length;
}

/** Waits until no job is left, nor any that the killed server held. */
const allDone = (db: Database) =>
  until(async () => {
    await giveBack(db);
    return (await jobs(db)) === 0;
  });

describe('two servers', () => {
  let here: Awaited<ReturnType<typeof setting>>;
  beforeAll(async () => {
    here = await setting();
  });

  it(`two servers drain one outbox: ${PEOPLE} people get one mail each (X9)`, async () => {
    const { db, mailbox, event } = here;
    await notifyRegistered(db, event);
    await until(() => mailbox.mails.length >= PEOPLE);
    await until(async () => (await jobs(db)) === 0);
    const { rows } = await sql`select from notifications where sent_at is null`.execute(db);
    expect(rows).toEqual([]);
    expect(mailbox.mails).toHaveLength(PEOPLE);
    expect(arrived({ mailbox }).size).toBe(PEOPLE);
    expect(mailbox.mails[0]?.subject).toBe('Sie sind dabei: Sommerfest');
  });

  it('a server that is killed in the middle of it leaves nobody without a mail, and nobody with two (X9)', async () => {
    const { db, mailbox, servers, event } = here;
    mailbox.mails.splice(0);
    const [killed, other] = servers;
    await notifyRegistered(db, event);
    await until(() => mailbox.mails.length >= 20);
    await killed.kill();
    await until(async () => {
      await giveBack(db);
      return arrived({ mailbox }).size >= PEOPLE;
    });
    await allDone(db);
    expect(await other.stop()).toBe(0);
    const mails = arrived({ mailbox });
    expect(mails.size).toBe(PEOPLE);
    for (const [address, ids] of mails) expect(ids.size, address).toBe(1);
  });
});

it(`${PEOPLE - ANSWERED} reminders, two servers and one killed midway: each gets one, and those who have answered none (N4, X9)`, async () => {
  const { db, mailbox, servers, event } = await setting();
  const [killed, other] = servers;
  // Most have not answered yet.
  await sql`delete from answers where answer = 'yes' and event_uuid = ${event.uuid} and member_uuid not in (
    select member_uuid from answers where answer = 'yes' order by member_uuid limit ${ANSWERED})`.execute(
    db,
  );
  await sql`update events set event_type = 'OPEN_EVENT', max_participants = 0, asks_answer = true, created_at = now() - interval '30 days',
    date = (now() at time zone 'Europe/Berlin' + interval '40 hours')::date,
    start_time = (now() at time zone 'Europe/Berlin' + interval '40 hours')::time(0)
    where uuid = ${event.uuid}`.execute(db);
  for (const _server of servers) await sql`select graphile_worker.add_job('reminders')`.execute(db);
  await until(() => mailbox.mails.length >= 20);
  await killed.kill();
  // The club's admin has not answered either.
  const silent = PEOPLE - ANSWERED + 1;
  await until(async () => {
    await giveBack(db);
    await queueReminders(db);
    return arrived({ mailbox }).size >= silent;
  });
  await allDone(db);
  expect(await other.stop()).toBe(0);
  const mails = arrived({ mailbox });
  const { rows } = await sql<{
    email: string;
  }>`select u.email from users u join members m on m.user_uuid = u.uuid
    where not exists (select from answers where answer = 'yes' and member_uuid = m.uuid)`.execute(
    db,
  );
  expect([...mails.keys()].sort()).toEqual(rows.map(({ email }) => email).sort());
  for (const [address, ids] of mails) expect(ids.size, address).toBe(1);
  expect(mailbox.mails[0]?.subject).toContain('Sommerfest');
});
