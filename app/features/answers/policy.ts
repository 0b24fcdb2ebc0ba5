import * as events from '~/features/events/policy';

/** Access to answers (J5, J7). */

type Subject = Parameters<typeof events.edit>[0];

/** Any user of the organisation for themself; event editors for other members, too. */
export const answer = ({ other, ...subject }: Subject & { other: unknown }): boolean =>
  other === null || events.edit(subject);

/**
 * See everybody's answers and notes, change the waiting list (J8, K8), and answer past deadlines,
 * but never beyond the capacity (J7).
 */
export const lead = events.edit;
