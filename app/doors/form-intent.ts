import { z } from 'zod';
import { MAX_NAME, type Place, pathOf, placeAt } from './form-fields';

/** conform's field for what a button asks for instead of a submission, such as another row. */
export const INTENT = '__intent__';

const name = z.string().max(MAX_NAME);
const named = name.min(1);
const index = z.number().int().min(0);
/** The value that a button sets; the response repeats it. */
const value = z.union([z.string().max(1000), z.number(), z.boolean(), z.null()]).optional();

const intentSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('validate'), payload: z.object({ name: name.optional() }) }),
  z.object({
    type: z.literal('reset'),
    payload: z.object({ name: name.optional(), index: index.optional() }),
  }),
  z.object({
    type: z.literal('update'),
    payload: z.object({ name: named, index: index.optional(), value }),
  }),
  z.object({
    type: z.literal('insert'),
    payload: z.object({ name: named, index: index.optional(), defaultValue: value }),
  }),
  z.object({ type: z.literal('remove'), payload: z.object({ name: named, index }) }),
  z.object({
    type: z.literal('reorder'),
    payload: z.object({ name: named, from: index, to: index }),
  }),
]);
type Intent = z.output<typeof intentSchema>;

/**
 * Parses an intent; null unless conform can carry it out safely: on a place of the form, and with
 * all indices below `indices`.
 */
export function readIntent(json: string, form: Place, indices: number): Intent | null {
  const intent = intentSchema.safeParse(parsed(json)).data;
  if (!intent) return null;
  const { name = '' } = intent.payload;
  const path = pathOf(name);
  // Without a name it is about the whole form.
  const place = path ? placeAt(form, path, indices) : name === '' ? form : null;
  const positions = positionsOf(intent);
  const needsList = positions.length > 0 || intent.type === 'insert';
  if (!place || (needsList && place.kind !== 'list')) return null;
  return positions.every((position) => position < indices) ? intent : null;
}

function positionsOf({ type, payload }: Intent): number[] {
  if (type === 'validate') return [];
  if (type === 'reorder') return [payload.from, payload.to];
  return payload.index === undefined ? [] : [payload.index];
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}
