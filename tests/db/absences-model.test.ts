import type { Insertable } from 'kysely';
import { expect, it } from 'vitest';
import type { DB } from '#db/schema.generated';
import { daysFrom } from '~/dates.server';
import { type AbsenceClub, absenceLab, brokenAbsences } from '../support/absence-lab';
import { seeded } from '../support/random';

const SEED = Number(process.env.ABSENCES_SEED ?? 3);
const MEMBERS = 4;

const lab = absenceLab({ connections: 2 });

/** The day so many days after the first of the tests. */
const day = (at: number) => daysFrom('2031-03-01', at);

interface Event {
  readonly from: number;
  readonly until: number;
  readonly kind: 'limited' | 'asks' | 'open';
  readonly cancelled: boolean;
}

interface Absence {
  readonly member: number;
  readonly from: number;
  readonly until: number;
  readonly leftOpen: Set<string>;
}

type Answer = 'yes' | 'no' | { absence: string };

const overlap = (
  a: { readonly from: number; readonly until: number },
  b: { readonly from: number; readonly until: number },
) => a.from <= b.until && a.until >= b.from;
const awaits = (event: Event) => !event.cancelled && event.kind !== 'open';

/** The rules of absences once more, in plain words, to compare Postgres with. */
class Model {
  readonly events = new Map<string, Event>();
  readonly absences = new Map<string, Absence>();
  readonly answers = new Map<string, Answer>();

  key = (member: number, event: string) => `${member} ${event}`;
  answerOf = (member: number, event: string) => this.answers.get(this.key(member, event));

  /** An absence declines what nobody has answered. */
  decline(id: string, absence: Absence, event: string): void {
    if (this.answerOf(absence.member, event) || absence.leftOpen.has(event)) return;
    this.answers.set(this.key(absence.member, event), { absence: id });
  }

  enter(id: string, absence: Absence): void {
    this.absences.set(id, absence);
    for (const [event, state] of this.events)
      if (awaits(state) && overlap(absence, state)) this.decline(id, absence, event);
  }

  write(event: string, after: Event): void {
    const before = this.events.get(event);
    this.events.set(event, after);
    const freed = new Set<number>();
    for (let member = 0; member < MEMBERS; member++) {
      const answer = this.answerOf(member, event);
      if (typeof answer !== 'object' || overlap(this.absence(answer.absence), after)) continue;
      this.answers.delete(this.key(member, event));
      freed.add(member);
    }
    if (!awaits(after)) return;
    const ordered = [...this.absences].sort(([a], [b]) => (a < b ? -1 : 1));
    for (const [id, absence] of ordered) {
      const was = before !== undefined && awaits(before) && overlap(absence, before);
      if (overlap(absence, after) && (!was || freed.has(absence.member)))
        this.decline(id, absence, event);
    }
  }

  absence(id: string): Absence {
    return this.absences.get(id) ?? expect.fail(`absence ${id} is gone`);
  }

  takeBack(member: number, event: string): void {
    const state = this.events.get(event);
    this.answers.delete(this.key(member, event));
    for (const absence of this.absences.values())
      if (state && absence.member === member && overlap(absence, state))
        absence.leftOpen.add(event);
  }

  /** @returns which of the other absences may have each event now */
  withdraw(id: string): Map<string, string[]> {
    const { member } = this.absence(id);
    this.absences.delete(id);
    const heirs = new Map<string, string[]>();
    for (const [event, state] of this.events) {
      const answer = this.answerOf(member, event);
      if (typeof answer !== 'object' || answer.absence !== id) continue;
      const others = [...this.absences].filter(
        ([, other]) =>
          other.member === member && overlap(other, state) && !other.leftOpen.has(event),
      );
      this.answers.delete(this.key(member, event));
      heirs.set(
        event,
        others.map(([other]) => other),
      );
    }
    return heirs;
  }

  forget(event: string): void {
    this.events.delete(event);
    for (let member = 0; member < MEMBERS; member++) this.answers.delete(this.key(member, event));
  }
}

type Column =
  | 'date'
  | 'end_date'
  | 'event_type'
  | 'max_participants'
  | 'asks_answer'
  | 'cancelled_at';

const columnsOf = ({
  from,
  until,
  kind,
  cancelled,
}: Event): Pick<Insertable<DB['events']>, Column> => ({
  date: day(from),
  end_date: until > from ? day(until) : null,
  event_type: kind === 'limited' ? 'LIMITED_EVENT' : 'OPEN_EVENT',
  max_participants: kind === 'limited' ? 100 : 0,
  asks_answer: kind === 'asks',
  cancelled_at: cancelled ? new Date() : null,
});

