import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { notifyOpenInJob } from '~/features/events/queries/changes.server';
import { testApp } from '../support/app';
import { inDays } from '../support/events';
import { sendAll } from '../support/mail-count';
import { wait } from '../support/notifications';
import { choose } from '../support/outbox-lab';
import { changeRows, deleteRows, insertRows } from '../support/rows';
import { makeSeries } from '../support/series';

/** Who is told that an event is cancelled or moved: those who answered and, optionally, those who did not (U7). */
const app = testApp();

/**
 * A team of eleven: three come, one waits, two decline, five are silent. Of the latter one wants no
 * mail of it, one has no confirmed address, one no account, one has muted the group's news. The whole
 * club has one more.
 */
async function setting() {
  const { make, db } = app;
  const organization = await make.organization({ name: 'TSV Grünau' });
  const editor = await make.userOf(organization, ['EDIT_EVENTS']);
  const user = () => make.userOf(organization);
  const [one, two, three, waits] = [await user(), await user(), await user(), await user()];
  const [no, never, tells] = [await user(), await user(), await user()];
  const [off, unconfirmed, muted] = [await user(), await user(), await user()];
  const users = [one, two, three, waits, no, never, tells, off, unconfirmed, muted];
  const outsider = await make.userOf(organization);
  const noAccount = await make.member(organization);
  const all = users.map(({ member }) => ({ uuid: member }));
  const team = await make.group(organization, [...all, noAccount], { name: 'Damen 1' });
  const event = await make.event(
    organization,
    { name: 'Spiel', date: inDays(9), max: 3 },
    { start_time: '18:00', place: 'Halle' },
  );
  await make.forGroups(event, [team]);
  for (const { member } of [one, two, three]) await make.registration(event, { uuid: member });
  await wait(db, event, [{ uuid: waits.member }]);
  for (const { member } of [no, never]) await make.decline(event, { uuid: member });
  for (const topic of ['event_cancelled', 'event_changed'] as const)
    await choose(db, organization, off, topic, 'off');
  await changeRows(db, 'users', unconfirmed.uuid, { activated: false });
  await insertRows(db, 'group_mutes', {
    organization_uuid: organization.uuid,
    group_uuid: team.uuid,
    user_uuid: muted.uuid,
  });
  return {
    organization,
    team,
    event,
    outsider,
    editorUser: editor,
    editor: await app.as(editor, organization),
    answered: [one, two, three, waits],
    /** Those whom a mail reaches: even without news, members want to know that nothing is on. */
    open: [tells, muted] as const,
    everybody: [...users, outsider, editor],
  };
}

type Setting = Awaited<ReturnType<typeof setting>>;

/** The users who get a mail of this subject once what waits is told. */
async function told({ everybody }: Setting, subject: string) {
  await sendAll(app);
  const found = [];
  for (const { uuid, email } of everybody)
    if ((await app.mailsTo(email)).some((mail) => mail.subject.startsWith(subject)))
      found.push(uuid);
  return found.sort();
}

const uuids = (users: ReadonlyArray<{ uuid: string }>) => users.map(({ uuid }) => uuid).sort();

const choice = (html: string) =>
  [...html.matchAll(/<input[^>]* name="notifyOpen"[^>]*>/g)].map(([radio]) => ({
    value: radio.match(/ value="([^"]*)"/)?.[1],
    label: radio.match(/ aria-label="([^"]*)"/)?.[1],
    checked: radio.includes(' checked=""'),
  }));

/** What stands below each choice. */
const hints = (html: string) =>
  choice(html).map(({ value, label }) => [
    label,
    html.match(new RegExp(`<span [^>]*id="[^"]*-${value}-hint"[^>]*>([^<]*)`))?.[1],
  ]);

const OFFERED = ['Alle, die angemeldet sind (4)', 'Auch alle ohne Antwort (2)'];

