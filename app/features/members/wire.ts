import { z } from 'zod';
import { without } from '~/doors/wire';
import { mapped } from '~/kernel/columns';
import {
  type Field,
  type MemberField,
  memberFields,
  type RecordField,
  type StoredMember,
} from './fields';
import { fullMember, gender } from './schema';

/** A restricted field is left out if the reader may not see it (O12). */
function spelled({ type, part }: Field) {
  const present =
    type === 'day' ? z.iso.date().nullable() : type === 'gender' ? gender.nullable() : z.string();
  return part ? present.optional() : present;
}

/** Members as the API spells them. */
export const member = z
  .object({
    uuid: z.guid(),
    organization: z.guid(),
    ...(mapped(memberFields, spelled) as {
      [Name in MemberField]: Name extends RecordField
        ? z.ZodOptional<z.ZodType<StoredMember[Name]>>
        : z.ZodType<StoredMember[Name]>;
    }),
    /** The events that the member took part in; left out in lists. */
    participatedEvents: z.array(z.guid()).optional(),
  })
  .meta({ id: 'Member' });

export const members = z.array(member);

const notChanged = z
  .unknown()
  .optional()
  .describe('Taken and not looked at: it is not changed this way.');

export const memberBody = fullMember.omit({ member: true }).extend({
  uuid: z.guid(),
  participatedEvents: notChanged,
  leftOn: notChanged,
});
export const memberSpelling = { member: ['uuid'] };

export const memberFromWire = without('participatedEvents', 'leftOn');
