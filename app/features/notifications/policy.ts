import { holds, type Powers } from '~/kernel/actor';

/** A club's defaults of mail settings (N2). */
export const administer = ({ scope }: { readonly scope: Powers }): boolean =>
  holds(scope, 'ORGANIZATION_ADMIN');
