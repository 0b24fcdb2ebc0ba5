import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { NO_LINKED_MEMBER } from '~/features/events/wording';
import { keepHouse } from '~/server/housekeeping';
import { messages } from '../../scripts/all-messages';
import { answerOf, answersTo, setEvent } from '../support/answers';
import { testApp } from '../support/app';
import { inDays } from '../support/events';

const app = testApp();

/** The summer of the tests. */
const AUGUST = { from: '2031-08-01', until: '2031-08-14' };

/** A club with two members who are users, and one who may edit events. */
async function setting() {
  const organization = await app.make.organization({ name: 'TSV Grünau' });
  const user = await app.make.userOf(organization);
  const other = await app.make.userOf(organization);
  const leader = await app.make.userOf(organization, ['EDIT_EVENTS']);
  const person = await app.as(user, organization);
  const body = (days: object = AUGUST) => ({ organization: organization.uuid, ...days });
  return {
    ...{ organization, user, other, leader, person },
    another: await app.as(other, organization),
    editor: await app.as(leader, organization),
    body,
    away: (days?: object) => person.call('POST', '/absence', body(days)),
    list: async () => (await person.call('GET', `/absence?organization=${organization.uuid}`)).json,
    limited: (name: string, date = '2031-08-05', more = {}) =>
      app.make.event(organization, { name, date, max: 5 }, more),
    open: (name: string, date = '2031-08-05', more = {}) =>
      app.make.event(organization, { name, date }, more),
  };
}

const asking = { asks_answer: true };

describe('entering an absence', () => {
  it('declines what asks in these days and has no answer, and nothing else (L8)', async () => {
    const club = await setting();
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
      ...{ uuid: expect.any(String), ...AUGUST },
      ...{ declined: 4, coming: 0, events: [] },
    });
    for (const event of declined)
      expect((await answersTo(app, event)).answers, event.name).toEqual({ [user.member]: 'no' });
    for (const event of left) expect((await answersTo(app, event)).answers, event.name).toEqual({});
    expect(await club.list()).toEqual([json]);
  });

  it('leaves answers as they are, and says where one is still signed up (L8)', async () => {
    const club = await setting();
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
      ...{ declined: 0, coming: 2 },
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
    const club = await setting();
    const { json } = await club.away({ from: '2031-08-05' });
    expect(json).toMatchObject({ from: '2031-08-05', until: '2031-08-05' });
    expect((await club.away({ from: '2031-08-06', until: null })).json).toMatchObject({
      until: '2031-08-06',
    });
  });

  it('an event that has begun is not declined (L8)', async () => {
    const club = await setting();
    const begun = await club.limited('Heute früh', inDays(0), { start_time: '00:00' });
    const later = await club.limited('Morgen', inDays(1));
    expect((await club.away({ from: inDays(0), until: inDays(1) })).json.declined).toBe(1);
    expect((await answersTo(app, begun)).answers).toEqual({});
    expect((await answersTo(app, later)).answers).toEqual({ [club.user.member]: 'no' });
  });

  it('days that are over, too many, in the wrong order or none are refused (L8)', async () => {
    const club = await setting();
    const refused = async (days: object) => (await club.away(days)).json.errors;
    const over = 'Diese Tage sind schon vorbei.';
    expect(await refused({ from: inDays(-9), until: inDays(-1) })).toEqual({ until: [over] });
    expect(await refused({ from: inDays(-1) })).toEqual({ from: [over] });
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
    expect((await club.away({ from: inDays(-30), until: inDays(0) })).status).toBe(200);
  });

  it('the same days again change nothing; others may overlap (L8)', async () => {
    const club = await setting();
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
    const club = await setting();
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
    const club = await setting();
    const { json } = await club.away();
    await club.away();
    await club.person.call('DELETE', `/absence/${json.uuid}`);
    const rows = await app.db
      .selectFrom('audit_log')
      .select('action')
      .where('organization_uuid', '=', club.organization.uuid)
      .orderBy('id')
      .execute();
    expect(rows.map(({ action }) => action)).toEqual([
      'Abwesenheit eingetragen',
      'Abwesenheit zurückgenommen',
    ]);
  });
});

