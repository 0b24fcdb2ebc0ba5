import { describe, expect, it } from 'vitest';
import { testApp } from '../support/app';
import { present } from '../support/events';
import { changeRows, deleteRows, insertRows, UNKNOWN } from '../support/rows';

const app = testApp();

async function setting() {
  const { organization, admin } = await app.make.club();
  const user = await app.make.userOf(organization);
  const stranger = await app.make.club();
  const event = await app.make.event(organization, {
    name: 'Zeltlager',
    date: '2030-03-05',
    max: 5,
  });
  const [zoe, aerzte, adam] = [
    await app.make.member(organization, { firstName: 'Zoë', lastName: 'Zander' }),
    await app.make.member(organization, { firstName: 'Rod', lastName: 'Ärmel' }),
    await app.make.member(organization, { firstName: 'Adam', lastName: 'Zander' }),
  ];
  return {
    event,
    zoe,
    aerzte,
    adam,
    editor: await app.asUserOf(organization, ['EDIT_EVENTS'], { linked: false }),
    foreigner: await app.make.member(stranger.organization),
    everyone: [admin.member, user.member, zoe.uuid, aerzte.uuid, adam.uuid].sort(),
    dialog: `/app/events/${event.uuid}/participants`,
    path: `/event/${event.uuid}/participation`,
  };
}

const ids = (...members: { uuid: string }[]) => members.map(({ uuid }) => uuid).sort();

