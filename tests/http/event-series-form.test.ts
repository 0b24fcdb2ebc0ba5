import { describe, expect, it } from 'vitest';
import { dateToText } from '~/dates';
import { daysFrom, today } from '~/dates.server';
import { WEEKDAYS } from '~/features/series/rule';
import { schoolHolidaysIn } from '~/features/series/school-holidays.server';
import { FORM_KEY } from '~/ui/form-context';
import { testApp } from '../support/app';
import { loggedActions } from '../support/audit';
import type { Browser } from '../support/browser';
import { eventSetting, inDays } from '../support/events';
import { rowOf } from '../support/rows';
import { datesIn, makeBreak, weekdayOf } from '../support/series';

const app = testApp();
const setting = () => eventSetting(app);

const date = inDays(3);
const training = { name: 'Training', date, eventType: 'OPEN_EVENT' };
/** As the form posts it with scripts, or a second time without. */
const shown = { datesShown: 'yes' };
const weekly = { ...training, ...shown, repeats: 'week', until: daysFrom(date, 28) };

async function seriesOf({ uuid }: { uuid: string }) {
  const rows = await app.db
    .selectFrom('series')
    .select(['uuid', 'rule', 'skip_holidays as skipHolidays', 'skip_breaks as skipBreaks'])
    .where('organization_uuid', '=', uuid)
    .execute();
  return Promise.all(
    rows.map(async (row) => ({ ...row, days: [...(await datesIn(app.db, row.uuid)).keys()] })),
  );
}

const eventsOf = (organization: { uuid: string }) =>
  app.db
    .selectFrom('events')
    .select(['uuid', 'name', 'date', 'asks_answer as asks', 'groups', 'place'])
    .where('organization_uuid', '=', organization.uuid)
    .orderBy('date')
    .execute();

/** What the form says of its dates while it is filled in. */
const asked = (editor: Browser, fields: Record<string, string>) =>
  editor.get(`/app/events/new/dates?${new URLSearchParams(fields)}`);

