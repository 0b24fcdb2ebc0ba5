import { z } from 'zod';
import { only } from '~/doors/wire';
import { perTopic, rhythm, way } from './schema';
import type { OwnSettings } from './settings.server';

/** The API's shapes (N15). */

const topicSetting = z.object({
  way,
  default: way,
  /** True if it was chosen. */
  own: z.boolean(),
});

/** Mail settings in an organisation: a user's, or the defaults. */
export const settings = z
  .object({
    organization: z.guid(),
    digest: rhythm,
    topics: z.object(perTopic(topicSetting)),
  })
  .meta({ id: 'NotificationSettings' });

/** A user's own, with their groups (U9); topics for member editors only for these. */
export const ownSettings = settings
  .extend({
    topics: settings.shape.topics.partial({ contact_changed: true }),
    groups: z.array(z.object({ group: z.guid(), name: z.string(), news: z.boolean() })),
  })
  .meta({ id: 'OwnNotificationSettings' });

export function ownSettingsToWire({
  looksAfter,
  groups,
  ...own
}: OwnSettings & { readonly looksAfter: boolean }): z.input<typeof ownSettings> {
  const { topics, ...rest } = only(settings)(own);
  const { contact_changed, ...others } = topics;
  return {
    ...rest,
    groups: [...groups],
    topics: looksAfter ? { ...others, contact_changed } : others,
  };
}

/** How many got a reminder, and how many did not (N6). */
export const reminded = z
  .object({ reminded: z.int(), unreached: z.int() })
  .meta({ id: 'Reminded' });
