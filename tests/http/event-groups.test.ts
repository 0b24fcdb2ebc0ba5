import { describe, expect, it } from 'vitest';
import { extendSeries } from '~/features/series/extension.server';
import { testApp } from '../support/app';
import type { Browser } from '../support/browser';
import { inDays, rowOf } from '../support/events';
import { groupClub } from '../support/group-club';
import { changeRows, deleteRows, UNKNOWN, valuesOf } from '../support/rows';
import { makeSeries } from '../support/series';
import { weeklySeries } from '../support/series-club';

/** Whom an event is for: the field, and where it shows (U3, U5). Whom it asks is in asked.test.ts. */
const app = testApp();

/** A club with two groups, an event editor, and a member of only the Damen. */
async function setting() {
  const club = await groupClub(app);
  const woman = await app.make.userOf(club.organization);
  await app.make.joins(woman, club.women);
  return {
    ...club,
    editor: await app.as(club.author, club.organization),
    woman: await app.as(woman, club.organization),
    womanUser: woman,
  };
}

const sorted = (...groups: ReadonlyArray<{ uuid: string }>) =>
  groups.map(({ uuid }) => uuid).sort();

async function created(editor: Browser, organization: { uuid: string }, more: object = {}) {
  const body = { organization: organization.uuid, name: 'Training', date: inDays(9) };
  return editor.call('POST', '/event', { ...body, eventType: 'OPEN_EVENT', ...more });
}

describe('the groups of an event by call', () => {
  it('are none for everyone, each once, and stay if left out (U3, U10, X1)', async () => {
    const { organization, editor, women, men } = await setting();
    const forAll = await created(editor, organization);
    expect([forAll.status, forAll.json.groups]).toEqual([200, []]);
    const both = [women.uuid, men.uuid.toUpperCase(), women.uuid];
    const { json: event } = await created(editor, organization, { groups: both });
    expect(event.groups).toEqual(sorted(women, men));
    const { groups: _left, ...without } = event;
    const renamed = await editor.call('PUT', '/event', { ...without, name: 'Spiel' });
    expect(renamed.json).toMatchObject({ name: 'Spiel', groups: sorted(women, men) });
    const one = await editor.call('PUT', '/event', { ...event, groups: [men.uuid] });
    expect(one.json.groups).toEqual([men.uuid]);
    const again = await editor.call('PUT', '/event', { ...event, groups: null });
    expect(again.json.groups).toEqual([]);
  });

  it('are groups of the club, and an earlier one stays when it is gone (U3, U11)', async () => {
    const { organization, editor, women, men } = await setting();
    const elsewhere = await app.make.group(await app.make.organization());
    for (const uuid of [UNKNOWN, elsewhere.uuid]) {
      const refused = await created(editor, organization, { groups: [uuid] });
      expect(refused.status).toBe(422);
      expect(refused.json.errors).toEqual({ groups: ['Diese Gruppe gibt es nicht mehr.'] });
    }
    const many = Array.from({ length: 201 }, () => crypto.randomUUID());
    expect((await created(editor, organization, { groups: many })).json.errors).toEqual({
      groups: ['Höchstens 200.'],
    });
    const { json: event } = await created(editor, organization, { groups: [women.uuid] });
    await deleteRows(app.db, 'groups', women.uuid);
    const renamed = await editor.call('PUT', '/event', { ...event, name: 'Spiel' });
    expect(renamed.json).toMatchObject({ name: 'Spiel', groups: [women.uuid] });
    const more = await editor.call('PUT', '/event', {
      ...event,
      groups: [women.uuid, men.uuid],
    });
    expect(more.json.groups).toEqual(sorted(women, men));
  });

  it('an edit that came too late says by name what they are now (U3, J10)', async () => {
    const { editor, women, men, eventOf } = await setting();
    const { uuid } = await eventOf([women]);
    const path = `/app/events/${uuid}/edit`;
    const { text } = await editor.get(path);
    const version = text.match(/name="__version" value="(\d+)"/)?.[1] ?? '';
    expect(version).not.toBe('');
    const { json: event } = await editor.call('GET', `/event/${uuid}`);
    await editor.call('PUT', '/event', { ...event, groups: [men.uuid] });
    const fields = { name: 'Training', date: inDays(9), eventType: 'OPEN_EVENT' };
    const late = await editor.submit(path, { ...fields, __version: version, groups: women.uuid });
    expect(late.status).toBe(409);
    expect(late.page).toContain('Zurzeit gespeichert: Herren');
  });
});

