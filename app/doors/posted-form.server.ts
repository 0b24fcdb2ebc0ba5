import { type ActionFunctionArgs, redirect } from '@remix-run/node';
import { id } from '~/kernel/fields';
import type { Caller, Operation } from '~/kernel/operation';
import { malformed, Problem } from '~/kernel/problem';
import {
  FORM_GIVEN_UP,
  FORM_KEPT,
  FORM_KEY,
  FORM_ORGANIZATION,
  FORM_VERSION,
} from '~/ui/form-context';
import type { formReader } from './form-data.server';
import { INTENT } from './form-fields';
import { isOthers, open, openWaiting, ours } from './kept-input.server';
import { inputFor, requestedPath } from './screen.server';

/** A form as it arrived, without the fields about its submission. */
export interface Posted {
  readonly fields: FormData;
  readonly key?: string;
  readonly version?: number;
  /** The organisation whose screen the form was on. */
  readonly organization: string | null;
  /** Sent before a log-in, or before a confirmation that was abandoned: not to be carried out. */
  readonly restored: boolean;
  /** Identifies a form that continues after a confirmation, so that it is carried out once. */
  readonly single?: string;
  /** Rendered for another user: not to be carried out. */
  readonly others: boolean;
  /** For the log-in and the confirmation: another form's input; '' if it is not ours. */
  readonly kept: string | null;
}

/**
 * Reads a form.
 * @param carries true for the log-in and the confirmation, whose forms carry another's input
 * @throws Problem 400 if it cannot be read; a redirect as sentBefore()
 */
export async function readPosted(
  read: ReturnType<typeof formReader>,
  operation: Operation,
  args: ActionFunctionArgs,
  caller: Caller,
  carries: boolean,
): Promise<Posted> {
  const sent = await read(args.request).catch((error) => {
    throw error instanceof Problem ? error : malformed('Das Formular ist nicht lesbar.');
  });
  const kept = sent.get(FORM_KEPT);
  const before = kept !== null && !carries ? sentBefore(String(kept), sent, args, caller) : null;
  const fields = before ? await read(requestOf(before.fields, args)) : sent;
  const single = before?.id;
  const restored = before !== null && single === undefined;
  const key = fields.get(FORM_KEY);
  const { actor, services } = caller;
  // From a tab that is older than another user's log-in. It is shown, and they may send it
  // themselves.
  const others = actor !== null && isOthers(key && String(key), actor.uuid, services.config);
  // Not to be carried out: the person who typed it has not seen it since.
  if (restored || others) fields.set(INTENT, JSON.stringify({ type: 'validate', payload: {} }));
  fields.delete(FORM_KEPT);
  fields.delete(FORM_GIVEN_UP);
  const version = versionIn(fields);
  const organization = id.safeParse(fields.get(FORM_ORGANIZATION)).data ?? null;
  fields.delete(FORM_KEY);
  fields.delete(FORM_VERSION);
  if (!Object.hasOwn(operation.input.shape, FORM_ORGANIZATION)) fields.delete(FORM_ORGANIZATION);
  for (const [name, value] of Object.entries(inputFor(operation, {}, args, caller))) {
    if (Object.hasOwn(args.params, name) || !fields.has(name)) fields.set(name, String(value));
  }
  return {
    fields,
    key: typeof key === 'string' ? key.slice(0, 200) : undefined,
    version,
    organization,
    restored,
    single,
    others,
    kept: carries && kept ? (ours(String(kept), services.config) ?? '') : null,
  };
}

/**
 * The form as it was sent before the log-in or the confirmation. After the latter it continues, and
 * then has an id, unless it came by the button that abandons it.
 * @throws a redirect to the form's screen if it is not this user's, not this screen's or too old
 */
function sentBefore(
  kept: string,
  sent: FormData,
  { request }: ActionFunctionArgs,
  { actor, services: { config } }: Caller,
): { fields: string; id?: string } {
  const path = requestedPath(request);
  const goesOn = actor && !sent.has(FORM_GIVEN_UP) && openWaiting(kept, actor, path, config);
  if (goesOn) return goesOn;
  const fields = actor && open(kept, actor.uuid, path, config);
  if (fields === null) throw redirect(path, 303);
  return { fields };
}

const requestOf = (fields: string, { request }: ActionFunctionArgs) =>
  new Request(request.url, { method: 'POST', body: new URLSearchParams(fields) });

/** The version that was edited; 0, which never exists, if it cannot be read. */
function versionIn(fields: FormData): number | undefined {
  const version = fields.get(FORM_VERSION);
  if (version === null) return undefined;
  return typeof version === 'string' && /^\d{1,9}$/.test(version) ? Number(version) : 0;
}
