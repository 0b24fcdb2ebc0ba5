import { holds, type Powers } from '~/kernel/actor';

/** Who may merge records (O10). */

interface Subject {
  readonly scope: Powers;
  /** True if a user or an invitation would belong to another record than before, or to none. */
  readonly changesLink: boolean;
}

export const merge = ({ scope, changesLink }: Subject): boolean =>
  holds(scope, 'EDIT_MEMBERS') && (!changesLink || holds(scope, 'ORGANIZATION_ADMIN'));

export const look = ({ scope }: Pick<Subject, 'scope'>): boolean => holds(scope, 'EDIT_MEMBERS');