describe('a series in the form for a new event', () => {
  it('one form makes an event and its dates, and shows its page (Y3, Y7)', async () => {
    const { organization, editor } = await setting();
    const made = await editor.submit('/app/events/new', {
      ...weekly,
      startTime: '19:30',
      endTime: '21',
      place: 'Halle',
      asksAnswer: 'yes',
    });
    const events = await eventsOf(organization);
    expect(events.map((event) => event.date)).toEqual(
      [0, 7, 14, 21, 28].map((days) => daysFrom(date, days)),
    );
    for (const event of events)
      expect(event).toMatchObject({ name: 'Training', asks: true, place: 'Halle' });
    expect([made.status, made.location]).toEqual([303, `/app/events/${events[0]?.uuid}`]);
    expect((await editor.get(made.location)).page).toContain('5 Termine von Training angelegt.');
    const [series] = await seriesOf(organization);
    expect(series?.days).toEqual(events.map((event) => event.date));
    expect(await loggedActions(app, organization)).toEqual([
      `Veranstaltung „Training“ am ${dateToText(date)} angelegt und wiederholt: 5 Termine`,
    ]);
  });

  const own = weekdayOf(date) ?? 'MO';
  const nth = Math.ceil(Number(date.slice(8)) / 7);
  const all = WEEKDAYS.filter((day) => day === own || day === 'TU' || day === 'FR');
  it.each([
    [{ repeats: 'week' }, `FREQ=WEEKLY;BYDAY=${own}`],
    [{ repeats: 'fortnight' }, `FREQ=WEEKLY;INTERVAL=2;BYDAY=${own}`],
    [{ repeats: 'month' }, `FREQ=MONTHLY;BYDAY=${nth > 4 ? -1 : nth}${own}`],
    [
      { repeats: 'other', every: 'week', 'days[0]': 'TU', 'days[1]': 'FR' },
      `FREQ=WEEKLY;BYDAY=${all}`,
    ],
    [{ repeats: 'other', every: 'fortnight' }, `FREQ=WEEKLY;INTERVAL=2;BYDAY=${own}`],
    [{ repeats: 'other', every: '3weeks' }, `FREQ=WEEKLY;INTERVAL=3;BYDAY=${own}`],
    [{ repeats: 'other', every: '4weeks' }, `FREQ=WEEKLY;INTERVAL=4;BYDAY=${own}`],
    [{ repeats: 'other', every: 'last' }, `FREQ=MONTHLY;BYDAY=-1${own}`],
    [{ repeats: 'other', every: 'day' }, `FREQ=MONTHLY;BYMONTHDAY=${Number(date.slice(8))}`],
  ])('%j is %s, and as many dates are made as were shown (Y3)', async (fields, rule) => {
    const { organization, editor } = await setting();
    const until = daysFrom(date, 200);
    const { 'days[0]': one, 'days[1]': two, ...query } = fields as Record<string, string>;
    const days = [one, two].filter(Boolean).join();
    const { json: live } = await asked(editor, { date, until, ...query, days });
    const made = await editor.submit('/app/events/new', {
      ...training,
      ...shown,
      until,
      ...(fields as Record<string, string>),
    });
    expect(made.status).toBe(303);
    const [series] = await seriesOf(organization);
    expect(series?.rule).toBe(`${rule};UNTIL=${until.replaceAll('-', '')}`);
    expect(series?.days[0]).toBe(date);
    expect(live.count).toBe(series?.days.length);
    expect(live.summary).toContain(`${live.count} Termine, `);
  });

  it('without an end the dates follow by themselves (L3, Y3)', async () => {
    const { organization, editor } = await setting();
    const open = { ...weekly, until: '' };
    expect((await editor.submit('/app/events/new', open)).status).toBe(303);
    const [series] = await seriesOf(organization);
    expect(series?.rule).toBe(`FREQ=WEEKLY;BYDAY=${own}`);
    const { json } = await asked(editor, { date, repeats: 'week' });
    expect([json.count, series?.days.length]).toEqual([57, 57]);
    expect(json.later).toContain('kommen von selbst dazu');
  });

  it("holidays of the club's state, its school holidays and own breaks fall out (Y3)", async () => {
    const { organization, editor } = await setting();
    await editor.submit('/app/events/breaks/state', { state: 'BW' });
    await makeBreak(app, organization, {
      name: 'Inventur',
      from: daysFrom(date, 7),
      until: daysFrom(date, 7),
    });
    const until = daysFrom(date, 250);
    const ticked = { skipHolidays: 'on', skipBreaks: 'on' };
    const { json } = await asked(editor, { date, repeats: 'week', until, ...ticked });
    await editor.submit('/app/events/new', { ...weekly, until, ...ticked });
    const [series] = await seriesOf(organization);
    expect(series).toMatchObject({ skipHolidays: 'BW', skipBreaks: true });
    const days = series?.days ?? [];
    expect(json.count).toBe(days.length);
    const out = Math.floor(250 / 7) + 1 - days.length;
    expect(json.summary).toMatch(
      new RegExp(`^${days.length} Termine, \\p{L}+s bis .*; ${out} fallen aus$`, 'u'),
    );
    expect(JSON.stringify(json.months)).toContain('fällt aus (Inventur)');
    for (const { from, until: end } of schoolHolidaysIn('BW'))
      expect(days.slice(1).filter((day) => from <= day && day <= end)).toEqual([]);
  });

  it('a club without a state names it in the form, once (Y3)', async () => {
    const { organization, editor } = await setting();
    expect((await editor.get('/app/events/new')).text).toMatch(/<select[^>]* name="state"/);
    const ticked = { skipHolidays: 'on', skipBreaks: 'on', state: 'HE' };
    const until = daysFrom(date, 250);
    const { json } = await asked(editor, { date, repeats: 'week', until, ...ticked });
    await editor.submit('/app/events/new', { ...weekly, until, ...ticked });
    // Its school holidays are counted before it has been named.
    expect((await seriesOf(organization))[0]?.days).toHaveLength(json.count);
    expect(json.summary).toContain('fallen aus');
    expect((await seriesOf(organization))[0]).toMatchObject({
      skipHolidays: 'HE',
      skipBreaks: true,
    });
    const { page, text } = await editor.get('/app/events/new');
    expect(page).toContain('Fällt an Feiertagen in Hessen aus');
    expect(text).not.toMatch(/<select[^>]* name="state"/);
    // A form from before does not move it.
    await editor.submit('/app/events/new', { ...weekly, ...ticked, state: 'BY' });
    expect((await editor.get('/app/events/breaks')).page).toContain('Schulferien in Hessen');
  });

  it('without scripts the dates are shown first, and made by the next step (L4, Y3)', async () => {
    const { organization, editor } = await setting();
    const { datesShown: _not, ...first } = weekly;
    const form = await editor.get('/app/events/new');
    expect(form.text).not.toContain('name="datesShown"');
    const preview = await editor.submit('/app/events/new', first);
    expect(preview.status).toBe(200);
    expect(preview.page).toContain('Noch ist nichts angelegt.');
    expect(preview.page).toMatch(/5 Termine, \p{L}+s bis \d+\. \p{L}+/u);
    expect(preview.page).toContain('5 Termine anlegen');
    expect(preview.text).toMatch(/name="datesShown" value="yes"|value="yes"[^>]*name="datesShown"/);
    expect(preview.text).toContain('value="Training"');
    expect(preview.text).toMatch(/<option value="week" selected/);
    expect(await eventsOf(organization)).toEqual([]);
    expect((await editor.submit('/app/events/new', weekly)).status).toBe(303);
    expect(await eventsOf(organization)).toHaveLength(5);
    // What does not repeat is made at once.
    expect((await editor.submit('/app/events/new', training)).status).toBe(303);
  });

  it('a form that arrives twice makes one series (Y3)', async () => {
    const { organization, editor } = await setting();
    const key = crypto.randomUUID();
    const twice = await Promise.all(
      [1, 2].map(() => editor.submit('/app/events/new', { ...weekly, [FORM_KEY]: key })),
    );
    expect(new Set(twice.map(({ status, location }) => `${status} ${location}`)).size).toBe(1);
    expect(await eventsOf(organization)).toHaveLength(5);
    expect(await seriesOf(organization)).toHaveLength(1);
  });

  it.each([
    [{ repeats: 'daily' }, 'repeats', 'Bitte wählen.'],
    [{ repeats: 'other', every: 'year' }, 'every', 'Bitte wählen.'],
    [{ until: '31.6.2031' }, 'until', 'Kein gültiges Datum.'],
    [{ until: daysFrom(date, -1) }, 'until', 'Der letzte Tag liegt vor dem ersten Termin.'],
    [{ until: date }, 'until', 'Das ergibt keinen Termin nach dem'],
    [{ date: '2050-01-01', until: '' }, 'until', 'spätestens in zehn Jahren'],
    [{ state: 'XX' }, 'state', 'Kein Bundesland.'],
  ] as const)(
    'refuses %j at its field and keeps what was typed (Y3)',
    async (wrong, field, message) => {
      const { organization, editor } = await setting();
      const fields = { ...weekly, place: 'Halle 7', skipHolidays: 'on', ...wrong };
      const refused = await editor.submit('/app/events/new', fields);
      expect(refused.status).toBe(422);
      expect(refused.page).toContain(message);
      expect(refused.text).toContain(`href="#new-event-${field}"`);
      expect(refused.text).toContain('value="Halle 7"');
      expect(refused.text).toMatch(
        /name="skipHolidays"[^>]*checked|checked[^>]*name="skipHolidays"/,
      );
      expect(refused.text).not.toMatch(
        /name="skipBreaks"[^>]*checked|checked[^>]*name="skipBreaks"/,
      );
      if (!('repeats' in wrong)) expect(refused.text).toMatch(/<option value="week" selected/);
      expect(await eventsOf(organization)).toEqual([]);
      expect(await seriesOf(organization)).toEqual([]);
    },
  );

  it('a leader makes a series for the group, and names no state (U8, Y3)', async () => {
    const { organization } = await setting();
    const leader = await app.make.userOf(organization);
    const group = await app.make.group(organization);
    await app.make.leads(leader, group);
    const visitor = await app.as(leader, organization);
    const { text } = await visitor.get('/app/events/new');
    expect(text).not.toMatch(/<select[^>]* name="state"/);
    const everyone = { ...weekly, state: 'HE', skipHolidays: 'on' };
    expect((await visitor.submit('/app/events/new', everyone)).status).toBe(422);
    const made = await visitor.submit('/app/events/new', { ...everyone, 'groups[0]': group.uuid });
    expect(made.status).toBe(303);
    for (const event of await eventsOf(organization)) expect(event.groups).toEqual([group.uuid]);
    expect((await seriesOf(organization))[0]).toMatchObject({ skipHolidays: null });
    const { state } = await rowOf(app.db, 'organizations', organization.uuid, ['state']);
    expect(state).toBeNull();
  });

  it('the last day is at first the end of June, two months off at least (Y3)', async () => {
    const { editor } = await setting();
    const { text } = await editor.get('/app/events/new');
    const year = Number(today().slice(0, 4));
    const june = daysFrom(today(), 60) > `${year}-06-30` ? year + 1 : year;
    expect(text).toContain(`value="30. Juni ${june}"`);
  });

  it('the last day as proposed becomes that of a later event, in preview and result (Y3)', async () => {
    const { organization, editor } = await setting();
    const june = Number((await editor.get('/app/events/new')).text.match(/30\. Juni (\d+)/)?.[1]);
    const fields = { ...weekly, date: `${june}-07-10`, until: `${june}-06-30`, repeats: 'month' };
    const { json } = await asked(editor, fields);
    expect(json).toMatchObject({ until: `${june + 1}-06-30` });
    expect(json.summary).toContain(` bis 30. Juni ${june + 1}`);
    const { datesShown: _not, ...first } = fields;
    const preview = await editor.submit('/app/events/new', first);
    expect(preview.text).toContain(`value="30. Juni ${june + 1}"`);
    expect((await editor.submit('/app/events/new', fields)).status).toBe(303);
    expect((await seriesOf(organization))[0]?.rule).toContain(`;UNTIL=${june + 1}0630`);
    // What was typed holds, and within the first year the year goes without saying.
    const typed = { ...fields, until: `${june}-12-31` };
    expect((await asked(editor, typed)).json).toMatchObject({ until: null });
    expect((await asked(editor, typed)).json.summary).toMatch(/ bis 31\. Dezember$/);
  });

  it('no date is promised for a night whose skipped hour leaves no time for it (L4, X4)', async () => {
    const { organization, editor } = await setting();
    // The clocks go forward on the last Sunday of March; of the next one, whose dates are planned already.
    const year = Number(daysFrom(today(), 286).slice(0, 4));
    const sunday = daysFrom(`${year}-04-01`, -(new Date(`${year}-04-01`).getUTCDay() || 7));
    const [from, until] = [daysFrom(sunday, -7), daysFrom(sunday, 7)];
    const times = { startTime: '02:15', endTime: '03:05' };
    const fields = { ...weekly, date: from, until, ...times };
    const { json } = await asked(editor, fields);
    expect(json.count).toBe(2);
    expect(JSON.stringify(json.months)).toContain(': fällt aus (Zeitumstellung)');
    expect((await asked(editor, { ...fields, endTime: '0' })).json.count).toBe(3);
    const made = await editor.submit('/app/events/new', fields);
    expect((await editor.get(made.location)).page).toContain('2 Termine von Training angelegt.');
    const events = await eventsOf(organization);
    expect(events.map((event) => event.date)).toEqual([from, until]);
    const change = await editor.submit(`/app/events/${events[0]?.uuid}/series/change`, {
      'rule.every': 'FREQ=WEEKLY',
      'rule.days[0]': weekdayOf(from),
      'rule.end': 'count',
      'rule.count': '4',
      skipHolidays: '',
      scope: 'all',
    });
    expect(change.page).toContain('Vorschau: 1 neuer Termin');
  });

  it('a first date in the past says so, and how many there are (L4)', async () => {
    const { editor } = await setting();
    const made = await editor.submit('/app/events/new', { ...weekly, date: daysFrom(date, -7) });
    expect((await editor.get(made.location)).page).toMatch(
      /6 Termine von Training angelegt\. Das Datum liegt in der Vergangenheit: /,
    );
  });
});
