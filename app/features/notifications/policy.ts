import { holds, type Powers } from '~/kernel/actor';

/** Access to settings of mails (N2). */

/** Only one's own are ever a subject. */
export const own = (_subject: unknown): boolean => true;

/** What a club has for those who have chosen nothing. */
export const administer = ({ scope }: { readonly scope: Powers }): boolean =>
  holds(scope, 'ORGANIZATION_ADMIN');
