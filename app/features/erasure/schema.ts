import { z } from 'zod';
import { memberId } from '~/features/members/schema';
import { organizationId } from '~/features/organizations/schema';
import { id, optionalLine, queryInteger } from '~/kernel/fields';

/** A member to erase, with the user whose access ends, if there is one. */
export const erasure = memberId.extend({ endAccessOf: id.optional() });

/** Why a record is kept; '' if it need not be. */
export const hold = memberId.extend({ reason: optionalLine(500) });

const WHOLE = 'Bitte eine ganze Zahl von 0 bis 120.';
const months = z.number(WHOLE).int(WHOLE).min(0, WHOLE).max(120, WHOLE);

/** Months after which former members' records are erased; null: never. */
export const retention = organizationId.extend({ months: months.nullable() });
/** Empty means never. */
export const retentionForm = retention.extend({
  months: z.preprocess(
    (typed) => (typeof typed === 'string' && typed.trim() !== '' ? typed.trim() : null),
    queryInteger(months).nullable(),
  ),
});
