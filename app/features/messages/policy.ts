import * as events from '~/features/events/policy';
import * as groups from '~/features/groups/policy';
import { holds, type Powers } from '~/kernel/actor';

/** Access to messages (N11). */

interface Subject {
  readonly scope: Powers;
  /** Null for a message to the whole club. */
  readonly event: { readonly groups: readonly string[] } | null;
  /** Null unless it is for a group. */
  readonly group: { readonly uuid: string } | null;
}

/** Editors of events may write about an event, admins to the whole club, leaders to their groups (U8). */
export const write = ({ scope, event, group }: Subject): boolean => {
  if (event) return events.edit({ scope, event });
  return group ? groups.write({ scope, group }) : administer({ scope });
};

/** Whom a message would not reach: also for those who can do something about it. */
export const seeUnreached = (subject: Subject): boolean =>
  write(subject) || holds(subject.scope, 'EDIT_MEMBERS');

/** What was sent to the whole club. */
export const administer = ({ scope }: Pick<Subject, 'scope'>): boolean =>
  holds(scope, 'ORGANIZATION_ADMIN');

/** Sent messages of the kind that the actor may write. */
export const list = ({ scope }: Pick<Subject, 'scope'>): boolean =>
  administer({ scope }) || events.create({ scope });
