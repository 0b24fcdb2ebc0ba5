import { describe, expect, it } from 'vitest';
import { testApp } from '../support/app';
import { groupClub } from '../support/group-club';
import { deleteRows, rowOf } from '../support/rows';

/** Messages to a group, and about the events of one (U7, U8, U10). */
const app = testApp();

const WRITTEN = { subject: 'Spieltag', text: 'Treffen um neun.' };

/** A club with Damen, whom a trainer leads, and Herren; a player of the Damen, and an admin. */
async function setting() {
  const club = await groupClub(app);
  const { organization, women } = club;
  const [trainer, player, admin] = [
    await app.make.userOf(organization),
    await app.make.userOf(organization),
    await app.make.userOf(organization, ['ORGANIZATION_ADMIN']),
  ];
  await app.make.leads(trainer, women);
  await app.make.joins(player, women);
  const unreached = await app.make.member(organization);
  await app.make.joins({ member: unreached.uuid }, women);
  return {
    ...club,
    player,
    unreached,
    trainer: await app.as(trainer, organization),
    admin: await app.as(admin, organization),
    editor: await app.as(club.author, organization),
    path: `/organization/${organization.uuid}/messages`,
  };
}

describe('a message to a group', () => {
  it('reaches who belongs to it, by the call of its leader or an admin, and nobody else may (U8, U10)', async () => {
    const { trainer, admin, editor, person, path, women, men, player, user } = await setting();
    const to = { group: women.uuid };
    const sent = await trainer.call('POST', path, { ...WRITTEN, to });
    expect([sent.status, sent.json]).toEqual([
      200,
      // The player, and the member of both groups; not the trainer.
      { uuid: expect.any(String), count: 2, unreached: 1 },
    ]);
    await app.work();
    for (const { email } of [player, user]) {
      const [mail, ...others] = await app.mailsTo(email);
      expect(mail?.subject).toContain('Spieltag');
      expect(mail?.text).toContain('an alle in Damen');
      expect(others).toEqual([]);
    }
    const { json: listed } = await admin.call('GET', path);
    expect(listed).toMatchObject([{ to: { group: women.uuid, name: 'Damen' }, count: 2 }]);
    expect((await admin.call('POST', path, { ...WRITTEN, to })).status).toBe(200);
    for (const browser of [editor, person])
      expect((await browser.call('POST', path, { ...WRITTEN, to })).status).toBe(403);
    const others = { ...WRITTEN, to: { group: men.uuid } };
    expect((await trainer.call('POST', path, others)).status).toBe(403);
    expect((await trainer.call('POST', path, { ...WRITTEN, to: 'all' })).status).toBe(403);
    expect((await editor.call('GET', path)).json).toEqual([]);
  });

  it('a group of another club is none, and a body that names two receivers is refused (U10)', async () => {
    const { admin, path, women } = await setting();
    const elsewhere = await app.make.group(await app.make.organization());
    const unknown = { ...WRITTEN, to: { group: elsewhere.uuid } };
    expect((await admin.call('POST', path, unknown)).status).toBe(404);
    for (const to of [{ group: women.uuid, of: ['open'] }, { group: 7 }])
      expect((await admin.call('POST', path, { ...WRITTEN, to })).status).toBe(422);
    const beside = { ...WRITTEN, to: 'all', group: women.uuid };
    expect((await admin.call('POST', path, beside)).status).toBe(422);
  });

  it("is three taps from the group's page, and says whom it does not reach (U8)", async () => {
    const { trainer, person, women, organization, unreached } = await setting();
    const form = `/app/messages/new?group=${women.uuid}`;
    expect((await trainer.get(`/app/groups/${women.uuid}`)).text).toContain(`href="${form}"`);
    expect((await person.get(`/app/groups/${women.uuid}`)).text).not.toContain(form);
    expect((await trainer.get(form)).page).toContain('Alle in Damen');
    const fields = { organization: organization.uuid, group: women.uuid, ...WRITTEN };
    const shown = await trainer.submit(form, fields);
    expect(shown.status).toBe(200);
    expect(shown.page).toContain('An 2 Personen senden; 1 hat keinen Zugang.');
    const sent = await trainer.submit(`/app/messages/new/sending?group=${women.uuid}`, fields);
    expect(sent.status).toBe(303);
    expect((await person.get(sent.headers.get('Location') ?? '')).page).toContain('alle in Damen');
    const list = await trainer.get(`/app/messages/unreached?group=${women.uuid}`);
    const { last_name } = await rowOf(app.db, 'members', unreached.uuid, ['last_name']);
    expect(list.page).toContain(last_name);
    expect((await person.get(form)).status).toBe(302);
  });

  it('is listed for its leader, with what was written about their events, and nothing else (U8)', async () => {
    const { trainer, admin, editor, person, path, women, men, eventOf } = await setting();
    const write = async (subject: string, to: unknown) =>
      expect((await admin.call('POST', path, { ...WRITTEN, subject, to })).status).toBe(200);
    await write('An alle', 'all');
    await write('Damen', { group: women.uuid });
    await write('Herren', { group: men.uuid });
    for (const [name, groups] of [
      ['Training', [women]],
      ['Spiel', [women, men]],
      ['Fest', []],
    ] as const) {
      const event = await eventOf(groups, name, { asks_answer: true });
      const sent = await editor.call('POST', path, {
        ...WRITTEN,
        subject: name,
        to: { event: event.uuid, of: ['open'] },
      });
      expect(sent.status, name).toBe(200);
    }
    const listed = async (browser: typeof trainer) =>
      (await browser.call('GET', path)).json.map(({ subject }: { subject: string }) => subject);
    expect(await listed(trainer)).toEqual(['Training', 'Damen']);
    expect(await listed(editor)).toEqual(['Fest', 'Spiel', 'Training']);
    expect(await listed(admin)).toHaveLength(6);
    expect((await person.call('GET', path)).status).toBe(403);
  });

  it('stays to be read when its group is gone (U11)', async () => {
    const { trainer, admin, person, path, women } = await setting();
    const { json } = await trainer.call('POST', path, { ...WRITTEN, to: { group: women.uuid } });
    await deleteRows(app.db, 'groups', women.uuid);
    expect((await person.get(`/app/messages/${json.uuid}`)).page).toContain('alle in Damen');
    expect((await admin.call('GET', path)).json).toMatchObject([
      { to: { group: null, name: 'Damen' } },
    ]);
  });
});

