import { eventPagePath } from '~/features/events/paths';
import { type MailTemplate, renderMail } from '~/mail/render.server';
import type { MailWriter } from '~/mail/writer';
import { whenOf } from '~/times';
import { eventCancelled } from './emails/event-cancelled';
import { eventChanged } from './emails/event-changed';
import type { EventMailValues } from './emails/event-mail';
import { eventRestored } from './emails/event-restored';
import { opened } from './emails/opened';
import { placeFree } from './emails/place-free';
import { promoted } from './emails/promoted';
import { removed } from './emails/removed';
import { type NotificationForMail, notificationById } from './queries.server';
import { type Former, isMoved, type Kind, reasonOf, stillHolds } from './view';

/** A mail's template with the values that it needs beyond those of all mails about events. */
function written<More extends Record<string, string>>(
  template: MailTemplate<EventMailValues & More>,
  more: (now: NotificationForMail, former: Former) => More,
) {
  return (to: string, values: EventMailValues, now: NotificationForMail, former: Former) =>
    renderMail(to, template, { ...values, ...more(now, former) });
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
  event_changed: written(eventChanged, (now, former) => ({
    formerWhen: isMoved(former, now) ? whenOf(former) : '',
    formerPlace: former.place !== now.place ? former.place || 'kein Ort' : '',
    hint: whatNow(now),
  })),
  event_cancelled: written(eventCancelled, ({ cancelReason }) => ({ reason: cancelReason })),
  event_restored: written(eventRestored, (now) => ({ hint: whatHolds(now) })),
} satisfies Record<Kind, unknown>;

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

/**
 * The mails about events. Each says what is so when it is written; null if it no longer holds, or
 * if its receiver has left, is linked to another member or has no confirmed address any more.
 */
export const notificationMails: Record<string, MailWriter> = {
  notification: async ({ notification = '' }, { db, config }) => {
    const now = await notificationById(db, notification);
    if (!now) return null;
    const kind = now.kind as Kind;
    const former = now.details as unknown as Former;
    if (!stillHolds(kind, now, former)) return null;
    const values = {
      appName: config.appName,
      organization: now.organization,
      name: now.firstName,
      event: now.name,
      when: whenOf(now),
      place: now.place,
      why: reasonOf(kind, now),
      link: config.origin + eventPagePath(now.event),
    };
    return templates[kind](now.email, values, now, former);
  },
};
