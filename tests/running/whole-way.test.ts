import { sql } from 'kysely';
import type { ParsedMail } from 'mailparser';
import { expect, it } from 'vitest';
import { createDatabase } from '../support/database';
import { inDays } from '../support/events';
import { Factories, NO_PASSWORDS } from '../support/factories';
import { afterwards } from '../support/leftovers';
import { openMailbox } from '../support/mailbox';
import { insertRows } from '../support/rows';
import { server, until } from '../support/server-process';

/** Where people reach the server; here nothing answers under this name. */
const ORIGIN = 'https://verein.example';

/** A server, its mailbox, and a club whose people have links in their mails and nothing else. */
async function setting() {
  const { url, db } = await createDatabase();
  const mailbox = await openMailbox();
  afterwards(mailbox.close);
  const running = await server({
    DATABASE_URL: url,
    ORIGIN,
    SESSION_SECRET: 'x'.repeat(32),
    SMTP_URL: mailbox.url,
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'info',
  }).ready();
  const make = new Factories(db, NO_PASSWORDS);
  const { organization, admin } = await make.club({ name: 'TSV Grünau' });
  const token = await make.session(admin, organization, 'mobile');
  const people = {
    dora: await make.userOf(organization),
    mona: await make.userOf(organization),
    sina: await make.userOf(organization),
    nils: await make.userOf(organization),
  };
  await insertRows(db, 'notification_settings', {
    organization_uuid: organization.uuid,
    user_uuid: people.mona.uuid,
    topic: 'event_new',
    way: 'mail',
  });

  const mailsTo = ({ email }: { email: string }) =>
    mailbox.mails.filter(({ to }) => [to].flat().some((each) => each?.text === email));
  const opened = (address: string) => address.replace(ORIGIN, running.origin);
  return {
    db,
    make,
    organization,
    people,
    mailsTo,
    running,
    /** A call of the admin. */
    async call(method: string, path: string, body: unknown) {
      const response = await fetch(`${running.origin}/api${path}`, {
        method,
        headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
        body: JSON.stringify(body),
      });
      expect([method, path, response.status]).toEqual([method, path, 200]);
      return response.json();
    },
    get: (address: string, method = 'GET') =>
      fetch(opened(address), { method, redirect: 'manual' }),
    post: (address: string, body: string) =>
      fetch(opened(address), {
        method: 'POST',
        redirect: 'manual',
        headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
        body,
      }),
    /** Lets time pass: whatever waits is due, until this holds. */
    later: (holds: () => unknown) =>
      until(async () => {
        await sql`update notifications set due_at = now() where sent_at is null`.execute(db);
        await sql`update graphile_worker._private_jobs set run_at = now()
          where run_at > now() and locked_at is null`.execute(db);
        await sql`select graphile_worker.add_job('notifications', job_key => 'time passes')`.execute(
          db,
        );
        return holds();
      }),
    /** What people have answered and chosen. */
    async state() {
      const { rows } = await sql<{ state: string }>`
        select concat_ws(' ', answer, event_uuid, member_uuid, places) as state from answers
        union all select concat_ws(' ', user_uuid, topic, way, former) from notification_settings
        union all select concat_ws(' ', uuid, links_epoch) from users
        order by 1`.execute(db);
      return rows.map(({ state }) => state);
    },
    async answerOf({ member }: { member: string }, event: string) {
      const { rows } = await sql<{ answer: string }>`
        select answer from own_answer(${event}::uuid, ${member}::uuid)`.execute(db);
      return rows[0]?.answer ?? null;
    },
  };
}

type Setting = Awaited<ReturnType<typeof setting>>;

