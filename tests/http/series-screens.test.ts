import { describe, expect, it } from 'vitest';
import { daysFrom } from '~/dates.server';
import { readRule } from '~/features/series/rule';
import { messages, ruleInWords } from '~/features/series/wording';
import { testApp } from '../support/app';
import { eventSetting, inDays } from '../support/events';
import { linkWith } from '../support/html';
import { makeBreak, makeSeries, weeklyFields } from '../support/series';

const app = testApp();
const setting = () => eventSetting(app);

/** A club whose event is in three days. */
async function club() {
  const all = await setting();
  const event = await app.make.event(all.organization, { name: 'Lauftreff', date: inDays(3) });
  return { ...all, event, path: `/app/events/${event.uuid}/series` };
}

const german = (day: string) =>
  new Intl.DateTimeFormat('de', {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    timeZone: 'UTC',
  }).format(new Date(`${day}T00:00:00Z`));

describe('the screen that repeats an event', () => {
  it('shows the dates before it makes any, with what falls out and why (L4)', async () => {
    const { organization, editor, event, path } = await club();
    await makeBreak(app, organization, { name: 'Herbstpause', from: inDays(9), until: inDays(11) });
    const form = await editor.get(path);
    expect(form.page).toContain('In Ferien und Pausen ausfallen lassen');
    const preview = await editor.submit(path, { ...weeklyFields, skipBreaks: 'on' });
    expect(preview.status).toBe(200);
    expect(preview.page).toContain('2 neue Termine, 1 fällt aus');
    const [out, ...taking] = [10, 17, 24].map((days) => german(inDays(days)));
    expect(preview.page).toContain(`${out}: fällt aus (Herbstpause)`);
    for (const day of taking) expect(preview.page).toContain(day);
    expect(preview.page, 'the dates before what makes them').toMatch(
      new RegExp(`${taking.at(-1)}.*2 Termine anlegen`),
    );
    expect((await editor.call('GET', `/event/${event.uuid}`)).json.series).toBeNull();

    const made = await editor.submit(`${path}/creation`, { ...weeklyFields, skipBreaks: 'on' });
    expect({ status: made.status, location: made.location }).toEqual({
      status: 303,
      location: `/app/events/${event.uuid}`,
    });
    const { page } = await editor.get(made.location);
    const { title } = messages.eventRepeated({ name: 'Lauftreff', count: 2 });
    expect(title).toBe('2 Termine von Lauftreff angelegt.');
    expect(page).toContain(title);
    expect(page).toMatch(/Jeden \p{L}+, 4-mal, außer in Ferien und Pausen/u);
    expect(page).toContain('Serie ändern');
    const edit = await editor.get(`/app/events/${event.uuid}/edit`);
    expect(edit.page).toMatch(/Wiederholt sich: Jeden \p{L}+ Serie ändern/u);
  });

  it('the choice is still there when going back to change it (L4)', async () => {
    const { editor, path } = await club();
    const fields = { ...weeklyFields, skipHolidays: 'NW', skipBreaks: 'on' };
    const preview = await editor.submit(path, fields);
    const back = await editor.get(linkWith(preview, '?rule='));
    expect(back.text).toMatch(/name="rule.count"[^>]* value="4"|value="4"[^>]* name="rule.count"/);
    expect(back.text).toMatch(/<option value="NW" selected/);
    expect(back.text).toMatch(/name="skipBreaks"[^>]*checked|checked[^>]*name="skipBreaks"/);
  });

  it.each([
    ['a weekday', { 'rule.days[0]': undefined }, 'Bitte mindestens einen Wochentag wählen.'],
    ['a frequency', { 'rule.every': '' }, 'Bitte wählen.'],
    ['a frequency that exists', { 'rule.every': 'FREQ=DAILY' }, 'Bitte wählen.'],
    ['a number of dates', { 'rule.count': '' }, 'Bitte eine ganze Zahl eingeben.'],
    ['more than one date', { 'rule.count': '1' }, 'Mindestens 2.'],
    ['not too many dates', { 'rule.count': '201' }, 'Höchstens 200.'],
    ['a last day', { 'rule.end': 'until' }, 'Bitte ein Datum eingeben'],
    [
      'a last day that exists',
      { 'rule.end': 'until', 'rule.until': '31.6.2031' },
      'Bitte ein Datum',
    ],
    [
      'a last day to come',
      { 'rule.end': 'until', 'rule.until': '2020-01-01' },
      'Der letzte Tag liegt vor dem ersten Termin.',
    ],
  ])('asks for %s and keeps what was typed (L4)', async (_what, wrong, message) => {
    const { editor, path } = await club();
    for (const address of [path, `${path}/creation`]) {
      const fields = Object.entries({ ...weeklyFields, ...wrong, skipHolidays: 'SL' });
      const typed = Object.fromEntries(fields.filter(([, value]) => value !== undefined));
      const response = await editor.submit(address, typed as Record<string, string>);
      expect(response.status).toBe(422);
      expect(response.page).toContain(message);
      expect(response.text).toMatch(/<option value="SL" selected/);
      expect(response.page).toContain('Vorschau');
    }
  });

  it('offers what the day of the event can mean (L4)', async () => {
    const { organization, editor } = await setting();
    const choices = async (date: string) => {
      const { uuid } = await app.make.event(organization, { date });
      const { page } = await editor.get(`/app/events/${uuid}/series`);
      return page.match(/Jeden Monat am (letzten |\d\. )\p{L}+tag|Am \d+\. jedes Monats/gu);
    };
    expect(await choices('2031-03-11')).toEqual([
      'Jeden Monat am 2. Dienstag',
      'Am 11. jedes Monats',
    ]);
    expect(await choices('2031-02-28')).toEqual([
      'Jeden Monat am 4. Freitag',
      'Jeden Monat am letzten Freitag',
      'Am 28. jedes Monats',
    ]);
    expect(await choices('2031-01-31')).toEqual([
      'Jeden Monat am letzten Freitag',
      'Am 31. jedes Monats',
    ]);
  });

  it('says what one might not expect: short months, overlaps, a cancellation (L4)', async () => {
    const { organization, editor } = await setting();
    const day = new Date(`${inDays(40)}T00:00:00Z`);
    day.setUTCMonth(0, 31);
    day.setUTCFullYear(day.getUTCFullYear() + 1);
    const date = day.toISOString().slice(0, 10);
    const columns = { end_date: daysFrom(date, 31), cancelled_at: new Date() };
    const { uuid } = await app.make.event(organization, { date }, columns);
    const { page } = await editor.submit(`/app/events/${uuid}/series`, {
      ...weeklyFields,
      'rule.every': 'FREQ=MONTHLY;BYMONTHDAY=31',
      'rule.end': 'never',
    });
    expect(page).toContain('Monate ohne 31. haben keinen Termin.');
    expect(page).toContain('Diese Veranstaltung fällt aus. Die neuen Termine finden statt.');
    const soon = { date: inDays(3) };
    const long = await app.make.event(organization, soon, { end_date: inDays(34) });
    const weeks = await editor.submit(`/app/events/${long.uuid}/series`, {
      ...weeklyFields,
      'rule.end': 'never',
    });
    expect(weeks.page).toContain('Die Termine überschneiden sich: Jeder dauert 32 Tage.');
    expect(weeks.page).toContain('kommen von selbst dazu');
  });

  it('everybody reads on the page of an event when it repeats (L4)', async () => {
    const { organization, user } = await setting();
    const { event } = await makeSeries(app, organization, { skipHolidays: 'BY' });
    const { page } = await user.get(`/app/events/${event.uuid}`);
    expect(page).toMatch(/Jeden \p{L}+, außer an Feiertagen in Bayern/u);
    expect(page).not.toContain('Serie ändern');
  });
});

