import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { testApp } from '../support/app';
import { makeFeed } from '../support/calendars';
import { contractOf } from '../support/contract';
import { inDays, rowOf } from '../support/events';
import { groupClub, toldOf } from '../support/group-club';
import { hurry } from '../support/notifications';
import { choose } from '../support/outbox-lab';
import { changeRows, deleteRows } from '../support/rows';
import { makeSeries } from '../support/series';

/** What happens at the edges of groups: somebody joins late, the last leader leaves (U11). */
const app = testApp();

/** A club, a member editor, and calls to change who belongs to a group. */
async function setting() {
  const club = await groupClub(app);
  const { organization, women } = club;
  const clerk = await app.make.userOf(organization, ['EDIT_MEMBERS']);
  const browser = await app.as(clerk, organization);
  return {
    ...club,
    clerk,
    browser,
    join: (member: string, group = women, leader = false) =>
      browser.call('PUT', `/group/${group.uuid}/member/${member}`, { leader }),
    quit: (member: string, group = women) =>
      browser.call('DELETE', `/group/${group.uuid}/member/${member}`),
    /** The mails that a group has no leader. */
    alarms: async ({ email } = clerk) => {
      await hurry(app);
      return (await app.mailsTo(email)).filter(({ subject }) => subject.startsWith('Ohne Leitung'));
    },
  };
}

/** As if it had been created an hour ago. */
const earlier = (event: { uuid: string }) =>
  sql`update events set created_at = now() - interval '1 hour' where uuid = ${event.uuid}`.execute(
    app.db,
  );

describe('members who join a group', () => {
  it('is told in the next digest what was announced before, once, and others nothing (U11)', async () => {
    const club = await setting();
    const { women, men, user, organization } = club;
    const mailed = await app.make.userOf(organization);
    await choose(app.db, organization, mailed, 'event_new', 'mail');
    const event = await club.eventOf([women], 'Turnier');
    const over = await club.eventOf([women], 'Vorbei', { date: inDays(-3) });
    const off = await club.eventOf([women], 'Fällt aus', { cancelled_at: new Date() });
    const ofMen = await club.eventOf([men], 'Männertag');
    for (const each of [event, over, off, ofMen]) await earlier(each);
    await sql`update group_members set since = now() - interval '1 year'`.execute(app.db);
    expect(await club.announce(event)).toEqual([
      { user: user.uuid, kind: 'event_new', way: 'digest' },
    ]);
    for (let time = 0; time < 2; time++) {
      expect((await club.join(mailed.member)).status).toBe(204);
      await app.work();
      await club.quit(mailed.member);
    }
    expect(await toldOf(app, event)).toEqual([
      { user: user.uuid, kind: 'event_new', way: 'digest' },
      { user: mailed.uuid, kind: 'event_new', way: 'digest' },
    ]);
    for (const each of [over, off, ofMen]) expect(await toldOf(app, each)).toEqual([]);
  });

  it('by a merge is told the same, and not of groups that their account was in before (U11, O10)', async () => {
    const { women, men, ...club } = await setting();
    const late = await app.make.userOf(club.organization);
    const { uuid: unlinked } = await app.make.member(club.organization);
    await club.join(late.member, men);
    for (const group of [women, men]) await club.join(unlinked, group);
    await sql`update group_members set since = now() - interval '1 year'`.execute(app.db);
    const [event, ofMen] = [await club.eventOf([women]), await club.eventOf([men])];
    await app.work();
    const admin = await app.asUserOf(club.organization, ['ORGANIZATION_ADMIN', 'EDIT_MEMBERS']);
    const merged = await admin.call('POST', `/member/${unlinked}/merge`, {
      other: late.member,
    });
    expect(merged.status).toBe(200);
    await app.work();
    expect(await toldOf(app, event)).toEqual([
      { user: late.uuid, kind: 'event_new', way: 'digest' },
    ]);
    expect(await toldOf(app, ofMen)).toEqual([]);
  });

  it('is told of a series as one thing, with the dates that are to come (U11, L9)', async () => {
    const club = await setting();
    const series = await makeSeries(app, club.organization, { event: { asks_answer: true } });
    for (const uuid of series.dates.values()) {
      const event = { uuid, organization: club.organization.uuid };
      await app.make.forGroups(event, [club.men]);
      await earlier(event);
    }
    const late = await app.make.userOf(club.organization);
    await club.join(late.member, club.men);
    await app.work();
    const { rows } = await sql<{ kind: string; way: string; dates: number }>`
      select kind, way, (details ->> 'count')::int as dates from notifications
      where user_uuid = ${late.uuid}`.execute(app.db);
    expect(rows).toEqual([{ kind: 'series_new', way: 'digest', dates: series.dates.size }]);
  });

  it('hears nothing of what the announcement itself will tell them (U11)', async () => {
    const club = await setting();
    const late = await app.make.userOf(club.organization);
    await club.join(late.member);
    const event = await club.eventOf([club.women]);
    await app.work();
    expect(await toldOf(app, event)).toEqual([]);
    expect((await club.announce(event)).map(({ user }) => user)).toContain(late.uuid);
  });
});

