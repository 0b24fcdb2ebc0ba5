import { describe, expect, it } from 'vitest';
import { daysFrom } from '~/dates.server';
import { testApp } from '../support/app';
import { seriesSetting, stored, typed } from '../support/edited-series';
import { rowsOf } from '../support/rows';
import { weekdayOf } from '../support/series';

const app = testApp();

describe('hostile edits of series', () => {
  it('are refused: too many or foreign ids, an unknown scope, no date of a series (L6)', async () => {
    const club = await seriesSetting(app);
    const { editor } = club;
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
    const single = await app.make.event(club.organization);
    const edited = { uuid: single.uuid, name: 'Fest', date: single.date, eventType: 'OPEN_EVENT' };
    expect((await editor.call('PUT', '/event', { ...edited, scope: 'all' })).status).toBe(422);
    expect((await editor.call('PUT', '/event', { ...edited, scope: 'some' })).status).toBe(422);
    expect(
      (await editor.submit(`/app/events/${single.uuid}/delete`, { scope: 'all' })).status,
    ).toBe(422);
    expect(await stored(club)).toHaveLength(8 + 2);
  });

  it('leave each date what its type has: limited ones ask nothing, open ones have no maximum (J3, L5)', async () => {
    const club = await seriesSetting(app);
    const { editor, series } = club;
    const types = async () => {
      const rows = await app.db
        .selectFrom('events')
        .select(['event_type as type', 'max_participants as max', 'asks_answer as asks'])
        .where('series_uuid', 'is not', null)
        .where('organization_uuid', '=', series.organization)
        .orderBy('date')
        .execute();
      return rows.map(({ type, max, asks }) => [type.slice(0, 4), max, asks].join(' '));
    };
    const edit = async (at: number, fields: object) => {
      const address = { uuid: club.date(at), name: 'Training', date: club.day(at) };
      const { status, json } = await editor.call('PUT', '/event', { ...address, ...fields });
      expect(status).toBe(200);
      return json;
    };
    // One of its own, which stays limited whatever the others ask.
    await edit(0, { eventType: 'OPEN_EVENT', scope: 'all' });
    await edit(6, { eventType: 'LIMITED_EVENT', maxParticipants: 5 });
    const asking = { eventType: 'OPEN_EVENT', asksAnswer: true, scope: 'all' };
    await edit(0, asking);
    // The same again changes nothing, and returns the event like any edit.
    expect(await edit(0, asking)).toEqual(
      (await editor.call('GET', `/event/${club.date(0)}`)).json,
    );
    const [open, own] = ['OPEN 0 true', 'LIMI 5 false'];
    expect(await types()).toEqual([open, open, open, open, open, open, own, open]);
    // One that asks nothing carries its type over to the series, which does.
    await edit(3, { eventType: 'OPEN_EVENT', asksAnswer: false });
    await edit(3, { eventType: 'LIMITED_EVENT', maxParticipants: 9, scope: 'all' });
    const limited = 'LIMI 9 false';
    expect(await types()).toEqual([
      ...[limited, limited, limited, limited, limited, limited, own, limited],
    ]);
    const more = { rule: `FREQ=WEEKLY;BYDAY=${weekdayOf(series.event.date)};COUNT=10` };
    const [first] = await rowsOf(app.db, 'series', { organization_uuid: series.organization }, [
      'uuid',
    ]);
    const changed = await editor.call('PUT', `/event/series/${first?.uuid}`, more);
    expect(changed.status).toBe(200);
    expect((await types()).slice(8)).toEqual([limited, limited]);
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
