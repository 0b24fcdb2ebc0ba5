import { describe, expect, it } from 'vitest';
import { lockEvent } from '~/features/events/queries.server';
import { answerOf, answerSetting, answersTo, setEvent } from '../support/answers';
import { testApp } from '../support/app';
import type { Browser } from '../support/browser';
import { deadlocks, untilWaiting } from '../support/gate';
import { seeded } from '../support/random';
import { deleteRows, rowOf } from '../support/rows';

const app = testApp();

const YES = { answer: 'yes' };
const NO = { answer: 'no' };
const JOIN = { answer: 'yes', waitingList: true };

type Setting = Awaited<ReturnType<typeof answerSetting>>;

/** Holds the event while these requests arrive one after the other. @returns their responses */
async function inOrder<Response>(
  { event }: Pick<Setting, 'event'>,
  requests: ReadonlyArray<() => Promise<Response>>,
): Promise<Response[]> {
  const pending = await app.db.transaction().execute(async (trx) => {
    await lockEvent(trx, event);
    const sent: Promise<Response>[] = [];
    for (const request of requests) {
      sent.push(request());
      await untilWaiting(app, sent.length);
    }
    return [Promise.all(sent)] as const;
  });
  return pending[0];
}

describe('two devices of one member', () => {
  it('the later of a yes and a no wins, and there is one answer (J12)', async () => {
    const setting = await answerSetting(app, { max: 5 });
    const { event, person, user, organization, answer, member } = setting;
    const phone = await app.as(user, organization);
    const [first, second] = await inOrder(setting, [
      () => person.call('PUT', answer, { ...YES, note: 'Am Rechner' }),
      () => phone.call('PUT', answer, { ...NO, note: 'Am Telefon' }),
    ]);
    expect([first?.json.ownAnswer, second?.json.ownAnswer]).toEqual(['yes', 'no']);
    expect(await answersTo(app, event)).toEqual({
      answers: { [member.uuid]: 'no Am Telefon' },
      taken: 0,
      waiting: 0,
    });
    const [third, fourth] = await inOrder(setting, [
      () => phone.call('PUT', answer, { ...NO, note: 'Doch nicht' }),
      () => person.call('PUT', answer, YES),
    ]);
    expect([third?.status, fourth?.status]).toEqual([200, 200]);
    expect(await answersTo(app, event)).toMatchObject({
      answers: { [member.uuid]: 'yes 1' },
      taken: 1,
    });
  });

  it('a yes that finds the place gone joins the list, one entry for two taps (K5)', async () => {
    const setting = await answerSetting(app, { max: 1 });
    const { event, person, another, answer, member, other } = setting;
    const responses = await inOrder(setting, [
      () => another.call('PUT', answer, JOIN),
      () => person.call('PUT', answer, JOIN),
      () => person.call('PUT', answer, JOIN),
    ]);
    expect(responses.map(({ json }) => json.ownAnswer)).toEqual(['yes', 'waiting', 'waiting']);
    expect(responses.at(-1)?.json).toMatchObject({ registeredParticipants: 1, waiting: 1 });
    expect(await answersTo(app, event)).toEqual({
      answers: { [other.member]: 'yes 1', [member.uuid]: 'waiting 1' },
      taken: 1,
      waiting: 1,
    });
  });

  it('a member who joins the list while a place comes free gets it (K5)', async () => {
    const setting = await answerSetting(app, { max: 1 });
    const { event, person, another, answer, member, other } = setting;
    await another.call('PUT', answer, YES);
    const [off, joined] = await inOrder(setting, [
      () => another.call('PUT', answer, NO),
      () => person.call('PUT', answer, JOIN),
    ]);
    expect([off?.json.registeredParticipants, joined?.json.ownAnswer]).toEqual([0, 'yes']);
    expect((await answersTo(app, event)).answers).toEqual({
      [other.member]: 'no',
      [member.uuid]: 'yes 1',
    });
  });

  it('a member who leaves the list while moving up keeps the place, and is told so (K6)', async () => {
    const setting = await answerSetting(app, { max: 1 });
    const { event, person, another, answer, member } = setting;
    await another.call('PUT', answer, YES);
    await person.call('PUT', answer, JOIN);
    const [, left] = await inOrder(setting, [
      () => another.call('PUT', answer, NO),
      () => person.call('DELETE', `/event/${event.uuid}/waiting-list`),
    ]);
    expect(left?.status).toBe(409);
    expect(await answerOf(app, event, member.uuid)).toBe('yes 1');
  });

  it('an answer waits for the deletion of its member, and ends without a deadlock (E7)', async () => {
    const { event, person, answer, member } = await answerSetting(app, { max: 5 });
    await person.call('PUT', answer, NO);
    const before = await deadlocks(app);
    const pending = await app.db.transaction().execute(async (trx) => {
      await deleteRows(trx, 'members', member.uuid);
      const clicked = person.call('PUT', answer, YES);
      await untilWaiting(app);
      return [clicked] as const;
    });
    expect((await pending[0]).status).toBe(409);
    expect(await deadlocks(app)).toBe(before);
    expect(await answersTo(app, event)).toEqual({ answers: {}, taken: 0, waiting: 0 });
  });
});

