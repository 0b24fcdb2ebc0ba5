import { describe, expect, it } from 'vitest';
import { answerSetting, setEvent } from '../support/answers';
import { testApp } from '../support/app';
import { deleteRows } from '../support/rows';

const app = testApp();

/** A club with an answer of every kind, and two members without one. */
async function answered() {
  const setting = await answerSetting(app, { max: 3, set: { companions: '1' } });
  const { organization, event, person, another, editor, answer } = setting;
  const named = (firstName: string, lastName: string) =>
    app.make.member(organization, { firstName, lastName });
  const zoe = await named('Zoë', 'Äpfelbach');
  const carl = await named('Carl', 'Birnbaum');
  const dora = await named('Dora', 'Zander');
  await person.call('PUT', answer, { answer: 'yes', places: 2, note: 'Vegan' });
  await editor.call('PUT', answer, { answer: 'yes', member: zoe.uuid });
  await editor.call('PUT', answer, { answer: 'yes', member: carl.uuid, waitingList: true });
  await another.call('PUT', answer, { answer: 'yes', places: 2, waitingList: true });
  await editor.call('PUT', answer, { answer: 'no', member: dora.uuid, note: 'Krank' });
  const list = (query: string) => editor.call('GET', `/event/${event.uuid}/answers?${query}`);
  return { ...setting, zoe, carl, dora, list };
}

const names = (json: Array<{ lastName: string }>) => json.map(({ lastName }) => lastName);

describe('the answers to an event', () => {
  it('has four sections, with what was told and by whom (J8, J11)', async () => {
    const { user, other, leader, zoe, carl, dora, silent, list } = await answered();
    const byLeader = `${leader.firstName} ${leader.lastName}`;
    const row = (member: { uuid: string; firstName: string; lastName: string }, more: object) => ({
      memberUuid: member.uuid,
      firstName: member.firstName,
      lastName: member.lastName,
      places: 1,
      note: '',
      actedBy: null,
      promotedAt: null,
      reachable: false,
      ...more,
    });
    const asMember = (each: typeof user) => ({ ...each, uuid: each.member });
    expect((await list('of=yes')).json).toEqual([
      row(zoe, { actedBy: byLeader }),
      row(asMember(user), { places: 2, note: 'Vegan', reachable: true }),
    ]);
    expect((await list('of=waiting')).json).toEqual([
      row(carl, { actedBy: byLeader }),
      row(asMember(other), { places: 2, reachable: true }),
    ]);
    expect((await list('of=no')).json).toEqual([row(dora, { note: 'Krank', actedBy: byLeader })]);
    expect((await list('of=open')).json).toEqual([
      row(asMember(leader), { reachable: true }),
      row(silent, {}),
    ]);
    // What is asked for most.
    expect((await list('')).json).toEqual((await list('of=yes')).json);
  });

  it('says who moved up, and when (K8)', async () => {
    const { event, carl, list } = await answered();
    await setEvent(app, event, { max_participants: '4' });
    const rows = (await list('of=yes')).json;
    const moved = rows.find(({ memberUuid }: { memberUuid: string }) => memberUuid === carl.uuid);
    expect(Date.now() - Date.parse(moved.promotedAt)).toBeLessThan(600_000);
    expect((await list('of=waiting')).json).toHaveLength(1);
  });

  it('forgets who entered an answer together with the account (J7, A12)', async () => {
    const { organization, event, leader, zoe, list } = await answered();
    await app.make.belongs(await app.make.user(), organization, 'ORGANIZATION_ADMIN');
    const editor = await app.asUserOf(organization, ['EDIT_EVENTS']);
    expect((await list('of=yes')).json[0]).toMatchObject({ actedBy: expect.any(String) });
    await deleteRows(app.db, 'users', leader.uuid);
    const after = await editor.call('GET', `/event/${event.uuid}/answers?of=yes`);
    expect(after.json[0]).toMatchObject({ memberUuid: zoe.uuid, actedBy: null });
  });

  it('is searched and paged in each section, forth and back (J8)', async () => {
    const { list, organization, event, editor } = await answered();
    expect(names((await list('of=yes&q=zoe')).json)).toEqual(['Äpfelbach']);
    expect(names((await list('of=waiting&q=birn')).json)).toEqual(['Birnbaum']);
    expect(names((await list('of=no&q=zander')).json)).toEqual(['Zander']);
    expect((await list('of=no&q=birn')).json).toEqual([]);
    expect(names((await list('of=open&q=ohnekonto')).json)).toEqual(['Ohnekonto']);
    for (const name of ['A', 'B', 'C', 'D'])
      await app.make.member(organization, { firstName: 'X', lastName: `Y${name}` });
    for (const of of ['yes', 'waiting', 'no', 'open']) {
      const all = (await list(`of=${of}`)).json;
      const paged = [];
      let next = `/event/${event.uuid}/answers?of=${of}&limit=1`;
      while (next) {
        const { json, headers } = await editor.call('GET', next);
        paged.push(...json);
        next = headers.get('Link')?.match(/<\/api(.*?)>/)?.[1] ?? '';
      }
      expect(paged, of).toEqual(all);
    }
  });

  it('refuses a section that there is not, and a cursor of another (G4)', async () => {
    const { list } = await answered();
    expect((await list('of=maybe')).status).toBe(422);
    expect((await list('of=yes&limit=0')).status).toBe(422);
    const turn = (await list('of=waiting&limit=1')).headers.get('Link')?.match(/cursor=([^&>]*)/);
    const name = (await list('of=yes&limit=1')).headers.get('Link')?.match(/cursor=([^&>]*)/);
    for (const query of [
      `of=yes&cursor=${turn?.[1]}`,
      `of=waiting&cursor=${name?.[1]}`,
      'of=open&cursor=abc',
      'of=no&before=abc',
    ]) {
      const { status, json } = await list(query);
      expect([status, Object.keys(json.errors)]).toEqual([
        422,
        [query.includes('before') ? 'before' : 'cursor'],
      ]);
    }
  });
});

describe('own answers', () => {
  it('are those of the own member, by date, in one organisation (J11)', async () => {
    const { organization, user, person, event, answer } = await answerSetting(app, { max: 1 });
    const later = await app.make.event(organization, { date: '2031-01-01', max: 0 });
    const earlier = await app.make.event(organization, { date: '2029-01-01', max: 5 });
    await person.call('PUT', answer, { answer: 'yes', note: 'Vegan' });
    await person.call('PUT', `/event/${later.uuid}/answer`, { answer: 'yes', waitingList: true });
    await person.call('PUT', `/event/${earlier.uuid}/answer`, { answer: 'no', note: 'Urlaub' });
    const elsewhere = await app.make.organization();
    await app.make.belongs(user, elsewhere);
    const foreign = await app.make.event(elsewhere, { max: 3 });
    await app.make.registration(foreign, await app.make.member(elsewhere, { user }));

    const own = (uuid: string) => person.call('GET', `/event/own-answers/?organization=${uuid}`);
    expect((await own(organization.uuid)).json).toEqual([
      { event: earlier.uuid, answer: 'no', places: 1, note: 'Urlaub' },
      { event: event.uuid, answer: 'yes', places: 1, note: 'Vegan' },
      { event: later.uuid, answer: 'waiting', places: 1, note: '' },
    ]);
    expect((await own(elsewhere.uuid)).json).toEqual([
      { event: foreign.uuid, answer: 'yes', places: 1, note: '' },
    ]);
    const admin = await app.as(await app.make.user({ admin: true }));
    const none = await admin.call('GET', `/event/own-answers?organization=${organization.uuid}`);
    expect(none.json).toEqual([]);
  });
});
