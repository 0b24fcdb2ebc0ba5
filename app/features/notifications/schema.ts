import { z } from 'zod';
import { MOST_GROUPS } from '~/features/organizations/fields';
import { organizationId } from '~/features/organizations/schema';
import { TOPICS, type Topic, WAYS } from '~/features/outbox/schema';
import { id, yesOrNo } from '~/kernel/fields';

/** What members and clubs can choose to be told by mail (N2, N15). */

export const way = z.enum(WAYS, 'Erwartet wird mail, digest oder off.').meta({ id: 'Way' });

/** When digests are sent: every day at 18:00, or on Sundays at 18:00, by the club's clock (N9). */
export const rhythm = z
  .enum(['daily', 'weekly'], 'Erwartet wird daily oder weekly.')
  .meta({ id: 'Rhythm' });
export type Rhythm = z.output<typeof rhythm>;

/** The answers to the two questions that most settings come down to (Y6). */
const remindAnswer = z
  .enum(['always', 'never'], 'Erwartet wird always oder never.')
  .meta({ id: 'RemindAnswer' });
export type RemindAnswer = z.output<typeof remindAnswer>;
const newsAnswer = z
  .enum(['mail', 'daily', 'weekly', 'off'], 'Erwartet wird mail, daily, weekly oder off.')
  .meta({ id: 'NewsAnswer' });
export type NewsAnswer = z.output<typeof newsAnswer>;

/** What a mail's link sets for its topic: not at all, with others in one mail, or as before. */
export const ENDINGS = ['off', 'digest', 'undo'] as const;
export type Ending = (typeof ENDINGS)[number];

export const perTopic = <Each>(each: Each) =>
  Object.fromEntries(TOPICS.map((topic) => [topic, each])) as Record<Topic, Each>;

const byTopic = <Each extends z.ZodType>(each: Each) => z.strictObject(perTopic(each)).optional();

/** What a form showed. What it still says is no choice: a mail's link may have changed it since. */
const shown = { digest: rhythm.optional(), topics: byTopic(way.optional()) };

/** What is left out stays as it is; null is as the club has it, or for a club as it was at first. */
const choices = {
  digest: rhythm.nullable().optional(),
  topics: byTopic(way.nullable().optional()),
  /** A change of these sets several topics at once, and wins over a single topic (Y6). */
  remind: remindAnswer.optional(),
  news: newsAnswer.optional(),
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
