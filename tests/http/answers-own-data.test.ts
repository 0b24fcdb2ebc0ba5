import { describe, expect, it } from 'vitest';
import { keepHouse } from '~/server/housekeeping';
import { answerSetting, answersTo, setEvent } from '../support/answers';
import { testApp } from '../support/app';

const app = testApp();

/** An event with an answer of every kind, each with a note, and one without. */
async function noted(set: Record<string, string> = {}) {
  const setting = await answerSetting(app, { max: 2, set: { companions: '1' } });
  const { event, editor, organization, answer, silent, user, other, leader } = setting;
  const put = (member: string, body: object) =>
    editor.call('PUT', answer, { member, note: 'Bandscheibe', ...body });
  await put(user.member, { answer: 'yes', places: 2 });
  await put(other.member, { answer: 'yes', waitingList: true });
  await put(silent.uuid, { answer: 'no' });
  await editor.call('PUT', answer, { answer: 'no', member: leader.member });
  await setEvent(app, event, set);
  const club = await app.make.member(organization);
  return { ...setting, club };
}

const DATA = '/app/account/data.json';

describe('own data', () => {
  it('has every answer with its places and note, and not who entered it (A12, J14)', async () => {
    const { event, person, another, user, other, leader, organization } = await noted();
    const third = await app.make.userOf(organization);
    const declined = await app.as(third, organization);
    await declined.call('PUT', `/event/${event.uuid}/answer`, { answer: 'no', note: 'Urlaub' });
    const about = { event: event.uuid, name: 'Zeltlager', date: '2030-03-05' };
    const first = await person.get(DATA);
    expect(first.json.registrations).toEqual([
      {
        ...about,
        member: user.member,
        places: 2,
        note: 'Bandscheibe',
        enteredByOthers: true,
        promotedAt: null,
        registeredAt: expect.any(String),
      },
    ]);
    expect(first.json).toMatchObject({ waitingLists: [], declines: [], notifications: [] });
    expect(first.text).not.toContain(leader.uuid);
    const second = await another.get(DATA);
    expect(second.json.waitingLists).toEqual([
      {
        ...about,
        member: other.member,
        places: 1,
        note: 'Bandscheibe',
        enteredByOthers: true,
        joinedAt: expect.any(String),
      },
    ]);
    expect((await declined.get(DATA)).json.declines).toEqual([
      {
        ...about,
        member: third.member,
        note: 'Urlaub',
        absence: null,
        enteredByOthers: false,
        declinedAt: expect.any(String),
      },
    ]);
    await setEvent(app, event, { max_participants: '3' });
    expect((await another.get(DATA)).json).toMatchObject({
      waitingLists: [],
      registrations: [{ promotedAt: expect.any(String), note: 'Bandscheibe' }],
      notifications: [{ kind: 'promoted', event: event.uuid }],
    });
  });
});

describe('old notes', () => {
  it('are deleted 30 days after the event has ended, and the answers stay (J14)', async () => {
    const ended = (days: number) => ({
      date: `current_date - ${days + 10}`,
      end_date: `current_date - ${days}`,
    });
    const old = await noted(ended(32));
    const young = await noted(ended(28));
    const before = await answersTo(app, old.event);
    const kept = await answersTo(app, young.event);
    await keepHouse(app.db, app.config);
    const after = await answersTo(app, old.event);
    const without = Object.entries(before.answers).map(([member, answer]) => [
      member,
      answer.replace(' Bandscheibe', ''),
    ]);
    expect(Object.values(before.answers).join()).toContain('Bandscheibe');
    expect(after).toEqual({ ...before, answers: Object.fromEntries(without) });
    expect(await answersTo(app, young.event)).toEqual(kept);
  });
});
