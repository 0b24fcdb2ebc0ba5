import * as members from '~/features/members/policy';
import type { Powers } from '~/kernel/actor';

/** Those who look after members may give them the report about them (S1). */
export const giveOut = ({ scope }: { readonly scope: Powers }): boolean =>
  members.lookAfter({ scope });