describe('a group whose last leader leaves', () => {
  it.each<[string, (club: Setting, leader: Leader) => Promise<unknown>]>([
    ['the group', (club, { member }) => club.quit(member)],
    ['its lead', (club, { member }) => club.join(member)],
    ['as a deleted member', (club, { member }) => club.browser.call('DELETE', `/member/${member}`)],
    [
      'the club',
      async ({ organization }, { uuid }) => {
        const admin = await app.make.userOf(organization, ['ORGANIZATION_ADMIN']);
        await (await app.as(admin, organization)).call(
          'DELETE',
          `/organization/${organization.uuid}/connected-users/${uuid}`,
        );
      },
    ],
    [
      'with the account',
      (_club, { uuid }) => sql`delete from users where uuid = ${uuid}`.execute(app.db),
    ],
  ])('%s: member editors are told, once (U11)', async (_what, leave) => {
    const club = await setting();
    const leader = await app.make.userOf(club.organization);
    await club.join(leader.member, club.women, true);
    expect(await club.alarms()).toEqual([]);
    await leave(club, leader);
    const [mail, ...others] = await club.alarms();
    expect(others).toEqual([]);
    expect(mail?.subject).toBe('Ohne Leitung: „Damen“');
    expect(mail?.text).toContain('die Gruppe „Damen“ hat keine Leitung mehr');
    expect(mail?.text).toContain(`${app.origin}/app/groups/${club.women.uuid}`);
    expect(mail?.sender).toContain('TSV Grünau');
    expect(await club.alarms(club.user)).toEqual([]);
  });

  it('and another one leads it, had none, or is archived or deleted: nobody is told (U11)', async () => {
    const club = await setting();
    const { women, men } = club;
    const [first, second] = [
      await app.make.userOf(club.organization),
      await app.make.userOf(club.organization),
    ];
    await club.join(first.member, women, true);
    await club.join(second.member, women, true);
    await club.quit(first.member);
    // Replaced within minutes.
    await club.quit(second.member);
    await club.join(first.member, women, true);
    await club.quit(club.user.member, men);
    expect(await club.alarms()).toEqual([]);
    await club.join(first.member, men, true);
    await club.quit(first.member, men);
    await club.browser.call('DELETE', `/group/${men.uuid}`);
    await club.quit(first.member);
    const { json } = await club.browser.call('GET', `/group/${women.uuid}`);
    await club.browser.call('PUT', '/group', { ...json, archived: true });
    expect(await club.alarms()).toEqual([]);
  });

  it('tells the admins where nobody edits members (U11)', async () => {
    const club = await setting();
    const leader = await app.make.userOf(club.organization);
    const admin = await app.make.userOf(club.organization, ['ORGANIZATION_ADMIN']);
    await club.join(leader.member, club.women, true);
    await sql`delete from permissions where permission = 'EDIT_MEMBERS'
      and organization_uuid = ${club.organization.uuid}`.execute(app.db);
    await sql`update group_members set until = now() where leader`.execute(app.db);
    expect(await club.alarms(admin)).toHaveLength(1);
  });
});

describe('what groups leave alone', () => {
  it('a waiting list: members in no group move up before others, if they waited first (U11, K3)', async () => {
    const club = await setting();
    const { women, user, organization } = club;
    const event = await app.make.event(organization, { date: inDays(9), max: 1 });
    await app.make.forGroups(event, [women]);
    const [first, guest] = [
      await app.make.userOf(organization),
      await app.make.userOf(organization),
    ];
    const call = async (who: { uuid: string }, path: string, body: object) =>
      (await app.as(who, organization)).call('PUT', path, body);
    await call(first, '/event/register-user', { event: event.uuid });
    for (const waiting of [guest, user])
      await call(waiting, `/event/${event.uuid}/answer`, { answer: 'yes', waitingList: true });
    await call(first, '/event/unregister-user', { event: event.uuid });
    const { rows } = await sql<{ member: string; answer: string }>`
      select member_uuid as member, answer from answers
      where event_uuid = ${event.uuid} and answer <> 'no' order by answer`.execute(app.db);
    expect(rows).toEqual([
      { member: user.member, answer: 'waiting' },
      { member: guest.member, answer: 'yes' },
    ]);
  });
});

