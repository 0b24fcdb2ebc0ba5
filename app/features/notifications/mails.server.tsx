import type { Config } from '~/config.server';
import { datesInWords, newDates } from '~/features/events/wording';
import { audienceInWords } from '~/features/messages/wording';
import { isMoved } from '~/features/outbox/rules/former.server';
import { KINDS, topicOf } from '~/features/outbox/rules/kinds.server';
import type { Kind, SeriesKind, ToldKind } from '~/features/outbox/schema';
import { type MailTemplate, renderMail } from '~/mail/render.server';
import type { Mail } from '~/mail/transport.server';
import type { MailWriter } from '~/mail/writer';
import { eventPagePath } from '~/paths/events';
import { messagePath } from '~/paths/messages';
import { pollPath } from '~/paths/polls';
import { whenOf } from '~/times';
import * as dates from './dates-of-series.server';
import { digestValues, type ToldInMail } from './digest.server';
import { answerMissing, eventNew, eventSoon } from './emails/ahead';
import { eventCancelled, eventChanged, eventRestored } from './emails/changes';
import { digest } from './emails/digest';
import type { EventMailValues } from './emails/event-mail';
import { message as messageMail } from './emails/message';
import { pollMissing, pollNew } from './emails/poll';
import { seriesCancelled, seriesChanged, seriesNew } from './emails/series';
import { opened, placeFree, promoted, removed } from './emails/waiting-list';
import { answerLinksOf, headersOf, notMineOf, type OptOut, optOutOf } from './mail-links.server';
import {
  contactsForMail,
  type MessageForMail,
  messagesForMail,
  type NotificationForMail,
  notificationsForMail,
} from './state.server';
import { noteTold } from './taking-place.server';
import { isSeries, reasonOf, stillHolds, whyNot, withFirstDates } from './view';
import { noteWithheld } from './withholding.server';
import * as wording from './wording-of-mails.server';

/** A mail's template with its values beyond those of all mails about events. */
function written<More extends Record<string, string>>(
  template: MailTemplate<EventMailValues & More>,
  more: (now: NotificationForMail, config: Config) => More,
) {
  return (values: EventMailValues, now: NotificationForMail, config: Config) =>
    renderMail(now.email, template, { ...values, ...more(now, config) });
}

const nothing = () => ({});

const aboutPoll = ({ event, poll, pollName }: NotificationForMail, { origin }: Config) => ({
  poll: pollName ?? '',
  link: origin + pollPath({ event, poll: poll ?? '' }, ''),
});

const templates = {
  promoted: written(promoted, (now) => ({
    places: Number(now.registered) > 1 ? `Für Sie sind ${now.registered} Plätze reserviert.` : '',
    hint: wording.howToSignOff(now),
  })),
  place_free: written(placeFree, nothing),
  opened: written(opened, ({ asksAnswer, takesYes }) => ({
    asks: asksAnswer && takesYes ? 'Sagen Sie bitte noch zu oder ab.' : '',
  })),
  removed: written(removed, nothing),
  event_changed: written(eventChanged, (now) => ({
    formerWhen: isMoved(now.former, now) ? whenOf(now.former) : '',
    ...(now.former.place === now.place
      ? { formerPlace: '' }
      : { formerPlace: now.former.place || dates.NO_PLACE, place: now.place || dates.NO_PLACE }),
    hint: wording.whatNow(now),
  })),
  event_cancelled: written(eventCancelled, (now) => ({
    formerWhen: wording.formerWhenOf(now),
    reason: now.cancelReason,
  })),
  event_restored: written(eventRestored, (now) => ({
    formerWhen: wording.formerWhenOf(now),
    hint: wording.whatHolds(now),
  })),
  event_new: written(eventNew, (now, config) => ({
    ...answerLinksOf(now, config),
    hint: wording.whatIsAsked(now),
  })),
  answer_missing: written(answerMissing, (now, config) => ({
    ...answerLinksOf(now, config),
    until: wording.untilOf(now),
    notMine: notMineOf(now, config),
  })),
  event_soon: written(eventSoon, (now, config) => ({
    ...answerLinksOf(now, config),
    day: wording.howSoon(now),
    state: wording.stateOf(now),
    hint: wording.howToSignOff(now, 'bitte noch'),
  })),
  poll_new: written(pollNew, aboutPoll),
  poll_missing: written(pollMissing, aboutPoll),
} satisfies Record<Exclude<ToldKind, SeriesKind>, unknown>;

