import * as events from '~/features/events/policy';
import type { Powers } from '~/kernel/actor';

/** Access to answers (J5, J7). */

interface Subject {
  readonly scope: Powers;
  readonly event: { readonly groups: readonly string[] };
}

/** Any user of the organisation for themself; event editors for other members, too. */
export const answer = ({ other, ...subject }: Subject & { other: unknown }): boolean =>
  other === null || events.edit(subject);

/**
 * See everybody's answers and notes, change the waiting list (J8, K8), and answer past deadlines,
 * but never beyond the capacity (J7).
 */
export const lead = (subject: Subject): boolean => events.edit(subject);
