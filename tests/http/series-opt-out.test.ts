import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { dayToText } from '~/dates';
import { messages } from '~/features/series/wording';
import { answerLink, everything, scan } from '../support/answer-link';
import { answerOf } from '../support/answers';
import { testApp } from '../support/app';
import { loggedActions } from '../support/audit';
import { inDays } from '../support/events';
import { unescaped } from '../support/html';
import { changeRows } from '../support/rows';
import { makeSeries, weekdayOf } from '../support/series';
import { datesOf, mailsTelling } from '../support/told';

/** 'Das betrifft mich nicht' (U6). */
const app = testApp();

const NOT_MINE = 'Das betrifft mich nicht';
const AGAIN = 'Doch, wieder fragen';

/** A club with a weekly training that asks all of its three members, and a dinner that is single. */
async function setting() {
  const organization = await app.make.organization();
  const leader = await app.make.userOf(organization, ['EDIT_EVENTS']);
  const user = await app.make.userOf(organization);
  await changeRows(app.db, 'members', user.member, { first_name: 'Ole', last_name: 'Turner' });
  const silent = await app.make.userOf(organization);
  const series = await makeSeries(app, organization, {
    rule: `FREQ=WEEKLY;BYDAY=${weekdayOf(inDays(7))};COUNT=4`,
    event: { asks_answer: true },
  });
  const dates = [...series.dates.values()].map((uuid) => ({ uuid }));
  const dinner = await app.make.event(
    organization,
    { name: 'Festessen', date: inDays(9) },
    { asks_answer: true },
  );
  const [date = dinner] = dates;
  const person = await app.as(user, organization);
  const editor = await app.as(leader, organization);
  return {
    organization,
    leader,
    user,
    silent,
    series,
    dates,
    date,
    dinner,
    person,
    editor,
    call: `/event/series/${series.uuid}/opt-out`,
    page: `/app/events/${date.uuid}`,
    post: (path = '', browser = person) =>
      browser.submit(`/app/events/series/${series.uuid}/opt-out${path}?event=${date.uuid}`, {}),
    /** How many of the silent a reminder would reach, or not. */
    open: async ({ uuid }: { uuid: string } = date) =>
      (await editor.get(`/app/events/${uuid}/answers?of=open`)).page,
    board: async () => (await person.get('/app/')).page,
  };
}

/** The buttons of it, and where they lead. */
const formsOf = (text: string) =>
  [
    ...text.matchAll(
      /<form[^>]*action="([^"]*opt-out[^"]*)"(?:(?!<\/form>).)*<button[^>]*>([^<]*)/gs,
    ),
  ].map(([, action, label]) => [label, unescaped(action)]);

describe('the page of a date', () => {
  it('offers it, does it at a tap, says so, and takes it back as easily (U6)', async () => {
    const club = await setting();
    const before = await club.person.get(club.page);
    const path = `/app/events/series/${club.series.uuid}/opt-out`;
    const query = `?event=${club.date.uuid}`;
    expect(formsOf(before.text)).toEqual([[NOT_MINE, path + query]]);
    expect((await club.person.get(path + query)).location).toBe(club.page);
    const done = await club.post();
    expect([done.status, done.location]).toEqual([303, club.page]);
    const after = await club.person.get(done.location);
    const said = messages.optedOut({ name: 'Training' });
    expect(after.page).toContain(`${said.title} ${said.message}`);
    expect(after.page).toContain('Diese Serie betrifft Sie nicht');
    expect(formsOf(after.text)).toEqual([[AGAIN, `${path}/withdrawal${query}`]]);
    // On all of its dates.
    const other = await club.person.get(`/app/events/${club.dates[2]?.uuid}`);
    expect(other.page).toContain(AGAIN);

    const back = await club.post('/withdrawal');
    expect([back.status, back.location]).toEqual([303, club.page]);
    const again = await club.person.get(back.location);
    expect(again.page).toContain(messages.optOutWithdrawn({ name: 'Training' }).title);
    expect(formsOf(again.text)).toEqual([[NOT_MINE, path + query]]);
  });

  it('does not ask those who come, but still takes it back (U6)', async () => {
    const club = await setting();
    await club.person.submit(`${club.page}/page/registration`);
    const answered = await club.person.get(club.page);
    expect(answered.page).toContain('Sie haben zugesagt.');
    expect(formsOf(answered.text)).toEqual([]);
    await club.person.submit(`${club.page}/page/decline`);
    expect(formsOf((await club.person.get(club.page)).text)[0]?.[0]).toBe(NOT_MINE);
    await club.post();
    expect(formsOf((await club.person.get(club.page)).text)[0]?.[0]).toBe(AGAIN);
  });

  it('does not speak of asking where nothing asks (U5, U6)', async () => {
    const club = await setting();
    await changeRows(app.db, 'events', club.date.uuid, { asks_answer: false });
    const { text, page } = await club.person.get(club.page);
    expect(page).toContain('Dann steht sie nicht mehr unter „Meine“, und die Leitung sieht das.');
    expect(formsOf(text)[0]?.[0]).toBe(NOT_MINE);
    await club.post();
    const after = (await club.person.get(club.page)).page;
    expect(after).toContain('Diese Serie betrifft Sie nicht: Sie steht nicht unter „Meine“.');
    expect(after).not.toContain('Wir fragen Sie zu');
  });

  it('offers it neither for a single date nor to a user without a member (U6)', async () => {
    const club = await setting();
    expect((await club.person.get(`/app/events/${club.dinner.uuid}`)).text).not.toContain(
      'opt-out',
    );
    const visitor = await app.make.userOf(club.organization, [], { linked: false });
    const browser = await app.as(visitor, club.organization);
    expect((await browser.get(club.page)).text).not.toContain('opt-out');
    const refused = await club.post('', browser);
    expect(refused.status).toBe(409);
    expect(refused.page).toContain('mit keinem Mitglied dieses Vereins verknüpft');
    expect(refused.page).toContain(messages.optOutFailed.title);
    const back = await club.post('/withdrawal', browser);
    expect(back.status).toBe(409);
    expect(back.page).toContain(messages.optOutWithdrawFailed.title);
  });
});

