import { isRecord } from '~/kernel/json';
import { invalid, type Problem } from '~/kernel/problem';

/**
 * The fields of an operation that a body spells otherwise, each with its names there: one, several
 * of which any may be sent, or none for what no body says. A path ('options.name') names a field
 * within a field.
 */
export type Spelling = Readonly<Record<string, readonly string[]>>;

/** The message where a body says two things about one field. */
export const SPELLINGS_DIFFER = 'Die beiden Schreibweisen widersprechen sich.';

/**
 * @throws Problem 422 for a name that only the operation has and no body: it would be taken for a
 * field
 */
export function refuseOurNames(sent: unknown, spelling: Spelling): void {
  const theirs = new Set(Object.values(spelling).flat());
  const ours = Object.keys(spelling).filter((field) => !theirs.has(field) && isSent(sent, field));
  if (ours.length === 0) return;
  throw invalid(
    Object.fromEntries(ours.map((field) => [field, ['Dieses Feld gibt es hier nicht.']])),
  );
}

/** A body with the names that the operation has for what is spelled in one other way. */
export function inOurSpelling(
  body: Record<string, unknown>,
  spelling: Spelling,
): Record<string, unknown> {
  const input = { ...body };
  const renamed = Object.entries(spelling).filter(
    ([field, names]) => names.length === 1 && names[0] !== field,
  );
  for (const [, [name = '']] of renamed) delete input[name];
  for (const [field, [name = '']] of renamed) if (isSent(body, name)) input[field] = body[name];
  return input;
}

/** The problem with its messages at the names that were sent, or could have been. */
export function inTheirSpelling(problem: Problem, sent: unknown, spelling: Spelling): Problem {
  if (!problem.errors) return problem;
  // A field may be called '__proto__': no plain object until the end.
  const errors = new Map<string, string[]>();
  for (const [field, messages] of Object.entries(problem.errors)) {
    const name = nameOf(field, sent, spelling);
    errors.set(name, [...new Set([...(errors.get(name) ?? []), ...messages])]);
  }
  return problem.at(Object.fromEntries(errors));
}

function nameOf(field: string, sent: unknown, spelling: Spelling): string {
  const path = field.split('.');
  for (let length = path.length; length > 0; length--) {
    const known = path.slice(0, length).join('.');
    const names = Object.hasOwn(spelling, known) ? spelling[known] : undefined;
    if (!names) continue;
    const name = names.find((each) => isSent(sent, each)) ?? names[0] ?? '';
    return name === '' ? '' : [name, ...path.slice(length)].join('.');
  }
  return field;
}

const isSent = (body: unknown, name: string) => isRecord(body) && Object.hasOwn(body, name);