describe('cancelling', () => {
  const at = ({ event }: Setting) => `/app/events/${event.uuid}/cancellation`;

  it('says beforehand whom it tells, as moving does, with numbers, and for a group includes those who have not answered (U7)', async () => {
    const club = await setting();
    const moving = await club.editor.get(`/app/events/${club.event.uuid}/edit`);
    expect(choice(moving.text).map(({ label, checked }) => [label, checked])).toEqual([
      [OFFERED[0], false],
      [OFFERED[1], true],
    ]);
    expect(moving.page).toContain(
      'Per E-Mail Bescheid sagen, wenn sich Datum, Zeit oder Ort ändern',
    );
    const { page, text } = await club.editor.get(at(club));
    expect(choice(text)).toEqual([
      { value: 'no', label: OFFERED[0], checked: false },
      { value: 'yes', label: OFFERED[1], checked: true },
    ]);
    expect(page).toContain('Zusammen 6 E-Mails. 3 Personen bekommen keine E-Mail.');
    await changeRows(app.db, 'events', {}, { groups: [] });
    const forAll = choice((await club.editor.get(at(club))).text);
    expect(forAll.map(({ label, checked }) => [label, checked])).toEqual([
      [OFFERED[0], true],
      ['Auch alle ohne Antwort (3)', false],
    ]);
  });

  it('offers no mail to nobody, and asks once to tell those whom none reaches (U7)', async () => {
    const club = await setting();
    await deleteRows(app.db, 'answers', { event_uuid: club.event.uuid });
    const { page, text } = await club.editor.get(at(club));
    expect(choice(text).map(({ label }) => label)).toEqual(['Niemand', 'Alle ohne Antwort (8)']);
    expect(page).toMatch(/am [A-Z][a-z]+, \d\d\. \S+ \d{4}, um 18:00 Uhr wirklich ausfallen/);
    expect(hints(text)[0]?.[1]).toBeUndefined();
    expect(page).toContain(
      'Wer bekommt eine E-Mail? Bisher ist niemand sonst angemeldet. Wen keine E-Mail erreicht, ' +
        'dem sagen Sie bitte selbst Bescheid. Niemand Alle ohne Antwort (8)',
    );
  });

  it('warns above the choice, with a link to them, if no mail reaches those who said yes (U7)', async () => {
    const club = await setting();
    const { event, answered } = club;
    for (const { uuid } of answered) await changeRows(app.db, 'users', uuid, { activated: false });
    const { page, text } = await club.editor.get(at(club));
    expect(page).toMatch(
      /4 Personen mit Anmeldung bekommen keine E-Mail\. Wer kommt\? Wer bekommt eine E-Mail\? .* Niemand Alle/,
    );
    expect(text).toContain(`href="/app/events/${event.uuid}/answers?of=yes">Wer kommt?`);
    expect(hints(text)[0]?.[1]).toBeUndefined();
  });

  it.each([
    ['yes', 6, '6 Personen erfahren es per E-Mail.'],
    ['no', 4, '4 Personen erfahren es per E-Mail.'],
  ])(
    'by form with %s tells %i, as it said, and says so again (U7)',
    async (notifyOpen, count, says) => {
      const club = await setting();
      const sent = await club.editor.submit(at(club), { reason: 'Sturm', notifyOpen });
      expect((await club.editor.get(sent.location)).page).toContain(`Spiel fällt aus. ${says}`);
      const receivers = [...club.answered, ...(notifyOpen === 'yes' ? club.open : [])];
      expect(receivers).toHaveLength(count);
      expect(await told(club, 'Fällt aus: Spiel')).toEqual(uuids(receivers));
      // Those who were told one are told the other, and nobody else.
      const { page } = await club.editor.get(`${at(club)}/withdrawal`);
      expect(page).toContain(`${count} Personen bekommen eine E-Mail.`);
      const restored = await club.editor.submit(`${at(club)}/withdrawal`);
      expect((await club.editor.get(restored.location)).page).toContain(
        `${count} Personen erfahren`,
      );
      expect(await told(club, 'Findet doch statt: Spiel')).toEqual(uuids(receivers));
    },
  );

  it('by call tells those who have answered, unless it says otherwise (U7, X1)', async () => {
    const club = await setting();
    const path = `/event/${club.event.uuid}/state/cancel`;
    expect((await club.editor.call('PUT', path, { notifyOpen: 'ja' })).status).toBe(422);
    expect((await club.editor.call('PUT', path)).status).toBe(200);
    expect(await told(club, 'Fällt aus: Spiel')).toEqual(uuids(club.answered));
  });

  it('what is chosen wrongly is an error at the choice, and what was chosen stays (U7)', async () => {
    const club = await setting();
    const wrong = await club.editor.submit(at(club), { reason: 'Sturm', notifyOpen: 'alle' });
    expect([wrong.status, wrong.page.includes('Bitte wählen.')]).toEqual([422, true]);
    const long = await club.editor.submit(at(club), { reason: 'a'.repeat(501), notifyOpen: 'no' });
    expect(choice(long.text).map(({ checked }) => checked)).toEqual([true, false]);
  });

  it('twice from the same form, or too late, tells once (U7)', async () => {
    const club = await setting();
    const fields = { reason: '', notifyOpen: 'yes', __key: 'rendering.cancel-event' };
    await Promise.all([1, 2].map(() => club.editor.submit(at(club), fields)));
    const late = await club.editor.submit(at(club), { reason: '', notifyOpen: 'yes' });
    expect(late.status).toBe(409);
    const { rows } = await sql<{ count: number }>`
      select count(*) from notifications where kind = 'event_cancelled'
        and event_uuid = ${club.event.uuid}`.execute(app.db);
    // Including those who want no mail about it: that is decided when it is due.
    expect(rows).toEqual([{ count: 7 }]);
  });

  it('a member who leaves the group or opts out before the mail hears nothing (U7, U11)', async () => {
    const club = await setting();
    const [leaves, stays] = club.open;
    await club.editor.call('PUT', `/event/${club.event.uuid}/state/cancel`, { notifyOpen: true });
    await changeRows(
      app.db,
      'group_members',
      { member_uuid: leaves.member },
      { until: new Date() },
    );
    expect(await told(club, 'Fällt aus: Spiel')).toEqual(uuids([...club.answered, stays]));
  });

  it('the mail names the groups, and what its receiver has to do with it (U3, U7)', async () => {
    const club = await setting();
    await club.editor.call('PUT', `/event/${club.event.uuid}/state/cancel`, { notifyOpen: true });
    await app.work();
    const [mail] = await app.mailsTo(club.open[0].email);
    expect(mail?.text).toContain('Spiel\n');
    expect(mail?.text).toContain('Halle\nFür: Damen 1');
    expect(mail?.html).toContain('Für: Damen 1');
    expect(mail?.text.replace(/\s+/g, ' ')).toContain('weil Sie zu diesem Verein gehören.');
  });
});

