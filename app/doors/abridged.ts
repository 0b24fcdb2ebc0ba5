import type { z } from 'zod';
import { isRecord } from '~/kernel/json';
import { MAX_NAMED_FIELDS } from './bounded-errors';
import { placeOf } from './form-fields';

/** No body has as many fields. */
const MAX_BODY_FIELDS = 100;

/**
 * A body without the fields that nothing can come of, before each is copied, checked and complained
 * about.
 * @returns the body, and how many fields were left out: all of them are at fault
 */
export function withoutExcess(json: unknown): { json: unknown; beyond: number } {
  const names = isRecord(json) ? Object.keys(json) : [];
  if (!isRecord(json) || names.length <= MAX_BODY_FIELDS) return { json, beyond: 0 };
  const kept = names.slice(0, MAX_BODY_FIELDS).map((name) => [name, json[name]]);
  return { json: Object.fromEntries(kept), beyond: names.length - MAX_BODY_FIELDS };
}

/** Input whose lists are abridged, each by what the schema says of it. */
export function abridged(
  input: Record<string, unknown>,
  { shape }: z.ZodObject,
): Record<string, unknown> {
  const fields = Object.entries(input).map(([name, value]) => {
    const place =
      Array.isArray(value) && Object.hasOwn(shape, name) ? placeOf(shape[name] as z.ZodType) : null;
    return [
      name,
      place?.kind === 'list' ? abridgedList(value as unknown[], place.entry, place.max) : value,
    ];
  });
  return Object.fromEntries(fields);
}

/**
 * A list that ends where enough is wrong with it: zod judges every entry and words every objection,
 * at a hundred times the cost of an entry that is right. One that is right is given back as it is.
 * @param max entries at most; the first beyond it is kept, to be refused
 */
export function abridgedList(
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
