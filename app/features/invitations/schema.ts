import { z } from 'zod';
import { emailOnly } from '~/features/accounts/schema';
import { memberId } from '~/features/members/schema';
import { id, linkCode } from '~/kernel/fields';

/** The code from an invitation's link. */
export const invitationCode = z.strictObject({ code: linkCode });

/** A member of an organisation, both named. */
export const memberOfOrganization = z.strictObject({ organization: id, member: id });

/** An invitation to be mailed: the code is known only to whom it was just shown. */
export const invitationMail = memberId.extend({ code: linkCode, email: emailOnly.shape.email });