describe('moving', () => {
  const edited = { name: 'Spiel', date: inDays(9), eventType: 'LIMITED_EVENT', startTime: '19:00' };
  const at = ({ event }: Setting) => `/app/events/${event.uuid}/edit`;

  it.each([
    [{ notify: 'on', notifyOpen: 'yes' }, 6, ' 6 Personen erfahren es per E-Mail.'],
    [{ notify: 'on', notifyOpen: 'no' }, 4, ' 4 Personen erfahren es per E-Mail.'],
    [{ notifyOpen: 'yes' }, 0, ''],
  ])('by form with %o tells %i, and says so (U7)', async (choices, count, says) => {
    const club = await setting();
    const { team, editor } = club;
    const fields = { ...edited, maxParticipants: '3', place: 'Halle', groups: team.uuid };
    const saved = await editor.submit(at(club), { ...fields, ...choices });
    expect(saved.status).toBe(303);
    const { page } = await editor.get(saved.location);
    expect(page).toContain(`Spiel gespeichert.${says}`);
    expect(page.includes('per E-Mail.')).toBe(count > 0);
    const receivers = [...club.answered, ...club.open].slice(0, count);
    expect(await told(club, 'Geändert: Spiel')).toEqual(uuids(receivers));
  });

  it('by call tells those who have answered with notify: true, and nobody without it (J10, U7, X1)', async () => {
    const club = await setting();
    const { json } = await club.editor.call('GET', `/event/${club.event.uuid}`);
    const change = (fields: object) => club.editor.call('PUT', '/event', { ...json, ...fields });
    expect((await change({ startTime: '19:00', notifyOpen: true })).status).toBe(200);
    expect(await told(club, 'Geändert: Spiel')).toEqual([]);
    const changed = await change({ startTime: '20:00', notify: true });
    expect([changed.status, 'notify' in changed.json]).toEqual([200, false]);
    expect(await told(club, 'Geändert: Spiel')).toEqual(uuids(club.answered));
  });

  it('of dates of a series each hears once, of those that they answered and those that they did not (U7, L9)', async () => {
    const { make } = app;
    const organization = await make.organization();
    const editor = await make.userOf(organization, ['EDIT_EVENTS']);
    const [comes, silent, other] = [
      await make.userOf(organization),
      await make.userOf(organization),
      await make.userOf(organization),
    ] as const;
    const members = [comes, silent].map(({ member }) => ({ uuid: member }));
    const team = await make.group(organization, members, { name: 'Damen 1' });
    const series = await makeSeries(app, organization, {
      event: { groups: [team.uuid], asks_answer: true },
    });
    const [first = '', second = ''] = [...series.dates.values()];
    await make.registration(
      { uuid: second, organization: organization.uuid },
      { uuid: comes.member },
    );
    const browser = await app.as(editor, organization);
    // A member who has answered one date and not another is told once, as somebody who comes.
    const last = [...series.dates.values()].at(-1) ?? '';
    const { text } = await browser.get(`/app/events/${first}/edit`);
    const [following, ahead] = ['Diesen und alle folgenden', 'Alle künftigen Termine'];
    expect(hints(text)).toEqual([
      ['Alle, die zugesagt haben', `Nur diesen Termin: 0 E-Mails. ${ahead}: 1 E-Mail.`],
      [
        'Auch alle ohne Antwort',
        `Nur diesen Termin: 2 E-Mails. ${ahead}: 1 E-Mail. Zusammen 2 E-Mails.`,
      ],
    ]);
    // No other date is meant by 'following' the last: what is the same is said once.
    expect(hints((await browser.get(`/app/events/${last}/edit`)).text)[1]?.[1]).toBe(
      `Nur diesen Termin: 2 E-Mails. ${following}: 2 E-Mails. ${ahead}: 1 E-Mail. Zusammen 2 E-Mails.`,
    );
    const { json } = await browser.call('GET', `/event/${first}`);
    const all = { ...json, startTime: '21:15', scope: 'all', notify: true, notifyOpen: true };
    expect((await browser.call('PUT', '/event', all)).status).toBe(200);
    await sendAll(app);
    const subjects = [];
    for (const { email } of [comes, silent, other])
      subjects.push((await app.mailsTo(email)).map(({ subject }) => subject));
    const [ofComes = [], ofSilent = [], ofOther] = subjects;
    expect([ofComes.length, ofSilent.length, ofOther]).toEqual([1, 1, []]);
    const count = `${series.dates.size} Termine geändert`;
    expect([ofComes[0], ofSilent[0]].map((each) => each?.includes(count))).toEqual([true, true]);
  });
});

