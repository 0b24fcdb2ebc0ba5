import type { z } from 'zod';
import { invalid } from '~/kernel/problem';
import { shapeOf } from './form-fields';
import { isRecord } from './wire';

/** Bounds on how much of a body is checked, and on how much is said about it. */

/** Nobody reads more errors than this; the rest are counted. */
const MAX_NAMED_FIELDS = 20;
const MAX_NAME = 200;
/** No body has as many fields. */
const MAX_BODY_FIELDS = 100;

/**
 * Drops fields that exceed any body's number, before each is copied, checked and reported.
 * @returns the body, and how many fields were dropped, all of them invalid
 */
export function withoutExcess(json: unknown): { json: unknown; beyond: number } {
  const names = isRecord(json) ? Object.keys(json) : [];
  if (!isRecord(json) || names.length <= MAX_BODY_FIELDS) return { json, beyond: 0 };
  const kept = names.slice(0, MAX_BODY_FIELDS).map((name) => [name, json[name]]);
  return { json: Object.fromEntries(kept), beyond: names.length - MAX_BODY_FIELDS };
}

/** Cuts each list of an input to what its schema allows. */
export function abridged(
  input: Record<string, unknown>,
  { shape }: z.ZodObject,
): Record<string, unknown> {
  const fields = Object.entries(input).map(([name, value]) => {
    if (!Array.isArray(value) || !Object.hasOwn(shape, name)) return [name, value];
    const field = shapeOf(shape[name] as z.ZodType);
    return [name, field.kind === 'list' ? abridgedList(value, field.entry, field.max) : value];
  });
  return Object.fromEntries(fields);
}

/**
 * Cuts a list once enough is wrong with it: zod reports every invalid entry, at a hundred times the
 * cost of a valid one. A valid list is returned as it is.
 * @param max entries at most; the first beyond it is kept, to be refused
 */
function abridgedList(
  list: readonly unknown[],
  entry: z.ZodType,
  max = Infinity,
): readonly unknown[] {
  let faults = 0;
  const end = Math.min(list.length, max + 1);
  for (let at = 0; at < end; at++) {
    if (!entry.safeParse(list[at]).success && ++faults === MAX_NAMED_FIELDS)
      return list.slice(0, at + 1);
  }
  return list.slice(0, end);
}

/**
 * Shortens a list of errors to what people read: the first fields, and under '' how many more there
 * are.
 * @param beyond how many more there are that `errors` does not hold
 */
export function boundedErrors<Messages extends readonly string[] | null>(
  errors: Readonly<Record<string, Messages>>,
  beyond = 0,
): Record<string, Messages | string[]> {
  const all = Object.entries(errors);
  const named = all
    .slice(0, MAX_NAMED_FIELDS)
    .map(([name, messages]) => [shortened(name), messages] as const);
  const bounded: Record<string, Messages | string[]> = Object.fromEntries(named);
  const more = all.length - named.length + beyond;
  if (more > 0)
    bounded[''] = [...(bounded[''] ?? []), `… und ${more.toLocaleString('de')} weitere.`];
  return bounded;
}

/**
 * The messages of a schema by field, as in a problem document's `errors`.
 * @param beyond how many more invalid fields there are that the schema has not seen
 * @param within the path to what the schema describes
 */
export function errorsByField(
  error: z.ZodError,
  beyond = 0,
  within: readonly string[] = [],
): Record<string, readonly string[]> {
  const errors = new Map<string, string[]>();
  const add = (path: readonly PropertyKey[], message: string) => {
    const field = [...within, ...path].join('.');
    errors.set(field, [...(errors.get(field) ?? []), message]);
  };
  for (const issue of error.issues) {
    if (issue.code !== 'unrecognized_keys') add(issue.path, issue.message);
    else for (const key of issue.keys) add([...issue.path, key], 'Dieses Feld gibt es hier nicht.');
  }
  return boundedErrors(Object.fromEntries(errors), beyond);
}

/**
 * Checks a list in a body, or one that is the whole body.
 * @param within the path to it
 * @throws Problem 422 that names the wrong fields
 */
export function checkedList<Entry extends z.ZodType>(
  schema: z.ZodArray<Entry>,
  list: unknown,
  within: readonly string[] = [],
): z.output<Entry>[] {
  const { element } = schema;
  const checked = schema.safeParse(Array.isArray(list) ? abridgedList(list, element) : list);
  if (!checked.success) throw invalid(errorsByField(checked.error, 0, within));
  return checked.data;
}

function shortened(name: string): string {
  return name.length > MAX_NAME ? `${name.slice(0, MAX_NAME)}…` : name;
}