describe('the participants dialog', () => {
  it('the participants dialog lists who is registered, then the others, both by name, and saves all at once (E6)', async () => {
    const { event, editor, zoe, aerzte, adam, dialog } = await setting();
    await app.make.registration(event, zoe);
    const { page, text } = await editor.get(dialog);
    expect(page).toContain('Teilnehmer Zeltlager');
    expect(page).toMatch(
      /Angemeldet \(1 von 5\).*Zander, Zoë.*Weitere Mitglieder.*Ärmel, Rod.*Zander, Adam/s,
    );
    expect(text.match(/type="checkbox"/g)).toHaveLength(5);
    expect(text).not.toContain('checked=""');

    const response = await editor.submit(dialog, { participated: [zoe.uuid, aerzte.uuid] });
    expect([response.status, response.location]).toEqual([303, '/app/events']);
    expect((await editor.get('/app/events')).page).toContain('Teilnehmer gespeichert.');
    expect(await present(app, event)).toEqual(ids(zoe, aerzte));

    const again = await editor.get(dialog);
    expect(again.text.match(/checked=""/g)).toHaveLength(2);
    await editor.submit(dialog, { inQuestion: [zoe.uuid, aerzte.uuid], participated: adam.uuid });
    expect(await present(app, event)).toEqual(ids(adam));
    await editor.submit(dialog, { inQuestion: adam.uuid });
    expect(await present(app, event)).toEqual([]);
    // Who was there says nothing about who had registered.
    const { json } = await editor.call('GET', `/event/${event.uuid}/registered-members`);
    expect(json).toEqual({ members: [zoe.uuid] });
    expect((await editor.submit(dialog)).status).toBe(303);
  });

  it('what others ticked stays, and whom they took off or deleted since no earlier tick records again (E6)', async () => {
    const { event, editor, zoe, aerzte, adam, dialog } = await setting();
    const were = [zoe.uuid, aerzte.uuid];
    // Two opened the list before anybody was ticked, and each ticks one.
    for (const participated of were) await editor.submit(dialog, { participated });
    expect(await present(app, event)).toEqual(ids(zoe, aerzte));
    await editor.submit(dialog, { inQuestion: were, participated: aerzte.uuid });
    await deleteRows(app.db, 'members', aerzte.uuid);
    const late = { inQuestion: were, participated: [...were, adam.uuid] };
    expect((await editor.submit(dialog, late)).status).toBe(303);
    expect(await present(app, event)).toEqual(ids(adam));
  });

  it('before the day, the participants dialog asks nobody who was there, but takes an answer (E6)', async () => {
    const { event, editor, zoe, dialog } = await setting();
    const on = (date: string) => changeRows(app.db, 'events', event.uuid, { date });
    const before = await editor.get(dialog);
    expect(before.page).toContain('Teilnahme am Dienstag, 05. März 2030');
    expect(before.page).toContain('Ein Häkchen zählt als Teilnahme, nicht als Zusage.');
    expect(before.page).not.toMatch(/war dabei|Wer war/);
    expect((await editor.submit(dialog, { participated: zoe.uuid })).status).toBe(303);
    expect(await present(app, event)).toEqual(ids(zoe));
    expect((await editor.get(dialog)).page).toContain('Schon eingetragen: 1.');
    for (const date of [new Date().toISOString().slice(0, 10), '2020-03-05']) {
      await on(date);
      const { page } = await editor.get(dialog);
      expect(page).toMatch(/Wer war dabei am .*\?\s+1 war dabei\./);
      expect(page).toContain('war dabei');
    }
  });

  it('the participants dialog has no headings where nobody registers, and says so where nobody has (E6)', async () => {
    const { event, editor, dialog } = await setting();
    expect((await editor.get(dialog)).page).toMatch(/Angemeldet \(0 von 5\)\s+Noch niemand\./);
    await changeRows(app.db, 'events', event.uuid, {
      event_type: 'OPEN_EVENT',
      max_participants: 0,
    });
    expect((await editor.get(dialog)).page).not.toMatch(/Angemeldet|Weitere Mitglieder/);
  });

  it('of a group the participants dialog lists who is silent, then who declined, then all others, whom paper leaves out (E6, U4)', async () => {
    const { event, editor, zoe, aerzte, adam, dialog, everyone } = await setting();
    await app.make.forGroups(event, [
      await app.make.group({ uuid: event.organization }, [zoe, aerzte, adam]),
    ]);
    await app.make.registration(event, zoe);
    const no = { answer: 'no', member: aerzte.uuid };
    await editor.call('PUT', `/event/${event.uuid}/answer`, no);
    const expected =
      /Angemeldet \(1 von 5\).*Zander, Zoë.*Noch keine Antwort \(1\).*Zander, Adam.*Abgesagt \(1\).*Ärmel, Rod/s;
    const { page, text } = await editor.get(dialog);
    expect(page).toMatch(expected);
    expect(
      text.match(/Weitere Mitglieder.*?<\/section>/s)?.[0].match(/type="checkbox"/g),
    ).toHaveLength(2);
    expect((await editor.get(`${dialog}?q=Zander`)).page).toMatch(
      /Zander, Zoë.*Noch keine Antwort\s+.*Zander, Adam/s,
    );
    const paper = await editor.get(`${dialog}/print?of=registered`);
    expect(paper.page).toMatch(expected);
    expect(paper.page).not.toContain('Weitere Mitglieder');

    const ofUs = ids(zoe, aerzte, adam);
    await editor.submit(dialog, {
      participated: everyone.find((uuid) => !ofUs.includes(uuid)) ?? '',
    });
    expect((await editor.get(`${dialog}/print?of=registered`)).page).toMatch(
      /Ärmel, Rod\s+Weitere Mitglieder\s+1\s*✓ war dabei\s+.*Wer noch da war/,
    );
    // Who had left by then cannot have come (O8).
    await changeRows(app.db, 'members', { uuid: aerzte.uuid }, { left_on: '2030-01-31' });
    expect((await editor.get(dialog)).page).not.toContain('Ärmel');
    expect((await editor.get(`${dialog}?q=Ärmel`)).page).toContain('gibt es hier niemanden');
  });

  it('of a whole club that is asked, the participants dialog has those apart who opted out of the series (E6, U6)', async () => {
    const { editor, zoe, adam, event } = await setting();
    const organization = { uuid: event.organization };
    const series = await app.make.series(organization);
    const asked = await app.make.event(
      organization,
      {},
      { asks_answer: true, series_uuid: series.uuid, series_date: '2030-06-15' },
    );
    await insertRows(app.db, 'series_opt_outs', {
      series_uuid: series.uuid,
      member_uuid: zoe.uuid,
      organization_uuid: event.organization,
    });
    await app.make.registration(asked, adam);
    expect((await editor.get(`/app/events/${asked.uuid}/participants`)).page).toMatch(
      /Zugesagt \(1\).*Adam.*Noch keine Antwort \(3\).*Ärmel, Rod.*Weitere Mitglieder.*Zander, Zoë/s,
    );
  });

  it('the participants dialog tells members of one name apart by their identifiers (E6)', async () => {
    const { event, editor, zoe, adam, dialog } = await setting();
    await changeRows(app.db, 'members', adam.uuid, {
      first_name: 'Zoë',
      custom_member_identifier: '1234',
    });
    await app.make.registration(event, zoe);
    for (const path of [dialog, `${dialog}/print`]) {
      const { page } = await editor.get(path);
      expect(page).toContain('Zander, Zoë Kennung 1234');
      expect(page.match(/Kennung/g)).toHaveLength(1);
    }
  });

  it('the participants dialog refuses anyone who is not a member and keeps what was ticked', async () => {
    const { event, editor, zoe, foreigner, dialog } = await setting();
    const response = await editor.submit(dialog, { participated: [zoe.uuid, foreigner.uuid] });
    expect(response.status).toBe(422);
    expect(response.page).toContain('Ein Mitglied gibt es nicht oder nicht mehr.');
    expect(response.text.match(/checked=""/g)).toHaveLength(1);
    expect(await present(app, event)).toEqual([]);
    expect((await editor.submit(dialog, { participated: 'x' })).status).toBe(422);
    // A deleted member has no participation left to remove.
    expect(
      (await editor.submit(dialog, { inQuestion: UNKNOWN, participated: zoe.uuid })).status,
    ).toBe(303);
  });
});

