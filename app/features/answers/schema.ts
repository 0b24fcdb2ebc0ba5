import { z } from 'zod';
import { MAX_COMPANIONS } from '~/features/events/fields';
import type { Answer } from '~/features/events/rules/answering';
import { byName, membersPage } from '~/features/members/schema';
import { givenText, id, limit, ticked, typedInteger, wholeNumber, yesOrNo } from '~/kernel/fields';
import { orderedBy } from '~/kernel/keyset';

/** A member's answer to an event. */
export interface GivenAnswer {
  readonly answer: Answer;
  /** The member's own and those of their companions. */
  readonly places: number;
  /** For the leaders alone. */
  readonly note: string;
  /** The absence that a no comes from; left out, or null, for what was answered to the event itself (L8). */
  readonly absence?: string | null;
}

/** The member's own and those of their companions. */
export const MAX_PLACES = 1 + MAX_COMPANIONS;

const places = wholeNumber(1, MAX_PLACES);

/** For the leaders alone. */
const note = givenText(500);

/** Left out, places and note stay as they are; a new answer has one place and no note. */
const given = { places: places.optional(), note: note.optional() };

/** Whose answer; the current user's own if left out. */
const member = id.optional();

export const yes = z.strictObject({
  event: id,
  ...given,
  member,
  /** Joins the waiting list if there is no room. */
  waitingList: yesOrNo.default(false),
});

export const no = z.strictObject({ event: id, note: given.note, member });

/** Forms cannot tell an emptied text from an omitted one; none of ours omits it. */
const typedNote = { note: note.default('') };

export const registrationForm = yes.extend({
  ...typedNote,
  places: typedInteger(places).optional(),
  waitingList: ticked,
});

/** Only one's own; the note is the reason. */
export const withdrawal = no.omit({ member: true });

export const declineForm = no.extend(typedNote);
export const withdrawalForm = withdrawal.extend(typedNote);

export const answer = yes.extend({ answer: z.enum(['yes', 'no'], 'Erwartet wird yes oder no.') });

export const answerOf = z.strictObject({ event: id, member });

export const otherMember = z.strictObject({ event: id, member: id });

/** The sections of a list of answers; 'open' are the members who have not answered. */
const SECTIONS = ['yes', 'waiting', 'no', 'open'] as const;
/** The tabs of the screen: also who was there (Q2). */
export const TABS = [...SECTIONS, 'present'] as const;
export type Tab = (typeof TABS)[number];

/** The order of the waiting list: who joined first. */
export const byTurn = orderedBy([{ field: 'seq', type: 'number' }]);

export const waitingPage = z.strictObject({
  event: id,
  limit: limit.optional(),
  cursor: byTurn.cursor.optional(),
});

/** Cursors are read once their section is known. */
const cursor = z.string().max(2000).optional();

/** A section of the answers; after a cursor or before one. */
export const answersList = z.strictObject({
  event: id,
  of: z.enum(SECTIONS, 'Erwartet wird yes, waiting, no oder open.').default('yes'),
  q: membersPage.shape.q,
  limit: limit.optional(),
  cursor,
  before: cursor,
});

const orderOf = (of: Tab) => (of === 'waiting' ? byTurn : byName);

export const answersPage = answersList
  .omit({ limit: true, cursor: true })
  .extend({ of: z.enum(TABS).default('yes'), after: cursor })
  .refine(({ of, after, before }) =>
    [after, before].every(
      (cursor) => cursor === undefined || orderOf(of).cursor.safeParse(cursor).success,
    ),
  );

/** An answer of another member, at one tap on that screen. */
export const answerOfOther = otherMember.extend({ waitingList: ticked });

/** Joins the waiting list at one tap, or takes a place that came free meanwhile. */
export const joining = z.strictObject({
  event: id,
  waitingList: z
    .string()
    .optional()
    .transform(() => true),
});

/** What the buttons of an answer do. */
export const ANSWERINGS = ['yes', 'wait', 'no', 'leave'] as const;

/** The token stands in the address of the link; whatever it is, it is looked up. */
export const eventByLink = z.strictObject({ token: z.string() });

/** Whether the event's series concerns the member (U6). */
const OF_SERIES = ['optOut', 'optIn'] as const;

export const answerByLink = eventByLink.extend({
  answer: z.enum([...ANSWERINGS, ...OF_SERIES], 'Bitte auswählen.'),
});
