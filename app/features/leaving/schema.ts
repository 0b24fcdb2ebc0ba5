import { z } from 'zod';
import { ownOrganization, presentPassword } from '~/features/accounts/schema';
import { connectedUserId } from '~/features/permissions/schema';
import { wanted } from '~/kernel/fields';

/** What is left, and whether what one has promised to come to is taken back (O9). */
export const organizationLeaving = ownOrganization.extend({ withdraw: wanted });
export const accountDeletion = z.strictObject({ password: presentPassword, withdraw: wanted });
export const userRemoval = connectedUserId.extend({ withdraw: wanted });
