import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { NO_LINKED_MEMBER } from '~/features/events/wording';
import { keepHouse } from '~/server/housekeeping';
import { AUGUST, absenceSetting, asking } from '../support/absences';
import { answerOf, answersTo } from '../support/answers';
import { testApp } from '../support/app';
import { loggedActions } from '../support/audit';
import { inClubDays } from '../support/events';
import { deleteRows } from '../support/rows';

const app = testApp();

describe('entering an absence', () => {
  it('declines what asks in these days and has no answer, and nothing else (L8)', async () => {
    const club = await absenceSetting(app);
    const { user } = club;
    const declined = [
      await club.limited('Kletterkurs', AUGUST.from),
      await club.open('Spieleabend', AUGUST.until, asking),
      // Begins before, ends within; and begins on the last day.
      await club.limited('Zeltlager', '2031-07-30', { end_date: '2031-08-01' }),
      await club.limited('Freizeit', '2031-08-14', { end_date: '2031-08-20' }),
    ];
    const left = [
      await club.open('Grillfest'),
      await club.limited('Fest', '2031-08-06', { cancelled_at: new Date() }),
      await club.limited('Vorher', '2031-07-31'),
      await club.limited('Nachher', '2031-08-15'),
      await app.make.event((await app.make.club()).organization, { date: '2031-08-05', max: 5 }),
    ];
    const { status, json } = await club.away();
    expect(status).toBe(200);
    expect(json).toEqual({
      uuid: expect.any(String),
      ...AUGUST,
      declined: 4,
      coming: 0,
      events: [],
    });
    for (const event of declined)
      expect((await answersTo(app, event)).answers, event.name).toEqual({ [user.member]: 'no' });
    for (const event of left) expect((await answersTo(app, event)).answers, event.name).toEqual({});
    expect(await club.list()).toEqual([json]);
  });

  it('leaves answers as they are, and says where one is still signed up (L8)', async () => {
    const club = await absenceSetting(app);
    const { user, other } = club;
    const comes = await club.limited('Turnier');
    await app.make.registration(comes, { uuid: user.member });
    const waits = await club.limited('Kochkurs', '2031-08-07', { max_participants: 1 });
    await app.make.registration(waits, { uuid: other.member });
    await app.make.waiting(waits, { uuid: user.member }, { note: 'vegan' });
    const declined = await club.limited('Lauf', '2031-08-08');
    await club.person.call('PUT', `/event/${declined.uuid}/answer`, { answer: 'no', note: 'Knie' });
    const { json } = await club.away();
    expect(json).toMatchObject({
      declined: 0,
      coming: 2,
      events: [
        { uuid: comes.uuid, name: 'Turnier', date: '2031-08-05', waiting: false },
        { uuid: waits.uuid, name: 'Kochkurs', date: '2031-08-07', waiting: true },
      ],
    });
    expect(await answerOf(app, comes, user.member)).toBe('yes 1');
    expect(await answerOf(app, waits, user.member)).toBe('waiting 1 vegan');
    expect(await answerOf(app, declined, user.member)).toBe('no Knie');
  });

  it('without a last day it is one day (L8)', async () => {
    const club = await absenceSetting(app);
    const { json } = await club.away({ from: '2031-08-05' });
    expect(json).toMatchObject({ from: '2031-08-05', until: '2031-08-05' });
    expect((await club.away({ from: '2031-08-06', until: null })).json).toMatchObject({
      until: '2031-08-06',
    });
  });

  it('an event that has begun is not declined (L8)', async () => {
    const club = await absenceSetting(app);
    const begun = await club.limited('Heute früh', inClubDays(0), { start_time: '00:00' });
    const later = await club.limited('Morgen', inClubDays(1));
    expect((await club.away({ from: inClubDays(0), until: inClubDays(1) })).json.declined).toBe(1);
    expect((await answersTo(app, begun)).answers).toEqual({});
    expect((await answersTo(app, later)).answers).toEqual({ [club.user.member]: 'no' });
  });

  it('an event of several days that the member attends is named until its last day (L8)', async () => {
    const club = await absenceSetting(app);
    const days = { end_date: inClubDays(0) };
    const camp = await club.limited('Zeltlager', inClubDays(-2), days);
    await app.make.registration(camp, { uuid: club.user.member });
    const { json } = await club.away({ from: inClubDays(0), until: inClubDays(1) });
    expect(json.events).toMatchObject([{ name: 'Zeltlager' }]);
  });

  it('days that are over, too many, in the wrong order or none are refused (L8)', async () => {
    const club = await absenceSetting(app);
    const refused = async (days: object) => (await club.away(days)).json.errors;
    const over = 'Diese Tage sind schon vorbei.';
    expect(await refused({ from: inClubDays(-9), until: inClubDays(-1) })).toEqual({
      until: [over],
    });
    expect(await refused({ from: inClubDays(-1) })).toEqual({ from: [over] });
    expect(await refused({ from: '2031-08-02', until: '2031-08-01' })).toEqual({
      until: ['Der letzte Tag liegt vor dem ersten.'],
    });
    expect(await refused({ from: '2031-08-01', until: '2032-08-02' })).toEqual({
      until: ['Höchstens ein Jahr auf einmal.'],
    });
    expect(await refused({ from: 'bald' })).toEqual({ from: ['Kein gültiges Datum.'] });
    expect(await refused({ from: '2031-08-01', until: '2031-02-30' })).toEqual({
      until: ['Kein gültiges Datum.'],
    });
    expect(await refused({})).toHaveProperty('from');
    expect(await club.list()).toEqual([]);
    // A year, with the leap day of 2032 in it; and begun long ago.
    expect((await club.away({ from: '2031-08-01', until: '2032-08-01' })).status).toBe(200);
    expect((await club.away({ from: inClubDays(-30), until: inClubDays(0) })).status).toBe(200);
  });

  it('the same days again change nothing; others may overlap (L8)', async () => {
    const club = await absenceSetting(app);
    const event = await club.limited('Lauf');
    const { json: first } = await club.away();
    const again = await club.away();
    expect([again.status, again.json]).toEqual([200, first]);
    const { json: second } = await club.away({ from: '2031-08-03', until: '2031-08-20' });
    expect(second).toMatchObject({ declined: 0 });
    expect((await answersTo(app, event)).answers).toEqual({ [club.user.member]: 'no' });
    expect(await club.list()).toEqual([first, second]);
  });

  it('there are at most 50 that are not over (L8)', async () => {
    const club = await absenceSetting(app);
    await sql`insert into absences (organization_uuid, member_uuid, from_date, until_date)
      select ${club.organization.uuid}::uuid, ${club.user.member}::uuid, date '2031-01-01' + n, date '2031-01-01' + n
      from generate_series(1, 49) as n
      union all select ${club.organization.uuid}::uuid, ${club.user.member}::uuid, '2020-01-01', '2020-01-02'`.execute(
      app.db,
    );
    const both = await Promise.all([club.away(), club.away({ from: '2031-09-01' })]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await club.list()).toHaveLength(50);
  });

  it('is in the log without its days, once (X6)', async () => {
    const club = await absenceSetting(app);
    const { json } = await club.away();
    await club.away();
    await club.person.call('DELETE', `/absence/${json.uuid}`);
    const actions = await loggedActions(app, club.organization);
    expect(actions).toEqual(['Abwesenheit eingetragen', 'Abwesenheit zurückgenommen']);
  });
});

