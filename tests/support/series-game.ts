import { expect } from 'vitest';
import { daysFrom } from '~/dates.server';
import { cancelEvent } from '~/features/events/operations/cancellation.server';
import { deleteDates, updateEvent } from '~/features/events/operations/events.server';
import { eventColumns } from '~/features/events/queries.server';
import { changeRepetition } from '~/features/series/operations/changing.server';
import { inDays } from './events';
import { seeded } from './random';
import { insertRows } from './rows';
import type { Outcome, SeriesClub, SeriesLab, StoredEvent } from './series-lab';

type Scope = 'only' | 'following' | 'all';
export type Fields = Partial<
  Pick<StoredEvent, 'name' | 'place' | 'description' | 'startTime' | 'maxParticipants' | 'date'>
>;

/** What was done, for checking the rules. */
export interface Step {
  readonly what: string;
  readonly kind: 'edit' | 'rule' | 'delete' | 'other';
  readonly event?: StoredEvent;
  readonly scope?: Scope;
  readonly fields?: Fields;
  readonly listed: readonly string[];
  readonly refused: boolean;
}

export type Events = ReadonlyMap<string, StoredEvent>;

/** Random edits of a series, and what else happens to its dates. */
export class Game {
  readonly #random: () => number;
  done = { carriedOut: 0, refused: 0, listed: 0 };

  constructor(
    readonly lab: SeriesLab,
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
      // Shown dates other than the affected ones.
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
    const stored = await this.lab.db
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
    if (kind < 2) return done('sign up', this.lab.make.registration(of, member));
    if (kind === 2) return done('wait', this.lab.make.waiting(of, member));
    if (kind === 3)
      return done(
        'decline',
        insertRows(this.lab.db, 'answers', {
          answer: 'no',
          event_uuid: of.uuid,
          member_uuid: member.uuid,
          organization_uuid: of.organization,
        }),
      );
    if (kind === 4)
      return done(
        'take part',
        insertRows(this.lab.db, 'participations', {
          event_uuid: of.uuid,
          member_uuid: member.uuid,
          organization_uuid: of.organization,
        }),
      );
    if (kind === 5)
      return done(
        'poll',
        this.lab.make.poll(of).then((poll) => this.lab.make.answer(poll, member)),
      );
    if (kind === 6)
      return done(
        'break',
        insertRows(this.lab.db, 'breaks', {
          organization_uuid: of.organization,
          name: 'Ferien',
          from_date: inDays(20 + this.below(30)),
          until_date: inDays(52 + this.below(9)),
        }),
      );
    return done('cancel', this.club.perform(cancelEvent, { event: event.uuid }));
  }

  async step(events: Events): Promise<Step> {
    const ofSeries = [...events.values()].filter(({ series }) => series !== null);
    // Mostly near dates, which most edits affect.
    const near = ofSeries.sort((one, other) => (one.date < other.date ? -1 : 1)).slice(0, 12);
    const event = this.pick(this.chance(0.8) ? near : ofSeries);
    const kind = this.below(10);
    if (kind < 4) return this.edit(event);
    if (kind === 4) return this.rule(event);
    if (kind === 5) return this.delete(event);
    return this.other(event);
  }
}
