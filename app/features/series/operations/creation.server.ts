import type { Database } from '#db/connection';
import { today } from '~/dates.server';
import * as policy from '~/features/events/policy';
import { insertEvent } from '~/features/events/rules/making.server';
import { MANY_WRITES } from '~/features/events/schema';
import { datesInWords, named } from '~/features/events/wording';
import { scopeInOrganization } from '~/features/organizations/queries.server';
import { announce } from '~/features/outbox/queries/announcements.server';
import type { Scope } from '~/kernel/actor';
import { operation } from '~/kernel/operation.server';
import { Problem } from '~/kernel/problem';
import { chooseState, holdBreaks } from '../breaks.server';
import { datesFor, makeSeries } from '../making.server';
import { stateOf } from '../queries.server';
import { type Repetition, ruleFrom, type State, summerAfter } from '../rule';
import { newDates, newEventWithDates } from '../schema';
import { newDatesOf } from '../view';

/** A new event and its series in one form (Y3). */

export const previewNewDates = operation({
  summary: 'Preview which dates a new event would get if it repeats, and which fall out',
  input: newDates,
  subject: scopeInOrganization,
  may: policy.create,
  async read({ db, input, subject: { scope } }) {
    const { organization, date, startTime, endTime, endDate, repeats } = input;
    if (repeats === 'never') return null;
    const state = await stateFor(db, scope, input.state);
    const until = lastDay(input);
    const repetition = repetitionOf({ ...input, repeats, until }, state);
    const event = { organization, date, startTime, endTime, endDate, cancelledAt: null };
    const dates = await atFields(datesFor(db, event, repetition, state));
    return {
      ...newDatesOf({ event, repetition, ...dates }),
      /** Instead of the proposed last day, which lies before the event. */
      until: until === input.until ? null : until,
    };
  },
});

export const createEventWithDates = operation({
  summary: 'Create an event and, if it repeats, its series',
  input: newEventWithDates,
  once: true,
  counts: ({ repeats }) => (repeats === 'never' ? 1 : MANY_WRITES),
  subject: scopeInOrganization,
  may: policy.create,
  async run({ db, actor, input, services: { limits }, subject: { scope } }) {
    const { repeats, every, days, until, skipHolidays, skipBreaks, state, ...given } = input;
    if (repeats === 'never') {
      const event = await insertEvent(db, actor, given, scope, limits);
      await announce(db, actor, { kind: 'event_new', event: event.uuid });
      return { ...event, count: 1 };
    }
    const names = state !== null && policy.editAll({ scope });
    await holdBreaks(db, scope.organization, names ? 'alone' : 'shared');
    const known = await stateOf(db, scope.organization);
    if (names && known === null) await chooseState(db, scope.organization, state);
    const event = await insertEvent(db, actor, given, scope, limits);
    const chosen = { repeats, every, days, skipHolidays, skipBreaks, date: event.date };
    const ends = { until: lastDay({ ...chosen, until }) };
    const repetition = repetitionOf({ ...chosen, ...ends }, known ?? (names ? state : null));
    const { series, count } = await atFields(makeSeries(db, actor, event, repetition, limits));
    if (count > 0) await announce(db, actor, { kind: 'series_new', series, event: null });
    else await announce(db, actor, { kind: 'event_new', event: event.uuid });
    return { ...event, series, count: count + 1 };
  },
  audit: ({ output }) =>
    output.count > 1
      ? `${named(output)} angelegt und wiederholt: ${datesInWords(output.count)}`
      : `${named(output)} angelegt`,
});

/** The club's state, or the one that the form sets for it, which not everybody may. */
async function stateFor(db: Database, scope: Scope, named: State | null): Promise<State | null> {
  const known = await stateOf(db, scope.organization);
  return known ?? (policy.editAll({ scope }) ? named : null);
}

/** The last day that the form proposes is that of the present season: a later event has its own. */
const lastDay = ({ date, until }: Pick<Chosen, 'date' | 'until'>): string | null =>
  until !== null && until < date && until === summerAfter(today()) ? summerAfter(date) : until;

type Chosen = Parameters<typeof ruleFrom>[0] & {
  readonly date: string;
  readonly skipHolidays: boolean;
  readonly skipBreaks: boolean;
};

function repetitionOf(chosen: Chosen, state: State | null): Repetition {
  const rule = ruleFrom(chosen, chosen.date);
  const skipHolidays = chosen.skipHolidays ? state : null;
  return { rule, skipHolidays, skipBreaks: chosen.skipBreaks };
}

/** In this form, an invalid rule means an invalid end. */
function atFields<Result>(work: Promise<Result>): Promise<Result> {
  return work.catch((error) => {
    const rule = error instanceof Problem && error.errors?.rule;
    throw rule ? error.at({ until: rule }) : error;
  });
}
