import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { answerOf } from '../support/answers';
import { testApp } from '../support/app';
import { loggedActions, loggedActionsOf } from '../support/audit';
import { inDays } from '../support/events';
import { groupClub, toldOf } from '../support/group-club';
import { unescaped } from '../support/html';
import { sendAll } from '../support/mail-count';
import { choose } from '../support/outbox-lab';
import { changeRows, deleteRows, rowsOf, valuesOf } from '../support/rows';
import { makeSeries, weekdayOf } from '../support/series';
import { mailsTelling } from '../support/told';

/** Switching off what is new in a group, and nothing else (U9). */
const app = testApp();

const SCREEN = '/app/account/notifications';
const CALL = '/user/self/notifications';

describe('what is new in a group', () => {
  it('is not told to members who have switched it off, except through another group of theirs (U9)', async () => {
    const club = await groupClub(app);
    const { user, women, men, announce, eventOf } = club;
    await club.mute(women);
    expect(await announce(await eventOf([women]))).toEqual([]);
    expect(await announce(await eventOf([men]))).toMatchObject([{ user: user.uuid }]);
    expect(await announce(await eventOf([women, men]))).toMatchObject([{ user: user.uuid }]);
    // One group of theirs, and one that they do not belong to.
    const others = await app.make.group(club.organization, [
      { uuid: (await app.make.userOf(club.organization)).member },
    ]);
    const both = await announce(await eventOf([women, others]));
    expect(both.map((told) => told.user)).not.toContain(user.uuid);
    expect(both).toHaveLength(1);
  });

  it('is told of what is for everyone, and only once to members of two of its groups (U9, U11)', async () => {
    const { user, women, men, announce, eventOf, mute, organization } = await groupClub(app);
    expect(await announce(await eventOf([women, men]))).toMatchObject([{ user: user.uuid }]);
    await mute(women);
    await mute(men);
    expect(await announce(await app.make.event(organization))).toMatchObject([{ user: user.uuid }]);
  });

  it('is told of what one has said yes to or waits for, but not of what one declined (U9)', async () => {
    const { user, women, announce, eventOf, mute, person } = await groupClub(app);
    await mute(women);
    const [yes, no] = [await eventOf([women]), await eventOf([women])];
    for (const event of [yes, no])
      await changeRows(app.db, 'events', event.uuid, { asks_answer: true });
    await person.call('PUT', `/event/${yes.uuid}/answer`, { answer: 'yes' });
    await person.call('PUT', `/event/${no.uuid}/answer`, { answer: 'no' });
    expect(await announce(yes)).toMatchObject([{ user: user.uuid }]);
    expect(await announce(no)).toEqual([]);
  });

  it('is not in a digest either that was to tell it before; its other mails come (U9, N9)', async () => {
    const club = await groupClub(app);
    const { user, organization, women, eventOf, mute } = club;
    const event = await eventOf([women], 'Lehrgang', { asks_answer: true });
    const told = { user, organization, member: user.member, event };
    expect(await mailsTelling(app, [{ ...told, kind: 'event_new' }], 'digest')).toHaveLength(1);
    await mute(women);
    expect(await mailsTelling(app, [{ ...told, kind: 'event_new' }], 'digest')).toEqual([]);
    await app.make.registration(event, { uuid: user.member });
    await sql`update events set cancelled_at = now() where uuid = ${event.uuid}`.execute(app.db);
    expect(await mailsTelling(app, [{ ...told, kind: 'event_cancelled' }])).toHaveLength(1);
  });
});