describe('the page of the series', () => {
  it('tells leaders how many have said so, and who (U6)', async () => {
    const club = await setting();
    const path = `${club.page}/series`;
    const before = await club.editor.get(path);
    expect(before.page).not.toContain('haben gesagt');
    expect(before.page).not.toContain('hat gesagt');
    await club.post();
    const shown = await club.editor.get(path);
    expect(shown.page).toContain('1 Mitglied hat gesagt: „Das betrifft mich nicht.“');
    expect(shown.page).toContain('Ole Turner');
    await club.post('', club.editor);
    expect((await club.editor.get(path)).page).toContain(
      '2 Mitglieder haben gesagt: „Das betrifft mich nicht.“',
    );
    // Nobody else reads there who it was.
    expect((await club.person.get(club.page)).page).not.toContain('Ole Turner hat');
  });
});

describe('the call', () => {
  it('says it, reads it and takes it back; once more changes nothing (U6)', async () => {
    const { call, person, editor, organization } = await setting();
    expect((await person.call('GET', call)).json).toEqual({ optedOut: false, members: null });
    for (let time = 0; time < 2; time++) expect((await person.call('PUT', call)).status).toBe(204);
    expect((await person.call('GET', call)).json).toEqual({ optedOut: true, members: null });
    expect((await editor.call('GET', call)).json).toEqual({ optedOut: false, members: 1 });
    for (let time = 0; time < 2; time++)
      expect((await person.call('DELETE', call)).status).toBe(204);
    expect((await editor.call('GET', call)).json).toEqual({ optedOut: false, members: 0 });
    expect(await loggedActions(app, organization)).toEqual([
      'Fragen zur Serie „Training“ abbestellt',
      'Fragen zur Serie „Training“ wieder bestellt',
    ]);
  });
});

