import { beforeAll, expect, it } from 'vitest';
import { type AnswerClub, answerLab } from '../support/answer-lab';
import type { Phase } from '../support/answer-sheet';
import { deadlocks } from '../support/gate';
import { seeded } from '../support/random';
import { brokenRules, watchCommits } from '../support/waiting-list';

const SEED = Number(process.env.PROMOTION_SEED ?? 11);

const lab = answerLab({ connections: 40 });

let seen: Awaited<ReturnType<typeof watchCommits>>;
beforeAll(async () => {
  seen = await watchCommits(lab.pool);
});

/** One of everything that can happen to an event and its answers, at random. */
function anything({ sheet, members }: AnswerClub, events: readonly string[], random: () => number) {
  const below = (count: number) => Math.floor(random() * count);
  const pick = <Item>(items: readonly Item[]) => items[below(items.length)] as Item;
  const [member, event, places] = [pick(members), pick(events), 1 + below(3)];
  const phase: Phase = random() < 0.8 ? 'early' : pick(['late', 'past']);
  const kind = below(100);
  if (kind < 30) return sheet.signUp(member, event, places);
  if (kind < 55) return sheet.join(member, event, places);
  if (kind < 68) return sheet.decline(member, event);
  if (kind < 76) return sheet.leave(member, event);
  if (kind < 82) return sheet.changePlaces(member, event, places);
  if (kind < 84) return sheet.moveUp(member, event);
  if (kind < 90) return sheet.limit(event, random() < 0.1 ? null : 2 + below(12));
  if (kind < 93) return sheet.move(event, phase);
  if (kind < 95) return sheet.cancel(event, random() < 0.3);
  if (kind < 98) return sheet.relink(member);
  if (kind < 99) return sheet.deleteUser(member);
  return sheet.deleteMember(member);
}

/** Runs so many at once until `count` have been run. @returns how often each outcome came */
async function atOnce(width: number, count: number, run: () => Promise<string>) {
  const outcomes = new Map<string, number>();
  let left = count;
  const worker = async () => {
    while (left-- > 0) {
      const outcome = await run();
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: width }, worker));
  return outcomes;
}

it('holds after every commit while everything happens at once (K2)', async () => {
  const club = await lab.club(60);
  const random = seeded(SEED);
  const before = await deadlocks(lab);
  for (let round = 0; round < 2; round++) {
    const events = await Promise.all([1, 2, 3, 4].map((each) => club.event(3 * each)));
    const doomed = await club.event(5);
    club.members.push(...(await club.insertMembers(20)));
    const outcomes = await atOnce(40, 1000, () =>
      random() < 0.0005
        ? club.sheet.deleteEvent(doomed)
        : anything(club, [...events, doomed], random),
    );
    expect(outcomes.get('done'), `seed ${SEED}`).toBeGreaterThan(400);
    expect(await brokenRules(lab.pool), `seed ${SEED}`).toEqual([]);
  }
  expect(await seen.broken(), `seed ${SEED}`).toEqual([]);
  expect(await seen.untold()).toEqual([]);
  expect((await club.told('promoted')).length).toBeGreaterThan(20);
  expect(await deadlocks(lab)).toBe(before);
});

it('gives seq in the order of the commits (K1)', async () => {
  const club = await lab.club(60);
  const event = await club.event(0);
  await lab.pool.query(`
    create table committed (at bigint generated always as identity, member_uuid uuid not null);
    create function note_commit() returns trigger language plpgsql as $$
    begin
      -- Under the event's lock, at the very end of the transaction.
      insert into committed (member_uuid) values (new.member_uuid);
      return null;
    end $$;
    create constraint trigger note_commit after insert on answers
      deferrable initially deferred for each row execute function note_commit()`);
  await Promise.all(club.members.map((member) => club.sheet.join(member, event)));
  const { rows } = await lab.pool.query(
    `select array(select member_uuid from committed order by at) =
       array(select member_uuid from answers where answer = 'waiting' and event_uuid = $1 order by seq) as same`,
    [event],
  );
  expect(rows).toEqual([{ same: true }]);
});

it('two who free and take the same places at once leave none empty (K2)', async () => {
  const club = await lab.club(30);
  const event = await club.event(10);
  for (const [at, member] of club.members.entries())
    await (at < 10 ? club.sheet.signUp(member, event) : club.sheet.join(member, event));
  for (let round = 0; round < 10; round++) {
    const { registered, waiting } = await club.answers(event);
    const going = registered.map(club.member);
    await Promise.all([
      ...going.map((member) => club.sheet.decline(member, event)),
      ...going.map((member) => club.sheet.join(member, event)),
      ...waiting.map((at) => club.sheet.signUp(club.member(at), event)),
    ]);
    expect(await brokenRules(lab.pool)).toEqual([]);
  }
  expect(await seen.broken()).toEqual([]);
});