describe('an event that comes into an absence', () => {
  it('is declined: new, moved, lengthened, asking, limited, restored (L8)', async () => {
    const club = await setting();
    const { user } = club;
    await club.away();
    const created = await club.editor.call('POST', '/event', {
      ...{ name: 'Neu', date: '2031-08-03', event_type: 'LIMITED_EVENT', max_participants: 3 },
      organization: club.organization.uuid,
    });
    expect(created.status).toBe(200);
    const event = { uuid: created.json.eventUuid ?? created.json.uuid };
    expect(await answerOf(app, event, user.member)).toBe('no');
    const changes: [string, Record<string, string>, object][] = [
      ['moved', { date: `'2031-08-14'` }, { date: '2031-09-01', event_type: 'LIMITED_EVENT' }],
      ['lengthened', { end_date: `'2031-08-01'` }, { date: '2031-07-31', ...asking }],
      ['asking', { asks_answer: 'true' }, {}],
      ['limited', { event_type: `'LIMITED_EVENT'`, max_participants: '3' }, {}],
      ['restored', { cancelled_at: 'null' }, { ...asking, cancelled_at: new Date() }],
    ];
    for (const [what, change, more] of changes) {
      const { date = '2031-08-05' } = more as { date?: string };
      const event = await club.open(what, date, more);
      expect(await answerOf(app, event, user.member), what).toBeUndefined();
      await setEvent(app, event, change);
      expect(await answerOf(app, event, user.member), what).toBe('no');
    }
  });

  it('that leaves it again loses the decline, but not an answer of their own (L8)', async () => {
    const club = await setting();
    const { user } = club;
    const moved = await club.limited('Lauf');
    const own = await club.limited('Turnier');
    const meant = await club.limited('Kochkurs');
    await club.away();
    await club.person.call('PUT', `/event/${own.uuid}/answer`, { answer: 'yes' });
    await club.person.call('PUT', `/event/${meant.uuid}/answer`, { answer: 'no' });
    for (const event of [moved, own, meant]) await setEvent(app, event, { date: `'2031-09-01'` });
    expect(await answerOf(app, moved, user.member)).toBeUndefined();
    expect(await answerOf(app, own, user.member)).toBe('yes 1');
    expect(await answerOf(app, meant, user.member)).toBe('no');
  });

  it('that moves from one absence to the next stays declined (L8)', async () => {
    const club = await setting();
    const long = await club.limited('Freizeit', '2031-08-10', { end_date: '2031-08-16' });
    await club.away();
    const { json: next } = await club.away({ from: '2031-08-15', until: '2031-08-20' });
    await setEvent(app, long, { date: `'2031-08-15'` });
    expect(await answerOf(app, long, club.user.member)).toBe('no');
    expect((await club.list()).map(({ declined }: { declined: number }) => declined)).toEqual([
      0, 1,
    ]);
    await club.person.call('DELETE', `/absence/${next.uuid}`);
    expect(await answerOf(app, long, club.user.member)).toBeUndefined();
  });

  it('of which the answer was taken back stays open, whatever is edited (L8)', async () => {
    const club = await setting();
    const { user } = club;
    const event = await club.limited('Lauf');
    await club.away();
    const answer = `/event/${event.uuid}/answer`;
    expect((await club.person.call('DELETE', answer)).status).toBe(200);
    for (const change of [
      { date: `'2031-08-06'` },
      { date: `'2031-09-06'` },
      { date: `'2031-08-07'` },
      { cancelled_at: 'now()' },
      { cancelled_at: 'null' },
      { event_type: `'OPEN_EVENT'`, max_participants: '0' },
      { event_type: `'LIMITED_EVENT'`, max_participants: '5' },
    ] as Record<string, string>[]) {
      await setEvent(app, event, change);
      expect(await answerOf(app, event, user.member), JSON.stringify(change)).toBeUndefined();
    }
    await app.work();
    expect(await answerOf(app, event, user.member)).toBeUndefined();
  });

  it('whoever waited when it was opened to all is asked, not declined (L8, K9)', async () => {
    const club = await setting();
    const full = await club.limited('Kurs', '2031-08-05', { max_participants: 0 });
    await app.make.waiting(full, { uuid: club.user.member });
    await club.away();
    await setEvent(app, full, {
      event_type: `'OPEN_EVENT'`,
      max_participants: '0',
      asks_answer: 'true',
    });
    expect((await answersTo(app, full)).answers).toEqual({});
  });
});

