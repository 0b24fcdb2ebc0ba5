import { z } from 'zod';

/** How long a club keeps the records of those who have left, as the API spells it (S4). */
export const retention = z
  .object({ months: z.int().min(0).max(120).nullable() })
  .meta({ id: 'Retention' });
