import { holds, type Powers } from '~/kernel/actor';

/**
 * Who may do what with invitations (table H). Answering one takes nothing but its code and a
 * log-in.
 */

interface Subject {
  readonly scope: Powers;
}

/** Create and revoke invitations, and see which user a member is linked to (D3, D4). */
export const administer = ({ scope }: Subject): boolean => holds(scope, 'ORGANIZATION_ADMIN');
