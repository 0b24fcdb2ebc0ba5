import { holds, type Powers } from '~/kernel/actor';

/** Access to mail settings (N2). */

/** Only the user's own are ever a subject. */
export const own = (_subject: unknown): boolean => true;

/** A club's defaults. */
export const administer = ({ scope }: { readonly scope: Powers }): boolean =>
  holds(scope, 'ORGANIZATION_ADMIN');
