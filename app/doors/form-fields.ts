import type { z } from 'zod';

/** conform's field for a button that asks for something other than a submission. */
export const INTENT = '__intent__';

/** What a form takes in a field, by its schema: a text, a list, or a group of fields. */
export type Shape =
  | {
      readonly kind: 'text';
      /** In UTF-16 code units; Infinity if the schema does not bound it. */
      readonly max: number;
    }
  | { readonly kind: 'file' }
  | {
      readonly kind: 'list';
      readonly max: number;
      readonly element: Shape;
      readonly entry: z.ZodType;
    }
  | { readonly kind: 'fields'; readonly fields: ReadonlyMap<string, Shape> };

/** The most entries of one list that a form is expected to post. */
const LIST_ENTRIES = 1000;
/** For the form's key, version and intent, and fields that extensions and password managers add. */
const SPARE_FIELDS = 20;

export function shapeOf(schema: z.ZodType): Shape {
  const def = schema._zod.def as unknown as Definition;
  if (def.innerType) return shapeOf(def.innerType);
  if (def.type === 'pipe' && def.in && def.out) {
    return shapeOf(def.in._zod.def.type === 'transform' ? def.out : def.in);
  }
  if (def.type === 'file') return { kind: 'file' };
  if (def.type === 'array' && def.element) {
    return { kind: 'list', max: maximumOf(def), element: shapeOf(def.element), entry: def.element };
  }
  if (def.type === 'object' && def.shape) {
    const fields = Object.entries(def.shape).map(
      ([name, field]) => [name, shapeOf(field)] as const,
    );
    return { kind: 'fields', fields: new Map(fields) };
  }
  return { kind: 'text', max: maximumOf(def) };
}

/** The most fields that a form can post. */
export function mostFields(shape: Shape): number {
  return SPARE_FIELDS + entries(shape);
}

function entries(shape: Shape): number {
  if (shape.kind === 'text' || shape.kind === 'file') return 1;
  if (shape.kind === 'list') return Math.min(shape.max, LIST_ENTRIES) * entries(shape.element);
  return [...shape.fields.values()].reduce((sum, field) => sum + entries(field), 0);
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

/** Follows a path; null if the schema has no such field, or an index is not below `indices`. */
export function shapeAt(from: Shape, path: Path, indices: number): Shape | null {
  let shape: Shape | undefined = from;
  for (const step of path) {
    if (shape?.kind === 'fields' && typeof step === 'string') shape = shape.fields.get(step);
    else if (shape?.kind !== 'list' || (typeof step === 'string' ? step !== '' : step >= indices))
      return null;
    else shape = shape.element;
  }
  return shape ?? null;
}
