import type { SubmissionResult } from '@conform-to/react';
import { boundedErrors } from './bounded-errors';

/** What was typed may take this much more in the answer than in the request, in bytes: markup and script escape it. */
const OVERHEAD_BYTES = 32 * 1024;
/** conform wants the names of the fields only to tell which were touched. */
const MAX_TOUCHED = 100;

/**
 * A form's result as it goes back to the browser: with as many errors as people read, and with what was typed, cut only
 * where the answer would be much larger than the request: a page holds each text twice, as markup and in its
 * script. The longest are cut first, to about 30,000 characters, three times what any field takes.
 */
export function echoed(result: SubmissionResult<string[]>): SubmissionResult<string[]> {
  const { initialValue, fields, error } = result;
  return {
    ...result,
    ...(error ? { error: boundedErrors(error) } : {}),
    ...(fields && fields.length > MAX_TOUCHED ? { fields: undefined } : {}),
    ...(initialValue ? { initialValue: affordable(initialValue) } : {}),
  };
}

type Typed = NonNullable<SubmissionResult['initialValue']>;

function affordable(typed: Typed): Typed {
  const texts = textsIn(typed);
  const costs = texts.map(cost);
  const budget = OVERHEAD_BYTES + texts.reduce((sum, text) => sum + text.length, 0);
  const share = fairShare(costs, budget);
  if (share === Infinity) return typed;
  return mapped(typed, (text) => cut(text, share)) as Typed;
}

/** The most that each may cost so that all together keep to the budget; Infinity where they do as they are. */
function fairShare(costs: readonly number[], budget: number): number {
  let left = budget;
  const ascending = costs.toSorted((one, other) => one - other);
  for (const [at, cost] of ascending.entries()) {
    const share = left / (ascending.length - at);
    if (cost > share) return share;
    left -= cost;
  }
  return Infinity;
}

/** How many bytes a text takes in a page at most: in UTF-8, escaped for HTML, and for JSON inside a script. */
function cost(text: string): number {
  let bytes = 0;
  for (const character of text) bytes += costOf(character);
  return bytes;
}

function costOf(character: string): number {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x20 || /["&'<>\\\u2028\u2029]/.test(character)) return 12;
  if (code < 0x80) return 2;
  return code < 0x8_00 ? 4 : code < 0x1_00_00 ? 6 : 8;
}

function cut(text: string, share: number): string {
  let left = share;
  let end = 0;
  for (const character of text) {
    left -= costOf(character);
    if (left < 0) return text.slice(0, end);
    end += character.length;
  }
  return text;
}

function textsIn(typed: unknown): string[] {
  if (typeof typed === 'string') return [typed];
  return typeof typed === 'object' && typed !== null ? Object.values(typed).flatMap(textsIn) : [];
}

function mapped(typed: unknown, change: (text: string) => string): unknown {
  if (typeof typed === 'string') return change(typed);
  if (Array.isArray(typed)) return typed.map((each) => mapped(each, change));
  if (typeof typed !== 'object' || typed === null) return typed;
  return Object.fromEntries(Object.entries(typed).map(([name, each]) => [name, mapped(each, change)]));
}
