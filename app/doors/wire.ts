import type { z } from 'zod';
import type { InPieces } from '~/kernel/pieces.server';
import { invalid, type Problem } from '~/kernel/problem';

/** Translates between the field names of API bodies and of operations. */

/**
 * The fields of an operation that a body spells differently, each with its names there: one,
 * several accepted ones, or none if no body has it. A path ('options.name') names a field within a
 * field.
 */
export type Spelling = Readonly<Record<string, readonly string[]>>;

/** The shape of a body that must list each of these fields; leaving one out is a type error. */
export type Describes<Fields> = Record<keyof Fields, z.ZodType> & Record<string, z.ZodType>;

/**
 * Leaves out what a shape does not have: of an output, such as the version; of a form, such as a
 * repeated password.
 */
export const only =
  <Shape extends z.ZodObject>({ shape }: Shape) =>
  <Output extends InPieces<z.input<Shape>>>(output: Output) =>
    Object.fromEntries(
      Object.keys(shape).flatMap((name) => (name in output ? [[name, output[name]]] : [])),
    ) as Pick<Output, keyof Output & keyof z.input<Shape>>;

/** Takes what a GET returned, without its fields that are not changed this way. */
export const without =
  (...fields: readonly string[]) =>
  (json: unknown): unknown =>
    isRecord(json)
      ? Object.fromEntries(Object.entries(json).filter(([name]) => !fields.includes(name)))
      : json;

/** The message if a body contradicts itself about a field. */
export const SPELLINGS_DIFFER = 'Die beiden Schreibweisen widersprechen sich.';

/** True for a JSON object: neither a list nor null. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Refuses names that only the operation uses, which would be taken for fields.
 * @throws Problem 422
 */
export function refuseOurNames(body: unknown, spelling: Spelling): void {
  const theirs = new Set(Object.values(spelling).flat());
  const ours = Object.keys(spelling).filter((field) => !theirs.has(field) && has(body, field));
  if (ours.length === 0) return;
  throw invalid(
    Object.fromEntries(ours.map((field) => [field, ['Dieses Feld gibt es hier nicht.']])),
  );
}

/** Renames the fields of a body that have exactly one other name there. */
export function inOurSpelling(
  body: Record<string, unknown>,
  spelling: Spelling,
): Record<string, unknown> {
  const input = { ...body };
  const renamed = Object.entries(spelling).filter(
    ([field, names]) => names.length === 1 && names[0] !== field,
  );
  for (const [, [name = '']] of renamed) delete input[name];
  for (const [field, [name = '']] of renamed) if (has(body, name)) input[field] = body[name];
  return input;
}

/** Moves a problem's messages to the names that were sent, or could have been. */
export function inTheirSpelling(problem: Problem, body: unknown, spelling: Spelling): Problem {
  if (!problem.errors) return problem;
  // A field may be called '__proto__', so no plain object until the end.
  const errors = new Map<string, string[]>();
  for (const [field, messages] of Object.entries(problem.errors)) {
    const name = nameOf(field, body, spelling);
    errors.set(name, [...new Set([...(errors.get(name) ?? []), ...messages])]);
  }
  return problem.at(Object.fromEntries(errors));
}

function nameOf(field: string, body: unknown, spelling: Spelling): string {
  const path = field.split('.');
  for (let length = path.length; length > 0; length--) {
    const known = path.slice(0, length).join('.');
    const names = Object.hasOwn(spelling, known) ? spelling[known] : undefined;
    if (!names) continue;
    const name = names.find((each) => has(body, each)) ?? names[0] ?? '';
    return name === '' ? '' : [name, ...path.slice(length)].join('.');
  }
  return field;
}

const has = (body: unknown, name: string) => isRecord(body) && Object.hasOwn(body, name);
