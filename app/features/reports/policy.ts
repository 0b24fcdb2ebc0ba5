import { holds, type Powers } from '~/kernel/actor';

/** Who may give a member of the club the report about them (S1): it is they whom members ask. */
export const giveOut = ({ scope }: { readonly scope: Powers }): boolean =>
  holds(scope, 'EDIT_MEMBERS') || holds(scope, 'ORGANIZATION_ADMIN');