describe('answers of who is absent', () => {
  it('a yes wins over the absence, and a no of their own stays after it (L8)', async () => {
    const club = await setting();
    const { user, person } = club;
    const comes = await club.limited('Turnier');
    const declines = await club.limited('Lauf');
    const silent = await club.limited('Kurs');
    const { json } = await club.away();
    const say = (event: { uuid: string }, body: object) =>
      person.call('PUT', `/event/${event.uuid}/answer`, body);
    expect((await say(comes, { answer: 'yes' })).status).toBe(200);
    expect((await say(declines, { answer: 'no' })).status).toBe(200);
    await setEvent(app, comes, { date: `'2031-08-09'` });
    expect(await answerOf(app, comes, user.member)).toBe('yes 1');
    expect(await club.list()).toMatchObject([{ declined: 1, coming: 1 }]);
    expect((await person.call('DELETE', `/absence/${json.uuid}`)).status).toBe(204);
    expect(await answerOf(app, comes, user.member)).toBe('yes 1');
    expect(await answerOf(app, declines, user.member)).toBe('no');
    expect(await answerOf(app, silent, user.member)).toBeUndefined();
    expect(await club.list()).toEqual([]);
  });

  it('taken back, an absence keeps the declines of what has begun (L8)', async () => {
    const club = await setting();
    const event = await club.limited('Morgen', inDays(1));
    const { json } = await club.away({ from: inDays(0), until: inDays(2) });
    await app.pool.query(`update events set date = current_date - 1 where uuid = $1`, [event.uuid]);
    // It left the absence with the day: as if it had been the day before from the start.
    await sql`update absences set from_date = ${inDays(-2)} where uuid = ${json.uuid}`.execute(
      app.db,
    );
    await sql`insert into declines (event_uuid, member_uuid, organization_uuid, absence_uuid)
      values (${event.uuid}, ${club.user.member}, ${club.organization.uuid}, ${json.uuid})
      on conflict do nothing`.execute(app.db);
    await club.person.call('DELETE', `/absence/${json.uuid}`);
    expect(await answerOf(app, event, club.user.member)).toBe('no');
  });

  it('of two absences the other keeps the event declined (L8)', async () => {
    const club = await setting();
    const event = await club.limited('Lauf');
    const { json } = await club.away();
    await club.away({ from: '2031-08-05', until: '2031-08-05' });
    await club.person.call('DELETE', `/absence/${json.uuid}`);
    expect(await answerOf(app, event, club.user.member)).toBe('no');
    expect(await club.list()).toMatchObject([{ from: '2031-08-05', declined: 1 }]);
  });

  it("the list of answers says 'abwesend' and neither when nor why; the page says when (J8, L8)", async () => {
    const club = await setting();
    const event = await club.limited('Lauf');
    await club.away();
    const answers = await club.editor.get(`/app/events/${event.uuid}/answers?of=no`);
    expect(answers.page).toContain('abwesend');
    expect(answers.page).not.toContain('14. August');
    const page = await club.person.get(`/app/events/${event.uuid}`);
    expect(page.page).toContain('Sie sind abwesend (1. bis 14. August).');
    expect(page.text).toContain('href="/app/absences"');
    await club.person.call('PUT', `/event/${event.uuid}/answer`, { answer: 'no' });
    const meant = await club.person.get(`/app/events/${event.uuid}`);
    expect(meant.page).toContain('Sie haben abgesagt.');
    expect((await club.editor.get(`/app/events/${event.uuid}/answers?of=no`)).page).not.toContain(
      'abwesend',
    );
  });
});

