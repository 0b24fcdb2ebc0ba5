import { expect, it } from 'vitest';
import { type AnswerClub, answerLab } from '../support/answer-lab';
import type { Phase } from '../support/answer-sheet';
import { seeded } from '../support/random';
import { brokenRules } from '../support/waiting-list';

const SEED = Number(process.env.PROMOTION_SEED ?? 7);
const MEMBERS = 14;

const lab = answerLab({ connections: 2 });

/** The rules of an event's answers once more, in plain words, to compare Postgres with. */
class Model {
  readonly registered = new Map<number, number>();
  waiting: { member: number; places: number }[] = [];
  readonly declined = new Set<number>();
  /** Whom promotion told, once for each time. */
  readonly promoted: number[] = [];
  readonly opened: number[] = [];
  max: number | null = 4;
  cancelled = false;
  phase: Phase = 'early';

  get taken(): number {
    return [...this.registered.values()].reduce((sum, places) => sum + places, 0);
  }

  get free(): number {
    return (this.max ?? 0) - this.taken;
  }

  signUp(member: number, places: number): string {
    if (this.registered.has(member)) return 'done';
    if (this.cancelled) return 'VH008';
    if (this.max === null) return 'VH002';
    if (places > this.free) return 'VH001';
    this.leave(member);
    this.registered.set(member, places);
    return 'done';
  }

  join(member: number, places: number): string {
    if (this.entryOf(member)) return 'done';
    if (this.cancelled) return 'VH008';
    if (this.max === null) return 'VH009';
    if (places <= this.free + (this.registered.get(member) ?? 0)) return 'VH006';
    this.leave(member);
    this.waiting.push({ member, places });
    return 'done';
  }

  decline(member: number): string {
    this.leave(member);
    this.declined.add(member);
    return 'done';
  }

  leave(member: number): string {
    this.registered.delete(member);
    this.declined.delete(member);
    this.waiting = this.waiting.filter((entry) => entry.member !== member);
    return 'done';
  }

  changePlaces(member: number, places: number): string {
    const entry = this.entryOf(member);
    if (entry) entry.places = places;
    const more = places - (this.registered.get(member) ?? places);
    if (more > 0 && this.cancelled) return 'VH008';
    if (more > 0 && this.max !== null && more > this.free) return 'VH001';
    if (this.registered.has(member)) this.registered.set(member, places);
    return 'done';
  }

  moveUp(member: number): string {
    const entry = this.entryOf(member);
    if (!entry) return 'done';
    if (this.cancelled) return 'VH008';
    if (entry.places > this.free) return 'VH001';
    this.promote(entry);
    return 'done';
  }

  entryOf(member: number) {
    return this.waiting.find((entry) => entry.member === member);
  }

  promote({ member, places }: { member: number; places: number }): void {
    this.leave(member);
    this.registered.set(member, places);
    this.promoted.push(member);
  }

  /** What follows by itself from whatever happened. */
  settle(): void {
    if (this.cancelled) return;
    if (this.max === null) {
      if (this.phase !== 'past') this.opened.push(...this.waiting.map(({ member }) => member));
      this.waiting = [];
    }
    if (this.phase !== 'early') return;
    for (const entry of this.waiting) if (entry.places <= this.free) this.promote(entry);
  }
}

/** Does something at random to the model and to Postgres. @returns what, and both outcomes */
async function step(
  { sheet, member: uuidOf }: AnswerClub,
  event: string,
  model: Model,
  random: () => number,
) {
  const below = (count: number) => Math.floor(random() * count);
  const at = below(MEMBERS);
  const member = uuidOf(at);
  const places = 1 + below(3);
  const kind = below(20);
  const phases: Phase[] = ['early', 'early', 'early', 'late', 'past'];
  const phase = phases[below(phases.length)] ?? 'early';
  const max = random() < 0.15 ? null : below(9);
  const did = (what: string, expected: string, came: Promise<string>) =>
    came.then((outcome) => ({ what: `${what}: ${outcome}`, expected: `${what}: ${expected}` }));

  if (kind < 5)
    return did(
      `sign up ${at} for ${places}`,
      model.signUp(at, places),
      sheet.signUp(member, event, places),
    );
  if (kind < 10)
    return did(
      `join ${at} for ${places}`,
      model.join(at, places),
      sheet.join(member, event, places),
    );
  if (kind < 12) return did(`decline ${at}`, model.decline(at), sheet.decline(member, event));
  if (kind < 14) return did(`leave ${at}`, model.leave(at), sheet.leave(member, event));
  if (kind === 14)
    return did(
      `change ${at} to ${places}`,
      model.changePlaces(at, places),
      sheet.changePlaces(member, event, places),
    );
  if (kind === 15) return did(`move up ${at}`, model.moveUp(at), sheet.moveUp(member, event));
  if (kind === 16) {
    model.phase = phase;
    return did(`move to ${phase}`, 'done', sheet.move(event, phase));
  }
  if (kind === 17) {
    model.cancelled = random() < 0.3;
    return did(`cancel ${model.cancelled}`, 'done', sheet.cancel(event, model.cancelled));
  }
  model.max = max;
  return did(`limit to ${max}`, 'done', sheet.limit(event, max));
}

const sorted = (items: Iterable<number>) => [...items].sort((one, other) => one - other);

it('does what the rules say, whatever happens to an event and its answers (K2, K3, K9)', async () => {
  const club = await lab.club(MEMBERS);
  for (let round = 0; round < 5; round++) {
    const random = seeded(SEED + round);
    const event = await club.event(4);
    const model = new Model();
    const before = { promoted: await club.told('promoted'), opened: await club.told('opened') };
    const history: string[] = [];
    for (let count = 0; count < 300; count++) {
      const { what, expected } = await step(club, event, model, random);
      model.settle();
      history.push(what);
      const story = `seed ${SEED + round}: ${history.slice(-12).join('; ')}`;
      expect(what, story).toBe(expected);
      expect(await club.answers(event), story).toEqual({
        registered: sorted(model.registered.keys()),
        waiting: model.waiting.map(({ member }) => member),
        declined: sorted(model.declined),
        places: model.taken,
        entries: model.waiting.length,
      });
    }
    expect(await brokenRules(lab.pool)).toEqual([]);
    for (const kind of ['promoted', 'opened'] as const)
      expect(sorted(await club.told(kind)), `seed ${SEED + round}: ${kind}`).toEqual(
        sorted([...before[kind], ...model[kind]]),
      );
  }
  expect((await club.told('promoted')).length).toBeGreaterThan(20);
  expect((await club.told('opened')).length).toBeGreaterThan(5);
});
