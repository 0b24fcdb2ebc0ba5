import { describe, expect, it } from 'vitest';
import { dateToText } from '~/dates';
import { testApp } from '../support/app';
import { loggedActions } from '../support/audit';
import { seriesSetting, stored } from '../support/edited-series';
import { inDays } from '../support/events';
import { datesIn, extend, makeSeries } from '../support/series';

const app = testApp();

describe('deleting dates of a series', () => {
  const listedIn = (text: string) =>
    [...text.matchAll(/name="listed\[\d+\]" value="([^"]+)"/g)].map(([, uuid]) => uuid ?? '');

  it('deletes one date, as before, and it stays deleted (L3, L6)', async () => {
    const club = await seriesSetting(app);
    const address = `/app/events/${club.date(2)}/delete`;
    const { page } = await club.editor.get(address);
    expect(page).toContain('Gilt für');
    expect((await club.editor.submit(address, {})).status).toBe(303);
    expect(await extend(app.db, club.series.uuid)).toBe(0);
    expect([...(await datesIn(app.db, club.series.uuid)).keys()]).not.toContain(club.day(2));
    expect(await loggedActions(app, club.organization)).toEqual([
      `Veranstaltung „Training“ am ${dateToText(club.day(2))} gelöscht`,
    ]);
  });

  it('says before how many dates each choice is about, in words that hold for all (L5)', async () => {
    const club = await seriesSetting(app);
    const { page } = await club.editor.get(`/app/events/${club.date(2)}/delete`);
    expect(page).toContain('Was soll von Training wirklich gelöscht werden?');
    expect(page).toContain(
      'Nur diesen Termin Diesen und alle folgenden (6) Alle künftigen Termine (8)',
    );
    const next = `/app/events/${club.date(0)}/delete`;
    const offered = 'Nur diesen Termin Alle künftigen Termine (8)';
    expect((await club.editor.get(next)).page).toContain(offered);
    const back = await club.editor.submit(next, { scope: 'following' });
    expect([back.status, back.page.includes(offered)]).toEqual([422, true]);
    expect(/<input[^>]*value="all"[^>]*>/.exec(back.text)?.[0]).toContain('checked=""');
  });

  it.each([
    ['keep', { cancelled: false, words: '7 gelöscht, 1 behalten' }],
    ['cancel', { cancelled: true, words: '7 gelöscht, 1 fällt aus' }],
  ] as const)(
    'asks about dates with answers, and does as told: %s (L6)',
    async (fate, { cancelled, words }) => {
      const club = await seriesSetting(app);
      const address = `/app/events/${club.date(0)}/delete`;
      const asked = await club.editor.submit(address, { scope: 'all' });
      expect(asked.status).toBe(422);
      expect(asked.page).toContain('Behalten: es bleibt alles wie geplant');
      expect(listedIn(asked.text)).toEqual([club.date(1)]);
      const fields = { scope: 'all', answered: fate, 'listed[0]': club.date(1) };
      const done = await club.editor.submit(address, fields);
      expect(done.status).toBe(303);
      const events = await stored(club);
      expect(
        events.map(({ uuid, series, cancelledAt }) => [uuid, series, cancelledAt !== null]),
      ).toEqual([[club.date(1), null, cancelled]]);
      expect(await loggedActions(app, club.organization)).toEqual([
        `Termine der Veranstaltung „Training“: ${words}`,
      ]);
      expect((await club.editor.call('GET', `/event/series/${club.series.uuid}`)).status).toBe(404);
    },
  );

  it('leaves what comes before the date, and what is over (L6)', async () => {
    const club = await seriesSetting(app);
    const over = await makeSeries(app, club.organization, { event: { date: inDays(-7) } });
    const next = over.dates.get(inDays(7)) ?? '';
    expect((await club.editor.submit(`/app/events/${next}/delete`, { scope: 'all' })).status).toBe(
      303,
    );
    expect([...(await datesIn(app.db, over.uuid)).keys()]).toEqual([inDays(-7)]);
    expect(await extend(app.db, over.uuid)).toBe(0);
    expect(
      (await club.editor.submit(`/app/events/${club.date(4)}/delete`, { scope: 'following' }))
        .status,
    ).toBe(303);
    expect([...(await datesIn(app.db, club.series.uuid)).keys()]).toEqual(
      [0, 1, 2, 3].map(club.day),
    );
    expect(await extend(app.db, club.series.uuid)).toBe(0);
  });
});
