import { edit } from '~/features/members/policy';

/** Importing members needs EDIT_MEMBERS (O5); inviting them as well is for admins (D4). */
export { edit };
