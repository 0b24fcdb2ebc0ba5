import type { Config } from '~/config.server';
import { KINDS, topicOf } from '~/features/outbox/rules/kinds.server';
import type { Kind } from '~/features/outbox/schema';
import { renderMail } from '~/mail/render.server';
import type { Mail } from '~/mail/transport.server';
import type { MailWriter } from '~/mail/writer';
import * as dates from './dates-of-series.server';
import { digestValues, type ToldInMail } from './digest.server';
import { digest } from './emails/digest';
import { eventValues } from './emails/event-mail';
import { eventMails } from './emails/events';
import { messageMail } from './emails/message';
import { pollMails } from './emails/poll';
import { seriesMails } from './emails/series';
import { headersOf, optOutOf } from './mail-links.server';
import {
  contactsForMail,
  type MessageForMail,
  messagesForMail,
  type NotificationForMail,
  notificationsForMail,
} from './state.server';
import { noteTold } from './taking-place.server';
import { noteWithheld, stillHolds, whyNot } from './withholding.server';

const writers = { ...eventMails, ...pollMails };

/** A mail about one notification. @param all its events: one, unless it is about a series */
function writeOne(
  first: NotificationForMail,
  all: readonly NotificationForMail[],
  config: Config,
): Mail {
  const { kind, event } = first;
  const optOut = optOutOf(first, topicOf(kind, first.series), all, config);
  const values = eventValues(first, optOut, config);
  const headers = headersOf(first, optOut);
  return dates.isSeries(kind)
    ? { ...seriesMails[kind](values, first, all), ...headers }
    : { ...writers[kind](values, first, config), ...headers, thread: event };
}

function writeMessage(told: MessageForMail, config: Config): Mail {
  const optOut = optOutOf(told, 'message', [], config);
  return {
    ...messageMail(told, optOut, config),
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
    const events = dates.withFirstDates(told);
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
