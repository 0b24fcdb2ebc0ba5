import { z } from 'zod';
import { accountEmail, registration } from '~/features/accounts/schema';
import { memberFilters, memberId, membersPage } from '~/features/members/schema';
import { id, linkCode } from '~/kernel/fields';

export const invitationCode = z.strictObject({ code: linkCode });

/** The link of an invitation mail: the code, and the proof that only this mail contains. */
export const mailedInvitation = invitationCode.extend({ proof: linkCode });

/**
 * With an invitation mail, which proves the address, so that nobody types it. Otherwise the same
 * rules.
 */
export const invitedRegistration = registration
  .omit({ email: true, redirect: true })
  .extend(mailedInvitation.shape);

export const memberOfOrganization = z.strictObject({ organization: id, member: id });

/**
 * Mailing needs the code, which only the administrator it was just shown to knows. The address gets a
 * proof that it is theirs, so it must be a single mailbox.
 */
export const invitationMail = memberId.extend({ code: linkCode, email: accountEmail });

/** Which members not yet invited are ticked: those with an address, or those without. */
export const CHOICES = ['mail', 'link'] as const;

/** A page of the members who can be invited. */
export const invitableMembers = membersPage.extend({
  group: memberFilters.group.optional().catch(undefined),
  choose: z.enum(CHOICES).optional().catch(undefined),
});

export const MOST_AT_ONCE = 100;

/** The rows of that page; `known` is the club's address. Members who are ticked or get another one are invited. */
export const severalInvitations = z.strictObject({
  organization: id,
  rows: z
    .array(
      z.strictObject({
        member: id,
        chosen: z.string().max(10).optional(),
        email: accountEmail.optional(),
        known: z.string().max(254).optional(),
      }),
    )
    .max(MOST_AT_ONCE),
});
