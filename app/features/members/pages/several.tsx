import { form } from '~/doors/form.server';
import { guard } from '~/doors/page.server';
import { scopeInOrganization } from '~/features/organizations/queries.server';
import { organizationId } from '~/features/organizations/schema';
import { titled } from '~/ui/title';
import { SeveralMembers } from '../components/several-members';
import { previewMembers } from '../operations/several.server';
import * as policy from '../policy';
import { CREATE_SEVERAL, messages } from '../wording';

export const meta = titled(CREATE_SEVERAL);
export const loader = guard({
  input: organizationId,
  subject: scopeInOrganization,
  may: policy.edit,
});

/** The response shows what would be created; nothing is yet. */
export const action = form(previewMembers, { failure: messages.membersCreateFailed, next: 'show' });

export default SeveralMembers;
