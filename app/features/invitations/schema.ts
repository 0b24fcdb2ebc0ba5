import { z } from 'zod';
import { emailOnly } from '~/features/accounts/schema';
import { memberId } from '~/features/members/schema';
import { id, linkCode } from '~/kernel/fields';

/** The code in an invitation's link. */
export const invitationCode = z.strictObject({ code: linkCode });

/** The link of an invitation mail: the code, and the proof that only this mail contains. */
export const mailedInvitation = invitationCode.extend({ proof: linkCode });

export const memberOfOrganization = z.strictObject({ organization: id, member: id });

/** Mailing takes the code, which only the administrator knows who was just shown it. */
export const invitationMail = memberId.extend({ code: linkCode, email: emailOnly.shape.email });
