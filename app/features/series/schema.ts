import { z } from 'zod';
import { consent, newEvent, newEventForm } from '~/features/events/schema';
import { day, id, requiredText, ticked, typedInteger, wholeNumber, yesOrNo } from '~/kernel/fields';
import { atMost, typedDay, typedTime } from '~/kernel/time-fields';
import { FREQUENCIES, MOST_DATES, REPEATS, type Rule, readRule, STATES, WEEKDAYS } from './rule';

const NO_RULE =
  'Keine Regel, die hier möglich ist, etwa FREQ=WEEKLY;BYDAY=TU oder FREQ=MONTHLY;BYDAY=2TU.';

const rule = z
  .string(NO_RULE)
  .max(200, 'Höchstens 200 Zeichen.')
  .transform((text, context): Rule => {
    const read = readRule(text);
    if (read) return read;
    context.addIssue({ code: 'custom', message: NO_RULE });
    return z.NEVER;
  });

const state = z.enum(STATES, 'Kein Bundesland.').nullable();
const typedState = z.preprocess((chosen) => chosen || null, state);

/** What repeats, and when it does not take place (L4, L10). */
const repetition = {
  rule,
  skipHolidays: state.default(null),
  skipBreaks: yesOrNo.default(false),
};

export const newSeries = z.strictObject({ event: id, ...repetition });

/** The screen's fields from a link, for coming back to change them. */
export const eventToRepeat = z.strictObject({
  event: id,
  rule: rule.optional().catch(undefined),
  skipHolidays: typedState.catch(null),
  skipBreaks: z.string().max(2).catch(''),
});

export const seriesId = z.strictObject({ series: id });

const scope = z.enum(['following', 'all'], 'Bitte wählen.').default('following');

export const repetitionToPreview = newSeries.extend({ scope });
export const changedRepetition = repetitionToPreview.extend(consent);

/** A day from which a change holds; today if left out. */
const from = day.optional();

export const changedSeries = z.strictObject({ series: id, from, ...repetition, ...consent });
export const endedSeries = z.strictObject({ series: id, from, ...consent });

const count = wholeNumber(2, MOST_DATES);

/** A rule as its fields on the screen give it. */
const typedRule = z
  .object({
    /** A rule without weekdays and end. */
    every: z.string('Bitte wählen.').max(40),
    days: z.array(z.string().max(2)).max(WEEKDAYS.length).default([]),
    end: z.enum(['never', 'count', 'until'], 'Bitte wählen.'),
    count: z.string().max(20).default(''),
    until: typedDay.catch(null),
  })
  .transform((typed, context): Rule => {
    const refuse = (field: keyof typeof typed, message: string) => {
      context.addIssue({ code: 'custom', path: [field], message });
      return z.NEVER;
    };
    const isWeekly = typed.every.startsWith('FREQ=WEEKLY');
    if (isWeekly && typed.days.length === 0)
      return refuse('days', 'Bitte mindestens einen Wochentag wählen.');
    const read = readRule(isWeekly ? `${typed.every};BYDAY=${typed.days.join(',')}` : typed.every);
    if (!read) return refuse('every', 'Bitte wählen.');
    if (typed.end === 'never') return { ...read, end: null };
    if (typed.end === 'until')
      return typed.until
        ? { ...read, end: { until: typed.until } }
        : refuse('until', 'Bitte ein Datum eingeben, etwa 30.06.2027.');
    const dates = typedInteger(count).safeParse(typed.count);
    if (dates.success) return { ...read, end: { count: dates.data } };
    return refuse('count', dates.error.issues[0]?.message ?? '');
  });

/** The fields on the screens for a repetition (L4); `skipHolidays` is '' for none. */
const typedRepetition = {
  rule: typedRule,
  skipHolidays: typedState,
  skipBreaks: ticked,
};

/** The fields on the screen for another rule of a series. */
export const changedRepetitionForm = z.object({ event: id, ...typedRepetition, scope, ...consent });

/** Both steps: the preview and the creation. */
export const repetitionForm = z.object({ event: id, ...typedRepetition });

const MOST_DAYS = 366;

/** Days on which series may pause (L1). */
export const newBreak = z
  .strictObject({
    organization: id,
    name: requiredText(100, 'Bitte einen Namen eingeben.'),
    from: day,
    until: day,
  })
  .superRefine(atMost(MOST_DAYS, `Höchstens ${MOST_DAYS} Tage nach dem ersten.`));

export const breakId = z.strictObject({ break: id });

/** Which of the German states a club is in; '' for none. */
export const chosenState = z.strictObject({
  organization: id,
  state: typedState,
});

/** The series fields of the form for a new event; its day determines the rest (Y3). */
const repeating = {
  repeats: z.enum(REPEATS, 'Bitte wählen.').default('never'),
  /** With 'other'. */
  every: z.enum(FREQUENCIES, 'Bitte wählen.').default('week'),
  /** With 'other' and weeks: further weekdays. */
  days: z.array(z.enum(WEEKDAYS, 'Bitte wählen.')).max(WEEKDAYS.length).default([]),
  until: typedDay.default(null),
  skipHolidays: ticked,
  skipBreaks: ticked,
  /** For a club that has not chosen one. */
  state: typedState.default(null),
};

export const newEventWithDates = newEvent.extend(repeating);
export const newEventWithDatesForm = newEventForm.safeExtend(repeating);

/** What the dates of a new series depend on. */
export const newDates = z.strictObject({
  organization: id,
  date: day,
  // An hour that the clocks skip may leave out a date; what is half typed does not.
  startTime: typedTime.catch(null),
  endTime: typedTime.catch(null),
  endDate: typedDay.catch(null),
  ...repeating,
  /** Of an address: 'TU,TH'. */
  days: z.preprocess(
    (listed) => (typeof listed === 'string' ? listed.split(',').filter(Boolean) : listed),
    repeating.days,
  ),
});
