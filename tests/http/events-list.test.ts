import { describe, expect, it } from 'vitest';
import { testApp } from '../support/app';
import { eventSetting, inClubDays, inDays, rowOf } from '../support/events';
import { changeRows, deleteRows } from '../support/rows';

const app = testApp();
const setting = () => eventSetting(app);

describe('the list of events', () => {
  it('the list of events shows nothing of other organisations (B2)', async () => {
    const stranger = await app.asUserOf(await app.make.organization());
    await app.make.event(await app.make.organization(), { name: 'Geheimtreffen' });
    expect((await stranger.get('/app/events')).text).not.toContain('Geheimtreffen');
  });
});

describe('a row of the list', () => {
  it('an event that is over says so beside its badge, and its sign-up is not tinted (E2, E3)', async () => {
    const { organization, user } = await setting();
    await app.make.event(organization, { name: 'Gestern', date: inDays(-1), max: 4 });
    await app.make.event(organization, { name: 'Heute', date: inClubDays(0), max: 4 });
    const { text } = await user.get('/app/events');
    const [past, present] = [rowOf(text, 'Gestern'), rowOf(text, 'Heute')];
    expect(past).toMatch(/Freie Plätze\..*\(0 von 4 belegt\).*<span class="badge">Vorbei</s);
    expect(past).toContain('data-main=""');
    expect(past).toMatch(/href="[^"]*\/registration"/);
    expect(present).not.toContain('Vorbei');
    expect(present).toContain('data-main="asked"');
  });

  it('Umfragen counts the polls and is marked while one waits for my answer (F4, F5)', async () => {
    const { organization, user, member, editor } = await setting();
    const event = await app.make.event(organization, { name: 'Fest' });
    await app.make.event(organization, { name: 'Ohne' });
    const action = async (browser = user, name = 'Fest') => {
      const row = rowOf((await browser.get('/app/events')).text, name);
      const [, mark, words, count] =
        /data-icon="poll"[^>]*?( data-mark="")?>([^<]*)<(?:small aria-hidden="true">(\d+))?/.exec(
          row,
        ) ?? [];
      return [words, Number(count ?? 0), mark !== undefined];
    };
    expect(await action()).toEqual(['Umfragen', 0, false]);

    const poll = await app.make.poll(event, { options: ['Ja', 'Nein'] });
    await app.make.poll(event, { options: ['Ja'], closed: true });
    const waiting = ['Umfragen', 2, true];
    expect(await action()).toEqual(waiting);
    expect(await action(editor), 'of each their own').toEqual(waiting);

    const calm = ['Umfragen', 2, false];
    await changeRows(app.db, 'events', event.uuid, { cancelled_at: new Date() });
    expect(await action(), 'of a cancelled event').toEqual(calm);
    await changeRows(app.db, 'events', event.uuid, { cancelled_at: null });
    await app.make.decline(event, member);
    expect(await action(), 'of one that I have declined').toEqual(calm);
    await deleteRows(app.db, 'answers', { event_uuid: event.uuid });

    await app.make.answer(poll, member);
    expect(await action()).toEqual(calm);
    expect(await action(editor)).toEqual(waiting);
    expect(await action(user, 'Ohne')).toEqual(['Umfragen', 0, false]);

    const guest = await app.make.user();
    await app.make.belongs(guest, organization);
    expect(await action(await app.as(guest, organization)), 'nobody who cannot answer').toEqual([
      'Umfragen',
      2,
      false,
    ]);
  });
});
