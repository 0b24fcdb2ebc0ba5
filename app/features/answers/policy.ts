import type { EventType } from '~/features/events/fields';
import * as events from '~/features/events/policy';
import type { Powers } from '~/kernel/actor';

/** Access to answers (J5, J7). */

interface Subject {
  readonly scope: Powers;
  readonly event: { readonly groups: readonly string[] };
}

/** True if members say whether they come: for a limited event, or an open one that asks (J3). */
export const takesAnswers = ({
  eventType,
  asksAnswer,
}: {
  readonly eventType: EventType;
  readonly asksAnswer: boolean;
}): boolean => eventType === 'LIMITED_EVENT' || asksAnswer;

/** Any user of the organisation for themself; event editors for other members, too. */
export const answer = ({ other, ...subject }: Subject & { other: unknown }): boolean =>
  other === null || events.edit(subject);

/** Even past deadlines, but never beyond the capacity (J7). */
export const answerLate = (subject: Subject): boolean => events.edit(subject);

/** See everybody's answers and notes; change the waiting list (J8, K8). */
export const lead = (subject: Subject): boolean => events.edit(subject);
