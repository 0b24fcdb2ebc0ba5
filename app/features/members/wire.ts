import { z } from 'zod';

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
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return json;
  const { uuid, participatedEvents: _readOnly, ...rest } = json as Record<string, unknown>;
  return { ...withoutNulls(rest), ...(uuid === undefined ? {} : { member: uuid }) };
}

/** A new member; an optional field may be null. */
export function newMemberFromWire(json: unknown): unknown {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return json;
  return withoutNulls(json as Record<string, unknown>);
}

function withoutNulls(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
}