/** All addresses in a mail, of its text, its HTML and its headers. */
function addressesIn({ text = '', html, headerLines }: ParsedMail): string[] {
  const all = [text, html || '', ...headerLines.map(({ line }) => line)].join('\n');
  const found = all.replaceAll('&amp;', '&').match(/https:\/\/verein\.example\/[^\s"'<>)\]]*/g);
  return [...new Set(found)];
}

const newest = (mails: readonly ParsedMail[]) => mails.at(-1) ?? expect.fail('there is no mail');

/** The link of a mail's button. */
const answerIn = (mail: ParsedMail, answer: 'yes' | 'no') =>
  addressesIn(mail).find((each) => each.endsWith(`?answer=${answer}`)) ??
  expect.fail(`no ${answer} in ${mail.subject}: ${addressesIn(mail)}`);

/** A header of a mail as it arrived. */
const headerOf = ({ headerLines }: ParsedMail, name: string) =>
  headerLines
    .find(({ key }) => key === name)
    ?.line.replace(/^[^:]*:\s*/, '')
    .replace(/\r?\n\s+/g, ' ');

/** Opens every link of these mails as a scanner does, which changes nothing. */
async function scanned({ get, state }: Setting, mails: readonly ParsedMail[]): Promise<void> {
  const before = await state();
  for (const address of new Set(mails.flatMap(addressesIn))) {
    for (const method of ['HEAD', 'GET']) {
      const { status } = await get(address, method);
      expect([address, status < 500]).toEqual([address, true]);
    }
  }
  expect(await state()).toEqual(before);
}

/** Moves an event into the next two days, long after it was announced. */
const bringNear = ({ db }: Pick<Setting, 'db'>, event: string) =>
  sql`update events set created_at = now() - interval '3 days',
      date = ((now() + interval '40 hours') at time zone 'Europe/Berlin')::date,
      start_time = ((now() + interval '40 hours') at time zone 'Europe/Berlin')::time(0)
    where uuid = ${event}`.execute(db);

it('from an event to the answers by mail, and to the end of mails and back, with real SMTP (N1, N4, N5, N7, N9, N10)', async () => {
  const club = await setting();
  const { people, organization, call, post, get, later, mailsTo, answerOf } = club;
  const { dora, mona, sina, nils } = people;
  const everybody = Object.values(people);
  const all = () => everybody.flatMap(mailsTo);
  const limited = { eventType: 'LIMITED_EVENT', maxParticipants: 2 };
  const asking = { eventType: 'OPEN_EVENT', asksAnswer: true };
  const create = async (name: string, fields: object) =>
    (
      await call('POST', '/event', {
        organization: organization.uuid,
        name,
        date: inDays(6),
        startTime: '18:30',
        ...fields,
      })
    ).uuid as string;
  const remind = async (event: string) => {
    await bringNear(club, event);
    await sql`select graphile_worker.add_job('reminders')`.execute(club.db);
  };

  // Those who chose mails get one at once, the others a digest.
  const event = await create('Sommerfest', limited);
  await later(() => everybody.every((each) => mailsTo(each).length === 1));
  expect(newest(mailsTo(mona)).subject).toContain('Sommerfest');
  expect(newest(mailsTo(dora)).subject).toContain('Neues: ');
  await scanned(club, all());

  // Two take the places, and a third one waits; none of them logs in.
  expect((await post(answerIn(newest(mailsTo(dora)), 'yes'), 'answer=yes')).status).toBe(303);
  expect((await post(answerIn(newest(mailsTo(mona)), 'yes'), 'answer=yes')).status).toBe(303);
  const late = answerIn(newest(mailsTo(sina)), 'yes');
  expect((await post(late, 'answer=yes')).status).toBe(409);
  expect(await (await get(late)).text()).toContain('Auf die Warteliste');
  expect((await post(late, 'answer=wait')).status).toBe(303);
  expect(await Promise.all(everybody.map((each) => answerOf(each, event)))).toEqual([
    'yes',
    'yes',
    'waiting',
    null,
  ]);

  // One leaves, and the next one moves up and is told.
  expect((await post(answerIn(newest(mailsTo(dora)), 'no'), 'answer=no')).status).toBe(303);
  await later(() => mailsTo(sina).length === 2);
  expect(newest(mailsTo(sina)).subject).toBe('Sie sind dabei: Sommerfest');
  expect(headerOf(newest(mailsTo(sina)), 'list-unsubscribe')).toBeUndefined();
  expect(await answerOf(sina, event)).toBe('yes');

  // It becomes open, and asks. Members who come learn that it is elsewhere; the others do not.
  await call('PUT', '/event', {
    uuid: event,
    organization: organization.uuid,
    name: 'Sommerfest',
    date: inDays(6),
    startTime: '18:30',
    place: 'Halle 2',
    registeredParticipants: 0,
    notify: true,
    ...asking,
  });
  await later(() => mailsTo(mona).length === 2 && mailsTo(sina).length === 3);
  expect(newest(mailsTo(mona)).text).toContain('Halle 2');
  await scanned(club, all());

  // Only those who have not answered are reminded.
  await remind(event);
  await later(() => mailsTo(nils).length === 2);
  const reminder = newest(mailsTo(nils));
  expect(reminder.subject).toContain('Bitte antworten');
  expect([dora, mona, sina].map((each) => mailsTo(each).length)).toEqual([1, 2, 3]);
  await scanned(club, all());

  // A mail program ends these mails by the header alone (RFC 8058).
  expect(headerOf(reminder, 'list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
  const header = headerOf(reminder, 'list-unsubscribe') ?? '';
  const ending = /^<([^>]+)>$/.exec(header)?.[1] ?? expect.fail(`no address: ${header}`);
  const oneClick = await post(ending, 'List-Unsubscribe=One-Click');
  expect([oneClick.status, oneClick.headers.getSetCookie()]).toEqual([200, []]);

  // The next reminder goes to others who are silent, and no longer to Nils.
  const second = await create('Herbstfest', asking);
  await later(() => mailsTo(nils).length === 3 && mailsTo(dora).length === 2);
  await remind(second);
  await later(() =>
    [dora, mona, sina].every((each) => newest(mailsTo(each)).subject?.includes('Bitte antworten')),
  );
  expect(newest(mailsTo(nils)).subject).not.toContain('Bitte antworten');
  expect(mailsTo(nils)).toHaveLength(3);

  // Taken back on the page that the old mail leads to, the next one comes again.
  expect(await (await get(ending)).text()).toContain('Rückgängig');
  expect((await post(ending, 'way=undo')).status).toBe(200);
  // Nobody gets more than two digests a day.
  await sql`update notifications set sent_at = sent_at - interval '25 hours'
    where sent_at is not null`.execute(club.db);
  const third = await create('Winterfest', asking);
  await later(() => mailsTo(nils).length === 4);
  await remind(third);
  await later(() => mailsTo(nils).length === 5);
  const last = newest(mailsTo(nils));
  expect(last.subject).toContain('Bitte antworten');
  expect((await post(answerIn(last, 'no'), 'answer=no')).status).toBe(303);
  expect(await answerOf(nils, third)).toBe('no');
  await scanned(club, all());

  // Nothing of it is in the log of the server.
  const tokens = all()
    .flatMap(addressesIn)
    .flatMap((each) => /\/app\/(?:answer|unsubscribe)\/([\w-]+)/.exec(each)?.[1] ?? []);
  expect(tokens.length).toBeGreaterThan(10);
  for (const token of tokens) expect(club.running.stdout).not.toContain(token);
  expect(club.running.stdout).toContain('/app/answer/…');
  expect(await club.running.stop()).toBe(0);
}, 240_000);
