import querystring from 'node:querystring';
import { z } from 'zod';
import { malformed, unsupportedMediaType } from '~/kernel/problem';
import {
  FORM_GIVEN_UP,
  FORM_KEPT,
  FORM_KEY,
  FORM_ORGANIZATION,
  FORM_VERSION,
} from '~/ui/form-context';
import { INTENT, mostFields, pathOf, type Shape, shapeAt, shapeOf } from './form-fields';

const [AMPERSAND, PLUS, SPACE] = [0x26, 0x2b, 0x20];
const URL_ENCODED = /^application\/x-www-form-urlencoded\s*(;|$)/i;
const MULTIPART = /^multipart\/form-data\s*;.*?\bboundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i;

/** Another row in a list: the only intent that our forms have. */
const insertion = z.object({
  type: z.literal('insert'),
  payload: z.object({
    name: z.string(),
    defaultValue: z.union([z.string().max(1000), z.number(), z.boolean(), z.null()]).optional(),
  }),
});

/** Fields that any form may have in addition to its schema. */
const OURS = new Set([FORM_KEY, FORM_KEPT, FORM_GIVEN_UP, FORM_VERSION, FORM_ORGANIZATION, INTENT]);

type Value = string | File;
type Field = readonly [name: string, value: Value];

/**
 * Makes a reader of posted forms that keeps only what the form can have. conform trusts every name:
 * one index would make it allocate a hundred million entries, and each repetition scans all earlier
 * values (decision 17). So, before it sees anything:
 * - more fields than the form has are refused;
 * - unknown names are dropped; a name that leads beyond a field, an index at or beyond the number
 *   of fields and an intent other than a new row of a list are refused;
 * - the entries of a list are renumbered, however they were written: a repeated name, `name[]`, or
 *   indices with gaps, which unticked boxes leave.
 * @param schema the form's fields
 * @returns a reader of requests with bounded bodies (bridge/body.ts). It throws a Problem: 400, or
 *   415 for another type
 */
export function formReader(schema: z.ZodObject): (request: Request) => Promise<FormData> {
  const form = shapeOf(schema);
  const most = mostFields(form);
  return async (request) => {
    const body = Buffer.from(await request.arrayBuffer());
    return understood(await fieldsOf(request, body, most), form, most);
  };
}

/** @param most fields it may have. @throws Problem as the readers do */
export async function fieldsOf(
  { headers }: Pick<Request, 'headers'>,
  body: Buffer,
  most: number,
): Promise<Field[]> {
  const type = headers.get('Content-Type') ?? '';
  if (body.byteLength === 0 || URL_ENCODED.test(type)) return fieldsIn(body, most);
  const [, quoted, plain] = MULTIPART.exec(type) ?? [];
  const boundary = quoted ?? plain;
  if (!boundary) throw unsupportedMediaType('application/x-www-form-urlencoded');
  return partsIn(body, boundary, most);
}

const unreadable = () => malformed('Das Formular ist nicht lesbar.');
const tooMany = (most: number) => malformed(`Das Formular hat zu viele Felder: höchstens ${most}.`);

/** Bytes before a part's value; the parser takes half a second for a megabyte of header lines. */
const MAX_PART_HEAD = 1024;

/**
 * The fields of a multipart form (RFC 7578), used for forms with a file, and by some programs for
 * all. Parts are counted and their heads measured before any is parsed.
 */
async function partsIn(body: Buffer, boundary: string, most: number): Promise<Field[]> {
  const separator = `--${boundary}`;
  let count = 0;
  for (
    let at = body.indexOf(separator);
    at !== -1;
    at = body.indexOf(separator, at + separator.length)
  ) {
    // The last separator closes the form.
    if (++count > most + 1) throw tooMany(most);
    const head = body.subarray(at, at + separator.length + MAX_PART_HEAD);
    if (head.length > separator.length + 4 && !head.includes('\r\n\r\n')) throw unreadable();
  }
  const headers = { 'Content-Type': `multipart/form-data; boundary="${boundary}"` };
  const parts = await new Response(new Uint8Array(body), { headers }).formData().catch(() => {
    throw unreadable();
  });
  return [...parts];
}

