import { describe, expect, it } from 'vitest';
import { testApp } from '../support/app';
import { present } from '../support/events';
import { changeRows } from '../support/rows';

const app = testApp();

describe('clubs with more than 1,000 members', () => {
  const COUNT = 1203;
  const hint =
    'Die Liste ist lang und wird Seite für Seite gespeichert, auch beim Suchen und Blättern.';

  async function large(members = COUNT) {
    const organization = await app.make.organization();
    const editor = await app.asUserOf(organization, ['EDIT_EVENTS'], { linked: false });
    const event = await app.make.event(organization, {
      name: 'Vollversammlung',
      date: '2030-03-05',
    });
    const names = Array.from({ length: members }, (_, at) => `N${String(at).padStart(5, '0')}`);
    const rows = await app.db
      .insertInto('members')
      .values(
        names.map((name) => ({
          organization_uuid: organization.uuid,
          first_name: 'A',
          last_name: name,
        })),
      )
      .returning(['uuid', 'last_name'])
      .execute();
    rows.sort((a, b) => (a.last_name < b.last_name ? -1 : 1));
    const uuids = rows.map(({ uuid }) => uuid);
    return { editor, event, uuids, dialog: `/app/events/${event.uuid}/participants` };
  }

  /** The fields that a browser without JavaScript posts: ticked boxes and hidden fields. */
  function posted(text: string, toggle: readonly string[] = []): Record<string, string> {
    const inputs = [
      ...text.matchAll(/<input [^>]*name="((?:participated|inQuestion)\[\d+\])"[^>]*>/g),
    ];
    return Object.fromEntries(
      inputs.flatMap(([tag = '', name = '']) => {
        const value = /value="([^"]*)"/.exec(tag)?.[1] ?? '';
        const isTicked = tag.includes('checked=""') !== toggle.includes(value);
        return tag.includes('type="hidden"') || isTicked ? [[name, value]] : [];
      }),
    );
  }

  const boxes = (text: string) => text.match(/type="checkbox"/g)?.length ?? 0;
  const buttonOf = (text: string, name: string) =>
    new RegExp(`name="${name}" value="([^"]+)"`).exec(text)?.[1] ?? '';

  it('up to 1,000 members, the participants dialog is one list, as specified (E6)', async () => {
    const { editor, dialog } = await large(1000);
    const { text, page } = await editor.get(dialog);
    expect(boxes(text)).toBe(1000);
    expect(page).not.toContain(hint);
  });

  it('beyond 1,000 members, the participants dialog comes in pages, says so and loses nothing (E6)', async () => {
    const { editor, event, uuids, dialog } = await large();
    const shown: string[] = [];
    let at = dialog;
    for (let page = 0; page < 3; page++) {
      const { text, page: words } = await editor.get(at);
      expect(words).toContain(hint);
      const values = [...text.matchAll(/type="checkbox"[^>]*value="([^"]+)"/g)].map(
        ([, value]) => value ?? '',
      );
      shown.push(...values);
      const fields = posted(text, values);
      const next = buttonOf(text, 'membersAfter');
      const { status, location } = await editor.submit(
        at,
        next ? { ...fields, membersAfter: next } : fields,
      );
      expect(status).toBe(303);
      at = location;
    }
    expect(shown).toEqual(uuids);
    expect(at).toBe('/app/events');
    expect(await present(app, event)).toEqual([...uuids].sort());

    // Unticking one member on a later page keeps all others.
    const first = await editor.get(dialog);
    const second = (
      await editor.submit(dialog, {
        ...posted(first.text),
        membersAfter: buttonOf(first.text, 'membersAfter'),
      })
    ).location;
    const gone = uuids[600] ?? '';
    const { text } = await editor.get(second);
    const back = await editor.submit(second, {
      ...posted(text, [gone]),
      membersBefore: buttonOf(text, 'membersBefore'),
    });
    expect((await editor.get(back.location)).text).toContain(`value="${uuids[0]}"`);
    expect(await present(app, event)).toEqual(uuids.filter((uuid) => uuid !== gone).sort());
  });

  it('beyond 1,000 members, who is registered comes first on the pages, too (E6)', async () => {
    const { editor, uuids, dialog, event } = await large();
    const limited = { event_type: 'LIMITED_EVENT', max_participants: 1000 } as const;
    await changeRows(app.db, 'events', event.uuid, limited);
    const registered = uuids.filter((_uuid, at) => at % 2 === 1);
    for (const uuid of registered) await app.make.registration(event, { uuid });
    const expected = [...registered, ...uuids.filter((_uuid, at) => at % 2 === 0)];
    const shownAt = async (path: string) => {
      const { text, page } = await editor.get(path);
      const shown = [...text.matchAll(/type="checkbox"[^>]*value="([^"]+)"/g)].map(
        ([, value]) => value,
      );
      return { shown, page, text };
    };
    const turn = async (path: string, text: string, name: string) =>
      (await editor.submit(path, { [name]: buttonOf(text, name) })).location;

    const first = await shownAt(dialog);
    expect(first.shown).toEqual(expected.slice(0, 500));
    const secondPath = await turn(dialog, first.text, 'membersAfter');
    const second = await shownAt(secondPath);
    expect(second.shown).toEqual(expected.slice(500, 1000));
    expect(second.page).toMatch(/Angemeldet \(601 von 1000\).*Weitere Mitglieder/s);
    const thirdPath = await turn(secondPath, second.text, 'membersAfter');
    const third = await shownAt(thirdPath);
    expect(third.shown).toEqual(expected.slice(1000));
    expect(third.page).not.toContain('Angemeldet (');
    // And back, from one section into the other.
    const backPath = await turn(thirdPath, third.text, 'membersBefore');
    const back = await shownAt(backPath);
    expect(back.shown).toEqual(expected.slice(500, 1000));
    expect((await shownAt(await turn(backPath, back.text, 'membersBefore'))).shown).toEqual(
      expected.slice(0, 500),
    );
  });

  it('the search of the participants dialog finds members by name and saves what was ticked before (E6)', async () => {
    const { editor, event, uuids, dialog } = await large();
    const { text } = await editor.get(dialog);
    const [ticked = ''] = uuids;
    const found = await editor.submit(dialog, {
      ...posted(text, [ticked]),
      q: 'N01100',
      search: '1',
    });
    expect(found.location).toBe(`${dialog}?q=N01100`);
    expect(await present(app, event)).toEqual([ticked]);
    const response = await editor.get(found.location);
    expect([boxes(response.text), response.text.includes(`value="${uuids[1100]}"`)]).toEqual([
      1,
      true,
    ]);
    const nobody = await editor.get(`${dialog}?q=niemand`);
    expect(nobody.page).toContain('Zu „niemand“ gibt es hier niemanden.');
  });

  it('the participants dialog keeps the place in the list of events', async () => {
    const { editor, dialog, event } = await large();
    const place = `2030-01-01_${event.uuid}`;
    const { text } = await editor.get(`${dialog}?after=${place}`);
    const { location } = await editor.submit(`${dialog}?after=${place}`, {
      membersAfter: buttonOf(text, 'membersAfter'),
    });
    expect(location.startsWith(`${dialog}?after=${encodeURIComponent(place)}&membersAfter=`)).toBe(
      true,
    );
  });

  it('the participation call takes and returns more than 1,000 members as one list, as specified', async () => {
    const { editor, event, uuids } = await large();
    const list = uuids.map((memberUuid) => ({ memberUuid, participated: true }));
    const { status, json } = await editor.call('PUT', `/event/${event.uuid}/participation`, list);
    expect([status, json.length]).toEqual([200, COUNT]);
    expect(await present(app, event)).toHaveLength(COUNT);
  });
});
