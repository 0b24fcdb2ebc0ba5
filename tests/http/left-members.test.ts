import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { lockEvent } from '~/features/events/queries.server';
import { takesBack, tookBack } from '~/features/invitations/wording';
import { answersTo } from '../support/answers';
import { testApp } from '../support/app';
import { loggedActions } from '../support/audit';
import { inDays } from '../support/events';
import { deadlocks, untilWaiting } from '../support/gate';
import { linkedUser } from '../support/members';

/** What somebody who has left, or will have left by then, is given no more (O8). */
const app = testApp();

async function setting() {
  const { organization, admin } = await app.make.club();
  const user = await app.make.userOf(organization);
  const browser = await app.as(admin, organization);
  return {
    organization,
    user,
    browser,
    person: await app.as(user, organization),
    member: { uuid: user.member },
    leave: (on: string | null, member = user.member) =>
      browser.call('PUT', `/member/${member}/leaving`, { on }),
  };
}

describe('an answer to an event after the last day', () => {
  it('is no yes and no turn for it, by nobody and by no call, and a no (O8, E7)', async () => {
    const { organization, browser, person, member, user, leave } = await setting();
    const event = await app.make.event(organization, { date: inDays(9), max: 1 });
    const before = await app.make.event(organization, { date: inDays(5), max: 5 });
    const full = await app.make.event(organization, { date: inDays(9), max: 1 });
    await app.make.registration(full, await app.make.member(organization));
    await leave(inDays(5));
    const own = 'Die Veranstaltung ist nach Ihrem Austritt.';
    const wait = { answer: 'yes', waitingList: true };
    for (const refused of [
      await person.call('PUT', '/event/register-user', { event: event.uuid }),
      await person.call('PUT', `/event/${event.uuid}/answer`, { answer: 'yes' }),
      await person.call('PUT', `/event/${full.uuid}/answer`, wait),
    ])
      expect([refused.status, refused.json.detail]).toEqual([409, own]);
    const theirs = {
      member: [`Die Veranstaltung ist nach dem Austritt von ${user.firstName} ${user.lastName}.`],
    };
    for (const [of, answer] of [
      [event, { answer: 'yes' }],
      [full, wait],
    ] as const) {
      const path = `/event/${of.uuid}/answer`;
      const refused = await browser.call('PUT', path, { ...answer, member: member.uuid });
      expect([refused.status, refused.json.errors]).toEqual([422, theirs]);
    }
    expect((await person.call('PUT', `/event/${event.uuid}/answer`, { answer: 'no' })).status).toBe(
      200,
    );
    expect(
      (await person.call('PUT', '/event/register-user', { event: before.uuid })).status,
    ).toBeLessThan(300);
    expect((await answersTo(app, event)).answers).toEqual({ [member.uuid]: 'no' });
    await leave(inDays(-1));
    const former = await browser.call('PUT', `/event/${event.uuid}/answer`, {
      answer: 'yes',
      member: member.uuid,
    });
    expect([former.status, former.json.errors]).toEqual([422, theirs]);
  });

  it('is no button that would fail, on any screen; a no and what is before stay (J6, O8)', async () => {
    const { organization, person, leave } = await setting();
    const asking = (name: string, days: number) =>
      app.make.event(organization, { name, date: inDays(days) }, { asks_answer: true });
    const [before, after] = [await asking('Davor', 5), await asking('Danach', 6)];
    const full = await app.make.event(
      organization,
      { name: 'Voll', date: inDays(6), max: 1 },
      { waiting_list: true },
    );
    await app.make.registration(full, await app.make.member(organization));
    await leave(inDays(5));
    for (const { uuid } of [after, full]) {
      const { page } = await person.get(`/app/events/${uuid}`);
      expect(page).toContain('Die Veranstaltung ist nach Ihrem Austritt.');
      expect(page).toContain('Absagen');
      expect(page).not.toMatch(/Zusagen|Auf die Warteliste/);
    }
    const dialog = await person.get(`/app/events/${after.uuid}/registration`);
    expect(dialog.page).toContain('Die Veranstaltung ist nach Ihrem Austritt.');
    expect((await person.get(`/app/events/${before.uuid}`)).page).toContain('Zusagen');
    for (const path of ['/app', '/app/events?whose=all']) {
      const { page } = await person.get(path);
      expect(page).toContain('Danach');
      expect(page.match(/Zusagen/g)).toHaveLength(1);
      expect(page).not.toContain('Auf die Warteliste');
    }
  });

  it('and a leaving that are saved at once leave no promise, whichever is first (O8, X4)', async () => {
    const before = await deadlocks(app);
    for (const isFirst of ['answer', 'leaving']) {
      const { organization, browser, person, member, leave } = await setting();
      const event = await app.make.event(organization, { date: inDays(9), max: 3 });
      const register = () => person.call('PUT', '/event/register-user', { event: event.uuid });
      const leaveNow = () => leave(inDays(-1));
      const both = isFirst === 'answer' ? [register, leaveNow] : [leaveNow, register];
      // The event is held, and with it who answers it; a held member holds both back.
      const responses = await app.db.transaction().execute(async (trx) => {
        if (isFirst === 'answer') await lockEvent(trx, event);
        else
          await sql`select from members where uuid = ${member.uuid} for no key update`.execute(trx);
        const sent: Array<ReturnType<typeof register>> = [];
        for (const send of both) {
          sent.push(send());
          await untilWaiting(app, sent.length);
        }
        return [Promise.all(sent)] as const;
      });
      for (const { status } of await responses[0]) expect(status).toBeLessThan(500);
      await app.work();
      expect((await answersTo(app, event)).answers).toEqual({});
      expect((await browser.call('GET', `/event/${event.uuid}`)).json).toMatchObject({
        registeredParticipants: 0,
      });
    }
    expect(await deadlocks(app)).toBe(before);
  });
});

