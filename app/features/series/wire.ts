import { z } from 'zod';
import { only } from '~/doors/wire';
import { MOST_LISTED } from '~/features/events/schema';
import { day } from '~/kernel/fields';
import type { Series } from './queries.server';
import { ruleText, STATE_NAMES, type State } from './rule';

/** Series in the API (L10). */

const rule = z.string().meta({ examples: ['FREQ=WEEKLY;BYDAY=TU'] });
const state = z
  .enum(Object.keys(STATE_NAMES) as State[])
  .meta({ id: 'FederalState' })
  .nullable();

export const series = z
  .object({
    uuid: z.guid(),
    organization: z.guid(),
    rule,
    startsOn: z.iso.date(),
    endsOn: z.iso.date().nullable(),
    skipHolidays: state,
    skipBreaks: z.boolean(),
  })
  .meta({ id: 'Series' });

export const seriesToWire = (stored: Series) =>
  only(series)({ ...stored, rule: ruleText(stored.rule) });

/** Whether a member has opted out of a series; and for event editors, how many have. */
export const optOut = z.object({ optedOut: z.boolean(), members: z.int().min(0).nullable() });

const repetition = {
  rule,
  skipHolidays: state.optional(),
  skipBreaks: z.boolean().optional(),
};

export const newSeriesBody = z.strictObject({ event: z.guid(), ...repetition });

/** What a call has created: the series, and how many new events. */
export const repeated = z.object({ series: z.guid(), events: z.int().min(0) });

const breakFields = {
  organization: z.guid(),
  name: z.string().max(100),
  from: z.iso.date(),
  until: z.iso.date(),
};

export const breaks = z.array(z.object({ uuid: z.guid(), ...breakFields }).meta({ id: 'Break' }));
export const newBreakBody = z.strictObject({ ...breakFields, from: day, until: day });

/** A break with its effect: deleted events, and those that stay. */
export const enteredBreak = z.object({
  uuid: z.guid(),
  ...breakFields,
  deleted: z.int().min(0),
  kept: z.int().min(0),
});

const from = day.optional().meta({ description: 'Today, if left out.' });
const consent = {
  listed: z.array(z.guid()).max(MOST_LISTED).optional(),
  answered: z.enum(['keep', 'cancel']).meta({ id: 'FateOfAnswered' }).optional(),
};

/** What is left out is as for a new series: no holidays, no breaks. */
export const changedSeriesBody = z.strictObject({ from, ...repetition, ...consent });
export const endedSeriesBody = z.strictObject({ from, ...consent });

/** How many dates were affected; kept and cancelled ones have answers. */
const count = z.int().min(0);
export const counts = z.object({
  added: count,
  moved: count,
  deleted: count,
  kept: count,
  cancelled: count,
});
export const changedSeries = z.object({ series, dates: counts });

export const changedToWire = (output: { series: Series; counts: z.input<typeof counts> }) => ({
  series: seriesToWire(output.series),
  dates: output.counts,
});