describe('an event whose groups change', () => {
  /** Somebody of each group alone, and a call that changes whom an event is for. */
  async function setting() {
    const club = await groupClub(app);
    const { organization, women, men, author } = club;
    const inGroup = async (group: typeof women) => {
      const user = await app.make.userOf(organization);
      await app.make.joins(user, group);
      return user;
    };
    const [woman, man] = [await inGroup(women), await inGroup(men)];
    const editor = await app.as(author, organization);
    const body = {
      organization: organization.uuid,
      name: 'Training',
      date: inDays(9),
      eventType: 'OPEN_EVENT',
    };
    const makeFor = async (groups: readonly { uuid: string }[], more = {}) => {
      const sent = { ...body, groups: groups.map(uuidOf), ...more };
      const made = await editor.call('POST', '/event', sent);
      await app.work();
      return made.json;
    };
    const putFor = async (event: object, groups: readonly { uuid: string }[], more = {}) => {
      const sent = { ...event, groups: groups.map(uuidOf), ...more };
      expect((await editor.call('PUT', '/event', sent)).status).toBe(200);
      await app.work();
    };
    return { ...club, woman, man, inGroup, editor, makeFor, putFor };
  }
  const uuidOf = ({ uuid }: { uuid: string }) => uuid;
  const users = async (event: { uuid: string }) =>
    (await toldOf(app, event)).map(({ user }) => user).sort();

  it('is told to the right group, each of them once, and no longer to the wrong one (U4, N1)', async () => {
    const { user, woman, man, organization, women, men, makeFor, putFor } = await setting();
    const event = await makeFor([women]);
    expect(await users(event)).toEqual([user.uuid, woman.uuid].sort());
    await putFor(event, [men]);
    expect(await users(event)).toEqual([user.uuid, woman.uuid, man.uuid].sort());
    const news = (to: typeof user) => {
      const told = { user: to, organization, member: to.member, event, kind: 'event_new' } as const;
      return mailsTelling(app, [told], 'digest');
    };
    expect([await news(woman), await news(man)]).toEqual([[], [expect.anything()]]);
  });

  it('is told after all to members who were not told, as it did not concern them or they wanted none then (U4, N1)', async () => {
    const { user, woman, organization, inGroup, women, men, makeFor, putFor } = await setting();
    const picky = await inGroup(women);
    const event = await makeFor([women]);
    await putFor(event, [men]);
    await choose(app.db, organization, picky, 'event_new', 'off');
    await sendAll(app);
    await deleteRows(app.db, 'notification_settings', { user_uuid: picky.uuid });
    await putFor(event, [women]);
    const told = { event_uuid: event.uuid, withheld: null };
    const known = await valuesOf(app.db, 'notifications', told, 'user_uuid');
    for (const each of [user, woman, picky])
      expect(known.filter((uuid) => uuid === each.uuid)).toHaveLength(1);
  });

  it('is told to nobody again who was asked before, even when that is no longer known (U4, N1)', async () => {
    const { user, man, women, men, makeFor, putFor } = await setting();
    const event = await makeFor([women]);
    await deleteRows(app.db, 'notifications', { event_uuid: event.uuid });
    await putFor(event, [women, men]);
    expect(await users(event)).toEqual([man.uuid]);
    expect(await users(event)).not.toContain(user.uuid);
    // Nobody is added by taking a group away, nor by another change.
    await putFor(event, [men], { name: 'Spiel' });
    expect(await users(event)).toEqual([man.uuid]);
  });

  it('is told to everybody else once it is for everyone, also without a member (U4, N1)', async () => {
    const { organization, man, women, makeFor, putFor } = await setting();
    const event = await makeFor([women]);
    const visitor = await app.make.userOf(organization, [], { linked: false });
    const before = await users(event);
    await putFor(event, []);
    expect(await users(event)).toEqual([...before, man.uuid, visitor.uuid].sort());
  });

  it('is told as one series to a group that all of its dates are now for, too (U4, L9)', async () => {
    const { organization, man, women, men, editor, putFor } = await setting();
    const rule = `FREQ=WEEKLY;BYDAY=${weekdayOf(inDays(7))};COUNT=3`;
    const event = { asks_answer: true, groups: [women.uuid] };
    const series = await makeSeries(app, organization, { rule, event });
    const [first = ''] = series.dates.values();
    const { json } = await editor.call('GET', `/event/${first}`);
    await putFor(json, [women, men], { scope: 'all' });
    expect(await toldOf(app, { uuid: first })).toMatchObject([
      { user: man.uuid, kind: 'series_new' },
    ]);
  });

  it('is told as a series without the dates that have groups of their own (U4, L5)', async () => {
    const { organization, man, women, men, editor, putFor } = await setting();
    const rule = `FREQ=WEEKLY;BYDAY=${weekdayOf(inDays(7))};COUNT=3`;
    const event = { asks_answer: true, groups: [women.uuid] };
    const series = await makeSeries(app, organization, { rule, event });
    const [first = '', second = '', third = ''] = series.dates.values();
    const alone = await app.make.group(organization, []);
    const read = async (uuid: string) => (await editor.call('GET', `/event/${uuid}`)).json;
    await putFor(await read(first), [alone], { scope: 'only' });
    await putFor(await read(second), [women, men], { scope: 'all' });
    expect(await users({ uuid: first })).toEqual([]);
    const [told] = await rowsOf(app.db, 'notifications', { user_uuid: man.uuid }, ['details']);
    expect(told?.details).toEqual({ dates: { [second]: null, [third]: null }, count: 2 });
  });

  it('is not told to members who have answered it already, but to those who are only away (U4, N1)', async () => {
    const { organization, man, inGroup, women, men, makeFor, putFor } = await setting();
    const away = await inGroup(men);
    const event = await makeFor([women], { asksAnswer: true });
    const absence = { organization: organization.uuid, from: inDays(1), until: inDays(20) };
    await (await app.as(away, organization)).call('POST', '/absence', absence);
    await app.make.registration(event, { uuid: man.member });
    await putFor(event, [women, men]);
    expect(await answerOf(app, event, away.member)).toBe('no');
    const told = await users(event);
    expect(told).not.toContain(man.uuid);
    expect(told).toContain(away.uuid);
  });

  it('is told to nobody twice who was told of the series that it was split from (U4, L9)', async () => {
    const { organization, man, women, men, editor, putFor } = await setting();
    const rule = `FREQ=WEEKLY;BYDAY=${weekdayOf(inDays(7))};COUNT=3`;
    const event = { asks_answer: true, groups: [women.uuid] };
    const series = await makeSeries(app, organization, { rule, event });
    const [first = '', second = ''] = series.dates.values();
    const read = async (uuid: string) => (await editor.call('GET', `/event/${uuid}`)).json;
    await putFor(await read(first), [women, men], { scope: 'all' });
    await putFor(await read(first), [women], { scope: 'all' });
    await putFor(await read(second), [women, men], { scope: 'following' });
    expect((await read(second)).series).not.toBe(series.uuid);
    expect(await users({ uuid: second })).toEqual([]);
    expect(await users({ uuid: first })).toEqual([man.uuid]);
  });

  it('has no news left to tell once its only group is deleted (U4, U11)', async () => {
    const { woman, organization, women, makeFor } = await setting();
    const event = await makeFor([women]);
    const clerk = await app.asUserOf(organization, ['EDIT_MEMBERS']);
    expect((await clerk.call('DELETE', `/group/${women.uuid}`)).status).toBe(204);
    const told = { user: woman, organization, member: woman.member, event };
    const poll = await app.make.poll(event);
    for (const kind of ['event_new', 'answer_missing', 'poll_new', 'poll_missing'] as const)
      expect(await mailsTelling(app, [{ ...told, kind, poll }], 'digest')).toEqual([]);
  });
});

