import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { daysFrom, today } from '~/dates.server';
import { cancelEvent } from '~/features/events/operations/cancellation.server';
import { deleteDates, updateEvent } from '~/features/events/operations/events.server';
import { eventColumns } from '~/features/events/queries.server';
import { changeRepetition } from '~/features/series/operations/changing.server';
import { datesOf } from '~/features/series/planning.server';
import { readRule } from '~/features/series/rule';
import { inDays } from '../support/events';
import { seeded } from '../support/random';
import { extend, makeSeries } from '../support/series';
import {
  type Outcome,
  type SeriesClub,
  type StoredEvent,
  seriesClub,
  seriesLab,
} from '../support/series-lab';

const SEED = Number(process.env.SERIES_SEED ?? 11);
const ROUNDS = Number(process.env.SERIES_ROUNDS ?? 12);
const STEPS = 25;

const lab = seriesLab();

type Scope = 'only' | 'following' | 'all';
type Fields = Partial<
  Pick<StoredEvent, 'name' | 'place' | 'description' | 'startTime' | 'maxParticipants' | 'date'>
>;

/** What was done, for the rules to be judged by. */
interface Step {
  readonly what: string;
  readonly kind: 'edit' | 'rule' | 'delete' | 'other';
  readonly event?: StoredEvent;
  readonly scope?: Scope;
  readonly fields?: Fields;
  readonly listed: readonly string[];
  readonly refused: boolean;
}

type Events = ReadonlyMap<string, StoredEvent>;

const FIELDS = [
  'name',
  'place',
  'description',
  'startTime',
  'maxParticipants',
  'endDate',
  'signUpUntil',
] as const;

class Game {
  readonly #random: () => number;
  done = { carriedOut: 0, refused: 0, listed: 0 };

  constructor(
    readonly club: SeriesClub,
    readonly members: readonly string[],
    seed: number,
  ) {
    this.#random = seeded(seed);
  }

