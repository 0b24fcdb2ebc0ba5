import { holds, type Powers } from '~/kernel/actor';

/** Who may erase records, and decide how long they are kept (S3, S4). */

interface Subject {
  readonly scope: Powers;
}

export const keep = ({ scope }: Subject): boolean =>
  holds(scope, 'EDIT_MEMBERS') || holds(scope, 'ORGANIZATION_ADMIN');

/** The same; a record with access only for those who may end the access. */
export const erase = ({
  scope,
  member,
}: Subject & { readonly member: { readonly user: string | null } }): boolean =>
  holds(scope, 'ORGANIZATION_ADMIN') || (member.user === null && keep({ scope }));

export const decide = ({ scope }: Subject): boolean => holds(scope, 'ORGANIZATION_ADMIN');
