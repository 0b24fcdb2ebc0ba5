import type { SubmissionResult } from '@conform-to/react';
import { boundedErrors } from './bounds';
import type { Shape } from './form-fields';

/** How many bytes longer than the request the echo may be, as markup and script escape it. */
const OVERHEAD_BYTES = 32 * 1024;
/** conform only uses field names to tell which were touched. */
const MAX_TOUCHED = 100;

/**
 * Bounds a form's result on its way back to the browser: errors to what people read, and input to
 * what its fields take. A text within its field's limit comes back whole. All others together are
 * cut to about the size of the request, the longest first, as a page holds each text twice, in
 * markup and script.
 * @param form the form's schema, which says how long each text may be
 */
export function echoed(
  result: SubmissionResult<string[]>,
  form: Shape,
): SubmissionResult<string[]> {
  const { initialValue, fields, error } = result;
  return {
    ...result,
    ...(error ? { error: boundedErrors(error) } : {}),
    ...(fields && fields.length > MAX_TOUCHED ? { fields: undefined } : {}),
    ...(initialValue ? { initialValue: affordable(initialValue, form) } : {}),
  };
}

type Typed = NonNullable<SubmissionResult['initialValue']>;

function affordable(typed: Typed, form: Shape): Typed {
  const texts: string[] = [];
  mapped(typed, form, (text, shape) => {
    if (!isWithin(text, shape)) texts.push(text);
    return text;
  });
  const budget = OVERHEAD_BYTES + texts.reduce((sum, text) => sum + text.length, 0);
  const share = fairShare(texts.map(cost), budget);
  if (share === Infinity) return typed;
  return mapped(typed, form, (text, shape) =>
    isWithin(text, shape) ? text : cut(text, share),
  ) as Typed;
}

/** True if the text is not too long for its field. Browsers send two characters for a line break. */
function isWithin(text: string, shape: Shape | undefined): boolean {
  if (shape?.kind !== 'text' || shape.max === Infinity) return false;
  return text.length <= shape.max || text.replaceAll('\r\n', '\n').length <= shape.max;
}

/** How much each text may cost to stay within the budget; Infinity if all fit. */
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

/** Maps each text of the input. @param shape of its field, if the form has one */
function mapped(
  typed: unknown,
  shape: Shape | undefined,
  change: (text: string, shape: Shape | undefined) => string,
): unknown {
  if (typeof typed === 'string') return change(typed, shape);
  if (Array.isArray(typed)) {
    const element = shape?.kind === 'list' ? shape.element : undefined;
    return typed.map((each) => mapped(each, element, change));
  }
  if (typeof typed !== 'object' || typed === null) return typed;
  const fields = shape?.kind === 'fields' ? shape.fields : undefined;
  return Object.fromEntries(
    Object.entries(typed).map(([name, each]) => [name, mapped(each, fields?.get(name), change)]),
  );
}