describe('the participants on paper', () => {
  it('the participants are printed with event and day, who is registered or came, or all (E6)', async () => {
    const { event, editor, zoe, adam, dialog } = await setting();
    await app.make.registration(event, zoe);
    await editor.submit(dialog, { participated: adam.uuid });
    const registered = await editor.get(`${dialog}/print?of=registered`);
    expect(registered.page).toMatch(
      /Anwesenheit: Zeltlager.*Dienstag, 5\. März 2030.*Angemeldet \(1 von 5\)\s+1\s*Zander, Zoë.*Weitere Mitglieder\s+1\s*✓ war dabei\s+Zander, Adam\s+Wer noch da war\s+1\s+2\s+3\s+4\s+5/s,
    );
    expect(registered.page).not.toContain('Ärmel');
    await changeRows(app.db, 'answers', { event_uuid: event.uuid }, { places: 3 });
    expect((await editor.get(`${dialog}/print?of=registered`)).page).toMatch(
      /Dienstag, 5\. März 2030,.* 1 Anmeldung für 3 Personen/,
    );
    await editor.submit(dialog, { inQuestion: adam.uuid });
    expect((await editor.get(`${dialog}/print?of=registered`)).page).not.toContain('Weitere');
    await editor.submit(dialog, { participated: adam.uuid });
    const all = await editor.get(`${dialog}/print?of=all`);
    expect(all.page).toMatch(
      /Angemeldet \(3 von 5\).*Zander, Zoë.*Weitere Mitglieder.*Ärmel, Rod.*✓ war dabei\s+Zander, Adam/s,
    );
    // The list of events is not part of it, nor anything to fill in.
    expect(all.text).not.toMatch(/<dialog|method="post" action="[^"]*participants/);
  });

  it('besides the names a sheet lists places, notes, the waiting list, and who has not answered (E6, J8)', async () => {
    const { event, editor, zoe, adam, aerzte, dialog } = await setting();
    await app.make.registration(event, zoe);
    await changeRows(
      app.db,
      'answers',
      { event_uuid: event.uuid },
      { places: 5, note: 'kommt später' },
    );
    await app.make.waiting(event, adam);
    await app.make.waiting(event, aerzte, { note: 'mit Hund' });
    const limited = await editor.get(`${dialog}/print?of=registered`);
    expect(limited.page).toMatch(
      /1\s*Zander, Zoë\s+5 Personen · kommt später\s+Warteliste \(2\)\s+1\s*Zander, Adam\s+2\s*Ärmel, Rod\s+mit Hund\s+Wer noch da war/,
    );
    expect(limited.page).not.toContain('Noch keine Antwort');

    const asked = await app.make.event(
      { uuid: event.organization },
      { name: 'Probe' },
      { asks_answer: true, place: 'Aula' },
    );
    await app.make.registration(asked, zoe);
    const sheet = await editor.get(`/app/events/${asked.uuid}/participants/print?of=registered`);
    expect(sheet.page).toMatch(
      /(Aula|ersten Stock)\s+Zugesagt \(1\)\s+1\s*Zander, Zoë\s+Noch keine Antwort \(4\)\s+.*Ärmel, Rod.*Zander, Adam/s,
    );
    expect(sheet.page).not.toMatch(/Noch keine Antwort.*Zander, Zoë/s);
  });
});

