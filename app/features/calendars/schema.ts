import { z } from 'zod';
import { id, optionalLine } from '~/kernel/fields';

/** What a feed shows: what concerns its user, or all events. */
const FEED_SCOPES = ['mine', 'all'] as const;
export type FeedScope = (typeof FEED_SCOPES)[number];

const organization = z.preprocess((typed) => (typed === '' ? null : typed), id.nullable());

export const newFeed = z.strictObject({
  /** By default it is named after the device (Y8). */
  label: optionalLine(100).transform((label) => label || undefined),
  /** Null for all organisations of the user, also those that they join later. */
  club: organization.default(null),
  scope: z.enum(FEED_SCOPES, 'Bitte auswählen.').default('mine'),
});

export const feedId = z.strictObject({ feed: id });

/** A call of a calendar program. */
export const feedCall = z.strictObject({
  /** As in the address; anything is looked up. */
  token: z.string(),
  /** The states that the program has copies of, '*' for any. */
  known: z.array(z.string()),
});