const ASKS = /<input(?=[^>]* name="asksAnswer")[^>]* checked=""/;

describe("'Für wen?'", () => {
  it('asks nothing in a club without groups (U3)', async () => {
    const organization = await app.make.organization();
    const editor = await app.asUserOf(organization, ['EDIT_EVENTS']);
    expect((await editor.get('/app/events/new')).page).not.toContain('Für wen?');
    await app.make.event(organization);
    expect((await editor.get('/app/events')).page).not.toContain('Meine');
  });

  it('is one field with a box for each group in use, and keeps what was ticked (U3)', async () => {
    const { organization, editor, women, men } = await setting();
    const former = await app.make.group(organization, [], {
      name: 'Jugend 1998',
      archived_at: new Date(),
    });
    const form = await editor.get('/app/events/new');
    expect(form.page).toContain('Für wen? Nichts angekreuzt: für alle Mitglieder.');
    const boxes = boxesIn(form.text);
    expect(boxes).toEqual([
      { value: women.uuid, checked: false },
      { value: men.uuid, checked: false },
    ]);
    expect(form.text).not.toContain(former.uuid);
    const typed = { date: inDays(9), eventType: 'OPEN_EVENT', groups: men.uuid };
    const refused = await editor.submit('/app/events/new', { ...typed, name: '' });
    expect(refused.status).toBe(422);
    expect(boxesIn(refused.text)).toEqual([
      { value: women.uuid, checked: false },
      { value: men.uuid, checked: true },
    ]);
    const saved = await editor.submit('/app/events/new', { ...typed, name: 'Spiel' });
    expect(saved.status).toBe(303);
    const { json } = await editor.call('GET', `/event?organization=${organization.uuid}`);
    expect(json).toMatchObject([{ name: 'Spiel', groups: [men.uuid] }]);
  });

  it('nothing ticked is everyone, and a group that is gone stays until it is unticked (U3, U11)', async () => {
    const { editor, women, men, eventOf } = await setting();
    const { uuid } = await eventOf([women]);
    await deleteRows(app.db, 'groups', women.uuid);
    const path = `/app/events/${uuid}/edit`;
    const { text, page } = await editor.get(path);
    expect(page).toContain('Gelöschte Gruppe');
    expect(boxesIn(text)).toEqual([
      { value: men.uuid, checked: false },
      { value: women.uuid, checked: true },
    ]);
    const fields = { name: 'Training', date: inDays(9), eventType: 'OPEN_EVENT' };
    expect((await editor.submit(path, fields)).status).toBe(303);
    expect((await editor.call('GET', `/event/${uuid}`)).json.groups).toEqual([]);
  });

  it('with one group to lead, that one is ticked, and of others a leader knows nothing here (U3, U8)', async () => {
    const { organization, women, men, womanUser, woman } = await setting();
    await lead(womanUser.member, women);
    const { text } = await woman.get('/app/events/new');
    expect(boxesIn(text)).toEqual([{ value: women.uuid, checked: true }]);
    expect(text).toMatch(ASKS);
    expect(text).not.toContain(men.uuid);
    const leader = await app.make.userOf(organization, ['EDIT_EVENTS']);
    await app.make.leads(leader, men);
    const editor = await app.as(leader, organization);
    expect(boxesIn((await editor.get('/app/events/new')).text)).toEqual([
      { value: women.uuid, checked: false },
      { value: men.uuid, checked: true },
    ]);
  });

  it('tells a leader of two that it is for at least one, and asks its members by default (U3, U8)', async () => {
    const { women, men, womanUser, woman, editor, eventOf } = await setting();
    await lead(womanUser.member, women);
    await app.make.leads(womanUser, men);
    const hint = 'Für wen? Mindestens eine Ihrer Gruppen. Kommen dürfen';
    const form = await woman.get('/app/events/new');
    expect(form.page).toContain(hint);
    expect(boxesIn(form.text).filter(({ checked }) => checked)).toEqual([]);
    expect(form.text).toMatch(ASKS);
    const { uuid } = await eventOf([women]);
    expect((await woman.get(`/app/events/${uuid}/edit`)).page).toContain(hint);
    expect((await editor.get('/app/events/new')).text).not.toMatch(ASKS);
  });

  it('a copy is for the same groups (U3)', async () => {
    const { editor, women, men, eventOf } = await setting();
    const event = await eventOf([men]);
    const { text } = await editor.get(`/app/events/new?like=${event.uuid}`);
    expect(boxesIn(text)).toEqual([
      { value: women.uuid, checked: false },
      { value: men.uuid, checked: true },
    ]);
  });
});

