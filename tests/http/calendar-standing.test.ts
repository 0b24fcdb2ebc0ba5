import { describe, expect, it } from 'vitest';
import { testApp } from '../support/app';
import { entriesOf, makeFeed } from '../support/calendars';
import { inDays as dayIn } from '../support/events';
import { changeRows, deleteRows } from '../support/rows';

const app = testApp();

const hoursFromNow = (hours: number) => new Date(Date.now() + hours * 3_600_000);

/** A club with an event of every kind, for a user who has answered some of them. */
async function everyKind({ linked = true } = {}) {
  const organization = await app.make.organization();
  const user = await app.make.userOf(organization, [], { linked });
  const make = (name: string, fields: { date?: string; max?: number } = {}, more = {}) =>
    app.make.event(organization, { name, date: dayIn(20), ...fields }, more);
  const asking = { asks_answer: true };
  const someone = await app.make.member(organization);

  await make('offen');
  await make('gefragt', {}, asking);
  await make('begrenzt', { max: 5 });
  const full = await make('voll', { max: 1 });
  await app.make.registration(full, someone);
  const noList = await make('voll ohne Warteliste', { max: 1 }, { waiting_list: false });
  await app.make.registration(noList, someone);
  await make('Frist vorbei', { max: 5 }, { sign_up_until: hoursFromNow(-1) });
  await make('Frist läuft', {}, { ...asking, sign_up_until: hoursFromNow(24) });
  await make('begonnen', { date: dayIn(-1) }, { ...asking, start_time: '00:00' });
  await make('seit Tagen', { date: dayIn(-2) }, { ...asking, end_date: dayIn(2) });
  await make('vorbei, offen', { date: dayIn(-10) });
  await make('vorbei, gefragt', { date: dayIn(-10) }, asking);
  await make('abgesagt, offen', {}, { cancelled_at: new Date() });
  await make('abgesagt, gefragt', {}, { ...asking, cancelled_at: new Date() });
  const late = { cancelled_at: hoursFromNow(-1), sign_up_until: hoursFromNow(-2) };
  await make('abgesagt nach der Frist', {}, { ...asking, ...late });

  if (linked) {
    const own = { uuid: user.member };
    const register = async (...[name, fields, more]: Parameters<typeof make>) => {
      const event = await make(name, fields, more);
      await app.make.registration(event, own);
      return event;
    };
    await register('angemeldet', { max: 5 });
    await register('zugesagt', {}, asking);
    await register('dabei gewesen', { date: dayIn(-10), max: 5 });
    const waited = await make('Warteliste', { max: 1 });
    await app.make.registration(waited, someone);
    await app.make.waiting(waited, own);
    const declined = await make('nein', { max: 5 });
    await app.make.decline(declined, own);
    const cancelled = await register('abgesagt, angemeldet', { max: 5 });
    const refused = await make('abgesagt, nein', { max: 5 });
    await app.make.decline(refused, own);
    await app.pool.query('update events set cancelled_at = now() where uuid = any($1)', [
      [cancelled.uuid, refused.uuid],
    ]);
  }
  return { user };
}

/** What a feed shows: title, status and whether one is busy, and the first line of what it says. */
async function shown(user: { uuid: string }, scope: 'mine' | 'all', slot = 1) {
  const { path } = await makeFeed(app, user, { scope, slot });
  const { text } = await app.visitor().get(path);
  const entries = entriesOf(text).map(({ summary, status, transparency, description }) => [
    summary,
    `${status} ${transparency}`,
    description.split('\n')[2]?.replace(/^http.*/, '') ?? '',
  ]);
  return entries.sort(([one = ''], [other = '']) => one.localeCompare(other));
}

const FREE = 'CONFIRMED TRANSPARENT';
const BUSY = 'CONFIRMED OPAQUE';
const UNSURE = 'TENTATIVE TRANSPARENT';
const OFF = 'CANCELLED TRANSPARENT';
const ASKED = 'Sie haben noch nicht geantwortet.';
const COMES = 'Sie sind dabei.';
const CALLED_OFF = 'Die Veranstaltung fällt aus.';