describe('who has said so', () => {
  it('is neither open nor asked on the board nor reminded, and all that comes back (U6)', async () => {
    const club = await setting();
    const { editor, user, date } = club;
    expect(await club.open()).toContain('Turner');
    expect(await club.board()).toContain('Training');
    await club.post();
    expect(await club.open()).not.toContain('Turner');
    expect(await club.open(club.dinner)).toContain('Turner');
    expect((await editor.call('POST', `/event/${date.uuid}/reminder`)).json).toMatchObject({
      reminded: 1,
    });
    const { rows } = await sql<{ user: string }>`select user_uuid as user from notifications
      where event_uuid = ${date.uuid} and kind = 'answer_missing'`.execute(app.db);
    expect(rows).toEqual([{ user: club.silent.uuid }]);
    expect(rows).not.toContainEqual({ user: user.uuid });
    await club.post('/withdrawal');
    expect(await club.open()).toContain('Turner');
  });

  it('reads no longer in a mail that waited to be asked what they do not want to be (U4, U6)', async () => {
    const club = await setting();
    const { user, organization } = club;
    const event = { ...club.date, organization: organization.uuid };
    const told = { user, organization, member: user.member, event };
    const dates = { ...told, kind: 'series_new', details: datesOf(club.dates) } as const;
    const count = async () => [
      (await mailsTelling(app, [{ ...told, kind: 'answer_missing' }], 'digest')).length,
      (await mailsTelling(app, [dates], 'digest')).length,
    ];
    expect(await count()).toEqual([1, 1]);
    await club.post();
    expect(await count()).toEqual([0, 0]);
    // Who comes is still asked about a poll.
    const poll = await app.make.poll(event);
    await app.make.registration(event, { uuid: user.member });
    expect(await mailsTelling(app, [{ ...told, kind: 'poll_missing', poll }])).toHaveLength(1);
  });

  it('may still answer, and what they have answered stays (U6)', async () => {
    const club = await setting();
    const [, second = club.date] = club.dates;
    await club.person.call('PUT', `/event/${second.uuid}/answer`, { answer: 'yes' });
    await club.post();
    expect(await answerOf(app, second, club.user.member)).toBe('yes 1');
    expect((await club.person.get(club.page)).page).toContain('Sind Sie dabei?');
    await club.person.call('PUT', `/event/${club.date.uuid}/answer`, { answer: 'yes' });
    expect(await answerOf(app, club.date, club.user.member)).toBe('yes 1');
    await club.post('/withdrawal');
    expect(await answerOf(app, second, club.user.member)).toBe('yes 1');
  });

  it('has said so of the later dates, too, when they become a series of their own (U6, L5)', async () => {
    const club = await setting();
    await club.post();
    const [, , third = club.date] = club.dates;
    const saved = await club.editor.submit(`/app/events/${third.uuid}/edit`, {
      name: 'Spätes Training',
      date: [...club.series.dates.keys()][2] ?? '',
      scope: 'following',
      eventType: 'OPEN_EVENT',
      asksAnswer: 'yes',
      maxParticipants: '0',
    });
    expect([saved.status, saved.status === 303 ? '' : saved.page]).toEqual([303, '']);
    const { series } = (await club.editor.call('GET', `/event/${third.uuid}`)).json;
    expect(series).not.toBe(club.series.uuid);
    expect((await club.person.get(`/app/events/${third.uuid}`)).page).toContain(AGAIN);
    // It holds for both, so neither says until when.
    const link = (await answerLink(app, { event: club.date, user: club.user })).split('?')[0] ?? '';
    const said = [await club.person.get(club.page), await app.visitor().get(link)];
    for (const { page } of said) expect(page).toContain('Wir fragen Sie zu keinem Termin mehr.');
    expect(await club.open(third)).not.toContain('Turner');
    // What they have said once, they take back once, but not for another series.
    const other = await makeSeries(app, club.organization);
    await club.person.call('PUT', `/event/series/${other.uuid}/opt-out`);
    await club.post('/withdrawal');
    expect(await club.open()).toContain('Turner');
    expect(await club.open(third)).toContain('Turner');
    const { json } = await club.person.call('GET', `/event/series/${other.uuid}/opt-out`);
    expect(json.optedOut).toBe(true);
  });

  it('reads until when, if the later dates are a series of their own (U6, L5)', async () => {
    const club = await setting();
    const [, second = ''] = [...club.series.dates.keys()];
    await changeRows(app.db, 'series', club.series.uuid, { ends_on: second });
    const until = `${dayToText(second)} ${second.slice(0, 4)}`;
    const link = (await answerLink(app, { event: club.date, user: club.user })).split('?')[0] ?? '';
    const pages = async () => [
      (await club.person.get(club.page)).page,
      (await app.visitor().get(link)).page,
    ];
    for (const page of await pages())
      expect(page).toContain(`Dann fragen wir bis ${until} nicht mehr, und`);
    await club.post();
    for (const page of await pages())
      expect(page).toContain(`Wir fragen Sie zu keinem Termin bis ${until} mehr.`);
  });

  it('is declined for days on which they are away once they are asked again (U6, L8)', async () => {
    const club = await setting();
    await club.post();
    await club.person.call('POST', '/absence', {
      organization: club.organization.uuid,
      from: inDays(1),
      until: inDays(60),
    });
    // What looks for events that were being written meanwhile is done.
    await app.work();
    expect(await answerOf(app, club.date, club.user.member)).toBeUndefined();
    await club.post('/withdrawal');
    await app.work();
    expect(await answerOf(app, club.date, club.user.member)).toBe('no');
  });

  it('stays the member that it is, also in their groups, when the account goes (U6, U11)', async () => {
    const club = await setting();
    const { organization, user } = club;
    const group = await app.make.group(organization, [{ uuid: user.member }]);
    await club.post();
    const admin = await app.make.userOf(organization, ['ORGANIZATION_ADMIN']);
    const browser = await app.as(admin, organization);
    const left = await browser.call(
      'DELETE',
      `/organization/${organization.uuid}/connected-users/${user.uuid}`,
    );
    expect(left.status).toBe(204);
    expect((await club.editor.call('GET', club.call)).json.members).toBe(1);
    const members = (await club.editor.call('GET', `/group/${group.uuid}/members`)).json;
    expect(members).toMatchObject([{ uuid: user.member }]);
  });

  it('counts no longer once the member is deleted (U6)', async () => {
    const club = await setting();
    await club.post();
    const clerk = await app.make.userOf(club.organization, ['EDIT_MEMBERS']);
    const browser = await app.as(clerk, club.organization);
    expect((await browser.call('DELETE', `/member/${club.user.member}`)).status).toBe(204);
    expect((await club.editor.call('GET', club.call)).json.members).toBe(0);
  });
});

