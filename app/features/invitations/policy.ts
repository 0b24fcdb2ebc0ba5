import { holds, type Powers } from '~/kernel/actor';

/** Access to invitations (table H). Answering one only needs its code and a log-in. */

interface Subject {
  readonly scope: Powers;
}

/** Create and revoke invitations, and see the user linked to a member (D3, D4). */
export const administer = ({ scope }: Subject): boolean => holds(scope, 'ORGANIZATION_ADMIN');