describe('a rule in words', () => {
  const open = { endsOn: null, skipHolidays: null, skipBreaks: false };
  it.each([
    ['FREQ=WEEKLY;BYDAY=TU', {}, 'Jeden Dienstag'],
    ['FREQ=WEEKLY;BYDAY=TU,TH', {}, 'Jeden Dienstag und Donnerstag'],
    [
      'FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TU,TH',
      {},
      'Alle 2 Wochen am Montag, Dienstag und Donnerstag',
    ],
    ['FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR,SA,SU', {}, 'Jeden Tag'],
    ['FREQ=MONTHLY;BYDAY=2TU', {}, 'Jeden Monat am 2. Dienstag'],
    ['FREQ=MONTHLY;BYDAY=-1FR', {}, 'Jeden Monat am letzten Freitag'],
    ['FREQ=MONTHLY;BYMONTHDAY=1,15', {}, 'Am 1. und 15. jedes Monats'],
    ['FREQ=WEEKLY;BYDAY=TU;COUNT=10', {}, 'Jeden Dienstag, 10-mal'],
    ['FREQ=WEEKLY;BYDAY=TU;UNTIL=20270630', {}, 'Jeden Dienstag bis 30. Juni 2027'],
    [
      'FREQ=WEEKLY;BYDAY=TU;UNTIL=20270630',
      { endsOn: '2027-03-01' },
      'Jeden Dienstag bis 1. März 2027',
    ],
    [
      'FREQ=WEEKLY;BYDAY=TU',
      { skipHolidays: 'SL' as const, skipBreaks: true },
      'Jeden Dienstag, außer an Feiertagen im Saarland sowie in Ferien und Pausen',
    ],
  ])('%s with %j reads „%s“ (L4)', (text, more, words) => {
    const rule = readRule(text);
    if (!rule) throw new Error(`no rule: ${text}`);
    expect(ruleInWords({ ...open, ...more, rule })).toBe(words);
  });
});
