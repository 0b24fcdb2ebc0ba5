import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { dateToText } from '~/dates';
import { ownerOf } from '~/doors/kept-input.server';
import { testApp } from '../support/app';
import type { Browser } from '../support/browser';
import { inDays, rowOf } from '../support/events';
import { untilWaiting } from '../support/gate';
import { groupClub } from '../support/group-club';
import { changeRows, deleteRows, rowsOf } from '../support/rows';
import { makeSeries, weekdayOf } from '../support/series';

const startsWith = (text: string) => expect.stringMatching(`^${text}`);

/** What somebody may who leads a group and has no permission (U8). */
const app = testApp();

/** A club with Damen, whom a trainer leads, and Herren, whom another one leads. */
async function setting() {
  const club = await groupClub(app);
  const { organization, women, men } = club;
  const lead = async (group: typeof women) => {
    const user = await app.make.userOf(organization);
    await app.make.leads(user, group);
    return { user, browser: await app.as(user, organization) };
  };
  const { user: trainerUser, browser: trainer } = await lead(women);
  const { browser: other } = await lead(men);
  const member = await app.make.member(organization);
  return {
    ...club,
    trainer,
    trainerUser,
    other,
    member,
    editor: await app.as(club.author, organization),
  };
}

type Setting = Awaited<ReturnType<typeof setting>>;

/** What is done with an event. @returns the status */
const DEEDS: Readonly<
  Record<string, (browser: Browser, event: { uuid: string }, club: Setting) => Promise<number>>
> = {
  change: async (browser, { uuid }, { person }) => {
    const { json } = await person.call('GET', `/event/${uuid}`);
    return (await browser.call('PUT', '/event', { ...json, place: 'Halle' })).status;
  },
  'record participants': async (browser, { uuid }, { member }) =>
    (
      await browser.call('PUT', `/event/${uuid}/participation`, [
        { memberUuid: member.uuid, participated: true },
      ])
    ).status,
  repeat: async (browser, { uuid }) =>
    (
      await browser.call('POST', '/event/series', {
        event: uuid,
        rule: 'FREQ=WEEKLY;BYDAY=TU;COUNT=3',
      })
    ).status,
  remind: async (browser, { uuid }) =>
    (await browser.call('POST', `/event/${uuid}/reminder`)).status,
  delete: async (browser, { uuid }) => (await browser.call('DELETE', `/event/${uuid}`)).status,
};

