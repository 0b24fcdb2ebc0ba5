import { z } from 'zod';
import { TOPICS, type Topic, WAYS } from '~/features/outbox/schema';
import { RHYTHMS } from './schema';
import type { OwnSettings, Settings } from './settings.server';

/** The API's shapes (N15). */

const way = z.enum(WAYS).meta({ id: 'Way' });

const topicSetting = z.object({
  way,
  /** What holds without a choice of one's own. */
  default: way,
  /** True if it was chosen. */
  own: z.boolean(),
});

/** Which mails somebody gets from an organisation, or gets who has chosen nothing. */
export const settings = z
  .object({
    organization: z.guid(),
    digest: z.enum(RHYTHMS).meta({ id: 'Rhythm' }),
    topics: z.object(
      Object.fromEntries(TOPICS.map((topic) => [topic, topicSetting])) as Record<
        Topic,
        typeof topicSetting
      >,
    ),
  })
  .meta({ id: 'NotificationSettings' });

export const settingsToWire = ({
  organization,
  digest,
  topics,
}: Settings): z.input<typeof settings> => ({ organization, digest, topics });

/** The same of a user, with the groups that they belong to (U9); what only those hear of who look after members, for these. */
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
  const { topics, ...settings } = settingsToWire(own);
  const { contact_changed, ...others } = topics;
  return {
    ...{ ...settings, groups: [...groups] },
    topics: looksAfter ? { ...others, contact_changed } : others,
  };
}

/** How many got a reminder, and how many could not (N6). */
export const reminded = z
  .object({ reminded: z.int(), unreached: z.int() })
  .meta({ id: 'Reminded' });

export const remindedToWire = ({
  reminded,
  unreached,
}: {
  reminded: number;
  unreached: number;
}) => ({
  reminded,
  unreached,
});
