import { z } from 'zod';

/** When a member leaves, as the API spells it (O12). */
export const leaving = z
  .object({
    memberUuid: z.guid(),
    /** The last day; null for a member who stays. */
    on: z.iso.date().nullable(),
    /** True once that day is over. */
    hasLeft: z.boolean(),
  })
  .meta({ id: 'Leaving' });

type Leaving = { uuid: string; leftOn: string | null; hasLeft: boolean };

export const leavingToWire = ({ uuid, leftOn, hasLeft }: Leaving) => ({
  memberUuid: uuid,
  on: leftOn,
  hasLeft,
});