describe('the link in a mail', () => {
  const link = async (club: Awaited<ReturnType<typeof setting>>, event = club.date) =>
    (await answerLink(app, { event, user: club.user })).split('?')[0] ?? '';
  const buttons = (text: string) =>
    [...text.matchAll(/name="answer" value="(\w+)".*?<button([^>]*)>(.*?)<\/button>/gs)].map(
      ([, value, attributes, label]) =>
        `${label}: ${value}${attributes?.includes('data-variant="primary"') ? '!' : ''}`,
    );

  it('says it without a log-in: opening it changes nothing, the button does, and takes it back (U6, N7)', async () => {
    const club = await setting();
    const path = await link(club);
    const before = await everything(app);
    await scan(app, `${path}?answer=optOut`);
    const shown = await app.visitor().get(`${path}?answer=optOut`);
    expect(buttons(shown.text)).toEqual(['Zusagen: yes', 'Absagen: no', `${NOT_MINE}: optOut!`]);
    expect(shown.page).toContain('Bitte bestätigen Sie das:');
    expect(await everything(app)).toBe(before);
    // Another button of the mail leaves it where it is.
    const yes = await app.visitor().get(`${path}?answer=yes`);
    expect(buttons(yes.text)).toEqual(['Zusagen: yes!', 'Absagen: no', `${NOT_MINE}: optOut`]);

    const done = await app.visitor().submit(path, { answer: 'optOut' });
    expect([done.status, done.location]).toEqual([303, path]);
    const after = await app.visitor().get(path);
    expect(after.page).toContain('Diese Serie betrifft Sie nicht');
    expect(buttons(after.text)).toEqual(['Zusagen: yes!', 'Absagen: no', `${AGAIN}: optIn`]);
    expect(await club.open()).not.toContain('Turner');
    await app.visitor().submit(path, { answer: 'optOut' });
    await app.visitor().submit(path, { answer: 'optIn' });
    expect(await club.open()).toContain('Turner');
    expect(await loggedActions(app, club.organization)).toEqual([
      'Fragen zur Serie „Training“ abbestellt (über den Link in einer E-Mail)',
      'Fragen zur Serie „Training“ wieder bestellt (über den Link in einer E-Mail)',
    ]);
  });

  it('of a single date offers nothing of it, and refuses it (U6)', async () => {
    const club = await setting();
    const path = await link(club, club.dinner);
    expect(buttons((await app.visitor().get(`${path}?answer=optOut`)).text)).toEqual([
      'Zusagen: yes!',
      'Absagen: no',
    ]);
    expect((await app.visitor().submit(path, { answer: 'optOut' })).status).toBe(404);
    // Nor does a link that has ended.
    const ended = await link(club);
    await sql`update users set links_epoch = links_epoch + 1 where uuid = ${club.user.uuid}`.execute(
      app.db,
    );
    expect((await app.visitor().submit(ended, { answer: 'optOut' })).status).toBe(404);
    expect((await club.person.call('GET', club.call)).json.optedOut).toBe(false);
  });

  it('is in the reminder of a date of a series, and leads there (U6, N4)', async () => {
    const club = await setting();
    const told = { user: club.user, organization: club.organization, member: club.user.member };
    const [mail] = await mailsTelling(app, [{ ...told, kind: 'answer_missing', event: club.date }]);
    const [, path = ''] =
      /Das betrifft mich nicht:\s+\S+?(\/app\/answer\/\S+)/.exec(mail?.text ?? '') ?? [];
    expect(path).toMatch(/\?answer=optOut$/);
    expect(
      (await app.visitor().submit(path.split('?')[0] ?? '', { answer: 'optOut' })).status,
    ).toBe(303);
    expect((await club.person.call('GET', club.call)).json.optedOut).toBe(true);
    const [single] = await mailsTelling(app, [
      { ...told, kind: 'answer_missing', event: club.dinner },
    ]);
    expect(single?.text).not.toContain(NOT_MINE);
  });
});