describe('the groups of a series', () => {
  it('come with new dates, and an edit of all dates changes them but where one has its own (U3, L5)', async () => {
    const { organization, editor, women, men } = await setting();
    const series = await makeSeries(app, organization, { event: { groups: [women.uuid] } });
    const groupsOf = () =>
      valuesOf(app.db, 'events', { series_uuid: series.uuid }, 'groups', ['date']);
    const before = await groupsOf();
    expect(before.length).toBeGreaterThan(10);
    expect(new Set(before.flat())).toEqual(new Set([women.uuid]));
    const [, second = '', third = ''] = [...series.dates.values()];
    const { json: own } = await editor.call('GET', `/event/${second}`);
    const alone = { ...own, groups: [women.uuid, men.uuid] };
    expect((await editor.call('PUT', '/event', alone)).status).toBe(200);
    const { json: other } = await editor.call('GET', `/event/${third}`);
    const all = await editor.call('PUT', '/event', { ...other, groups: [men.uuid], scope: 'all' });
    expect(all.status).toBe(200);
    const after = await groupsOf();
    expect(after[1]).toEqual(sorted(women, men));
    expect(new Set(after.filter((_, at) => at !== 1).flat())).toEqual(new Set([men.uuid]));
    await changeRows(app.db, 'series', series.uuid, { planned_until: inDays(8) });
    await app.db
      .deleteFrom('events')
      .where('series_uuid', '=', series.uuid)
      .where('date', '>', inDays(30))
      .execute();
    await deleteRows(app.db, 'series_exceptions');
    await extendSeries(app.db, series.uuid);
    const extended = await groupsOf();
    expect(extended.at(-1)).toEqual([men.uuid]);
    expect(extended.length).toBeGreaterThan(10);
  });
});