describe('a club of more than five hundred silent members', () => {
  it('is told by a job, once however often that runs, and as many as was said (U7, X9)', async () => {
    const { make, db } = app;
    const organization = await make.organization();
    const editor = await make.userOf(organization, ['EDIT_EVENTS']);
    const event = await make.event(organization, { name: 'Fest', date: inDays(9) });
    await sql`with u as (
        insert into users (email, first_name, last_name, password_hash, activated)
        select format('still%s@verein.example', n), 'Anna', 'Still', 'x', true
        from generate_series(1, 700) as n returning uuid
      ), ou as (
        insert into organization_users (organization_uuid, user_uuid)
        select ${organization.uuid}::uuid, uuid from u returning user_uuid
      )
      insert into members (organization_uuid, first_name, last_name, user_uuid)
      select ${organization.uuid}::uuid, 'Anna', 'Still', user_uuid from ou`.execute(db);
    const browser = await app.as(editor, organization);
    const at = `/app/events/${event.uuid}/cancellation`;
    expect((await browser.get(at)).page).toContain('Alle ohne Antwort (700)');
    const { location } = await browser.submit(at, { reason: '', notifyOpen: 'yes' });
    expect((await browser.get(location)).page).toContain('700 Personen erfahren es');
    const queued = await sql<{ payload: unknown }>`
      select payload from graphile_worker._private_jobs j
      join graphile_worker._private_tasks t on t.id = j.task_id and t.identifier = 'open'`.execute(
      db,
    );
    const count = async () => {
      const { rows } = await sql<{ count: number; bulk: boolean }>`
        select count(*), bool_and(bulk) as bulk from notifications
        where event_uuid = ${event.uuid}`.execute(db);
      return rows[0];
    };
    expect([queued.rows.length, (await count())?.count]).toEqual([1, 0]);
    for (let time = 0; time < 2; time++) {
      await notifyOpenInJob(db, queued.rows[0]?.payload);
      expect(await count()).toEqual({ count: 700, bulk: true });
    }
  });
});
