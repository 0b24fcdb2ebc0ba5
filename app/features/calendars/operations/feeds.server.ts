import { nothing } from '~/kernel/fields';
import { loggedIn, operation } from '~/kernel/operation.server';
import { conflict, invalid } from '~/kernel/problem';
import { type QrCode, qrCode } from '~/kernel/qr.server';
import { newSecret } from '~/kernel/secret.server';
import { feedAddress, webcalAddress } from '~/paths/calendars';
import { dayAt, GERMANY } from '~/times';
import { insertFeed, ownFeed, ownFeeds } from '../queries.server';
import { feedId, newFeed } from '../schema';
import { deviceName } from '../view';
import { TOO_MANY_FEEDS, UNKNOWN_ORGANIZATION } from '../wording';

/** The feeds in 'Mein Konto' (M1). */

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
      throw invalid({ club: [UNKNOWN_ORGANIZATION] });
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
