import type { SubmissionResult } from '@conform-to/react';
import { boundedErrors } from './bounds';

/** Bytes by which the echo may exceed the request: markup and script escape what was typed. */
const OVERHEAD_BYTES = 32 * 1024;
/** conform uses the names of the fields only to tell which were touched. */
const MAX_TOUCHED = 100;

/**
 * Bounds a form's result on its way back to the browser: errors to what people read, and what was
 * typed to about the size of the request, as a page holds each text twice, in markup and script.
 * The longest texts are cut first, to about 30,000 characters, three times what any field accepts.
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

/** The maximum that each text may cost to keep all within the budget; Infinity if they are. */
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

const ESCAPED = new Set(Array.from('"&\'<>\\\u2028\u2029', (character) => character.charCodeAt(0)));

/** The most bytes that a text can take in a page: escaped for HTML, and for JSON in a script. */
function cost(text: string): number {
  let bytes = 0;
  for (let at = 0; at < text.length; at++) bytes += costOf(text.charCodeAt(at));
  return bytes;
}

/** @param unit a UTF-16 code unit; half a surrogate pair counts half */
function costOf(unit: number): number {
  if (unit < 0x20 || ESCAPED.has(unit)) return 12;
  if (unit < 0x80) return 2;
  return unit < 0x8_00 ? 4 : 6;
}

function cut(text: string, share: number): string {
  let left = share;
  for (let at = 0; at < text.length; at++) {
    left -= costOf(text.charCodeAt(at));
    // Never between the halves of a pair.
    if (left < 0) return text.slice(0, at).replace(/[\ud800-\udbff]$/, '');
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
  return Object.fromEntries(
    Object.entries(typed).map(([name, each]) => [name, mapped(each, change)]),
  );
}