describe('where an event says whom it is for', () => {
  it('list, page, board and month name its groups, and a long list of them in short (U3)', async () => {
    const { organization, woman, women, men, eventOf } = await setting();
    const boys = await app.make.group(organization, [], { name: 'Jungen' });
    await eventOf([women, men, boys], 'Sportfest', { place: 'Halle' });
    const { uuid } = await eventOf([women], 'Lauftreff');
    await eventOf([women, men], 'Training der Damen', { place: 'Sporthalle' });
    const { text } = await woman.get('/app/events');
    expect(rowOf(text, 'Sportfest')).toContain('Damen, Herren +1, Halle');
    expect(rowOf(text, 'Lauftreff')).toContain('<i>Damen</i>');
    // What the name says is not said twice.
    expect(rowOf(text, 'Training der Damen')).toContain('<i>Herren, Sporthalle</i>');
    expect((await woman.get(`/app/events/${uuid}`)).page).toContain('Für: Damen');
    expect((await woman.get('/app/')).page).toContain('Damen, Herren +1 · Halle');
    const month = (await woman.get(`/app/events/calendar?month=${inDays(9).slice(0, 7)}`)).page;
    expect(month).toMatch(/Lauftreff\s+Damen/);
  });

  it('an editor sees why nobody is asked: the group is empty, archived or gone (U11)', async () => {
    const { organization, editor, woman, women, eventOf } = await setting();
    const why = 'zurzeit niemand: leer, archiviert oder gelöscht';
    const empty = await app.make.group(organization);
    const [ofNobody, ofWomen] = [await eventOf([empty]), await eventOf([women])];
    const pageOf = async (browser: Browser, { uuid }: { uuid: string }) =>
      (await browser.get(`/app/events/${uuid}`)).page;
    expect(await pageOf(editor, ofNobody)).toContain(why);
    expect(await pageOf(woman, ofNobody)).not.toContain(why);
    expect(await pageOf(editor, ofWomen)).not.toContain(why);
    const archived = { archived_at: new Date() };
    await changeRows(app.db, 'groups', women.uuid, archived);
    expect(await pageOf(editor, ofWomen)).toContain(why);
    await deleteRows(app.db, 'groups', women.uuid);
    expect(await pageOf(editor, ofWomen)).toContain(`Für: Gelöschte Gruppe (${why})`);
  });
});

