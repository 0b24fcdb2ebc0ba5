/**
 * Requests that cost a careless server far more than their bytes. Each class was found to stop or
 * to fill some server that trusted its input.
 */

export interface Hostile {
  /** The class, for messages and tables. */
  readonly what: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Built lazily, because all bodies together take a hundred megabytes. */
  readonly body: () => Buffer;
}

const URLENCODED = { 'Content-Type': 'application/x-www-form-urlencoded' };
const MULTIPART = { 'Content-Type': 'multipart/form-data; boundary=x' };
const JSON_TYPE = { 'Content-Type': 'application/json' };

/** Joins as many pieces as fit. @param piece the same piece each time, or the nth */
function filled(bytes: number, piece: string | ((nth: number) => string), between = ''): string {
  if (typeof piece === 'string') {
    const each = piece + between;
    const all = each.repeat(bytes / each.length);
    return all.slice(0, Math.max(0, all.length - between.length));
  }
  const pieces: string[] = [];
  for (let nth = 0, left = bytes; ; nth++) {
    const next = piece(nth);
    left -= next.length + between.length;
    if (left < 0) return pieces.join(between);
    pieces.push(next);
  }
}

type Body = string | Buffer;
const made = (
  headers: Hostile['headers'],
  bodies: Readonly<Record<string, () => Body>>,
): Hostile[] =>
  Object.entries(bodies).map(([what, body]) => ({
    what,
    headers,
    body: () => Buffer.from(body()),
  }));

/**
 * An index that allocates a list of a million places if trusted: enough to notice, and survivable.
 */
const INDEX = 1_000_000;

/**
 * Hostile bodies for a form.
 * @param bytes approximate size of each body; those about a single name or intent are smaller
 * @param name a field of the form
 */
export function hostileForms(bytes: number, name: string): Hostile[] {
  return [
    ...made(URLENCODED, {
      'an index': () => `a[${INDEX}]=`,
      'an index on a known field': () => `${name}[${INDEX}]=`,
      'an index deep inside': () => `${name}[0].a[${INDEX}].b[${INDEX}]=`,
      'several indices': () => filled(Math.min(bytes, 200), (nth) => `a${nth}[${INDEX}]=`, '&'),
      'a name repeated': () => filled(bytes, 'a=&'),
      'a known name repeated': () => filled(bytes, `${name}=1&`),
      'a list repeated': () => filled(bytes, `${name}[]=1&`),
      'an element repeated': () => filled(bytes, `${name}[0]=1&`),
      'indices in order': () => filled(bytes, (nth) => `${name}[${nth}]=x`, '&'),
      'indices backwards': () => filled(bytes, (nth) => `${name}[${99_999 - nth}]=x`, '&'),
      'distinct names': () => filled(bytes, (nth) => `${nth.toString(36)}=`, '&'),
      'distinct names below a known one': () =>
        filled(bytes, (nth) => `${name}.${nth.toString(36)}=`, '&'),
      'prototype names': () =>
        filled(
          bytes,
          (nth) => ['__proto__.a=', 'constructor=', 'a.__proto__.b='][nth % 3] ?? '',
          '&',
        ),
      'the key repeated': () => filled(bytes, '__key=a&__version=1&'),
      'a deep name': () => `${filled(bytes, 'a.')}a=`,
      'a deep known name': () => `${filled(bytes, `${name}.`)}${name}=`,
      'a deep list': () => `${name}${filled(bytes, '[0]')}=`,
      'many deep names': () => filled(bytes, `${name}${'.a'.repeat(50)}=`, '&'),
      'a long name': () => `${filled(bytes, 'a')}=`,
      'a long value': () => `${name}=${filled(bytes, 'x')}`,
      'only separators': () => filled(bytes, '&'),
      'only equals': () => filled(bytes, '='),
      'percent-encoded': () => `${name}=${filled(bytes, '%41')}`,
      'not UTF-8, encoded': () => `${name}=${filled(bytes, '%ff')}`,
      'half percent-encoded': () => `${name}=${filled(bytes, '%4')}`,
      'not UTF-8': () => Buffer.concat([Buffer.from(`${name}=`), Buffer.alloc(bytes - 30, 0xff)]),
      spaces: () => `${name}=${filled(bytes, '+')}`,
      'what markup escapes': () => `${name}=${filled(bytes, '<"\'\\')}`,
      'control characters': () =>
        Buffer.concat([Buffer.from(`${name}=`), Buffer.alloc(bytes - 30, 1)]),
      'an address of dots': () => `${name}=a@${filled(bytes, '.a')}`,
      'an address of ats': () => `${name}=${filled(bytes, '@')}`,
      'a state': () => `__state__=${filled(bytes, '[')}`,
    }),
    ...hostileIntents(bytes, name),
    ...made(MULTIPART, {
      'multipart, an index': () => `${part(`a[${INDEX}]`)}--x--\r\n`,
      'multipart, a name repeated': () => `${filled(bytes, part('a'))}--x--\r\n`,
      'multipart, a file': () =>
        `${part(name, '; filename="a.txt"')}${filled(bytes, 'x')}\r\n--x--\r\n`,
      'multipart, headers': () => `--x\r\n${filled(bytes, 'a: b\r\n')}\r\n\r\n--x--\r\n`,
      'multipart, almost boundaries': () => `${part(name)}${filled(bytes, '\r\n--')}\r\n--x--\r\n`,
    }),
    ...made(
      { 'Content-Type': 'application/x-www-form-urlencoded; charset=utf-16le' },
      { 'another charset': () => Buffer.from(filled(bytes / 2, `${name}=1&`), 'utf16le') },
    ),
    ...made({}, { 'no type': () => filled(bytes, 'a=&') }),
  ];
}