describe('a leader who was removed a second ago', () => {
  it('finds nothing of it in what any user may open: feeds, records, reports, messages, list and start page (U8, U11)', async () => {
    const club = await setting();
    const { women, organization, user } = club;
    const leader = await app.make.userOf(organization);
    await club.join(leader.member, women, true);
    const event = await club.eventOf([women], 'Damentraining', { asks_answer: true });
    const attended = await club.eventOf([women], 'Hallentag', { date: inDays(-9) });
    await app.make.attended(attended, { uuid: user.member });
    await sql`insert into member_visibility (organization_uuid, part, seen_by)
      values (${organization.uuid}, 'phone', 'leaders')`.execute(app.db);
    await sql`update members set phone = '0999 111222' where uuid = ${user.member}`.execute(app.db);
    const browser = await app.as(leader, organization);
    const messages = `/organization/${organization.uuid}/messages`;
    const sent = await browser.call('POST', messages, {
      subject: 'Spieltag',
      text: 'Um neun.',
      to: { group: women.uuid },
    });
    // Those who come have not got what is for the others.
    await app.make.registration(event, { uuid: leader.member });
    const other = await app.as(club.author, organization);
    const about = { event: event.uuid, of: ['open'] };
    const byEditor = await other.call('POST', messages, {
      subject: 'Halle',
      text: 'Zu.',
      to: about,
    });
    await deleteRows(app.db, 'answers', { member_uuid: leader.member });
    const { path } = await makeFeed(app, leader, { organization, scope: 'mine' });
    const data = async () => (await browser.get('/app/account/data.json')).json;
    const person = `/member/${user.member}`;
    // Each is true as long as somebody leads.
    const doors: Record<string, () => Promise<boolean>> = {
      feed: async () => (await app.visitor().get(path)).text.includes('Damentraining'),
      'record by call': async () => (await browser.call('GET', person)).json.phone !== undefined,
      'list of records': async () =>
        (await browser.call('GET', `/member?organization=${organization.uuid}`)).text.includes(
          '0999',
        ),
      record: async () => (await browser.get(`/app/members/${user.member}`)).page.includes('0999'),
      'attendance on the page': async () =>
        (await browser.get(`/app/members/${user.member}`)).page.includes('zwölf Monaten'),
      attendance: async () =>
        (await browser.call('GET', person)).json.participatedEvents !== undefined,
      'list of messages': async () => (await browser.call('GET', messages)).text.includes('Halle'),
      message: async () =>
        (await browser.get(`/app/messages/${byEditor.json.uuid}`)).status === 200,
      list: async () =>
        rowOf((await browser.get('/app/events')).text, 'Damentraining').includes('Bearbeiten'),
      'page of the event': async () =>
        (await browser.get(`/app/events/${event.uuid}`)).page.includes('Für die Leitung'),
      'page of the group': async () =>
        (await browser.get(`/app/groups/${women.uuid}`)).text.includes('/app/messages/new'),
      'start page': async () => (await browser.get('/app/')).text.includes('/app/messages/new'),
    };
    const open = async () => {
      const found: string[] = [];
      for (const [name, sees] of Object.entries(doors)) if (await sees()) found.push(name);
      return found;
    };
    expect(await open()).toEqual(Object.keys(doors));
    await club.quit(leader.member);
    expect(await open()).toEqual([]);
    // What they wrote themself stays theirs, and their own data says since when they have been none.
    expect((await browser.get(`/app/messages/${sent.json.uuid}`)).status).toBe(200);
    expect((await data()).groups).toEqual([
      expect.objectContaining({ leader: true, until: expect.any(String) }),
    ]);
  });
});

type Setting = Awaited<ReturnType<typeof setting>>;
type Leader = { readonly uuid: string; readonly member: string };

it('an archived group takes nobody, no event and no message, and keeps whom and what it has (U11)', async () => {
  const club = await setting();
  const { women, men, user, author, organization, join } = club;
  const editor = await app.as(author, organization);
  const chief = await app.as(await app.make.userOf(organization, ['ORGANIZATION_ADMIN']));
  const event = await club.eventOf([women]);
  const date = { organization: organization.uuid, name: 'Neu', date: inDays(9) };
  await changeRows(app.db, 'groups', women.uuid, { archived_at: new Date() });
  const why = 'Die Gruppe „Damen“ ist archiviert. Wer sie bearbeitet, kann das wieder ausschalten.';
  const { uuid: newcomer } = await app.make.member(organization);
  const joined = await join(newcomer);
  expect([joined.status, joined.json.detail]).toEqual([409, why]);
  (await contractOf(app)).check('PUT /group/:group/member/:member', joined);
  // Adding a member again does no harm.
  expect((await join(user.member)).status).toBe(204);
  const made = await editor.call('POST', '/event', {
    ...date,
    eventType: 'OPEN_EVENT',
    groups: [women.uuid, men.uuid],
  });
  expect([made.status, made.json.errors]).toEqual([422, { groups: [why] }]);
  const { json } = await editor.call('GET', `/event/${event.uuid}`);
  expect((await editor.call('PUT', '/event', { ...json, name: 'Später' })).status).toBe(200);
  const more = { ...json, name: 'Später', groups: [women.uuid, men.uuid] };
  expect((await editor.call('PUT', '/event', more)).json.groups).toEqual(
    [women.uuid, men.uuid].sort(),
  );
  const sent = await chief.call('POST', `/organization/${organization.uuid}/messages`, {
    to: { group: women.uuid },
    subject: 'Training',
    text: 'Morgen nicht.',
  });
  expect([sent.status, sent.json.errors]).toEqual([422, { to: [why] }]);
});
