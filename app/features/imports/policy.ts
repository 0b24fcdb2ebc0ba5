import { edit } from '~/features/members/policy';

/** Importing members: who may edit them (O5). Inviting them along is the admins' (D4). */
export { edit };
