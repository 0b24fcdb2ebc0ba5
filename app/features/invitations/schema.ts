import { z } from 'zod';
import { emailOnly, registration } from '~/features/accounts/schema';
import { memberId, membersPage } from '~/features/members/schema';
import { id, linkCode } from '~/kernel/fields';

export const invitationCode = z.strictObject({ code: linkCode });

/** The link of an invitation mail: the code, and the proof that only this mail contains. */
export const mailedInvitation = invitationCode.extend({ proof: linkCode });

/**
 * With an invitation mail, which proves the address: nobody types it. The same rules otherwise.
 */
export const invitedRegistration = registration
  .omit({ email: true, redirect: true })
  .extend(mailedInvitation.shape);

export const memberOfOrganization = z.strictObject({ organization: id, member: id });

/** Mailing takes the code, which only the administrator knows who was just shown it. */
export const invitationMail = memberId.extend({ code: linkCode, email: emailOnly.shape.email });

/** A page of the members who can be invited; `choose`: the ones who were not are ticked. */
export const invitableMembers = membersPage.extend({ choose: z.string().max(10).optional() });

/** At most as many members at once, and as many on a page. */
export const MOST_AT_ONCE = 100;

/** The rows of that page. Who is ticked or has an address is invited. */
export const severalInvitations = z.strictObject({
  organization: id,
  rows: z
    .array(
      z.strictObject({
        member: id,
        chosen: z.string().max(10).optional(),
        email: emailOnly.shape.email.optional(),
      }),
    )
    .max(MOST_AT_ONCE),
});
