import { z } from 'zod';
import { isRecord } from '~/kernel/json';

/** Members as the API spells them. */
export const memberOnTheWire = z.object({
  uuid: z.guid(),
  organization: z.guid(),
  firstName: z.string(),
  lastName: z.string(),
  customMemberIdentifier: z.string(),
  description: z.string(),
  /** The events that the member took part in; left out in lists. */
  participatedEvents: z.array(z.guid()).optional(),
});

export const membersOnTheWire = z.array(memberOnTheWire);

/** The full member as it is answered by a GET; what it took part in is not changed this way. */
export function memberFromWire(json: unknown): unknown {
  if (!isRecord(json)) return json;
  const { uuid, participatedEvents: _readOnly, ...rest } = json;
  return { ...withoutNulls(rest), ...(uuid === undefined ? {} : { member: uuid }) };
}

/** A new member; an optional field may be null. */
export function newMemberFromWire(json: unknown): unknown {
  return isRecord(json) ? withoutNulls(json) : json;
}

function withoutNulls(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
}
