import { datesInWords, newDates } from '~/features/events/wording';
import type { SeriesKind } from '~/features/outbox/schema';
import { MailText } from '~/mail/layout';
import { shortened } from '~/mail/names';
import { renderMail } from '~/mail/render.server';
import { whenOf } from '~/times';
import * as dates from '../dates-of-series.server';
import type { NotificationForMail } from '../state.server';
import { reasonOf } from '../wording-of-mails.server';
import { type EventMailValues, eventTemplate, type More, SUBJECT, subjectOf } from './event-mail';

/** What happens to dates of a series, in one mail (L9). */

type Dates = readonly NotificationForMail[];

/** The values of all these mails. */
const ofAll = (values: EventMailValues, first: NotificationForMail, all: Dates) => ({
  ...values,
  place: dates.placeOf(all),
  groups: dates.groupsOf(all),
  why: reasonOf(first.kind, dates.mostBinding(all) ?? first),
  /** 'dienstags 18:00', or ''. */
  schedule: dates.scheduleOf(all),
  /** '24 Termine' */
  count: datesInWords(all.length),
});

/** The first dates, a line for each, and the first sentence. */
type Told = More & { when: string; says: string };
type Values = ReturnType<typeof ofAll>;

function seriesMail<Its extends Told>(
  more: (all: Dates, first: NotificationForMail) => Its,
  { own = [], ...frame }: Parameters<typeof eventTemplate<Values & Its>>[0],
  say: Parameters<typeof eventTemplate<Values & Its>>[1],
) {
  const ours = ['schedule', 'count', 'says', ...own];
  const template = eventTemplate({ ...frame, own: ours }, say);
  return (values: EventMailValues, first: NotificationForMail, all: Dates) =>
    renderMail(first.email, template, { ...ofAll(values, first, all), ...more(all, first) });
}

const named = ({ event, schedule }: Values) => (schedule ? `${event}, ${schedule}` : event);

/** A subject that names the series before what happened to it (L9). */
const happened = (done: (count: string) => string) => (values: Values) => {
  const what = `: ${values.count} ${done(values.count)}`;
  const series = named(values);
  const fits = [...series].length + what.length <= SUBJECT;
  return `${fits ? series : shortened(values.event, SUBJECT - what.length)}${what}`;
};

/** Lines as a preview, which programs cut anyway. */
const inShort = (lines: string) => shortened(lines.replaceAll('\n', ', '), 120);

const off = (count: string) => (dates.isOne(count) ? 'fällt aus' : 'fallen aus');

export const seriesMails = {
  /** To everybody in the club, about new dates (L9). */
  series_new: seriesMail(
    (all, { unnamed }) => {
      const count = all.length + unnamed;
      return {
        count: newDates(count),
        when: dates.linesOf(all, whenOf, count),
        says: count === 1 ? 'es gibt einen neuen Termin:' : 'es gibt neue Termine:',
      };
    },
    { subject: (values) => subjectOf(values.count, named(values)) },
    ({ schedule, place, says, count }) => ({
      preview: [schedule, place].filter(Boolean).join(', '),
      says,
      button: dates.buttonTo(count),
    }),
  ),

  /** To those who count on dates of a series that have another time or place (L9). */
  series_changed: seriesMail(
    (all) => {
      const changed = all.map((now) => ({ now, former: now.former }));
      return {
        when: dates.linesOf(changed, dates.changeOf),
        says: dates.whatChanged(changed),
        formerPlace: dates.formerPlaceOf(changed),
        hint: dates.whatNow(all),
      };
    },
    { subject: happened(() => 'geändert'), own: ['hint'], lengths: { formerPlace: 200 } },
    ({ formerPlace, hint, says, count, when }) => ({
      preview: inShort(when),
      says,
      more: formerPlace && <MailText>Bisher: {formerPlace}</MailText>,
      button: dates.buttonTo(count),
      next: hint,
    }),
  ),

  /** To those who count on dates of a series that do not take place (L9). */
  series_cancelled: seriesMail(
    (all) => {
      const which =
        all.length === 1 ? 'dieser Termin findet' : `diese ${all.length} Termine finden`;
      return {
        when: dates.linesOf(all, dates.believedOf),
        says: `${which} nicht statt:`,
        reason: dates.common(all.map(({ cancelReason }) => cancelReason)) ?? '',
      };
    },
    { subject: happened(off), lengths: { reason: 500 } },
    ({ reason, says, count, when }) => ({
      preview: inShort(reason ? `Grund: ${reason}\n${when}` : when),
      off: true,
      says,
      more: reason && <MailText>Grund: {reason}</MailText>,
      button: dates.buttonTo(count),
      next: `Sie brauchen nichts zu tun. Findet ${dates.isOne(count) ? 'er doch' : 'doch etwas davon'} statt, schreiben wir Ihnen noch einmal.`,
    }),
  ),
} satisfies Record<SeriesKind, ReturnType<typeof seriesMail>>;