describe("'Meine | Alle'", () => {
  const MINE = '/app/events?whose=mine';

  it('all are shown until somebody chooses, and the choice holds for list, month and board (U5)', async () => {
    const { organization, woman, womanUser, women, men, eventOf } = await setting();
    await eventOf([women], 'Damenlauf', { asks_answer: true });
    await eventOf([men], 'Herrenlauf', { asks_answer: true });
    await eventOf([], 'Sommerfest');
    const paths = ['/app/events', `/app/events/calendar?month=${inDays(9).slice(0, 7)}`, '/app/'];
    const shown = async (path: string) => {
      const { page } = await woman.get(path);
      return ['Damenlauf', 'Herrenlauf', 'Sommerfest'].filter((name) => page.includes(name));
    };
    for (const path of paths)
      expect(await shown(path), path).toEqual(['Damenlauf', 'Herrenlauf', 'Sommerfest']);
    await woman.get('/app/events?view=list');
    expect(await shown(MINE)).toEqual(['Damenlauf', 'Sommerfest']);
    await woman.get('/app/events?view=list');
    for (const path of paths) expect(await shown(path), path).toEqual(['Damenlauf', 'Sommerfest']);
    // On another device, too, and after the log-out.
    const elsewhere = await app.as(womanUser, organization);
    expect((await elsewhere.get('/app/events')).page).not.toContain('Herrenlauf');
    await woman.get('/app/?whose=all');
    expect(await shown('/app/')).toEqual(['Damenlauf', 'Herrenlauf', 'Sommerfest']);
  });

  it('what waits for an answer is tinted only at what concerns somebody; others take a yes, too (U4, Y1)', async () => {
    const { organization, editor, women, men, woman } = await setting();
    const more = { asksAnswer: true };
    const { json: own } = await created(editor, organization, { ...more, groups: [women.uuid] });
    const { json: other } = await created(editor, organization, { ...more, groups: [men.uuid] });
    const { text } = await woman.get('/app/events');
    const mainOf = ({ uuid }: { uuid: string }) =>
      [...text.matchAll(/<a [^>]*>/g)]
        .map(([tag]) => tag)
        .find((tag) => tag.includes(`${uuid}/registration`))
        ?.match(/data-main="(.*?)"/)?.[1];
    expect([mainOf(own), mainOf(other)]).toEqual(['asked', '']);
  });

  it('dates of a series beyond four weeks are folded, and a link unfolds them (U5)', async () => {
    const { organization, woman, women, men } = await setting();
    const [own, other] = await weeklySeries(app.pool, organization, {
      count: 2,
      dates: 30,
      from: inDays(7),
    });
    await changeRows(
      app.db,
      'events',
      { series_uuid: own ?? '' },
      { groups: [women.uuid], name: 'Damentraining' },
    );
    await changeRows(app.db, 'events', { series_uuid: other ?? '' }, { groups: [men.uuid] });
    const folded = await woman.get(MINE);
    const near = folded.page.match(/Damentraining/g)?.length ?? 0;
    expect(near).toBeGreaterThanOrEqual(3);
    expect(near).toBeLessThanOrEqual(4);
    expect(folded.page).toContain(`und ${30 - near} weitere Montage`);
    expect(folded.page.match(/weitere/g), 'once, behind the last of them').toHaveLength(1);
    const link = /href="(\/app\/events\?unfolded=[^"]+)"/.exec(folded.text)?.[1] ?? '';
    const whole = await woman.get(link);
    expect(whole.page.match(/Damentraining/g)).toHaveLength(30);
    expect(whole.page).not.toContain('weitere Montage');
    expect(whole.text, 'dialogs lead back to it').toContain(`registration?${link.split('?')[1]}"`);
    const all = await woman.get('/app/events?whose=all');
    expect(all.page.match(/Damentraining|Training der Abteilung/g)).toHaveLength(60);
    expect(all.page).not.toContain('weitere');
  });

  it('what begins later shows its first date, and days of different names are dates (U5)', async () => {
    const { organization, woman, women } = await setting();
    const [series = ''] = await weeklySeries(app.pool, organization, {
      count: 1,
      dates: 3,
      from: inDays(60),
    });
    await changeRows(app.db, 'events', { series_uuid: series }, { groups: [women.uuid] });
    const shown = async () => (await woman.get(MINE)).page;
    expect(await shown()).toContain('und 2 weitere Montage');
    expect((await shown()).match(/Training der Abteilung/g)).toHaveLength(1);
    const dates = app.db.selectFrom('events').select(['uuid']).where('series_uuid', '=', series);
    const last = await dates.orderBy('date', 'desc').executeTakeFirstOrThrow();
    const change = (columns: object) => changeRows(app.db, 'events', last.uuid, columns);
    await change({ date: '2099-01-06', series_date: '2099-01-06' });
    expect(await shown()).toContain('und 2 weitere Termine');
    // What is not as usual stays in sight.
    for (const unusual of [
      { date: '2099-01-07' },
      { date: '2099-01-06', cancelled_at: new Date() },
    ]) {
      await change(unusual);
      expect(await shown()).toMatch(/und 1 weiterer Montag.*Januar 2099/);
    }
    await deleteRows(app.db, 'events', last.uuid);
    expect(await shown()).toContain('und 1 weiterer Montag');
    const stranger = await app.make.event((await app.make.club()).organization);
    for (const unfolded of [stranger.uuid, 'kein', '00000000-0000-0000-0000-000000000000'])
      expect((await woman.get(`${MINE}&unfolded=${unfolded}`)).page).toContain('und 1 weiterer');
  });

  it('where nothing is left, the list says where the rest is (U5)', async () => {
    const { woman, men, eventOf } = await setting();
    await eventOf([men]);
    const { page, text } = await woman.get(MINE);
    expect(page).toContain('Für Sie steht nichts an.');
    expect(page).toContain('AlleMeine');
    expect(text).toMatch(/href="\/app\/events\?whose=all"[^>]*>Alle Veranstaltungen/);
  });
});

const lead = (member: string, group: { uuid: string }) =>
  changeRows(
    app.db,
    'group_members',
    { member_uuid: member, group_uuid: group.uuid },
    { leader: true },
  );

/** The boxes of 'Für wen?'. */
const boxesIn = (html: string) =>
  [...html.matchAll(/<input[^>]* name="groups"[^>]*>/g)].map(([box]) => ({
    value: box.match(/ value="([^"]*)"/)?.[1],
    checked: box.includes(' checked=""'),
  }));