/** The fields of a URL-encoded body (URL standard, 5.1), counted before any is parsed. */
function fieldsIn(body: Buffer, most: number): Field[] {
  let count = 1;
  // One pass over the bytes: a million replacements in a string take a tenth of a second, and
  // searching for as many pluses thirty milliseconds.
  for (let at = 0; at < body.length; at++) {
    if (body[at] === PLUS) body[at] = SPACE;
    else if (body[at] === AMPERSAND && ++count > most) throw tooMany(most);
  }
  const pieces = body.toString('utf8').split('&').filter(Boolean);
  return pieces.map((piece) => {
    const equals = `${piece}=`.indexOf('=');
    // Invalid UTF-8 becomes U+FFFD, as in browsers.
    return [
      querystring.unescape(piece.slice(0, equals)),
      querystring.unescape(piece.slice(equals + 1)),
    ];
  });
}

function understood(posted: readonly Field[], form: Shape, most: number): FormData {
  const kept = new FormData();
  const times = new Map<string, number>();
  const lists = new Map<string, Entries>();
  for (const [name, value] of posted) {
    const isFile = typeof value !== 'string';
    if (!isKnown(name, form)) {
      if (OURS.has(name) && !kept.has(name) && !isFile) kept.append(name, value);
      continue;
    }
    // Files that the form does not ask for are dropped; browsers send an empty one if none was
    // chosen.
    const wantsFile = form.kind === 'fields' && form.fields.get(name)?.kind === 'file';
    if (isFile !== wantsFile || (isFile && value.size === 0)) continue;
    if (isFile) {
      if (!kept.has(name)) kept.append(name, value);
      continue;
    }
    const path = pathOf(name);
    const shape = path && shapeAt(form, path, most);
    if (!path || !shape) throw unreadable();
    const last = path.at(-1);
    const parent =
      typeof last === 'number' || last === '' ? shapeAt(form, path.slice(0, -1), most) : shape;
    if (parent?.kind === 'list') addTo(lists, name, last, value);
    else {
      // A text given twice is refused later, so further repetitions can be dropped.
      const time = (times.get(name) ?? 0) + 1;
      times.set(name, time);
      if (time <= 2) kept.append(name, value);
    }
  }
  for (const [list, entries] of lists) {
    for (const [name, value] of numbered(list, entries)) kept.append(name, value);
  }
  const intent = kept.get(INTENT);
  if (typeof intent === 'string' && intent)
    kept.set(INTENT, checkedIntent(intent, form, lists, most));
  return kept;
}

function isKnown(name: string, form: Shape): boolean {
  const [first = ''] = /^[^.[\]]*/.exec(name) ?? [];
  return form.kind === 'fields' && form.fields.has(first);
}

interface Entries {
  readonly placed: Array<readonly [index: number, value: string]>;
  readonly repeated: string[];
}

function addTo(
  lists: Map<string, Entries>,
  name: string,
  last: string | number | undefined,
  value: string,
) {
  const list = name.replace(/\[\d*\]$/, '');
  const entries = lists.get(list) ?? { placed: [], repeated: [] };
  lists.set(list, entries);
  if (typeof last === 'number') entries.placed.push([last, value]);
  else entries.repeated.push(value);
}

/** Renumbers the entries of a list: `list[0]`, `list[1]` and so on. */
function numbered(list: string, { placed, repeated }: Entries): Field[] {
  // A single empty text may mean an empty list.
  const [only = ''] = repeated;
  if (placed.length === 0 && repeated.length === 1) return [[list, only]];
  const values = placed.sort(([one], [other]) => one - other).map(([, value]) => value);
  return values.concat(repeated).map((value, index) => [`${list}[${index}]`, value]);
}

function checkedIntent(
  json: string,
  form: Shape,
  lists: ReadonlyMap<string, Entries>,
  most: number,
): string {
  const intent = insertion.safeParse(parsed(json)).data;
  const path = intent && pathOf(intent.payload.name);
  const shape = path && shapeAt(form, path, most);
  if (!intent || shape?.kind !== 'list') throw unreadable();
  const rows = lists.get(intent.payload.name)?.placed.length ?? 0;
  // A list that is already too long does not grow; the submission will say so.
  return JSON.stringify(rows > shape.max ? { type: 'validate', payload: {} } : intent);
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}