async function answersIn(club: AbsenceClub): Promise<Map<string, Answer>> {
  const { rows } = await lab.pool.query<{ event: string; member: string; answer: string }>(
    `select event_uuid as event, member_uuid as member, coalesce(absence_uuid::text, answer) as answer
     from answers where organization_uuid = $1`,
    [club.organization],
  );
  return new Map(
    rows.map(({ event, member, answer }) => [
      `${club.members.indexOf(member)} ${event}`,
      answer === 'yes' || answer === 'no' ? answer : { absence: answer },
    ]),
  );
}

/** Does something at random to the model and to Postgres. @returns what */
async function step(club: AbsenceClub, model: Model, random: () => number): Promise<string> {
  const below = (count: number) => Math.floor(random() * count);
  const pick = <Item>(items: readonly Item[]) => items[below(items.length)];
  const member = below(MEMBERS);
  const uuid = club.member(member);
  const days = () => {
    const from = below(20);
    return { from, until: from + below(5) };
  };
  const some = (): Event => ({
    ...days(),
    kind: pick(['limited', 'asks', 'open'] as const) ?? 'open',
    cancelled: random() < 0.2,
  });
  const event = pick([...model.events.keys()]);
  const kind = below(20);
  if (kind < 3 || event === undefined) {
    const state = some();
    const { uuid } = await lab.db
      .insertInto('events')
      .values({ organization_uuid: club.organization, name: 'Fest', ...columnsOf(state) })
      .returning('uuid')
      .executeTakeFirstOrThrow();
    model.write(uuid, state);
    return `create ${JSON.stringify(state)}`;
  }
  if (kind < 8) {
    const before = model.events.get(event) ?? some();
    // One thing, or all at once.
    const after = {
      ...before,
      ...pick([days(), { kind: some().kind }, { cancelled: !before.cancelled }, some()]),
    };
    await lab.db.updateTable('events').set(columnsOf(after)).where('uuid', '=', event).execute();
    model.write(event, after);
    return `change ${event} to ${JSON.stringify(after)}`;
  }
  if (kind < 11) {
    const { from, until } = days();
    const id = await club.absences.enter(uuid, { from: day(from), until: day(until) });
    if (id) model.enter(id, { member, from, until, leftOpen: new Set() });
    return `${member} is away ${from} to ${until}`;
  }
  if (kind < 13) {
    const id = pick([...model.absences.keys()]);
    if (!id) return 'nothing';
    const { member: absent } = model.absence(id);
    const heirs = model.withdraw(id);
    await club.absences.withdraw(club.member(absent), id);
    const now = await answersIn(club);
    for (const [key, answer] of now) {
      const [, event = ''] = key.split(' ');
      const others = heirs.get(event);
      if (!others || typeof answer !== 'object' || model.answers.has(key)) continue;
      expect(others).toContain(answer.absence);
      model.answers.set(key, answer);
    }
    // The event stays declined if another absence covers it.
    for (const [event, others] of heirs)
      expect(now.has(model.key(absent, event)), event).toBe(others.length > 0);
    return `withdraw ${id}`;
  }
  if (kind < 14) {
    await club.sheet.deleteEvent(event);
    model.forget(event);
    return `delete ${event}`;
  }
  if (kind < 15) {
    const id = pick([...model.absences.keys()]);
    if (id) await club.absences.lookAgain(id);
    return `look again at ${id}`;
  }
  const answer = pick(['yes', 'no', null] as const) ?? null;
  const done = await club.absences.answer(uuid, event, answer);
  if (done && answer) model.answers.set(model.key(member, event), answer);
  else if (done) model.takeBack(member, event);
  return `${member} says ${answer} to ${event}: ${done}`;
}

it('random absences, answers and changes of events are as the model says (L8)', async () => {
  const random = seeded(SEED);
  for (let round = 0; round < 5; round++) {
    const club = await lab.club(MEMBERS);
    const model = new Model();
    const done: string[] = [];
    for (let at = 0; at < 250; at++) {
      done.push(await step(club, model, random));
      const where = `seed ${SEED}, round ${round}:\n${done.slice(-15).join('\n')}`;
      expect(Object.fromEntries(await answersIn(club)), where).toEqual(
        Object.fromEntries(model.answers),
      );
    }
    expect(await brokenAbsences(lab.pool), `seed ${SEED}`).toEqual([]);
    const absent = [...model.answers.values()].filter((answer) => typeof answer === 'object');
    expect(absent.length).toBeGreaterThan(2);
  }
});