describe('a message about an event of groups', () => {
  it('is initially also for those who have not answered, and these are in its groups (U4, U7)', async () => {
    const { editor, women, eventOf, organization, trainer } = await setting();
    const event = await eventOf([women], 'Training', { asks_answer: true });
    const ticked = async (uuid: string) => {
      const { text } = await editor.get(`/app/messages/new?event=${uuid}`);
      return [...text.matchAll(/<input[^>]* name="to"[^>]*>/g)].flatMap(([box]) =>
        box.includes(' checked=""') ? (box.match(/ value="(\w+)"/)?.[1] ?? []) : [],
      );
    };
    // Nobody comes yet.
    expect(await ticked(event.uuid)).toEqual(['open']);
    const forAll = await eventOf([], 'Fest', { asks_answer: true });
    for (const { uuid } of [event, forAll])
      await trainer.call('PUT', `/event/${uuid}/answer`, { answer: 'yes' });
    expect(await ticked(event.uuid)).toEqual(['coming', 'open']);
    expect(await ticked(forAll.uuid)).toEqual(['coming']);
    const path = `/organization/${organization.uuid}/messages/recipients?event=${event.uuid}&to=open`;
    // The player, and the member of both groups.
    expect((await trainer.call('GET', path)).json).toMatchObject({ reached: 2, unreached: 1 });
  });
});