describe('the settings', () => {
  it('have a box for each group one belongs to, and say nothing of groups to others (U9)', async () => {
    const { organization, person, women, men } = await groupClub(app);
    await app.make.group(organization, [], { name: 'Vorstand' });
    const first = await person.get(SCREEN);
    expect(first.page).toContain('Neues aus meinen Gruppen');
    expect(boxes(first.text)).toEqual({ Damen: true, Herren: true });
    expect(first.page).not.toContain('Vorstand');
    // As browsers send it: a box that is not ticked is left out.
    const saved = await person.submit(SCREEN, {
      organization: organization.uuid,
      'groups[0].group': women.uuid,
      'groups[1].group': men.uuid,
      'groups[1].news': 'on',
    });
    expect(saved.status).toBe(303);
    const after = await person.get(saved.location);
    expect(after.page).toContain('Benachrichtigungen gespeichert. TSV Grünau');
    expect(boxes(after.text)).toEqual({ Damen: false, Herren: true });
    await person.submit(`${SCREEN}?reset`, { organization: organization.uuid });
    expect(boxes((await person.get(SCREEN)).text)).toEqual({ Damen: true, Herren: true });

    const other = await app.make.userOf(organization);
    const alone = await (await app.as(other, organization)).get(SCREEN);
    expect(alone.page).not.toContain('Gruppen');
    const admin = await app.make.userOf(organization, ['ORGANIZATION_ADMIN']);
    const defaults = await (await app.as(admin, organization)).get('/app/admin/notifications');
    expect(defaults.page).not.toContain('Gruppen');
  });

  it('by the call: what is left out stays, others’ groups are passed over, null takes back nothing (U9, X1)', async () => {
    const { organization, person, women, men } = await groupClub(app);
    const foreign = await app.make.group(organization, []);
    const put = (body: object) =>
      person.call('PUT', CALL, { organization: organization.uuid, ...body });
    const [w, m] = [
      { group: women.uuid, name: 'Damen', news: true },
      { group: men.uuid, name: 'Herren', news: true },
    ];
    const read = async () =>
      (await person.call('GET', `${CALL}?organization=${organization.uuid}`)).json.groups;
    expect(await read()).toEqual([w, m]);
    const done = await put({ groups: [{ group: women.uuid, news: false }] });
    expect([done.status, done.json.groups]).toEqual([200, [{ ...w, news: false }, m]]);
    await put({ groups: [{ group: foreign.uuid, news: false }] });
    await put({ digest: 'weekly' });
    expect(await read()).toEqual([{ ...w, news: false }, m]);
    expect(
      await rowsOf(app.db, 'group_mutes', { group_uuid: foreign.uuid }, ['group_uuid']),
    ).toEqual([]);
    await put({ groups: [{ group: women.uuid, news: true }] });
    expect(await read()).toEqual([w, m]);
    expect(await loggedActions(app, organization)).toEqual(
      Array(3).fill('Eigene Benachrichtigungen geändert'),
    );
    expect((await put({ groups: [{ group: women.uuid, news: 'ja' }] })).status).toBe(422);
    expect((await put({ groups: [{ news: true }] })).status).toBe(422);
  });

  it('end with the access to the club, and with the group (U9)', async () => {
    const { organization, user, women, men, mute } = await groupClub(app);
    await mute(women);
    await mute(men);
    const muted = async () =>
      await valuesOf(app.db, 'group_mutes', { user_uuid: user.uuid }, 'group_uuid');
    const clerk = await app.asUserOf(organization, ['EDIT_MEMBERS']);
    expect((await clerk.call('DELETE', `/group/${women.uuid}`)).status).toBe(204);
    expect(await muted()).toEqual([men.uuid]);
    const admin = await app.asUserOf(organization, ['ORGANIZATION_ADMIN']);
    const left = await admin.call(
      'DELETE',
      `/organization/${organization.uuid}/connected-users/${user.uuid}`,
    );
    expect(left.status).toBe(204);
    expect(await muted()).toEqual([]);
  });
});

