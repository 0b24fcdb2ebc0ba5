import querystring from 'node:querystring';
import type { z } from 'zod';
import { FORM_KEY, FORM_VERSION } from '~/ui/form-context';
import { readBody } from './body.server';
import { mostFields, type Place, pathOf, placeAt, placeOf } from './form-fields';
import { INTENT, readIntent } from './form-intent';
import { malformed, unsupportedMediaType } from './problem';

const [AMPERSAND, PLUS, SPACE] = [0x26, 0x2b, 0x20];
const FORM_TYPE = /^application\/x-www-form-urlencoded\s*(;|$)/i;

type Field = readonly [name: string, value: string];

/**
 * What was posted to a form, as far as the form can have it. The library that makes an object of it believes every
 * name: it would make a list of a hundred million places for one index, and go through all earlier values for each
 * repetition (decision 17). So before it sees anything:
 * - there are no more fields than the form has;
 * - names that the form does not have are left out; a name that leads beyond a field is refused, and so are an index
 *   at or beyond the number of fields and an intent that conform could not carry out;
 * - the entries of a list are numbered one after the other, however they were spelled: a name repeated, `name[]`, or
 *   indices with holes, which boxes that are not ticked leave.
 * @param schema the form's fields
 * @param maxFields the number of fields that it posts at most, where that is not what the schema says
 * @returns a reader of requests, which throws a Problem: 400, 413 over 1 MiB, 415 for another type
 */
export function formReader(schema: z.ZodObject, maxFields?: number): (request: Request) => Promise<FormData> {
  const form = placeOf(schema);
  const most = maxFields ?? mostFields(form);
  return async (request) => {
    const body = await readBody(request);
    if (body.byteLength > 0 && !FORM_TYPE.test(request.headers.get('Content-Type') ?? '')) {
      throw unsupportedMediaType('application/x-www-form-urlencoded');
    }
    return understood(fieldsIn(body, most), form, most);
  };
}

const unreadable = () => malformed('Das Formular ist nicht lesbar.');

/** The fields of a form's body (URL standard, 5.1), counted before any is taken apart. */
function fieldsIn(body: Buffer, most: number): Field[] {
  let count = 1;
  for (let at = body.indexOf(AMPERSAND); at !== -1; at = body.indexOf(AMPERSAND, at + 1)) {
    if (++count > most) throw malformed(`Das Formular hat zu viele Felder: höchstens ${most}.`);
  }
  // In the bytes: a million replacements in a text take a tenth of a second.
  for (let at = body.indexOf(PLUS); at !== -1; at = body.indexOf(PLUS, at + 1)) body[at] = SPACE;
  const pieces = body.toString('utf8').split('&').filter(Boolean);
  return pieces.map((piece) => {
    const equals = `${piece}=`.indexOf('=');
    // What is not UTF-8 becomes U+FFFD, as browsers have it.
    return [querystring.unescape(piece.slice(0, equals)), querystring.unescape(piece.slice(equals + 1))];
  });
}

function understood(posted: readonly Field[], form: Place, most: number): FormData {
  const kept = new FormData();
  const times = new Map<string, number>();
  const lists = new Map<string, Entries>();
  for (const [name, value] of posted) {
    if (name === FORM_KEY || name === FORM_VERSION || name === INTENT) {
      if (!kept.has(name)) kept.append(name, value);
      continue;
    }
    if (!isKnown(name, form)) continue;
    const path = pathOf(name);
    const place = path && placeAt(form, path, most);
    if (!path || !place) throw unreadable();
    const last = path.at(-1);
    const parent = typeof last === 'number' || last === '' ? placeAt(form, path.slice(0, -1), most) : place;
    if (parent?.kind === 'list') addTo(lists, name, last, value);
    else {
      // A text that stands there twice is none; how often beyond that makes no difference.
      const time = (times.get(name) ?? 0) + 1;
      times.set(name, time);
      if (time <= 2) kept.append(name, value);
    }
  }
  for (const [list, entries] of lists) {
    for (const [name, value] of numbered(list, entries)) kept.append(name, value);
  }
  const intent = kept.get(INTENT);
  if (typeof intent === 'string' && intent) kept.set(INTENT, checkedIntent(intent, form, lists, most));
  return kept;
}

/** Whether the form has the field that a name begins with. */
function isKnown(name: string, form: Place): boolean {
  const [first = ''] = /^[^.[\]]*/.exec(name) ?? [];
  return form.kind === 'fields' && form.fields.has(first);
}

interface Entries {
  readonly placed: Array<readonly [index: number, value: string]>;
  readonly repeated: string[];
}

function addTo(lists: Map<string, Entries>, name: string, last: string | number | undefined, value: string) {
  const list = name.replace(/\[\d*\]$/, '');
  const entries = lists.get(list) ?? { placed: [], repeated: [] };
  lists.set(list, entries);
  if (typeof last === 'number') entries.placed.push([last, value]);
  else entries.repeated.push(value);
}

/** The entries of a list as fields `list[0]`, `list[1]` and so on. */
function numbered(list: string, { placed, repeated }: Entries): Field[] {
  // One alone may mean none: an empty text.
  const [only = ''] = repeated;
  if (placed.length === 0 && repeated.length === 1) return [[list, only]];
  const values = placed.sort(([one], [other]) => one - other).map(([, value]) => value);
  return values.concat(repeated).map((value, index) => [`${list}[${index}]`, value]);
}

/** The intent as far as it was understood. */
function checkedIntent(json: string, form: Place, lists: ReadonlyMap<string, Entries>, most: number): string {
  const intent = readIntent(json, form, most);
  if (!intent) throw unreadable();
  if (intent.type !== 'insert') return JSON.stringify(intent);
  const place = placeAt(form, pathOf(intent.payload.name) ?? [], most);
  const rows = lists.get(intent.payload.name)?.placed.length ?? 0;
  // A list that is too long already grows no further: the message comes with the submission.
  const isFull = place?.kind === 'list' && rows > place.max;
  return JSON.stringify(isFull ? { type: 'validate', payload: {} } : intent);
}