describe('somebody who has left', () => {
  it('joins no group and leads none, by no call and no form, until they are back (O8, U2)', async () => {
    const { organization, browser, member, user, leave } = await setting();
    const group = await app.make.group(organization, [member]);
    await leave(inDays(-1));
    const put = () =>
      browser.call('PUT', `/group/${group.uuid}/member/${member.uuid}`, { leader: true });
    const refused = await put();
    expect([refused.status, refused.json.detail]).toEqual([
      409,
      'Dieses Mitglied ist ausgetreten. Erst wenn der Austritt zurückgenommen ist, kann es in eine Gruppe.',
    ]);
    const names = `${user.firstName} ${user.lastName}`;
    const pasted = await browser.submit(`/app/groups/${group.uuid}/members`, { names });
    expect([pasted.status, pasted.page.includes(`${names} ist ausgetreten.`)]).toEqual([422, true]);
    expect((await browser.call('GET', `/group/${group.uuid}/members`)).json).toEqual([]);
    await leave(null);
    expect((await put()).status).toBe(204);
  });

  it('is back by accepting an invitation, with the record and no group, which who invites reads and the log says (O8)', async () => {
    const { organization, browser, member, user, leave } = await setting();
    const group = await app.make.group(organization, [member]);
    await leave('2020-05-17');
    const path = `/app/members/${member.uuid}/invitation`;
    expect((await browser.get(path)).page).toContain(takesBack(user.firstName, '2020-05-17'));
    const { code } = (await browser.call('POST', `/organization/invitation/${member.uuid}`)).json;
    // Only once it is accepted.
    expect((await browser.call('GET', `/member/${member.uuid}`)).json.leftOn).toBe('2020-05-17');
    const again = await app.as(user);
    expect((await again.call('POST', `/organization/invitation/accept/${code}`)).status).toBe(204);
    const { json } = await browser.call('GET', `/member/${member.uuid}`);
    expect([json.uuid, json.leftOn]).toEqual([member.uuid, null]);
    expect(await linkedUser(app, member)).toBe(user.uuid);
    expect((await browser.call('GET', `/group/${group.uuid}/members`)).json).toEqual([]);
    const { firstName, lastName } = user;
    expect(await loggedActions(app, organization)).toContain(
      `Einladung angenommen${tookBack({ firstName, lastName, leftOn: '2020-05-17' })}`,
    );
    expect((await browser.get(path)).page).not.toContain('ausgetreten');
  });
});
