import type { z } from 'zod';

/** conform's field for a button that asks for something other than a submission. */
export const INTENT = '__intent__';

/** A place in a form, by its schema: a text, a list, or a group of fields. */
export type Place =
  | {
      readonly kind: 'text';
      /** In UTF-16 code units; Infinity if the schema does not bound it. */
      readonly max: number;
    }
  | { readonly kind: 'file' }
  | {
      readonly kind: 'list';
      readonly max: number;
      readonly element: Place;
      readonly entry: z.ZodType;
    }
  | { readonly kind: 'fields'; readonly fields: ReadonlyMap<string, Place> };

/** The most entries of one list that a form is expected to post. */
const LIST_ENTRIES = 1000;
/** For the form's key, version and intent, and fields that extensions and password managers add. */
const SPARE_FIELDS = 20;

export function placeOf(schema: z.ZodType): Place {
  const def = schema._zod.def as unknown as Definition;
  if (def.innerType) return placeOf(def.innerType);
  if (def.type === 'pipe' && def.in && def.out) {
    return placeOf(def.in._zod.def.type === 'transform' ? def.out : def.in);
  }
  if (def.type === 'file') return { kind: 'file' };
  if (def.type === 'array' && def.element) {
    return { kind: 'list', max: maximumOf(def), element: placeOf(def.element), entry: def.element };
  }
  if (def.type === 'object' && def.shape) {
    const fields = Object.entries(def.shape).map(
      ([name, field]) => [name, placeOf(field)] as const,
    );
    return { kind: 'fields', fields: new Map(fields) };
  }
  return { kind: 'text', max: maximumOf(def) };
}

/** The most fields that a form can post. */
export function mostFields(place: Place): number {
  return SPARE_FIELDS + entries(place);
}

function entries(place: Place): number {
  if (place.kind === 'text' || place.kind === 'file') return 1;
  if (place.kind === 'list') return Math.min(place.max, LIST_ENTRIES) * entries(place.element);
  return [...place.fields.values()].reduce((sum, field) => sum + entries(field), 0);
}

/** The parts of zod's definitions that are read here; which ones exist depends on the type. */
interface Definition {
  readonly type: string;
  readonly innerType?: z.ZodType;
  readonly in?: z.ZodType;
  readonly out?: z.ZodType;
  readonly element?: z.ZodType;
  readonly shape?: Readonly<Record<string, z.ZodType>>;
  readonly checks?: ReadonlyArray<{ _zod: { def: { check: string; maximum?: number } } }>;
}

function maximumOf({ checks = [] }: Definition): number {
  const maxima = checks.flatMap(({ _zod: { def } }) =>
    def.check === 'max_length' && def.maximum !== undefined ? [def.maximum] : [],
  );
  return Math.min(...maxima);
}

/** Longer than any of our names; longer ones are not parsed. */
const MAX_NAME = 200;

/** The steps of a field's name as conform writes it: `options[2]` is 'options', 2. */
type Path = ReadonlyArray<string | number>;

/** Parses a field's name, where `options[]` ends in ''; null if it is invalid. */
export function pathOf(name: string): Path | null {
  if (name.length > MAX_NAME || !/^[^.[\]]+(?:\.[^.[\]]+|\[\d*\])*$/.test(name)) return null;
  return Array.from(name.matchAll(/([^.[\]]+)|\[(\d*)\]/g), ([, key, index]) =>
    key !== undefined ? key : index ? Number(index) : '',
  );
}

/** Follows a path; null if the schema has no such place, or an index is not below `indices`. */
export function placeAt(from: Place, path: Path, indices: number): Place | null {
  let place: Place | undefined = from;
  for (const step of path) {
    if (place?.kind === 'fields' && typeof step === 'string') place = place.fields.get(step);
    else if (place?.kind !== 'list' || (typeof step === 'string' ? step !== '' : step >= indices))
      return null;
    else place = place.element;
  }
  return place ?? null;
}