describe('the link in a mail of news', () => {
  const buttons = (text: string) =>
    [
      ...text.matchAll(
        /name="(way|mute|unmute)" value="([\w-]+)".*?<button[^>]*>(.*?)<\/button>/gs,
      ),
    ].map(([, name, value, label]) => `${unescaped(label)}: ${name} ${value}`);

  async function linkOf(
    club: Awaited<ReturnType<typeof groupClub>>,
    groups: ReadonlyArray<{ uuid: string }>,
    way: 'mail' | 'digest' = 'mail',
  ) {
    const { user, organization } = club;
    const event =
      groups.length > 0 ? await club.eventOf(groups) : await app.make.event(organization);
    const told = { user, organization, member: user.member, event, kind: 'event_new' } as const;
    const [mail] = await mailsTelling(app, [told], way);
    const header = mail?.unsubscribe ?? '';
    expect(mail?.text).toContain(header);
    return header.slice(app.origin.length);
  }

  it('offers to end these of its group alone, does it, and takes it back (U9, N10)', async () => {
    const club = await groupClub(app);
    const { women, user } = club;
    const link = await linkOf(club, [women]);
    const asked = await app.visitor().get(link);
    expect(buttons(asked.text)).toEqual([
      'Nicht mehr schicken: way off',
      `Nur diese Gruppe abbestellen: mute ${women.uuid}`,
    ]);
    expect(asked.page).toContain('Oder nur nichts Neues mehr aus der Gruppe „Damen“?');
    const done = await app.visitor().submit(link, { mute: women.uuid });
    expect(done.status).toBe(200);
    expect(done.page).toContain('Aus der Gruppe „Damen“ kündigen wir Ihnen nichts Neues mehr an.');
    expect(buttons(done.text)).toEqual([
      'Nicht mehr schicken: way off',
      `Doch wieder ankündigen: unmute ${women.uuid}`,
    ]);
    expect(await club.announce(await club.eventOf([women]))).toEqual([]);
    await app.visitor().submit(link, { mute: women.uuid });
    await app.visitor().submit(link, { unmute: women.uuid });
    expect(await club.announce(await club.eventOf([women]))).toHaveLength(1);
    expect(await loggedActionsOf(app, user)).toEqual([
      'Neues der Gruppe „Damen“ abbestellt (über den Link in einer E-Mail)',
      'Neues der Gruppe „Damen“ wieder bestellt (über den Link in einer E-Mail)',
    ]);
  });

  it("a mail program's own button still ends the whole kind (U9, RFC 8058)", async () => {
    const club = await groupClub(app);
    const link = await linkOf(club, [club.women]);
    const done = await app.visitor().submit(link, { 'List-Unsubscribe': 'One-Click' });
    expect(done.page).toContain('Sie bekommen keine E-Mails mehr zu „Neue Veranstaltungen“.');
    expect(buttons(done.text)).toEqual(['Rückgängig: way undo']);
  });

  it('names no other group: of a digest those that it tells of, of what is for everyone none (U9)', async () => {
    const club = await groupClub(app);
    const { women, men } = club;
    const groupsAt = async (link: string) =>
      buttons((await app.visitor().get(link)).text).filter((each) => each.includes('mute'));
    expect(await groupsAt(await linkOf(club, []))).toEqual([]);
    const digest = await linkOf(club, [women, men], 'digest');
    expect(await groupsAt(digest)).toEqual([
      `Nur diese Gruppe abbestellen: mute ${women.uuid}`,
      `Nur diese Gruppe abbestellen: mute ${men.uuid}`,
    ]);
    const link = await linkOf(club, [women]);
    const refused = await app.visitor().submit(link, { mute: men.uuid });
    expect(refused.status).toBe(200);
    expect(await club.announce(await club.eventOf([men]))).toHaveLength(1);
    // Members who have left the group are asked nothing about it.
    await sql`update group_members set until = now() where group_uuid = ${women.uuid}`.execute(
      app.db,
    );
    expect(await groupsAt(link)).toEqual([]);
  });
});

/** The boxes of the groups by name, and whether they are ticked. */
const boxes = (text: string) =>
  Object.fromEntries(
    [
      ...text.matchAll(
        /<input [^>]*name="groups\[\d+\]\.news"[^>]*>(?:<!-- -->)?\s*<span[^>]*>([^<]*)/g,
      ),
    ].map(([box, name]) => [name, box.includes('checked=""')]),
  );