/** A mail about several dates of a series: those for which it still holds. */
function writeOfSeries(
  kind: SeriesKind,
  all: readonly NotificationForMail[],
  values: EventMailValues,
): Mail | null {
  const [first] = all;
  const binding = dates.mostBinding(all);
  if (!first || !binding) return null;
  const common = {
    ...values,
    place: dates.placeOf(all),
    groups: wording.forAll(all),
    why: reasonOf(kind, binding),
    schedule: dates.scheduleOf(all),
    count: datesInWords(all.length),
  };
  if (kind === 'series_new') {
    const count = all.length + first.unnamed;
    const says = count === 1 ? 'es gibt einen neuen Termin:' : 'es gibt neue Termine:';
    const when = dates.linesOf(all, whenOf, count);
    return renderMail(first.email, seriesNew, {
      ...common,
      count: newDates(count),
      when,
      says,
    });
  }
  if (kind === 'series_cancelled') {
    const says = all.length === 1 ? 'dieser Termin findet' : `diese ${all.length} Termine finden`;
    return renderMail(first.email, seriesCancelled, {
      ...common,
      when: dates.linesOf(all, dates.believedOf),
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

function valuesOf(now: NotificationForMail, optOut: OptOut, config: Config): EventMailValues {
  return {
    appName: config.appName,
    organization: now.organization,
    name: now.firstName,
    event: now.name,
    when: whenOf(now),
    place: now.place,
    groups: wording.forWhom(now),
    why: reasonOf(now.kind, now),
    link: config.origin + eventPagePath(now.event),
    ...optOut,
  };
}

/** A mail about one notification. @param all its events: one, unless it is about a series */
function writeOne(
  first: NotificationForMail,
  all: readonly NotificationForMail[],
  config: Config,
): Mail | null {
  const { kind, event } = first;
  const optOut = optOutOf(first, topicOf(kind, first.series), all, config);
  const values = valuesOf(first, optOut, config);
  const headers = headersOf(first, optOut);
  if (isSeries(kind)) {
    const mail = writeOfSeries(kind, all, values);
    return mail && { ...mail, ...headers };
  }
  return { ...templates[kind](values, first, config), ...headers, thread: event };
}

function writeMessage(told: MessageForMail, config: Config): Mail {
  const optOut = optOutOf(told, 'message', [], config);
  const mail = renderMail(told.email, messageMail, {
    appName: config.appName,
    organization: told.organization,
    name: told.firstName,
    writer: wording.writerOf(told),
    audience: `an ${audienceInWords(told)}`,
    event: told.eventName ?? '',
    groups: wording.forWhom(told),
    topic: told.subject,
    paragraphs: told.body.split(/\n\s*\n/).map((paragraph) => ({
      lines: paragraph.split('\n').map((line) => ({ line })),
    })),
    replies: told.answersTo ? 'yes' : '',
    link: config.origin + messagePath(told.message),
    ...optOut,
  });
  return {
    ...mail,
    ...headersOf(told, optOut),
    ...(told.answersTo && { replyTo: told.answersTo }),
    ...(told.event && { thread: told.event }),
  };
}

function writeDigest(told: ToldInMail, config: Config): Mail | null {
  const [first] = [...told.events, ...told.messages, ...told.contacts];
  if (!first) return null;
  // Several at once are not a digest: the link ends just what the mail is about.
  const topics = new Set(told.events.map(({ kind }) => KINDS[kind].topic));
  const topic = topics.size > 1 ? 'news' : KINDS[first.kind as Kind].topic;
  const optOut = optOutOf(first, first.collected ? 'digest' : topic, told.events, config);
  const values = digestValues(first, told, optOut, config);
  return { ...renderMail(first.email, digest, values), ...headersOf(first, optOut) };
}

/**
 * The mails about events, polls, messages and contact data. Each describes the situation when it is
 * written; null if nothing of it holds any more, or if the receiver has left, is linked to another
 * member, no longer has a confirmed address or no longer wants it.
 */
export const notificationMails: Record<string, MailWriter> = {
  notification: async ({ notification = '' }, { db, config }) => {
    const [all, messages, contacts] = await Promise.all([
      notificationsForMail(db, notification),
      messagesForMail(db, notification),
      contactsForMail(db, notification),
    ]);
    const holding = all.filter((now) => stillHolds(now.kind, now, now.former));
    const told = await noteTold(db, holding);
    await noteWithheld(db, notification, {
      told: [...told, ...messages, ...contacts].map(({ id }) => id),
      ended: all.map((now) => ({ id: now.id, why: whyNot(now.kind, now) })),
    });
    const events = withFirstDates(told);
    const [event] = events;
    const [message] = messages;
    const count = new Set([...events, ...messages].map(({ id }) => id)).size;
    if (count > 1 || event?.collected || message?.collected || contacts.length > 0) {
      return writeDigest({ events, messages, contacts }, config);
    }
    if (event) return writeOne(event, events, config);
    return message ? writeMessage(message, config) : null;
  },
};