const MINE = [
  ['Fällt aus: abgesagt, angemeldet', OFF, CALLED_OFF],
  ['Fällt aus: abgesagt, gefragt', OFF, CALLED_OFF],
  ['Fällt aus: abgesagt, offen', OFF, CALLED_OFF],
  ['angemeldet', BUSY, COMES],
  ['? begrenzt', UNSURE, ASKED],
  ['? Frist läuft', UNSURE, ASKED],
  ['? gefragt', UNSURE, ASKED],
  ['? voll', UNSURE, ASKED],
  ['dabei gewesen', BUSY, COMES],
  ['offen', FREE, ''],
  ['vorbei, offen', FREE, ''],
  ['Warteliste: Warteliste', UNSURE, 'Sie stehen auf der Warteliste.'],
  ['zugesagt', BUSY, COMES],
];

const OTHERS = [
  ['Fällt aus: abgesagt nach der Frist', OFF, CALLED_OFF],
  ['Fällt aus: abgesagt, nein', OFF, CALLED_OFF],
  ['begonnen', FREE, ''],
  ['Frist vorbei', FREE, ''],
  ['nein', FREE, 'Sie haben abgesagt.'],
  ['seit Tagen', FREE, ''],
  ['voll ohne Warteliste', FREE, ''],
  ['vorbei, gefragt', FREE, ''],
];

const sorted = (entries: string[][]) =>
  entries.toSorted(([one = ''], [other = '']) => one.localeCompare(other));

describe('what a feed shows', () => {
  it('my events are those one comes to, waits for, may still answer, or can just go to (M2)', async () => {
    const { user } = await everyKind();
    expect(await shown(user, 'mine')).toEqual(sorted(MINE));
  });

  it('all events have the own answer, too, and what is declined keeps nobody busy (M2)', async () => {
    const { user } = await everyKind();
    expect(await shown(user, 'all')).toEqual(sorted([...MINE, ...OTHERS]));
  });

  it('a user without a member is asked for nothing (M2)', async () => {
    const { user } = await everyKind({ linked: false });
    const mine = await shown(user, 'mine');
    expect(mine.map(([summary]) => summary)).toEqual([
      'Fällt aus: abgesagt, offen',
      'offen',
      'vorbei, offen',
    ]);
    const all = await shown(user, 'all', 2);
    expect(all).toHaveLength(14);
    expect(all.filter(([, status]) => status === UNSURE)).toEqual([]);
  });

  it('an answer shows at the next call, and so does a member who is no longer linked (M1, M2)', async () => {
    const organization = await app.make.organization();
    const user = await app.make.userOf(organization);
    const event = await app.make.event(organization, { name: 'Probe', date: dayIn(5), max: 5 });
    const { path } = await makeFeed(app, user, { organization });
    const person = await app.as(user, organization);
    const state = async () => {
      const { text, headers } = await app.visitor().get(path);
      const [entry] = entriesOf(text);
      return { summary: entry?.summary, stamp: entry?.stamp ?? '', tag: headers.get('ETag') };
    };
    const asked = await state();
    expect(asked.summary).toBe('? Probe');
    const dialog = `/app/events/${event.uuid}/registration`;
    expect((await person.submit(dialog)).status).toBe(303);
    const comes = await state();
    expect(comes.summary).toBe('Probe');
    expect(comes.stamp >= asked.stamp).toBe(true);
    await person.submit(`${dialog}/withdrawal`);
    expect((await state()).summary).toBeUndefined();
    await deleteRows(app.db, 'answers', { answer: 'no', event_uuid: event.uuid });
    expect((await state()).summary).toBe('? Probe');
    await changeRows(app.db, 'members', user.member, { user_uuid: null });
    expect((await state()).summary).toBeUndefined();
  });

  it('a deadline that passes is a new state, without a change to the event (M5)', async () => {
    const organization = await app.make.organization();
    const user = await app.make.userOf(organization);
    const event = await app.make.event(
      organization,
      { name: 'Probe', date: dayIn(5), max: 5 },
      { sign_up_until: hoursFromNow(1) },
    );
    const { path } = await makeFeed(app, user, { organization });
    const before = await app.visitor().get(path);
    expect(entriesOf(before.text)).toHaveLength(1);
    // As good as waiting for it: calendars do not show deadlines.
    await changeRows(app.db, 'events', event.uuid, { sign_up_until: hoursFromNow(-1) });
    const tag = before.headers.get('ETag') ?? '';
    const after = await app.visitor().get(path, { 'If-None-Match': tag });
    expect([after.status, entriesOf(after.text)]).toEqual([200, []]);
  });
});
