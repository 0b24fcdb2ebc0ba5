import type { Config } from '~/config.server';
import { eventPagePath } from '~/features/events/paths';
import { type MailTemplate, renderMail } from '~/mail/render.server';
import type { MailWriter } from '~/mail/writer';
import { whenOf } from '~/times';
import * as dates from './dates-of-series.server';
import { eventCancelled } from './emails/event-cancelled';
import { eventChanged } from './emails/event-changed';
import type { EventMailValues } from './emails/event-mail';
import { eventRestored } from './emails/event-restored';
import { opened } from './emails/opened';
import { placeFree } from './emails/place-free';
import { promoted } from './emails/promoted';
import { removed } from './emails/removed';
import { seriesCancelled } from './emails/series-cancelled';
import { seriesChanged } from './emails/series-changed';
import type { EventKind, Kind, SeriesKind } from './schema';
import { type NotificationForMail, notificationById } from './state.server';
import { isMoved, reasonOf, stillHolds } from './view';

/** A mail's template with the values that it needs beyond those of all mails about events. */
function written<More extends Record<string, string>>(
  template: MailTemplate<EventMailValues & More>,
  more: (now: NotificationForMail) => More,
) {
  return (values: EventMailValues, now: NotificationForMail) =>
    renderMail(now.email, template, { ...values, ...more(now) });
}

const nothing = () => ({});

const templates = {
  promoted: written(promoted, ({ registered }) => ({
    places: Number(registered) > 1 ? `Für Sie sind ${registered} Plätze reserviert.` : '',
  })),
  place_free: written(placeFree, nothing),
  opened: written(opened, ({ asksAnswer }) => ({
    asks: asksAnswer ? 'Sagen Sie bitte noch zu oder ab.' : '',
  })),
  removed: written(removed, nothing),
  event_changed: written(eventChanged, (now) => ({
    formerWhen: isMoved(now.former, now) ? whenOf(now.former) : '',
    formerPlace: now.former.place !== now.place ? now.former.place || 'kein Ort' : '',
    hint: whatNow(now),
  })),
  event_cancelled: written(eventCancelled, ({ cancelReason }) => ({ reason: cancelReason })),
  event_restored: written(eventRestored, (now) => ({ hint: whatHolds(now) })),
} satisfies Partial<Record<EventKind, unknown>>;

function whatNow(now: NotificationForMail): string {
  if (now.registered !== null) return `${answerOf(now)} gilt weiter. ${wayOut(now)}`;
  if (now.waiting !== null) return 'Sie stehen weiter auf der Warteliste.';
  return 'Sie hatten abgesagt. Wenn es Ihnen jetzt passt, können Sie dort noch zusagen.';
}

function whatHolds(now: NotificationForMail): string {
  if (now.registered === null) return 'Sie stehen wieder auf der Warteliste.';
  return `${answerOf(now)} gilt wieder. ${wayOut(now)}`;
}

const answerOf = ({ asksAnswer }: NotificationForMail) =>
  asksAnswer ? 'Ihre Zusage' : 'Ihre Anmeldung';

const wayOut = ({ asksAnswer }: NotificationForMail) =>
  `Wenn Sie nicht kommen können, ${asksAnswer ? 'sagen Sie dort bitte ab' : 'melden Sie sich dort bitte ab'}.`;

/** A mail about several dates of a series: those of which it still holds. */
function writeOfSeries(kind: SeriesKind, all: readonly NotificationForMail[], config: Config) {
  const [first] = all;
  const binding = dates.mostBinding(all);
  if (!first || !binding) return null;
  const common = {
    ...valuesOf(kind, first, config),
    ...{ place: dates.placeOf(all), why: reasonOf(kind, binding) },
    ...{ schedule: dates.scheduleOf(all), count: dates.countOf(all) },
  };
  if (kind === 'series_cancelled') {
    const says = all.length === 1 ? 'dieser Termin findet' : `diese ${all.length} Termine finden`;
    return renderMail(first.email, seriesCancelled, {
      ...common,
      when: dates.linesOf(all, whenOf),
      says: `${says} nicht statt:`,
      reason: dates.common(all.map(({ cancelReason }) => cancelReason)) ?? '',
    });
  }
  const changed = all.map((now) => ({ now, former: now.former }));
  return renderMail(first.email, seriesChanged, {
    ...common,
    when: dates.linesOf(changed, dates.changeOf),
    says: dates.whatChanged(changed),
    formerPlace: dates.formerPlaceOf(changed),
    hint: dates.whatNow(all),
  });
}

function valuesOf(kind: Kind, now: NotificationForMail, config: Config): EventMailValues {
  return {
    appName: config.appName,
    organization: now.organization,
    name: now.firstName,
    event: now.name,
    when: whenOf(now),
    place: now.place,
    why: reasonOf(kind, now),
    link: config.origin + eventPagePath(now.event),
  };
}

/**
 * The mails about events. Each says what is so when it is written; null if it no longer holds, or
 * if its receiver has left, is linked to another member or has no confirmed address any more.
 */
export const notificationMails: Record<string, MailWriter> = {
  notification: async ({ notification = '' }, { db, config }) => {
    const told = await notificationById(db, notification);
    const all = told.filter((now) => stillHolds(now.kind as Kind, now, now.former));
    const [first] = all;
    if (!first) return null;
    const kind = first.kind as Kind;
    if (kind === 'series_changed' || kind === 'series_cancelled')
      return writeOfSeries(kind, all, config);
    if (!(kind in templates)) return null;
    return templates[kind as keyof typeof templates](valuesOf(kind, first, config), first);
  },
};
