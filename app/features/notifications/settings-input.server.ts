import { z } from 'zod';
import { MOST_GROUPS } from '~/features/organizations/fields';
import { organizationId } from '~/features/organizations/schema';
import { TOPICS, type Topic, WAYS } from '~/features/outbox/schema';
import { id, yesOrNo } from '~/kernel/fields';
import { NEWS_ANSWERS, REMIND_ANSWERS, RHYTHMS } from './schema';

/** The inputs of mail settings (N2, N15); screens load schema.ts, without zod. */

const way = z.enum(WAYS, 'Erwartet wird mail, digest oder off.').meta({ id: 'Way' });
const rhythm = z.enum(RHYTHMS, 'Erwartet wird daily oder weekly.').meta({ id: 'Rhythm' });

const byTopic = <Each extends z.ZodType>(each: Each) =>
  z
    .strictObject(Object.fromEntries(TOPICS.map((topic) => [topic, each])) as Record<Topic, Each>)
    .optional();

/** What a form showed. What it still says is no choice: a mail's link may have changed it since. */
const shown = { digest: rhythm.optional(), topics: byTopic(way.optional()) };

/** What is left out stays as it is; null is as the club has it, or for a club as it was at first. */
const choices = {
  digest: rhythm.nullable().optional(),
  topics: byTopic(way.nullable().optional()),
  /** A change of these sets several topics at once, and wins over a single topic (Y6). */
  remind: z
    .enum(REMIND_ANSWERS, 'Erwartet wird always oder never.')
    .meta({ id: 'RemindAnswer' })
    .optional(),
  news: z
    .enum(NEWS_ANSWERS, 'Erwartet wird mail, daily, weekly oder off.')
    .meta({ id: 'NewsAnswer' })
    .optional(),
  shown: z.strictObject(shown).optional(),
};

/** For the user's groups; omitted ones stay as they are, an unticked box is false (U9). */
const groups = z
  .array(
    z.strictObject({
      group: id,
      news: yesOrNo.default(false),
    }),
  )
  .max(MOST_GROUPS, `Höchstens ${MOST_GROUPS}.`)
  .optional();

/** Without an organisation it is the active one. */
export const ownSettings = z.strictObject({ organization: id.optional() });
export const ownChoices = ownSettings.extend({
  ...choices,
  groups,
  shown: z.strictObject({ ...shown, groups }).optional(),
});

export const clubChoices = organizationId.extend(choices);

export type OwnChoices = Omit<z.output<typeof ownChoices>, 'organization'>;
export type Choices = Omit<OwnChoices, 'groups'>;