describe('somebody who leads a group', () => {
  it('changes events that are for their groups alone, as an editor any (U8)', async () => {
    const club = await setting();
    const { eventOf, women, men, trainer, other, editor } = club;
    const change = async (browser: Browser, groups: ReadonlyArray<{ uuid: string }>) =>
      DEEDS.change?.(browser, await eventOf(groups), club);
    expect(await change(trainer, [women])).toBe(200);
    for (const groups of [[], [men], [women, men]]) {
      expect(await change(trainer, groups), String(groups.length)).toBe(403);
      expect(await change(editor, groups), String(groups.length)).toBe(200);
    }
    expect(await change(other, [women, men])).toBe(403);
  });

  it('makes events for their groups, and for nobody else (U8)', async () => {
    const { organization, trainer, person, women, men } = await setting();
    const make = (browser: Browser, groups?: string[]) =>
      browser.call('POST', '/event', {
        organization: organization.uuid,
        name: 'Training',
        date: inDays(9),
        eventType: 'OPEN_EVENT',
        groups,
      });
    expect((await make(trainer, [women.uuid])).status).toBe(200);
    for (const groups of [undefined, [], [men.uuid], [women.uuid, men.uuid]]) {
      const refused = await make(trainer, groups);
      expect(refused.status).toBe(422);
      expect(Object.keys(refused.json.errors)).toEqual(['groups']);
    }
    expect((await make(person, [women.uuid])).status).toBe(403);
    const typed = { name: 'Hallentraining', date: inDays(9), eventType: 'OPEN_EVENT' };
    const form = await trainer.submit('/app/events/new', typed);
    expect(form.status).toBe(422);
    expect(form.page).toContain('Bitte wählen Sie nur Gruppen, die Sie leiten');
    expect(form.text).toContain('value="Hallentraining"');
  });

  it('moves no event out of their reach, nor one of others into it (U8)', async () => {
    const { trainer, editor, women, men, eventOf } = await setting();
    const event = await eventOf([women]);
    const { json } = await trainer.call('GET', `/event/${event.uuid}`);
    for (const groups of [[], [men.uuid], [women.uuid, men.uuid]]) {
      const moved = await trainer.call('PUT', '/event', { ...json, groups });
      expect([moved.status, Object.keys(moved.json.errors)]).toEqual([422, ['groups']]);
    }
    expect((await trainer.call('GET', `/event/${event.uuid}`)).json).toEqual(json);
    const ofMen = await eventOf([men]);
    const theirs = (await editor.call('GET', `/event/${ofMen.uuid}`)).json;
    const taken = await trainer.call('PUT', '/event', { ...theirs, groups: [women.uuid] });
    expect(taken.status).toBe(403);
  });

  it('sees the buttons of an editor at their own events alone (U8)', async () => {
    const { trainer, women, men, eventOf } = await setting();
    const own = await eventOf([women], 'Damenlauf');
    const others = await eventOf([men], 'Herrenlauf');
    const { text } = await trainer.get('/app/events');
    expect(rowOf(text, 'Damenlauf')).toContain('Bearbeiten');
    expect(rowOf(text, 'Herrenlauf')).not.toContain('Bearbeiten');
    expect(text).toContain('/app/events/new');
    expect((await trainer.get(`/app/events/${own.uuid}`)).page).toContain('Für die Leitung');
    expect((await trainer.get(`/app/events/${others.uuid}`)).page).not.toContain('Für die Leitung');
  });

  it('sees on the start page the next date of each team, with its numbers and how to remind (U8, Y5)', async () => {
    const { trainer, trainerUser, women, men, eventOf } = await setting();
    await app.make.leads(trainerUser, men);
    const asking = { asks_answer: true };
    for (const [group, name, day] of [
      [women, 'Damen eins', 3],
      [women, 'Damen zwei', 4],
      [men, 'Herren eins', 5],
    ] as const)
      await eventOf([group], name, { ...asking, date: inDays(day) });
    const { page } = await trainer.get('/app/');
    const block = /Für die Leitung .*/.exec(page)?.[0] ?? '';
    expect(block).toMatch(
      /Damen eins .* offen Erinnern Rundmail Herren eins .* offen Erinnern Rundmail/,
    );
    expect(block).not.toContain('Damen zwei');
  });

  it('sees there no day without a time that is over where the club is, as nobody can be reminded (U8, J13, X4)', async () => {
    const { trainer, women, eventOf } = await setting();
    const event = await eventOf([women], 'Damentag', { asks_answer: true, date: inDays(0) });
    const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000);
    await changeRows(app.db, 'events', event.uuid, { begun_by: inHours(1) });
    const block = async () =>
      /Für die Leitung .*/.exec((await trainer.get('/app/')).page)?.[0] ?? '';
    expect(await block()).toMatch(/Damentag .* offen Erinnern/);
    await changeRows(app.db, 'events', event.uuid, { begun_by: inHours(-1) });
    expect(await block()).toBe('');
  });

  it('loses all of it with the group, or when they lead it no longer (U8, U11)', async () => {
    const club = await setting();
    const { trainer, trainerUser, women, men, other, eventOf } = club;
    const event = await eventOf([women]);
    const path = `/app/events/${event.uuid}/edit`;
    expect((await trainer.get(path)).status).toBe(200);
    await changeRows(
      app.db,
      'group_members',
      { member_uuid: trainerUser.member },
      { leader: false },
    );
    const typed = { name: 'Mein Text', date: inDays(9), eventType: 'OPEN_EVENT' };
    const late = await trainer.submit(path, { ...typed, groups: women.uuid });
    // As with a permission that was withdrawn.
    expect([late.status, late.location]).toEqual([302, '/app/']);
    expect((await trainer.get('/app/')).page).toContain('Fehler beim speichern der Veranstaltung.');
    const key = `edit.${ownerOf(trainerUser.uuid, app.services.config)}.event`;
    const rendered = await trainer.submit(path, { ...typed, groups: women.uuid, __key: key });
    expect(rendered.status).toBe(403);
    expect(rendered.page).toContain(
      'Gespeichert wurde nichts. Das hatten Sie geschrieben: Mein Text',
    );
    const cancelled = await trainer.submit(`/app/events/${event.uuid}/cancellation`, {
      reason: 'Die Halle\nist zu.',
      __key: key,
    });
    expect([cancelled.status, cancelled.text.includes('Die Halle\nist zu.')]).toEqual([403, true]);
    expect((await trainer.call('GET', `/event/${event.uuid}`)).json.name).toBe('Training');
    for (const deed of Object.values(DEEDS))
      expect([302, 403]).toContain(await deed(trainer, event, club));
    const ofMen = await eventOf([men]);
    await deleteRows(app.db, 'groups', men.uuid);
    for (const deed of Object.values(DEEDS))
      expect([302, 403]).toContain(await deed(other, ofMen, club));
  });

  it('keep what is for their group when another of its groups is deleted, and its new dates (U3, U8, U11)', async () => {
    const club = await setting();
    const { organization, trainer, women, men, eventOf } = club;
    const groups = [women.uuid, men.uuid].sort();
    const both = await eventOf([women, men]);
    const ofMen = await eventOf([men]);
    const series = await makeSeries(app, organization, { event: { groups } });
    const ofMenOnly = await makeSeries(app, organization, { event: { groups: [men.uuid] } });
    const [date = ''] = series.dates.values();
    expect(await DEEDS.change?.(trainer, both, club)).toBe(403);
    const clerk = await app.asUserOf(organization, ['EDIT_MEMBERS']);
    expect((await clerk.call('DELETE', `/group/${men.uuid}`)).status).toBe(204);
    for (const event of [both, { uuid: date }])
      expect(await DEEDS.change?.(trainer, event, club)).toBe(200);
    const { json } = await trainer.call('GET', `/event/${date}`);
    const all = { ...json, place: 'Wald', scope: 'all' };
    expect((await trainer.call('PUT', '/event', all)).status).toBe(200);
    const groupsOf = async ({ uuid = '' }: { uuid?: string }) =>
      (await trainer.call('GET', `/event/${uuid}`)).json.groups;
    const last = [...series.dates.values()].at(-1);
    for (const event of [both, { uuid: last }]) expect(await groupsOf(event)).toEqual([women.uuid]);
    for (const event of [ofMen, ofMenOnly.event]) expect(await groupsOf(event)).toEqual([men.uuid]);
    const plans = await rowsOf(app.db, 'series', { uuid: ofMenOnly.uuid }, ['template']);
    expect(plans).toMatchObject([{ template: { groups: [men.uuid] } }]);
  });

  it.each(['', '/series'])(
    'keep what a call to /event%s makes while another of their groups is deleted (U8)',
    async (path) => {
      const { organization, editor, women, men, eventOf } = await setting();
      const { uuid: event } = await eventOf([women, men]);
      const date = inDays(9);
      const groups = [women.uuid, men.uuid];
      const body = path
        ? { event, rule: `FREQ=WEEKLY;BYDAY=${weekdayOf(date)};COUNT=3` }
        : { organization: organization.uuid, name: 'Spiel', date, eventType: 'OPEN_EVENT', groups };
      const clerk = await app.asUserOf(organization, ['EDIT_MEMBERS']);
      const pending = await app.db.transaction().execute(async (trx) => {
        // Each writes it last.
        await sql`lock table audit_log in share mode`.execute(trx);
        const made = editor.call('POST', `/event${path}`, body);
        await untilWaiting(app);
        const gone = clerk.call('DELETE', `/group/${men.uuid}`);
        await untilWaiting(app, 2);
        return { made, gone };
      });
      expect([(await pending.made).status, (await pending.gone).status]).toEqual([200, 204]);
      const own = { organization_uuid: organization.uuid };
      const events = await rowsOf(app.db, 'events', own, ['groups']);
      expect(events).toEqual(Array(path ? 3 : 2).fill({ groups: [women.uuid] }));
      for (const { template } of await rowsOf(app.db, 'series', own, ['template']))
        expect(template).toMatchObject({ groups: [women.uuid] });
    },
  );

  it('leads nothing while it is archived: no messages, calls or events, and all of it when it is back (U8, U11)', async () => {
    const club = await setting();
    const { trainer, editor, women, eventOf } = club;
    const event = await eventOf([women]);
    const message = { to: { group: women.uuid }, subject: 'Training', text: 'Morgen nicht.' };
    const path = `/organization/${club.organization.uuid}/messages`;
    const write = () => trainer.call('POST', path, message);
    const archive = (archived_at: Date | null) =>
      changeRows(app.db, 'groups', women.uuid, { archived_at });
    await archive(new Date());
    expect((await write()).status).toBe(403);
    expect((await trainer.get(`/app/messages/new?group=${women.uuid}`)).status).not.toBe(200);
    for (const deed of Object.values(DEEDS))
      expect([302, 403]).toContain(await deed(trainer, event, club));
    // Its dates stay, and those who edit events go on with them.
    expect((await editor.get(`/app/events/${event.uuid}/edit`)).status).toBe(200);
    await archive(null);
    expect((await write()).status).toBe(200);
  });

  it('changes no dates of a series of which one is for others (U8, L5)', async () => {
    const { organization, trainer, editor, women, men } = await setting();
    const series = await makeSeries(app, organization, { event: { groups: [women.uuid] } });
    const [, second = '', third = ''] = [...series.dates.values()];
    const { json: own } = await editor.call('GET', `/event/${third}`);
    await editor.call('PUT', '/event', { ...own, groups: [men.uuid] });
    const { json } = await trainer.call('GET', `/event/${second}`);
    const all = { ...json, place: 'Halle', scope: 'all' };
    const { date } = (await editor.call('GET', `/event/${third}`)).json;
    const why = `Der Termin am ${dateToText(date)} ist nicht nur für Gruppen, die Sie leiten.`;
    const refused = await trainer.call('PUT', '/event', all);
    expect([refused.status, refused.json.errors]).toEqual([422, { scope: [startsWith(why)] }]);
    expect((await trainer.call('GET', `/event/${second}`)).json.place).toBe('');
    const fields = { name: 'Training', date: json.date, eventType: 'OPEN_EVENT', place: 'Aula' };
    const weekly = { 'rule.every': 'FREQ=WEEKLY', 'rule.days[0]': 'MO', skipHolidays: '' };
    const rule = { ...weekly, 'rule.end': 'count', 'rule.count': '57' };
    const screens = [
      ['edit', { ...fields, 'groups[0]': women.uuid }, 'value="Aula"'],
      ['delete', {}, ''],
      ['series/change', rule, '57'],
      ['series/change/saving', rule, '57'],
    ] as const;
    for (const [screen, typed, kept] of screens) {
      const choice = { ...typed, scope: 'all' };
      const shown = await trainer.submit(`/app/events/${second}/${screen}`, choice);
      expect([screen, shown.status]).toEqual([screen, 422]);
      expect(shown.page).toContain(why);
      expect(shown.text).toContain(kept);
    }
    expect((await trainer.call('PUT', '/event', { ...all, scope: 'only' })).status).toBe(200);
    const ended = await trainer.call('DELETE', `/event/series/${series.uuid}`);
    expect([ended.status, ended.json.errors]).toEqual([422, { from: [startsWith(why)] }]);
    await editor.call('PUT', '/event', { ...json, groups: [] });
    const whole = await trainer.call('DELETE', `/event/series/${series.uuid}`);
    expect(whole.json.errors.from[0]).toMatch(
      `Der Termin am ${dateToText(json.date)} und ein weiterer sind nicht nur`,
    );
    // A date that is for others itself is none of theirs.
    expect((await trainer.call('PUT', '/event', all)).status).toBe(403);
  });

  it('makes no dates for others out of the last one of a series, which is theirs alone (U8, L5)', async () => {
    const { organization, trainer, editor, women } = await setting();
    const series = await makeSeries(app, organization);
    const last = [...series.dates.values()].at(-1) ?? '';
    const { json } = await editor.call('GET', `/event/${last}`);
    await editor.call('PUT', '/event', { ...json, groups: [women.uuid] });
    const { json: own } = await trainer.call('GET', `/event/${last}`);
    const wide = { ...own, name: 'Alle kommen!', scope: 'following' };
    const refused = await trainer.call('PUT', '/event', wide);
    expect(refused.json.errors).toEqual({ scope: [startsWith('Die Serie ist nicht nur für')] });
    expect((await trainer.call('PUT', '/event', { ...wide, scope: 'only' })).status).toBe(200);
  });

  it('writes nothing onto an event that an editor gives to others at the same time (U8)', async () => {
    const { trainer, editor, women, men, eventOf } = await setting();
    for (let time = 0; time < 10; time++) {
      const event = await eventOf([women]);
      const { json } = await editor.call('GET', `/event/${event.uuid}`);
      const [moved, changed] = await Promise.all([
        editor.call('PUT', '/event', { ...json, groups: [men.uuid] }),
        trainer.call('PUT', '/event', { ...json, place: 'Halle' }),
      ]);
      expect(moved.status).toBe(200);
      const { json: now } = await editor.call('GET', `/event/${event.uuid}`);
      // Whole bodies: the later one wins, but never against what its author may.
      if (changed.status === 200) expect(now).toMatchObject({ groups: [men.uuid], place: '' });
      else expect([changed.status, now.groups]).toEqual([403, [men.uuid]]);
    }
  });

  it.each(['delete', 'record participants', 'repeat', 'remind'])(
    '%s: nothing of an event that others have got when the leader has waited for them (U8)',
    async (name) => {
      const club = await setting();
      const { trainer, women, men, eventOf } = club;
      const event = await eventOf([women], 'Training', { asks_answer: true });
      const late = await app.db.transaction().execute(async (trx) => {
        await changeRows(trx, 'events', event.uuid, { groups: [men.uuid] });
        const waits = DEEDS[name]?.(trainer, event, club);
        await untilWaiting(app);
        return { waits };
      });
      expect(await late.waits).toBe(403);
      const { rows } = await app.pool.query(
        'select series_uuid from events where uuid = $1 and not exists (select from participations where event_uuid = $1)',
        [event.uuid],
      );
      expect(rows).toEqual([{ series_uuid: null }]);
    },
  );
});
