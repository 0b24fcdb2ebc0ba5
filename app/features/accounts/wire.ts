import { z } from 'zod';
import { isRecord, SPELLINGS_DIFFER, without } from '~/doors/wire';
import { invalid } from '~/kernel/problem';
import { mobileSession, registration, userChange } from './schema';

/** Accounts and sessions in the API (G2, G5, G8). */

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

export const users = z.array(user);

/** The body of PUT /user/{user}; absent fields stay as they are. */
export const userBody = userChange.omit({ user: true }).extend({ uuid: z.guid().optional() });

/** The path names the user. */
export const userFromWire = without('uuid');

/**
 * DELETE /login/mobile takes `{"session": "<sessionId>"}`, the session object, or that object
 * inside `session` (G3).
 */
export function sessionFromWire(json: unknown): unknown {
  if (!isRecord(json)) return json;
  const { session, sessionId } = json;
  if (isRecord(session)) return { session: session.sessionId };
  return session === undefined && sessionId !== undefined ? { session: sessionId } : json;
}

/** The body of DELETE /login/mobile, for the OpenAPI document. */
export const sessionBody = z.union([
  mobileSession,
  z.object({ sessionId: z.string() }),
  z.strictObject({ session: z.object({ sessionId: z.string() }) }),
]);

export const sessionSpelling = { session: ['session', 'sessionId'] };

/** Takes firstname/lastname or firstName/lastName; both only if they agree, as events do. */
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

/** The body of POST /registration, for the OpenAPI document. */
export const registrationBody = z.union([
  registration
    .omit({ firstName: true, lastName: true })
    .extend({ firstname: firstName, lastname: lastName }),
  registration,
]);

/** Names the first field at fault; docs/api.md lists the codes. */
const registrationErrorCodes = [
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