const part = (name: string, more = '') =>
  `--x\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n\r\n`;

/** Intents of conform for fields that do not exist. */
function hostileIntents(bytes: number, name: string): Hostile[] {
  const aims = [
    `x[${INDEX}]`,
    `${name}[${INDEX}]`,
    `${name}${'.a'.repeat(500)}`,
    '__proto__.a',
    '',
  ];
  const intents = aims.flatMap((aim) => [
    { type: 'validate', payload: { name: aim } },
    { type: 'reset', payload: { name: aim, index: INDEX } },
    { type: 'update', payload: { name: aim, index: INDEX, value: 'x' } },
    { type: 'insert', payload: { name: aim, index: INDEX, defaultValue: 'x' } },
    { type: 'remove', payload: { name: aim, index: INDEX } },
    { type: 'reorder', payload: { name: aim, from: INDEX, to: 0 } },
    { type: 'unheard-of', payload: { name: aim } },
  ]);
  const bodies: Record<string, () => string> = {
    ...Object.fromEntries(
      intents.map((intent) => [
        `intent ${intent.type} ${intent.payload.name.slice(0, 40)}`,
        () => JSON.stringify(intent),
      ]),
    ),
    'intent update, a long value': () =>
      JSON.stringify({ type: 'update', payload: { name, value: filled(bytes / 2, 'x') } }),
    'intent update, a deep value': () =>
      `{"type":"update","payload":{"name":"${name}","value":${nestedJson(bytes / 2)}}}`,
    'intent of lists': () => nestedJson(bytes),
  };
  return Object.entries(bodies).map(([what, json]) => ({
    what,
    headers: URLENCODED,
    body: () => Buffer.from(`${name}=x&__intent__=${encodeURIComponent(json()).slice(0, bytes)}`),
  }));
}

const nestedJson = (bytes: number) => `${'['.repeat(bytes / 2)}${']'.repeat(bytes / 2)}`;

/**
 * Hostile bodies for a call.
 * @param name a field of its body
 */
