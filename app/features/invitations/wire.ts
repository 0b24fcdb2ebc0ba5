import { z } from 'zod';

/** Invitations, and links between members and users, in the API. */

/** The only response with the code, which has at least 128 bits (G8). */
export const invitation = z.object({ code: z.string() });

export const invitationInfo = z.object({
  organizationUuid: z.guid(),
  organizationName: z.string(),
});

export const memberLink = z
  .object({
    memberUuid: z.guid(),
    /** The linked user; null, like the fields after it, unless `accepted`. */
    userUuid: z.guid().nullable(),
    firstName: z.string().nullable(),
    lastName: z.string().nullable(),
    email: z.string().nullable(),
    /** True if an invitation is open, or was accepted. */
    invited: z.boolean(),
    accepted: z.boolean(),
  })
  .meta({ id: 'MemberLink' });
