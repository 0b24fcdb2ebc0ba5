import { createHash } from 'node:crypto';
import { eventInScope } from '~/features/events/queries.server';
import { eventId } from '~/features/events/schema';
import { nothing } from '~/kernel/fields';
import { inScope, loggedIn, operation, publicOperation } from '~/kernel/operation.server';
import { conflict, invalid, notFound, tooMany } from '~/kernel/problem';
import { type QrCode, qrCode } from '~/kernel/qr.server';
import { hashesOf, newSecret } from '~/kernel/secret.server';
import { feedAddress, webcalAddress } from '~/paths/calendars';
import { dayAt, GERMANY } from '~/times';
import { calendarFile, RENDERING } from './calendar.server';
import {
  calledFeed,
  eventForCalendar,
  feedContent,
  insertFeed,
  ownFeed,
  ownFeeds,
} from './queries.server';
import { feedCall, feedId, newFeed } from './schema';
import { deviceName } from './view';
import { calendarName, TOO_MANY_FEEDS } from './wording';

/** The feeds in 'Mein Konto' (M1), and the calendars that they and events give. */

export const readFeeds = operation({
  summary: "Read the current user's calendar feeds",
  input: nothing,
  may: loggedIn,
  async read({ db, actor }) {
    const feeds = await ownFeeds(db, actor);
    return feeds.map(({ createdAt, usedAt, ...feed }) => ({
      ...feed,
      createdOn: dayAt(createdAt, GERMANY),
      usedOn: usedAt && dayAt(usedAt, GERMANY),
    }));
  },
});

export const readFeedForm = operation({
  summary: 'Read the organisations to choose from for a calendar feed',
  input: nothing,
  may: loggedIn,
  read: ({ actor }) => actor.organizations.map(({ uuid, name }) => ({ uuid, name })),
});

/** Null if the form is sent again, as the address is not stored. */
interface CreatedFeed {
  readonly label: string;
  readonly shown: {
    readonly address: string;
    readonly webcal: string;
    readonly qr: QrCode;
  } | null;
}

export const createFeed = operation({
  summary: 'Create a calendar feed',
  description:
    'Answers its address, only this once: only a hash of its token is stored. Without a name it gets that of the ' +
    'device. Refused (409) beyond ten.',
  input: newFeed,
  // Reloading the page that shows the address sends the form again, which makes no second feed.
  once: (created: CreatedFeed) => ({ ...created, shown: null }),
  may: loggedIn,
  confirms: 'token',
  async run({ db, actor, input, services, userAgent }): Promise<CreatedFeed> {
    const { label = deviceName(userAgent), club } = input;
    if (club !== null && !actor.organizations.some(({ uuid }) => uuid === club))
      throw invalid({ club: ['Zu diesem Verein gehören Sie nicht.'] });
    const { secret, hash } = newSecret();
    if (!(await insertFeed(db, actor, { ...input, label, hash }))) throw conflict(TOO_MANY_FEEDS);
    const address = feedAddress(services.config, secret);
    const webcal = webcalAddress(address);
    return { label, shown: { address, webcal, qr: qrCode(webcal) } };
  },
  audit: 'Kalender-Abo erstellt',
});

export const readFeedForDeletion = operation({
  summary: "Read one of the current user's calendar feeds",
  input: feedId,
  subject: ownFeed,
  may: loggedIn,
  read: ({ subject }) => subject,
});

export const deleteFeed = operation({
  summary: "Delete one of one's own calendar feeds: its address leads nowhere from then on",
  input: feedId,
  once: true,
  subject: ownFeed,
  may: loggedIn,
  async run({ db, subject }) {
    await db.deleteFrom('calendar_feeds').where('uuid', '=', subject.uuid).execute();
    return { label: subject.label };
  },
  audit: 'Kalender-Abo gelöscht',
});

/** How often programs should ask, in seconds; many ignore it. */
const REFRESH_SECONDS = 6 * 60 * 60;

export const readFeed = publicOperation({
  summary: 'Read the calendar of a feed',
  description:
    'Takes the token in its address, and shows what its user may currently see. 429 after 60 calls in an hour.',
  input: feedCall,
  async read({ db, input: { token, known }, services: { config } }) {
    // Hashes any token, so that every answer takes as long.
    const hashes = hashesOf(token);
    const called = await calledFeed(db, hashes, known.length > 0);
    if (!called) throw notFound();
    if (!called.allowed) throw tooMany(called.wait);
    if (called.state !== null) {
      const tag = tagOf(config, called.state);
      if (known.includes(tag) || known.includes('*')) return { tag, calendar: null };
    }
    // With its own state, as something may have changed in between.
    const content = await feedContent(db, hashes);
    if (!content) throw notFound();
    const name = calendarName(content.club, content.scope);
    const calendar = await calendarFile(config, content.events, { name, refresh: REFRESH_SECONDS });
    return { tag: tagOf(config, content.state), calendar };
  },
});

/** An entity tag, in its quotation marks. */
function tagOf({ origin }: { origin: string }, state: string): string {
  const parts = JSON.stringify([RENDERING, origin, state]);
  return `"${createHash('sha256').update(parts).digest('base64url').slice(0, 27)}"`;
}

/** Its entry is that of the feeds, so that a program with both shows it once (M6). */
export const readEventFile = operation({
  summary: 'Read an event as a calendar file, which does not follow changes',
  input: eventId,
  subject: eventInScope,
  may: inScope,
  async read({ db, subject, services }) {
    const event = await eventForCalendar(db, subject.event.uuid);
    if (!event) throw notFound();
    const calendar = await calendarFile(services.config, [event]);
    return { name: event.name, date: event.date, calendar };
  },
});
