import { describe, expect, it } from 'vitest';
import { testApp } from '../support/app';
import { eventSetting, inDays, rowOf } from '../support/events';
import { changeRows, deleteRows, insertRows } from '../support/rows';

const app = testApp();
const setting = () => eventSetting(app);

describe('the list of events', () => {
  it('the list of events shows name, date and occupancy, ordered by date (E1, E2)', async () => {
    const { organization, user, member } = await setting();
    const limited = await app.make.event(organization, {
      name: 'Zeltlager',
      date: '2030-03-05',
      max: 4,
    });
    await app.make.event(organization, { name: 'Ausflug', date: '2030-07-01' });
    await app.make.event(organization, { name: 'Nullfest', date: '2030-08-01', max: 0 });
    await app.make.registration(limited, member);

    const { status, page, text } = await user.get('/app/events');
    expect(status).toBe(200);
    const cells = (name: string) =>
      rowOf(text, name)
        .match(/<t[hd].*?<\/t[hd]>/gs)
        ?.map((cell) => cell.replace(/<[^>]+>/g, ' '));
    const beginning = (start: string) => expect.stringMatching(new RegExp(`^\\s*${start}`));
    expect(cells('Zeltlager')).toEqual([
      beginning('Zeltlager\\s+Angemeldet'),
      beginning('Di\\s+05\\. März 2030'),
      beginning('Freie Plätze\\.\\s+\\(1 von 4 belegt\\)'),
      beginning('Abmelden\\s+Umfragen'),
    ]);
    expect(cells('Ausflug')?.slice(1)).toEqual([
      beginning('Mo\\s+01\\. Juli 2030'),
      beginning('Offene Veranstaltung'),
      beginning('Umfragen'),
    ]);
    expect(cells('Nullfest')?.slice(1, 3)).toEqual([
      beginning('Do\\s+01\\. August 2030'),
      beginning('Keine freien Plätze mehr\\.\\s+\\(0 von 0 belegt\\)'),
    ]);
    expect(page.indexOf('Zeltlager')).toBeLessThan(page.indexOf('Ausflug'));
    expect(text).toContain('class="badge green">Freie Plätze.');
    expect(text).toContain('class="badge red">Keine freien Plätze mehr.');
    expect(rowOf(text, 'Nullfest')).toMatch(
      /<button type="button" disabled="" aria-label="Anmelden: Nullfest"[^>]*>Anmelden/,
    );
    expect(rowOf(text, 'Ausflug')).not.toMatch(/Anmelden|Abmelden/);
  });

  it('the list of events turns orange only above 75 percent (E2)', async () => {
    const { organization, user } = await setting();
    const event = await app.make.event(organization, { max: 4 });
    for (let count = 0; count < 3; count++) {
      await app.make.registration(event, await app.make.member(organization));
    }
    expect((await user.get('/app/events')).page).toContain('Freie Plätze. (3 von 4 belegt)');
    const fuller = await app.make.event(organization, { max: 5 });
    for (let count = 0; count < 4; count++) {
      await app.make.registration(fuller, await app.make.member(organization));
    }
    expect((await user.get('/app/events')).text).toMatch(
      /badge orange">Nur noch wenige freie Plätze\.<\/span>\s*<i>\(4 von 5 belegt\)/,
    );
  });

  it('the list of events offers changes only to EDIT_EVENTS (E3)', async () => {
    const { organization, editor, others, admin } = await setting();
    const { uuid } = await app.make.event(organization, { max: 4 });
    const { text } = await editor.get('/app/events');
    expect(text).toContain('href="/app/events/new"');
    for (const dialog of ['edit', 'participants', 'delete', 'registration', 'polls']) {
      expect(text).toContain(`href="/app/events/${uuid}/${dialog}"`);
    }
    for (const visitor of others) {
      const theirs = (await visitor.get('/app/events')).text;
      expect(theirs).not.toMatch(/events\/new|\/edit|\/participants|\/delete/);
      expect(theirs).toContain(`href="/app/events/${uuid}/registration"`);
    }
    expect((await admin.get('/app/events')).page).toContain('Keine Organisationen verfügbar.');
  });

  it('the list of events says so when it is empty (E1)', async () => {
    const { user, editor } = await setting();
    const empty = await user.get('/app/events');
    expect(empty.page).toContain('Keine Veranstaltungen verfügbar');
    expect(empty.page).not.toContain('Veranstaltung erstellen');
    expect((await editor.get('/app/events')).page).toContain('Veranstaltung erstellen');
  });

  it('the list of events shows nothing of other organisations, and nothing without a log-in (B2)', async () => {
    const { organization, stranger } = await setting();
    await app.make.event(organization, { name: 'Geheimtreffen' });
    expect((await stranger.get('/app/events')).text).not.toContain('Geheimtreffen');
    const response = await app.visitor().get('/app/events?after=x');
    expect(response.location).toBe(
      `/app/login?redirect=${encodeURIComponent('/app/events?after=x')}`,
    );
  });
});

describe('a row of the list', () => {
  it('the main action of an event names the event, so that Abmelden is not the log-out (E3)', async () => {
    const { organization, editor, user, member } = await setting();
    const event = await app.make.event(organization, { name: 'Wanderung', max: 4 });
    const actions = (text: string) =>
      [
        ...(rowOf(text, 'Wanderung').split('</th>')[1] ?? '').matchAll(
          /<a [^>]*?(?:aria-label="([^"]*)"[^>]*)?>([^<]*)</g,
        ),
      ].map(([, name, words]) => name ?? words);
    expect(actions((await editor.get('/app/events')).text)).toEqual([
      'Anmelden: Wanderung',
      'Umfragen',
      'Bearbeiten',
      'Teilnehmer',
      'Löschen',
    ]);
    await app.make.registration(event, member);
    const registered = actions((await user.get('/app/events')).text);
    expect(registered).toEqual(['Abmelden: Wanderung', 'Umfragen']);
  });

  it('an event that is over says so beside its badge, and its sign-up is not tinted (E2, E3)', async () => {
    const { organization, user } = await setting();
    await app.make.event(organization, { name: 'Gestern', date: inDays(-1), max: 4 });
    await app.make.event(organization, { name: 'Heute', date: inDays(0), max: 4 });
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
    const answer = { event_uuid: event.uuid, member_uuid: member.uuid };
    await insertRows(app.db, 'answers', {
      ...answer,
      answer: 'no',
      organization_uuid: organization.uuid,
    });
    expect(await action(), 'of one that I have declined').toEqual(calm);
    await deleteRows(app.db, 'answers', answer);

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
