import { lookAfter } from '~/features/members/policy';
import { holds, type Powers } from '~/kernel/actor';

/** Erase a record (S3): one with access only for those who may end the access. */
export const erase = ({
  scope,
  member,
}: {
  readonly scope: Powers;
  readonly member: { readonly user: string | null };
}): boolean => holds(scope, 'ORGANIZATION_ADMIN') || (member.user === null && lookAfter({ scope }));