export function hostileJson(bytes: number, name: string): Hostile[] {
  const room = bytes - 40;
  return made(JSON_TYPE, {
    'distinct keys': () => `{${filled(room, (nth) => `"${nth.toString(36)}":1`, ',')}}`,
    'numbers as keys': () => `{${filled(room, (nth) => `"${nth * 7919}":1`, ',')}}`,
    'a key repeated': () => `{${filled(room, `"${name}":1`, ',')}}`,
    'a long key': () => `{"${filled(room, 'a')}":1}`,
    'deep lists': () => nestedJson(room),
    'deep lists in a field': () => `{"${name}":${nestedJson(room)}}`,
    'deep objects': () => `${filled(room / 6, '{"a":')}1${'}'.repeat(Math.floor(room / 36))}`,
    'many zeros': () => `[${filled(room, '0', ',')}]`,
    'many zeros in a field': () => `{"${name}":[${filled(room, '0', ',')}]}`,
    'many empty objects': () => `[${filled(room, '{}', ',')}]`,
    'many empty objects in a field': () => `{"${name}":[${filled(room, '{}', ',')}]}`,
    'objects with distinct keys': () =>
      `[${filled(room, (nth) => `{"${nth.toString(36)}":1}`, ',')}]`,
    'many wrong participations': () =>
      `[${filled(room, '{"memberUuid":"","participated":true}', ',')}]`,
    'fewer values than are counted': () => `[${filled(Math.min(room, 98_000), '0', ',')}]`,
    'fewer keys than are counted': () =>
      `{${filled(Math.min(room, 440_000), (nth) => `"${nth.toString(36)}":1`, ',')}}`,
    'a long number': () => `{"${name}":${filled(room, '9')}}`,
    'a long text': () => `{"${name}":"${filled(room, 'x')}"}`,
    'an escaped text': () => `{"${name}":"${filled(room, '\\u0001')}"}`,
    'an address of ats': () => `{"${name}":"${filled(room, '@')}"}`,
    'a date of digits': () => `{"${name}":"2030-01-01T00:00:00.${filled(room, '1')}Z"}`,
    'commas that are not JSON': () => filled(room, ','),
    'quotes that are not JSON': () => filled(room, '"'),
    backslashes: () => `"${filled(room, '\\')}`,
  });
}

/** Hostile queries and headers, within the 16 KiB that Node accepts. */
export function hostileHeads(): Array<{
  what: string;
  query: string;
  headers: Record<string, string>;
}> {
  const bytes = 14_000;
  const queries = {
    '_routes repeated': filled(bytes, '_routes=a', '&'),
    '_routes of commas': `_routes=${filled(bytes, ',')}`,
    'index repeated': filled(bytes, 'index', '&'),
    'limit repeated': filled(bytes, 'limit=1', '&'),
    'a long cursor': `cursor=${filled(bytes, 'a')}`,
    'a redirect of what markup escapes': `redirect=/${filled(bytes, '&<"'.replaceAll(/./g, encodeURIComponent))}`,
    'a redirect of slashes': `redirect=${filled(bytes, '/')}`,
    'distinct names': filled(bytes, (nth) => nth.toString(36), '&'),
    'an index': `a[${INDEX}]=`,
  };
  const headers = {
    'If-None-Match': filled(bytes, '"",'),
    'If-Match': filled(bytes, '"v1-a",'),
    Cookie: filled(bytes, 'a=b;'),
    'Accept-Language': filled(bytes, 'de,'),
    'Accept-Encoding': filled(bytes, 'a;q=0.1,'),
    Accept: filled(bytes, 'a/b;c,'),
    Authorization: `Bearer ${filled(bytes, 'a')} `,
    'X-Forwarded-For': filled(bytes, '1.1.1.1,'),
    'User-Agent': filled(bytes, 'bot '),
    Range: `bytes=${filled(bytes, '0-1,')}`,
  };
  return [
    ...Object.entries(queries).map(([what, query]) => ({ what, query, headers: {} })),
    ...Object.entries(headers).map(([name, value]) => ({
      what: name,
      query: '',
      headers: { [name]: value },
    })),
  ];
}
