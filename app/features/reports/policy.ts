import * as members from '~/features/members/policy';
import type { Powers } from '~/kernel/actor';

/** Who may give a member of the club the report about them (S1): it is they whom members ask. */
export const giveOut = ({ scope }: { readonly scope: Powers }): boolean =>
  members.lookAfter({ scope });