describe('whose absences they are', () => {
  it("others' do not exist: neither to read nor to take back, not even for event editors (L8)", async () => {
    const club = await absenceSetting(app);
    const { json } = await club.away();
    const system = await app.as(await app.make.user({ admin: true }));
    for (const browser of [club.another, club.editor, system]) {
      const of = `/absence?organization=${club.organization.uuid}`;
      expect((await browser.call('GET', of)).json).toEqual([]);
      expect((await browser.call('DELETE', `/absence/${json.uuid}`)).status).toBe(404);
      const dialog = `/app/absences/${json.uuid}/withdrawal`;
      expect((await browser.get(dialog)).location).toBe('/app/absences');
      expect((await browser.submit(dialog)).location).toBe('/app/absences');
    }
    expect(await club.list()).toEqual([json]);
  });

  it('a user without a linked member cannot be absent, and is told so (E7)', async () => {
    const { organization } = await app.make.club();
    const user = await app.make.userOf(organization, [], { linked: false });
    const person = await app.as(user, organization);
    const { status, json } = await person.call('POST', '/absence', {
      organization: organization.uuid,
      ...AUGUST,
    });
    expect([status, json.detail]).toEqual([409, NO_LINKED_MEMBER]);
    const screen = await person.get('/app/absences');
    expect(screen.page).toContain(NO_LINKED_MEMBER);
    expect(screen.text).not.toContain('name="from"');
    expect((await person.get('/app/')).text).not.toContain('/app/absences');
  });

  it('the user now linked to the member can take their absences back, the former one cannot (L8)', async () => {
    const club = await absenceSetting(app);
    const { json } = await club.away();
    await sql`update members set user_uuid = null where uuid = ${club.other.member}`.execute(
      app.db,
    );
    await sql`update members set user_uuid = ${club.other.uuid} where uuid = ${club.user.member}`.execute(
      app.db,
    );
    expect((await club.person.call('DELETE', `/absence/${json.uuid}`)).status).toBe(404);
    expect((await club.another.call('DELETE', `/absence/${json.uuid}`)).status).toBe(204);
  });

  it('own data has them (A12, X5)', async () => {
    const club = await absenceSetting(app);
    const event = await club.limited('Lauf');
    const { json } = await club.away();
    const data = (await club.person.get('/app/account/data.json')).json;
    expect(data.absences).toEqual([
      {
        uuid: json.uuid,
        member: club.user.member,
        ...AUGUST,
        eventsLeftOpen: [],
        createdAt: expect.any(String),
      },
    ]);
    expect(data.declines).toMatchObject([{ event: event.uuid, absence: json.uuid }]);
    expect((await club.another.get('/app/account/data.json')).json.absences).toEqual([]);
  });

  it('they go with the member and with the organisation, and stay with the member after the account (A12)', async () => {
    const club = await absenceSetting(app);
    await club.limited('Lauf');
    await club.away();
    const count = async () =>
      (await app.pool.query('select from absences where member_uuid = $1', [club.user.member]))
        .rowCount;
    await deleteRows(app.db, 'users', club.user.uuid);
    expect(await count()).toBe(1);
    await deleteRows(app.db, 'members', club.user.member);
    expect(await count()).toBe(0);
    await club.another.call('POST', '/absence', club.body());
    await deleteRows(app.db, 'organizations', club.organization.uuid);
    const { rowCount } = await app.pool.query('select from absences where organization_uuid = $1', [
      club.organization.uuid,
    ]);
    expect(rowCount).toBe(0);
  });

  it('a month after its end an absence is forgotten, and its declines stay (S1)', async () => {
    const club = await absenceSetting(app);
    const event = await club.limited('Lauf');
    const { json } = await club.away();
    const keep = () => keepHouse(app.db, app.config);
    await keep();
    expect(await club.list()).toHaveLength(1);
    await sql`update absences set from_date = current_date - 40, until_date = current_date - 31
      where uuid = ${json.uuid}`.execute(app.db);
    await keep();
    expect(
      (await app.pool.query('select from absences where uuid = $1', [json.uuid])).rowCount,
    ).toBe(0);
    expect(await answerOf(app, event, club.user.member)).toBe('no');
  });
});
