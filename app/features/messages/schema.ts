import { z } from 'zod';
import { byName } from '~/features/members/schema';
import { id, limit, requiredLines, requiredText, ticked, yesOrNo } from '~/kernel/fields';
import { orderedBy } from '~/kernel/keyset';
import { ANSWER_GROUPS, MAX_SUBJECT, MAX_TEXT } from './fields';

/** Inputs about messages to many (N11). */

const groups = z
  .array(
    z.enum(ANSWER_GROUPS, 'Erwartet wird coming, waiting oder open.'),
    'Erwartet wird eine Liste.',
  )
  .max(ANSWER_GROUPS.length, `Höchstens ${ANSWER_GROUPS.length}.`)
  .default([]);

const about = {
  organization: id,
  /** To the whole club if left out. */
  event: id.optional(),
  /** Or to a group of it (U8). */
  group: id.optional(),
};

/** The audience of a message. */
const target = z.strictObject(about);

/**
 * The screen, and the list that the user came from; 'nobody' stands for those who declined, whom
 * nobody writes to.
 */
export const writingTarget = target.extend({
  to: z
    .enum([...ANSWER_GROUPS, 'nobody'])
    .optional()
    .catch(undefined),
});

const fields = {
  ...about,
  to: groups,
  subject: requiredText(MAX_SUBJECT, 'Bitte einen Betreff eingeben.'),
  text: requiredLines(MAX_TEXT, 'Bitte einen Text eingeben.'),
};

export const newMessage = z.strictObject({
  ...fields,
  /** Whether replies go to the sender, whose address the mail then reveals. */
  replies: yesOrNo.default(false),
});

/** Both steps; `edit` leads back from the second to the first. */
export const messageForm = z.object({ ...fields, replies: ticked, edit: ticked });

export const previewedMessage = newMessage.extend({ edit: z.boolean().default(false) });

/** Groups in a query: 'coming,open'. */
const listedGroups = z
  .string()
  .transform((list) => list.split(',').filter(Boolean))
  .pipe(groups.removeDefault())
  .default([]);

export const receivers = target.extend({ to: listedGroups });

export const unreachedPage = receivers.extend({
  after: byName.cursor.optional(),
  before: byName.cursor.optional(),
});

export const newestFirst = orderedBy(
  [
    { field: 'at', column: 'm.created_at', type: 'microseconds' },
    { field: 'uuid', column: 'm.uuid', type: 'uuid' },
  ],
  { descending: true },
);

export const messagesPage = z.strictObject({
  organization: id,
  after: newestFirst.cursor.optional(),
  before: newestFirst.cursor.optional(),
});

export const messagesList = z.strictObject({
  organization: id,
  limit: limit.optional(),
  cursor: newestFirst.cursor.optional(),
});

export const messageId = z.strictObject({ message: id });
