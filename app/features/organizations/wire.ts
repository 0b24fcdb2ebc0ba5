import { z } from 'zod';

/** An organisation as the API spells it. */
export const organizationOnTheWire = z.object({ uuid: z.guid(), name: z.string(), motd: z.string() });
