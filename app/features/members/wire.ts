import { z } from 'zod';
import { isRecord } from '~/doors/wire';
import { mapped } from '~/kernel/columns';
import { memberFields } from './fields';
import { fullMember } from './schema';

/** Members as the API spells them. */
export const member = z
  .object({
    uuid: z.guid(),
    organization: z.guid(),
    ...mapped(memberFields, () => z.string()),
    /** The events that the member took part in; left out in lists. */
    participatedEvents: z.array(z.guid()).optional(),
  })
  .meta({ id: 'Member' });

/** A member in a response; the version is in the ETag, and what a screen points out is not there. */
export function memberToWire<Stored extends object>({
  version: _inTheTag,
  hasNamesake: _onScreens,
  sharesIdentifier: _onScreensToo,
  ...member
}: Stored & { version?: number; hasNamesake?: boolean; sharesIdentifier?: boolean }) {
  return member;
}

export const members = z.array(member);

/** The body of PUT /member. */
export const memberBody = fullMember.omit({ member: true }).extend({
  uuid: z.guid(),
  participatedEvents: z
    .unknown()
    .optional()
    .describe('Taken and not looked at: it is not changed this way.'),
});
export const memberSpelling = { member: ['uuid'] };

/** Takes the member as a GET returns it; participations are read-only. */
export function memberFromWire(json: unknown): unknown {
  if (!isRecord(json)) return json;
  const { participatedEvents: _readOnly, ...member } = json;
  return member;
}
