import { z } from 'zod';
import { presentPassword } from '~/features/accounts/schema';
import { memberId } from '~/features/members/schema';
import { organizationId } from '~/features/organizations/schema';
import { connectedUserId } from '~/features/permissions/schema';
import { day, wanted } from '~/kernel/fields';
import { typedDay } from '~/kernel/time-fields';

/** What the user leaves, and whether their promises are taken back (O9). */
export const organizationLeaving = organizationId.extend({ withdraw: wanted });
export const accountDeletion = z.strictObject({ password: presentPassword, withdraw: wanted });
export const userRemoval = connectedUserId.extend({ withdraw: wanted });

/** The last day of a member; null takes their leaving back (O8). */
export const memberLeaving = memberId.extend({ on: day.nullable() });
/** The form has a button for taking it back; otherwise an empty field is a mistake. */
export const memberLeavingForm = memberLeaving
  .extend({ on: typedDay.default(null), back: wanted })
  .superRefine(({ on, back }, context) => {
    if (on === null && !back)
      context.addIssue({ code: 'custom', path: ['on'], message: 'Bitte ein Datum eingeben.' });
  });