  below = (count: number) => Math.floor(this.#random() * count);
  chance = (share: number) => this.#random() < share;
  pick = <Item>(items: readonly Item[]): Item => {
    const item = items[this.below(items.length)];
    if (item === undefined) throw new Error('nothing to pick');
    return item;
  };

  /** Once more with what was listed, as the screen's second click. */
  async consenting<Output>(
    perform: (listed: readonly string[], answered: 'keep' | 'cancel') => Promise<Outcome<Output>>,
  ): Promise<{ refused: boolean; listed: readonly string[] }> {
    const first = await perform([], 'keep');
    const unlisted = first.problem?.errors?.unlisted;
    if (!unlisted) return { refused: Boolean(first.problem), listed: [] };
    this.done.listed++;
    if (this.chance(0.3)) {
      // Shown others than those that it is about.
      const partly = await perform(unlisted.slice(1), 'cancel');
      expect(partly.problem?.errors?.unlisted).toEqual(unlisted);
      return { refused: true, listed: [] };
    }
    const second = await perform(unlisted, this.pick(['keep', 'cancel']));
    return { refused: Boolean(second.problem), listed: unlisted };
  }

  async edit(event: StoredEvent): Promise<Step> {
    const scope = this.pick<Scope>(['only', 'following', 'following', 'all']);
    const fields: Record<string, unknown> = {};
    for (let count = 0; count <= this.below(2); count++)
      Object.assign(
        fields,
        this.pick<Fields>([
          { place: `Halle ${this.below(5)}` },
          { description: `Text ${this.below(9)}` },
          { name: `Training ${this.below(9)}` },
          { startTime: this.pick(['17:00', '18:30', null]) },
          { maxParticipants: 1 + this.below(4) },
          { date: daysFrom(event.date, this.below(9) - 4) },
        ]),
      );
    const stored = await lab.db
      .selectFrom('events')
      .select(eventColumns)
      .where('uuid', '=', event.uuid)
      .executeTakeFirstOrThrow();
    const given = {
      name: stored.name,
      date: stored.date,
      eventType: stored.eventType,
      maxParticipants: stored.maxParticipants,
    };
    const { refused, listed } = await this.consenting((listed) =>
      this.club.perform(
        updateEvent,
        { ...given, ...fields, event: event.uuid, scope, listed: [...listed] } as never,
        event.version,
      ),
    );
    return {
      what: `edit ${scope} ${event.seriesDate} ${JSON.stringify(fields)}`,
      kind: 'edit',
      event,
      scope,
      fields,
      listed,
      refused,
    };
  }

  async rule(event: StoredEvent): Promise<Step> {
    const scope = this.pick(['following', 'all'] as const);
    const text = this.pick([
      'FREQ=WEEKLY;BYDAY=TU',
      'FREQ=WEEKLY;BYDAY=MO,TH',
      'FREQ=WEEKLY;BYDAY=WE,SA,SU',
      'FREQ=WEEKLY;INTERVAL=2;BYDAY=FR',
      'FREQ=WEEKLY;BYDAY=TU;COUNT=9',
      `FREQ=WEEKLY;BYDAY=TH;UNTIL=${inDays(60).replaceAll('-', '')}`,
      'FREQ=MONTHLY;BYDAY=2WE',
      'FREQ=MONTHLY;BYMONTHDAY=15',
    ]);
    const next = {
      rule: text,
      skipHolidays: this.pick([null, 'BY' as const]),
      skipBreaks: this.chance(0.5),
    };
    const { refused, listed } = await this.consenting((listed, answered) =>
      this.club.perform(changeRepetition, {
        ...next,
        event: event.uuid,
        scope,
        listed: [...listed],
        answered,
      }),
    );
    return {
      what: `rule ${scope} ${event.seriesDate} ${JSON.stringify(next)}`,
      kind: 'rule',
      event,
      scope,
      listed,
      refused,
    };
  }

  async delete(event: StoredEvent): Promise<Step> {
    const scope = this.pick<Scope>(['only', 'only', 'only', 'following', 'all']);
    const { refused, listed } = await this.consenting((listed, answered) =>
      this.club.perform(deleteDates, { event: event.uuid, scope, listed: [...listed], answered }),
    );
    return {
      what: `delete ${scope} ${event.seriesDate}`,
      kind: 'delete',
      event,
      scope,
      listed,
      refused,
    };
  }

  async other(event: StoredEvent): Promise<Step> {
    const member = { uuid: this.pick(this.members) };
    const of = { uuid: event.uuid, organization: this.club.organization.uuid };
    const kind = this.below(8);
    const done = async (what: string, doing: Promise<unknown>): Promise<Step> => {
      // What Postgres refuses, as a second answer, is none.
      await doing.catch(() => undefined);
      return { what: `${what} ${event.seriesDate}`, kind: 'other', listed: [], refused: false };
    };
    if (kind < 2) return done('sign up', lab.make.registration(of, member));
    if (kind === 2) return done('wait', lab.make.waiting(of, member));
    if (kind === 3)
      return done(
        'decline',
        lab.db
          .insertInto('declines')
          .values({
            event_uuid: of.uuid,
            member_uuid: member.uuid,
            organization_uuid: of.organization,
          })
          .execute(),
      );
    if (kind === 4)
      return done(
        'take part',
        lab.db
          .insertInto('participations')
          .values({
            event_uuid: of.uuid,
            member_uuid: member.uuid,
            organization_uuid: of.organization,
          })
          .execute(),
      );
    if (kind === 5)
      return done(
        'poll',
        lab.make.poll(of).then((poll) => lab.make.answer(poll, member)),
      );
    if (kind === 6)
      return done(
        'break',
        lab.db
          .insertInto('breaks')
          .values({
            organization_uuid: of.organization,
            name: 'Ferien',
            from_date: inDays(20 + this.below(30)),
            until_date: inDays(52 + this.below(9)),
          })
          .execute(),
      );
    return done('cancel', this.club.perform(cancelEvent, { event: event.uuid }));
  }

  async step(events: Events): Promise<Step> {
    const ofSeries = [...events.values()].filter(({ series }) => series !== null);
    // Mostly what is near, where most has been done.
    const near = ofSeries.sort((one, other) => (one.date < other.date ? -1 : 1)).slice(0, 12);
    const event = this.pick(this.chance(0.8) ? near : ofSeries);
    const kind = this.below(10);
    if (kind < 4) return this.edit(event);
    if (kind === 4) return this.rule(event);
    if (kind === 5) return this.delete(event);
    return this.other(event);
  }
}

/** What must hold whatever was done. */
function judge(before: Events, after: Events, step: Step) {
  if (step.refused) return expect(after).toEqual(before);
  const { event: edited, scope, listed, kind } = step;
  for (const was of before.values()) {
    const is = after.get(was.uuid);
    const alone = scope === 'only' && was.uuid === edited?.uuid;
    if (!is) {
      expect(kind, `${was.date} is gone`).not.toBe('edit');
      expect(
        alone || (was.date >= today() && was.answers.length === 0),
        `${was.date} is gone`,
      ).toBe(true);
      continue;
    }
    if (kind === 'other') continue;
    // They are never changed here, and keep their distance from the day, but for a call that moves
    // one date alone: it leaves the moment of a deadline as it is (X1).
    const deadline = alone && kind === 'edit' ? 'signUpAt' : 'signUpUntil';
    expect([is.endDate, is[deadline]], `distances of ${was.date}`).toEqual([
      was.endDate,
      was[deadline],
    ]);
    expect(is.answers, `answers of ${was.date}`).toEqual(was.answers);
    if (was.answers.length > 0 && !alone && !listed.includes(was.uuid))
      expect([is.date, is.cancelled, is.series === null], `unlisted ${was.date}`).toEqual([
        was.date,
        was.cancelled,
        was.series === null,
      ]);
    if (was.date < today() && !alone)
      expect(visible(is), `${was.date} is over`).toEqual(visible(was));
    if (was.uuid === edited?.uuid || is.series === null) continue;
    expect(is.own, `own fields of ${was.date}`).toEqual(was.own);
    for (const field of FIELDS)
      if (was.own.includes(field))
        expect(is[field], `own ${field} of ${was.date}`).toEqual(was[field]);
    if (was.own.includes('date')) expect(is.date).toBe(was.date);
    else expect(is.date, `${is.seriesDate} is on its day`).toBe(is.seriesDate);
  }
  if (kind === 'edit') judgeEdit(before, after, step);
}

const visible = ({ series: _series, seriesDate: _day, ...event }: StoredEvent) => event;

/** An edit reaches all that it is about, and nothing else. */
function judgeEdit(before: Events, after: Events, { event, scope, fields = {} }: Step) {
  if (!event) return;
  const isSame = Object.entries(fields).every(
    ([field, value]) => inMinutes(event[field as keyof Fields]) === value,
  );
  const days =
    fields.date && fields.date !== event.date && scope !== 'only'
      ? between(event.seriesDate ?? '', fields.date)
      : 0;
  for (const was of before.values()) {
    const is = after.get(was.uuid);
    if (!is) continue;
    const isMeant =
      was.uuid === event.uuid ||
      (!isSame &&
        scope !== 'only' &&
        was.series === event.series &&
        was.date >= today() &&
        (scope === 'all' || (was.seriesDate ?? '') >= (event.seriesDate ?? '')));
    for (const [field, value] of Object.entries(fields) as [
      keyof Fields,
      string | number | null,
    ][]) {
      const before = inMinutes(was[field]);
      if (field === 'date') {
        const moves = isMeant && was.uuid !== event.uuid && !was.own.includes('date');
        const expected =
          was.uuid === event.uuid ? value : moves ? daysFrom(was.date, days) : was.date;
        expect(is.date, `date of ${was.date}`).toBe(expected);
      } else if (!isMeant) expect(inMinutes(is[field]), `${field} of ${was.date}`).toBe(before);
      else if (
        was.uuid === event.uuid ||
        (!was.own.includes(field) && value !== inMinutes(event[field]))
      )
        expect(inMinutes(is[field]), `${field} of ${was.date}`).toBe(value);
    }
  }
}

const inMinutes = (value: string | number | null | undefined) =>
  typeof value === 'string' && /^\d\d:\d\d:\d\d$/.test(value) ? value.slice(0, 5) : value;

const between = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / 86_400_000;

/** What must hold of the series themselves. */
async function judgeSeries(club: SeriesClub) {
  const rows = await lab.db
    .selectFrom('series')
    .select(['uuid', 'rule', 'starts_on as startsOn', 'ends_on as endsOn'])
    .where('organization_uuid', '=', club.organization.uuid)
    .execute();
  for (const { uuid, rule: text, startsOn, endsOn } of rows) {
    expect(await extend(lab.db, uuid), `${text} is complete`).toBe(0);
    const rule = readRule(text);
    if (!rule) throw new Error(`no rule: ${text}`);
    const { rows: ahead } = await sql<{ date: string; own: string[] }>`
      select series_date::text as date from events
      where series_uuid = ${uuid} and date >= ${today()} and series_date >= ${today()}
        and not 'date' = any(own_fields)`.execute(lab.db);
    const planned = new Set<string>();
    for (let from = today(); from < inDays(440); from = daysFrom(from, 100))
      for (const day of datesOf({ rule, startsOn, endsOn }, from, daysFrom(from, 99)))
        planned.add(day);
    for (const { date } of ahead)
      expect(planned.has(date), `${text} from ${startsOn} has ${date}`).toBe(true);
  }
}

const RULES = [
  'FREQ=WEEKLY;BYDAY=TU',
  'FREQ=WEEKLY;INTERVAL=2;BYDAY=TH',
  'FREQ=WEEKLY;BYDAY=MO,WE',
  'FREQ=WEEKLY;BYDAY=FR;COUNT=14',
  'FREQ=MONTHLY;BYDAY=1SA',
];

it('keeps answers, exceptions and what is over, whatever is done to a series (L5, L6, L7)', async () => {
  const total = { carriedOut: 0, refused: 0, listed: 0 };
  for (let round = 0; round < ROUNDS; round++) {
    const club = await seriesClub(lab);
    const members = await Promise.all(
      Array.from({ length: 5 }, () => lab.make.member(club.organization)),
    );
    const game = new Game(
      club,
      members.map(({ uuid }) => uuid),
      SEED + round,
    );
    const date = inDays(game.below(16) - 10);
    await makeSeries(lab, club.organization, {
      rule: game.pick(RULES),
      max: 3,
      event: {
        date,
        start_time: '18:00',
        end_time: '20:00',
        sign_up_until: game.chance(0.5) ? `${daysFrom(date, -1)}T10:00:00+01:00` : null,
      },
      skipHolidays: game.chance(0.5) ? 'BY' : undefined,
    });
    const history: string[] = [];
    let before = await club.events();
    for (let count = 0; count < STEPS; count++) {
      if (![...before.values()].some(({ series }) => series)) break;
      const step = await game.step(before);
      history.push(`${step.what}${step.refused ? ' refused' : ''}`);
      const after = await club.events();
      try {
        judge(before, after, step);
        await judgeSeries(club);
      } catch (error) {
        throw new Error(`seed ${SEED + round}: ${history.slice(-8).join('; ')}`, { cause: error });
      }
      total[step.refused ? 'refused' : 'carriedOut']++;
      before = await club.events();
    }
    total.listed += game.done.listed;
  }
  expect(total.carriedOut).toBeGreaterThan(ROUNDS * 8);
  expect(total.listed).toBeGreaterThan(ROUNDS / 2);
});
