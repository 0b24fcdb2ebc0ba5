import { describe, expect, it } from 'vitest';
import { daysFrom } from '~/dates.server';
import { testApp } from '../support/app';
import { seriesSetting, stored, typed } from '../support/edited-series';

const app = testApp();

describe('hostile edits of series', () => {
  it('are refused: too many or foreign ids, no such scope, another club, none of a series (L6)', async () => {
    const club = await seriesSetting(app);
    const { editor, stranger, user } = club;
    const address = `/event/series/${club.series.uuid}`;
    const body = { rule: 'FREQ=WEEKLY;BYDAY=MO' };
    const many = Array.from({ length: 10_000 }, () => crypto.randomUUID());
    expect((await editor.call('PUT', address, { ...body, listed: many })).status).toBe(422);
    const foreign = [crypto.randomUUID(), (await app.make.event(club.organization)).uuid];
    expect(
      (
        await editor.call('PUT', address, {
          ...body,
          rule: 'FREQ=MONTHLY;BYMONTHDAY=31',
          listed: foreign,
        })
      ).status,
    ).toBe(422);
    expect((await editor.call('DELETE', address, { listed: ['x'] })).json.errors).toHaveProperty(
      'listed.0',
    );
    expect((await editor.call('DELETE', address, { from: 'bald' })).json.errors).toHaveProperty(
      'from',
    );
    for (const method of ['PUT', 'DELETE'] as const) {
      const sent = method === 'PUT' ? body : {};
      expect((await stranger.call(method, address, sent)).status).toBe(404);
      expect((await user.call(method, address, sent)).status).toBe(403);
      expect((await editor.call(method, '/event/series/x', sent)).status).toBe(404);
    }
    const single = await app.make.event(club.organization);
    const edited = { uuid: single.uuid, name: 'Fest', date: single.date, eventType: 'OPEN_EVENT' };
    expect((await editor.call('PUT', '/event', { ...edited, scope: 'all' })).status).toBe(422);
    expect((await editor.call('PUT', '/event', { ...edited, scope: 'some' })).status).toBe(422);
    expect(
      (await editor.submit(`/app/events/${single.uuid}/delete`, { scope: 'all' })).status,
    ).toBe(422);
    expect(await stored(club)).toHaveLength(8 + 2);
  });

  it('that come twice are carried out once (L7)', async () => {
    const club = await seriesSetting(app);
    const address = `/app/events/${club.date(4)}/edit`;
    const fields = typed(club, 4, {
      date: daysFrom(club.day(4), 1),
      scope: 'following',
      __version: '1',
    });
    const both = await Promise.all([1, 2].map(() => club.editor.submit(address, fields)));
    expect(both.map(({ status }) => status)).toEqual([303, 303]);
    expect((await stored(club)).map(({ date }) => date)).toEqual(
      [0, 1, 2, 3, 4, 5, 6, 7].map((at) => (at < 4 ? club.day(at) : daysFrom(club.day(at), 1))),
    );
  });
});
