import { z } from 'zod';
import { RHYTHMS, TOPICS, type Topic, WAYS } from './schema';
import type { Settings } from './settings.server';

/** The API's shapes (N15). */

const topicSetting = z.object({
  way: z.enum(WAYS),
  /** What holds for who has chosen nothing. */
  default: z.enum(WAYS),
  /** True if it was chosen. */
  own: z.boolean(),
});

/** Which mails somebody gets from an organisation, or gets who has chosen nothing. */
export const settings = z
  .object({
    organization: z.guid(),
    digest: z.enum(RHYTHMS),
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
