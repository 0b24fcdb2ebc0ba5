import * as policy from '~/features/events/policy';
import { eventInScope, lockEvent } from '~/features/events/queries.server';
import { requireLed } from '~/features/events/rules/leading.server';
import { MANY_WRITES } from '~/features/events/schema';
import { named, newDates } from '~/features/events/wording';
import { groupsAmong } from '~/features/groups/queries.server';
import { announce } from '~/features/outbox/queries/announcements.server';
import { inScope, operation } from '~/kernel/operation.server';
import { conflict } from '~/kernel/problem';
import { holdBreaks } from '../breaks.server';
import { datesFor, makeSeries } from '../making.server';
import { optOutsOf } from '../queries/opt-outs.server';
import { likelyStateOf, seriesInScope, widthsOf } from '../queries.server';
import { eventToRepeat, newSeries, seriesId } from '../schema';
import { firstRepetition, previewOf } from '../view';

export const readSeries = operation({
  summary: 'Read a series: by which rule an event repeats',
  input: seriesId,
  subject: seriesInScope,
  may: inScope,
  read: ({ subject }) => subject.series,
});

export const readEventToRepeat = operation({
  summary: 'Read an event in order to repeat it, or to change how it does',
  input: eventToRepeat,
  subject: eventInScope,
  may: policy.edit,
  async read({ db, actor, input: { rule, skipHolidays, skipBreaks }, subject: { event, scope } }) {
    const typed = rule && { rule, skipHolidays, skipBreaks: skipBreaks !== '' };
    if (event.series) {
      const found = await seriesInScope({ db, actor }, { series: event.series });
      if (found) {
        const optOuts = await optOutsOf(db, scope, found.series);
        const { series, seriesDate, date } = event;
        const widths = await widthsOf(db, { series, seriesDate: seriesDate ?? date });
        return { event, series: found.series, chosen: typed ?? found.series, optOuts, widths };
      }
    }
    const chosen =
      typed ?? firstRepetition(event.date, await likelyStateOf(db, event.organization));
    return { event, series: null, chosen, optOuts: null, widths: null };
  },
});

export const previewRepetition = operation({
  summary: 'Preview which dates an event would get if it repeats, and which fall out',
  input: newSeries,
  subject: eventInScope,
  may: policy.edit,
  async read({ db, input, subject: { event } }) {
    const { event: _uuid, ...repetition } = input;
    return previewOf({ event, repetition, ...(await datesFor(db, event, repetition)) });
  },
});

export const repeatEvent = operation({
  summary: 'Repeat an event',
  description:
    'Makes the dates that the rule (RFC 5545, without RRULE:) gives from tomorrow on, up to 400 days ahead and at most ' +
    '200; the rest follows by itself. Each is an event like the one that is repeated, which is the first of them. ' +
    'FREQ=WEEKLY with BYDAY and INTERVAL up to 4, or FREQ=MONTHLY with BYDAY (1 to 4, or -1) or BYMONTHDAY; COUNT ' +
    '(at most 200) or UNTIL (a day). 409: the event repeats already.',
  input: newSeries,
  once: true,
  counts: () => MANY_WRITES,
  subject: eventInScope,
  may: policy.edit,
  async run({ db, actor, input, services: { limits }, subject }) {
    const { event: _uuid, ...repetition } = input;
    await holdBreaks(db, subject.scope.organization, 'shared');
    // Before the event, as for the deletion of a group.
    await groupsAmong(db, subject.event.organization, subject.event.groups);
    const event = await lockEvent(db, subject.event);
    requireLed(subject.scope, [event]);
    if (event.series) throw conflict('Diese Veranstaltung wiederholt sich schon.');
    const { series, count } = await makeSeries(db, actor, event, repetition, limits);
    if (count > 0) await announce(db, actor, { kind: 'series_new', series, event: event.uuid });
    return { series, name: event.name, count };
  },
  audit: ({ output }) => `${named(output)} wiederholt: ${newDates(output.count)}`,
});