describe('random answers at once', () => {
  it('never leave two answers, a wrong count, too many places, or somebody waiting who fits (K2)', async () => {
    const random = seeded(20_270_313);
    const pick = <Item>(items: readonly Item[]) =>
      items[Math.floor(random() * items.length)] as Item;
    const before = await deadlocks(app);
    const setting = await answerSetting(app, { max: 4, set: { companions: '2' } });
    const { organization, event, editor, answer, silent } = setting;
    const people: Array<{ member: string; browser: Browser }> = [];
    for (let count = 0; count < 8; count++) {
      const user = await app.make.userOf(organization);
      people.push({ member: user.member, browser: await app.as(user, organization) });
    }
    const members = [...people.map(({ member }) => member), silent.uuid];
    const act = () => {
      const { browser } = pick(people);
      const places = 1 + Math.floor(random() * 3);
      const member = pick(members);
      return pick([
        () => browser.call('PUT', answer, { ...JOIN, places }),
        () => browser.call('PUT', answer, { ...JOIN, places }),
        () => browser.call('PUT', answer, { ...YES, places }),
        () => browser.call('PUT', answer, NO),
        () => browser.call('DELETE', answer),
        () => browser.call('PUT', '/event/register-user', { event: event.uuid }),
        () => browser.call('PUT', '/event/unregister-user', { event: event.uuid }),
        () => browser.call('DELETE', `/event/${event.uuid}/waiting-list`),
        () => editor.call('PUT', answer, { ...JOIN, places, member }),
        () => editor.call('PUT', answer, { ...NO, member }),
        () => editor.call('PUT', `/event/${event.uuid}/waiting-list/${member}`),
        () => editor.call('DELETE', `/event/${event.uuid}/waiting-list/${member}`),
        async () => {
          const max_participants = String(3 + Math.floor(random() * 4));
          await setEvent(app, event, { max_participants });
          return { status: 200 };
        },
      ]);
    };
    let most = 0;
    for (let round = 0; round < 30; round++) {
      const responses = await Promise.all(Array.from({ length: 10 }, () => act()()));
      const statuses = new Set(responses.map(({ status }) => status));
      for (const status of [200, 409]) statuses.delete(status);
      expect([...statuses]).toEqual([]);
      const { answers, taken, waiting } = await answersTo(app, event);
      const all = Object.values(answers);
      const places = (kind: string) =>
        all.filter((each) => each.startsWith(kind)).map((each) => Number(each.split(' ')[1]));
      const { max_participants: max } = await rowOf(app.db, 'events', event.uuid, [
        'max_participants',
      ]);
      most = Math.max(most, waiting);
      expect(taken).toBe(places('yes').reduce((sum, each) => sum + each, 0));
      expect(waiting).toBe(places('waiting').length);
      expect(Math.min(...places('waiting'), Number.POSITIVE_INFINITY)).toBeGreaterThan(max - taken);
    }
    // The test would prove nothing if nobody had ever waited.
    expect(most).toBeGreaterThan(0);
    expect(await deadlocks(app)).toBe(before);
  });
});
