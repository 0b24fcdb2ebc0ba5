import { expect, it } from 'vitest';
import { answerLink } from '../support/answer-link';
import { answerSetting, answersTo } from '../support/answers';
import { testApp } from '../support/app';
import { seeded } from '../support/random';

/** Answers by link, by session and by a leader, in any order, against one simple model (N7). */
const app = testApp();

const SEED = Number(process.env.LINKS_SEED ?? 7);
const STEPS = 120;
const PLACES = 2;

type Answer = 'yes' | 'waiting' | 'no';
type Does = 'yes' | 'wait' | 'no' | 'leave';

/** An event of two places with a waiting list, in plain words. */
class Model {
  readonly answers = new Map<string, Answer>();
  #queue: string[] = [];

  #taken = () => [...this.answers.values()].filter((answer) => answer === 'yes').length;

  /** @returns false if it is refused */
  act(member: string, does: Does): boolean {
    const now = this.answers.get(member);
    if (does === 'leave') {
      if (now === 'yes') return false;
      if (now === 'waiting') this.#set(member, undefined);
      return true;
    }
    if (does === 'no') {
      this.#set(member, 'no');
      this.#moveUp();
      return true;
    }
    if (now === 'yes') return true;
    if (this.#taken() < PLACES) this.#set(member, 'yes');
    else if (does !== 'wait') return false;
    else if (now !== 'waiting') this.#set(member, 'waiting');
    return true;
  }

  #set(member: string, answer: Answer | undefined): void {
    this.#queue = this.#queue.filter((each) => each !== member);
    if (answer === 'waiting') this.#queue.push(member);
    if (answer) this.answers.set(member, answer);
    else this.answers.delete(member);
  }

  #moveUp(): void {
    const [next] = this.#queue;
    if (next && this.#taken() < PLACES) this.#set(next, 'yes');
  }
}

it(`a random sequence of answers comes to the same by whichever way they are given (N7, seed ${SEED})`, async () => {
  const { organization, event, editor, user, other } = await answerSetting(app, { max: PLACES });
  const people = await Promise.all(
    [user, other, await app.make.userOf(organization)].map(async (each) => ({
      member: each.member,
      link: await answerLink(app, { event, user: each }),
      session: await app.as(each, organization),
    })),
  );
  const random = seeded(SEED);
  const one = <T>(list: readonly T[]): T => {
    const found = list[Math.floor(random() * list.length)];
    return found ?? expect.fail('nothing to choose from');
  };
  const model = new Model();
  const ways = {
    link: async ({ link }: (typeof people)[number], does: Does) =>
      (await app.visitor().submit(link, { answer: does })).status === 303,
    session: async ({ session, member: _ }: (typeof people)[number], does: Does) =>
      does === 'leave'
        ? (await session.submit(`/app/events/${event.uuid}/waiting-list`)).status === 303
        : (await session.call('PUT', `/event/${event.uuid}/answer`, bodyOf(does))).status === 200,
    leader: async ({ member }: (typeof people)[number], does: Does) =>
      (await editor.call('PUT', `/event/${event.uuid}/answer`, { ...bodyOf(does), member }))
        .status === 200,
  };
  const bodyOf = (does: Does) =>
    does === 'no' ? { answer: 'no' } : { answer: 'yes', waitingList: does === 'wait' };
  for (let step = 0; step < STEPS; step++) {
    const person = one(people);
    const way = one(['link', 'link', 'session', 'leader'] as const);
    const does = one(
      way === 'leader'
        ? (['yes', 'wait', 'no'] as const)
        : (['yes', 'wait', 'no', 'leave'] as const),
    );
    const taken = await ways[way](person, does);
    expect([step, way, does, taken]).toEqual([step, way, does, model.act(person.member, does)]);
    const { answers } = await answersTo(app, event);
    const found = Object.entries(answers).map(([member, answer]) => [member, answer.split(' ')[0]]);
    expect([step, way, does, Object.fromEntries(found)]).toEqual([
      ...[step, way, does],
      Object.fromEntries(model.answers),
    ]);
  }
});