describe('whose absences they are', () => {
  it("others' do not exist: not to read, nor to take back, not even for who edits events (L8)", async () => {
    const club = await setting();
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

  it('who has no linked member cannot be absent, and is told so (E7)', async () => {
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

  it('who is linked to the member by now can take their absences back, who was cannot (L8)', async () => {
    const club = await setting();
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
    const club = await setting();
    const event = await club.limited('Lauf');
    const { json } = await club.away();
    const data = (await club.person.get('/app/account/data.json')).json;
    expect(data.absences).toEqual([
      {
        ...{ uuid: json.uuid, member: club.user.member, ...AUGUST },
        ...{ eventsLeftOpen: [], createdAt: expect.any(String) },
      },
    ]);
    expect(data.declines).toMatchObject([{ event: event.uuid, absence: json.uuid }]);
    expect((await club.another.get('/app/account/data.json')).json.absences).toEqual([]);
  });

  it('they go with the member and with the organisation, and stay with the member after the account (A12)', async () => {
    const club = await setting();
    await club.limited('Lauf');
    await club.away();
    const count = async () =>
      (await app.pool.query('select from absences where member_uuid = $1', [club.user.member]))
        .rowCount;
    await app.db.deleteFrom('users').where('uuid', '=', club.user.uuid).execute();
    expect(await count()).toBe(1);
    await app.db.deleteFrom('members').where('uuid', '=', club.user.member).execute();
    expect(await count()).toBe(0);
    await club.another.call('POST', '/absence', club.body());
    await app.db.deleteFrom('organizations').where('uuid', '=', club.organization.uuid).execute();
    const { rowCount } = await app.pool.query('select from absences where organization_uuid = $1', [
      club.organization.uuid,
    ]);
    expect(rowCount).toBe(0);
  });

  it('a month after its end an absence is forgotten, and its declines stay (S1)', async () => {
    const club = await setting();
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

describe('the screen', () => {
  it('enters and takes back without scripts, and says what came of it (L8)', async () => {
    const club = await setting();
    const { person, user } = club;
    const comes = await club.limited('Turnier');
    await app.make.registration(comes, { uuid: user.member });
    const declined = await club.limited('Lauf', '2031-08-06');
    expect((await person.get('/app/')).text).toContain('href="/app/absences"');
    const empty = await person.get('/app/absences');
    expect(empty.page).toContain('sagen wir für Sie ab');
    const sent = await person.submit('/app/absences', { from: '2031-08-01', until: '14.8.2031' });
    expect([sent.status, sent.location]).toEqual([303, '/app/absences']);
    const { title, message } = messages.absenceCreated({ ...AUGUST, declined: 1, coming: 1 });
    expect(message).toBe('1 Absage. Bei 1 Veranstaltung sind Sie weiter angemeldet.');
    const screen = await person.get('/app/absences');
    expect(screen.page).toContain(`${title} ${message}`);
    expect(screen.page).toContain('1. bis 14. August 2031');
    expect(screen.page).toContain(
      'Bei 1 Veranstaltung sind Sie weiter angemeldet: Turnier Dienstag, 05. August 2031',
    );
    expect(screen.text).toContain(`href="/app/events/${comes.uuid}"`);
    const path = /\/app\/absences\/[\w-]+\/withdrawal/.exec(screen.text)?.[0] ?? '';
    const dialog = await person.get(path);
    expect(dialog.page).toContain('Sind Sie doch da, 1. bis 14. August 2031?');
    const back = await person.submit(path);
    expect([back.status, back.location]).toEqual([303, '/app/absences']);
    expect((await person.get('/app/absences')).page).toContain('Abwesenheit zurückgenommen.');
    expect(await answerOf(app, declined, user.member)).toBeUndefined();
    expect((await person.submit(path)).location).toBe('/app/absences');
  });

  it('a refused form keeps what was typed and says what is wrong at the field (B7)', async () => {
    const club = await setting();
    const sent = await club.person.submit('/app/absences', {
      from: '2031-08-05',
      until: '1.8.2031',
    });
    expect(sent.status).toBe(422);
    expect(sent.page).toContain('Der letzte Tag liegt vor dem ersten.');
    expect(sent.text).toContain('value="2031-08-05"');
    const none = await club.person.submit('/app/absences', { from: '', until: '' });
    expect(none.page).toContain('Bitte ein Datum eingeben.');
  });
});
