import { createHmac, randomUUID } from 'node:crypto';
import type { ActionFunctionArgs } from '@remix-run/node';
import { z } from 'zod';
import { type Secret, secretsOf } from '~/config.server';
import type { Actor } from '~/kernel/actor';
import type { Problem } from '~/kernel/problem';
import { sealedValues } from '~/kernel/seal.server';
import { FORM_GIVEN_UP, FORM_KEPT, FORM_KEY, FORM_ORGANIZATION } from '~/ui/form-context';
import { fieldsOf } from './form-data.server';
import { INTENT } from './form-fields';
import { requestedPath, toLoginWithInput, toLoginWithoutInput } from './screen.server';

/**
 * Input of a form whose session had ended (docs/decisions/0031), or whose user had to confirm their
 * identity (T2, docs/decisions/0044). It is kept only in the page: the log-in or the confirmation
 * carries it sealed, and leads back to the form with it.
 */

/** In bytes of the posted form. */
const MAX_SIZE = 64 * 1024;
/** Of sealed input with everything that goes with it: in bytes of the form that carries it. */
export const MAX_SEALED = 96 * 1024;
const MAX_AGE_MS = 60 * 60 * 1000;
/** How long after posting a confirmed form is still carried out; later it is only shown. */
const GOES_ON_MS = 10 * 60 * 1000;

/** Never sent back to the browser, unlike all other input. */
export const SECRET = /passwor[dt]/i;

const keptInput = z.strictObject({
  path: z.string(),
  owner: z.string(),
  until: z.number(),
  fields: z.string(),
});

/** Only forms that wait for a confirmation can be carried out. */
const waitingInput = keptInput.extend({
  /** Unique: it is carried out once. */
  id: z.string(),
  session: z.string(),
  goesOnUntil: z.number(),
});

const keptInputs = sealedValues('kept input', keptInput);
/** Apart: what a log-in keeps can never be carried out. */
const waitingInputs = sealedValues('waiting input', waitingInput);

/**
 * Names the user a form was rendered for, as part of its key: by the time it is sent their session
 * may have ended. It grants nothing.
 */
export function ownerOf(user: string, { secret }: Pick<Secret, 'secret'>): string {
  const digest = createHmac('sha256', secret).update(`forms of ${user}`).digest('base64url');
  return digest.slice(0, 22);
}

/** True for the owner named by ownerOf(), with the current secret or a former one. */
function isOwner(owner: string, user: string, config: Secret): boolean {
  return secretsOf(config).some((secret) => owner === ownerOf(user, { secret }));
}

/** The owner that a form's key names; null for a key that is none of ours. */
export function ownerIn(key: string | null | undefined): string | null {
  return /^\w+\.([\w-]{22})\./.exec(key ?? '')?.[1] ?? null;
}

/** True for the key of a button that may act repeatedly: it names the user, and no form. */
export function isTap(key: string | null | undefined): boolean {
  return key?.endsWith('.') ?? false;
}

/** True if a form was rendered for a user other than its sender. */
export function isOthers(key: string | null, user: string, config: Secret): boolean {
  const owner = ownerIn(key);
  return owner !== null && !isOwner(owner, user, config);
}

/**
 * The body of a form as browsers send ours, URL-encoded; '' for any other, and for one with a file,
 * which cannot go on without it.
 */
export async function bodyOf(request: Request): Promise<string> {
  const type = request.headers.get('Content-Type') ?? '';
  if (type.startsWith('application/x-www-form-urlencoded')) return request.text();
  const body = Buffer.from(await request.arrayBuffer());
  if (body.byteLength > MAX_SIZE) return '';
  const fields = await fieldsOf(request, body, body.byteLength).catch(() => []);
  const texts = new URLSearchParams();
  for (const [name, value] of fields) {
    if (typeof value === 'string') texts.append(name, value);
    else if (value.size > 0) return '';
  }
  return String(texts);
}

/** The key in a body of any size, without parsing the rest. */
export function keyIn(body: string): string | null {
  return new RegExp(`(?:^|&)${FORM_KEY}=([\\w.-]{1,200})`).exec(body)?.[1] ?? null;
}

/** The input that a log-in carries; null if nothing could be kept, and `lost` if it was too long. */
interface Kept {
  readonly kept: string | null;
  readonly lost: boolean;
}

/**
 * Seals a form's input, without secrets, for the user it was rendered for. A tap has none: it is
 * made again.
 * @param body URL-encoded, as all our forms are
 * @param path of the form's screen, the only one that can open it
 */
