import { z } from 'zod';
import { isRecord, SPELLINGS_DIFFER } from '~/doors/wire';
import { invalid } from '~/kernel/problem';
import { mobileSession, registration, userChange } from './schema';

/** Accounts and sessions as the API spells them (G2, G5, G8). */

export const session = z
  .object({ sessionId: z.string(), userUuid: z.guid(), validUntil: z.date() })
  .meta({ id: 'Session' });
export const browserSession = z.object({ userUuid: z.guid(), validUntil: z.date() });
export const loginStatus = z.object({ loggedIn: z.boolean(), uuid: z.guid().optional() });
export const isAdmin = z.object({ admin: z.boolean() });

export const user = z
  .object({
    uuid: z.guid(),
    firstName: z.string(),
    lastName: z.string(),
    email: z.string(),
    activated: z.boolean(),
  })
  .meta({ id: 'User' });

export function userToWire({ uuid, firstName, lastName, email, activated }: z.input<typeof user>) {
  return { uuid, firstName, lastName, email, activated };
}

/** The body of PUT /user/{user}; what is left out stays. */
export const userInBody = userChange.omit({ user: true }).extend({ uuid: z.guid().optional() });

/** A whole user may be sent back; the path says whose it is. */
export function userFromWire(json: unknown): unknown {
  if (!isRecord(json)) return json;
  const { uuid: _uuid, ...rest } = json;
  return rest;
}

/**
 * DELETE /login/mobile takes `{"session": "<sessionId>"}`, the whole session object, or that inside
 * `session` (G3).
 */
export function sessionFromWire(json: unknown): unknown {
  if (!isRecord(json)) return json;
  const { session, sessionId } = json;
  if (isRecord(session)) return { session: session.sessionId };
  return session === undefined && sessionId !== undefined ? { session: sessionId } : json;
}

/** The same, as the document describes it. */
export const sessionAccepted = z.union([
  mobileSession,
  z.object({ sessionId: z.string() }),
  z.strictObject({ session: z.object({ sessionId: z.string() }) }),
]);

export const sessionSpelling = { session: ['session', 'sessionId'] };

/**
 * Registration takes firstname/lastname and firstName/lastName; both only where they say the same,
 * as with events.
 */
export function registrationFromWire(json: unknown): unknown {
  if (!isRecord(json)) return json;
  const { firstname, lastname, ...rest } = json;
  const { firstName = firstname, lastName = lastname } = rest;
  const differing = [
    ...(firstname !== undefined && firstname !== firstName ? ['firstName'] : []),
    ...(lastname !== undefined && lastname !== lastName ? ['lastName'] : []),
  ];
  if (differing.length > 0) {
    throw invalid(Object.fromEntries(differing.map((field) => [field, [SPELLINGS_DIFFER]])));
  }
  return { ...rest, firstName, lastName };
}

const { firstName, lastName } = registration.shape;

/** The same, as the document describes it. */
export const registrationAccepted = z.union([
  registration
    .omit({ firstName: true, lastName: true })
    .extend({ firstname: firstName, lastname: lastName }),
  registration,
]);

/** Why a registration was refused, by the first field at fault; docs/api.md lists them. */
export const registrationErrorCodes = [
  'INVALID_FIRST_NAME',
  'INVALID_LAST_NAME',
  'INVALID_EMAIL',
  'INVALID_PASSWORD',
  'INVALID_INPUT',
] as const;

export const registrationResult = z.object({
  success: z.boolean(),
  errorCode: z.enum(registrationErrorCodes).optional(),
});

const codeOfField = new Map<string, (typeof registrationErrorCodes)[number]>([
  ['firstName', 'INVALID_FIRST_NAME'],
  ['lastName', 'INVALID_LAST_NAME'],
  ['email', 'INVALID_EMAIL'],
  ['password', 'INVALID_PASSWORD'],
]);

export function registrationRefused(errors: Record<string, readonly string[]>) {
  const [field = ''] = Object.keys(errors);
  return { success: false, errorCode: codeOfField.get(field) ?? 'INVALID_INPUT' } as const;
}

export const users = z.array(user);