describe('participation calls', () => {
  it('participation is read and written as a list, and members not listed stay unchanged (E6)', async () => {
    const { event, editor, zoe, adam, aerzte, everyone, path } = await setting();
    const wanted = [
      { memberUuid: zoe.uuid, participated: true },
      { memberUuid: adam.uuid.toUpperCase(), participated: true },
      { memberUuid: aerzte.uuid, participated: false },
    ];
    const { status, json } = await editor.call('PUT', `${path}/`, wanted);
    expect(status).toBe(200);
    expect(json.map((each: { memberUuid: string }) => each.memberUuid).sort()).toEqual(everyone);
    expect((await editor.call('GET', path)).json).toEqual(json);
    expect(await present(app, event)).toEqual(ids(zoe, adam));

    await editor.call('PUT', path, [{ memberUuid: zoe.uuid, participated: false }]);
    expect(await present(app, event)).toEqual(ids(adam));
    expect((await editor.call('PUT', path, [])).status).toBe(200);
    expect(await present(app, event)).toEqual(ids(adam));
  });

  it('participation calls refuse malformed lists and non-members (G4)', async () => {
    const { event, editor, zoe, foreigner, path } = await setting();
    const entry = { memberUuid: zoe.uuid, participated: true };
    const whole = { '': ['Erwartet wird eine Liste von memberUuid und participated.'] };
    const gone = { '': ['Ein Mitglied gibt es nicht oder nicht mehr.'] };
    const again = { memberUuid: zoe.uuid.toUpperCase(), participated: false };
    const wrong: [unknown, Record<string, string[]>][] = [
      ...[undefined, {}, null, 'x'].map((body): (typeof wrong)[number] => [body, whole]),
      [[null], { '0': ['Erwartet wird ein JSON-Objekt.'] }],
      [[{ memberUuid: zoe.uuid }], { '0.participated': ['Diese Angabe fehlt.'] }],
      [
        [entry, { memberUuid: 'x', participated: 'yes', colour: 'red' }],
        {
          '1.memberUuid': ['Keine gültige Kennung.'],
          '1.participated': ['Erwartet wird true oder false.'],
          '1.colour': ['Dieses Feld gibt es hier nicht.'],
        },
      ],
      [[entry, again], { '': ['Ein Mitglied kommt mehrfach vor.'] }],
      [[entry, { ...entry, memberUuid: foreigner.uuid }], gone],
      [[{ ...entry, memberUuid: UNKNOWN }], gone],
    ];
    for (const [list, errors] of wrong) {
      const { status, json } = await editor.call('PUT', path, list);
      expect([status, json.errors], JSON.stringify(list)).toEqual([422, errors]);
    }
    expect((await editor.call('PUT', `/event/${UNKNOWN}/participation`, [entry])).status).toBe(404);
    expect((await editor.call('GET', '/event/x/participation')).status).toBe(404);
    expect(await present(app, event)).toEqual([]);
  });
});