export function keep(body: string, path: string, config: Secret): Kept {
  const key = keyIn(body);
  const owner = isTap(key) ? null : ownerIn(key);
  return sealed(body, [FORM_KEY, FORM_KEPT, INTENT], config, (fields) => {
    if (!owner) return null;
    return keptInputs.seal({ path, owner, until: Date.now() + MAX_AGE_MS, fields }, config);
  });
}

/**
 * Seals a form's input, without secrets, to be carried out by the session that posted it once its
 * user has confirmed their identity.
 * @param body URL-encoded, as all our forms are
 * @param path of the form's screen, the only one that can open it
 */
export function keepWaiting(body: string, path: string, actor: Actor, config: Secret): Kept {
  return sealed(body, [FORM_KEPT, FORM_GIVEN_UP, INTENT], config, (fields) => {
    const now = Date.now();
    const input = {
      id: randomUUID(),
      path,
      owner: ownerOf(actor.uuid, config),
      session: actor.session.uuid,
      until: now + MAX_AGE_MS,
      goesOnUntil: now + GOES_ON_MS,
      fields,
    };
    return waitingInputs.seal(input, config);
  });
}

/**
 * Input that was already kept stays as it is, and is not kept any longer for it.
 * @param dropped fields that are not kept, in addition to secrets
 * @param sealing seals the URL-encoded fields
 */
function sealed(
  body: string,
  dropped: readonly string[],
  config: Secret,
  sealing: (fields: string) => string | null,
): Kept {
  if (Buffer.byteLength(body) > MAX_SIZE) return { kept: null, lost: true };
  const posted = new URLSearchParams(body);
  const again = ours(posted.get(FORM_KEPT), config);
  if (again !== null || body === '') return { kept: again, lost: false };
  const fields = [...posted].filter(([name]) => !SECRET.test(name) && !dropped.includes(name));
  const text = String(new URLSearchParams(fields));
  // Unencoded characters become three times as long.
  if (text.length > MAX_SIZE) return { kept: null, lost: true };
  return { kept: sealing(text), lost: false };
}

/** Input that was sealed here, for any user; anything else is not worth repeating. */
export function ours(kept: string | null, config: Secret): string | null {
  return kept !== null && (keptInputs.open(kept, config) ?? waitingInputs.open(kept, config))
    ? kept
    : null;
}

/**
 * Opens kept input for its owner to see, on its own screen, for an hour.
 * @returns the URL-encoded fields, or null
 */
export function open(kept: string, user: string, path: string, config: Secret): string | null {
  const input = keptInputs.open(kept, config) ?? waitingInputs.open(kept, config);
  if (!input || !isOwner(input.owner, user, config)) return null;
  return input.path === path && input.until > Date.now() ? input.fields : null;
}

/**
 * Opens input that waited for a confirmation, to be carried out: for the session that sent it, on
 * its own screen, for ten minutes. Null for anything else, which is only shown.
 */
export function openWaiting(kept: string, { uuid, session }: Actor, path: string, config: Secret) {
  const input = waitingInputs.open(kept, config);
  const isInTime = input !== null && input.goesOnUntil > Date.now();
  if (!isInTime || input.session !== session.uuid) return null;
  const fields = open(kept, uuid, path, config);
  return fields === null ? null : { fields, id: input.id };
}

/**
 * Where a form leads when its session has ended: to the log-in, with the input if a logged-in user
 * had it on screen, unless it is too long.
 */
export function loggedOut(
  problem: Problem,
  schema: z.ZodObject,
  key: string | null,
  args: ActionFunctionArgs,
) {
  if (!hasInput(schema, args)) return problem;
  const path = requestedPath(args.request);
  // Not even its key was read (bodyOf).
  const isLost = key === null && (args.context.received ?? 0) > MAX_SIZE;
  const login = isLost
    ? toLoginWithoutInput(path, args)
    : ownerIn(key) && toLoginWithInput(path, args);
  return login || problem;
}

/**
 * True if a form has fields that people fill in. One that asks for a password cannot go on without
 * it, and may be the second of two clicks that have ended the account.
 */
function hasInput({ shape }: z.ZodObject, { params }: ActionFunctionArgs): boolean {
  const names = Object.keys(shape);
  if (names.some((name) => SECRET.test(name))) return false;
  return names.some((name) => name !== FORM_ORGANIZATION && !Object.hasOwn(params, name));
}
