import { form } from '~/doors/form.server';
import { guard } from '~/doors/page.server';
import { scopeInOrganization } from '~/features/organizations/queries.server';
import { organizationId } from '~/features/organizations/schema';
import { membersBehind } from '~/paths/members';
import { titled } from '~/ui/title';
import { SeveralMembers } from '../components/several-members';
import { createMembers } from '../operations/several.server';
import * as policy from '../policy';
import { CREATE_SEVERAL, messages } from '../wording';

export const meta = titled(CREATE_SEVERAL);
export const loader = guard({
  input: organizationId,
  subject: scopeInOrganization,
  may: policy.edit,
});
export const action = form(createMembers, {
  success: messages.membersCreated,
  failure: messages.membersCreateFailed,
  next: (_output, args) => membersBehind(args),
});

/** Refused names can be corrected here, as on the first screen. */
export default SeveralMembers;
