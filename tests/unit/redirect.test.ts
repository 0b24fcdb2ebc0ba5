import fc from 'fast-check';
import { expect, it } from 'vitest';
import { afterLogin, keepRedirect, redirectTarget } from '~/features/accounts/redirect';

const ORIGIN = 'https://verein.example';

/** The address a browser reaches by following the Location header of the log-in. */
const followed = (location: string) => new URL(location, `${ORIGIN}/app/login?redirect=x`);

const hostile = fc.constantFrom(
  ...[
    '/',
    '//',
    '///',
    '\\',
    '/\\',
    '\\/',
    '/.//',
    '/..//',
    '/%2e//',
    '/%2E%2E//',
    '/;//',
    '/@',
    '@',
  ],
  ...[
    '%2f',
    '%5c',
    '%09',
    '%00',
    '\t',
    '\n',
    '\r',
    '\0',
    ' ',
    '\u00a0',
    '\u2028',
    '\ufeff',
    '\u3000',
    '\u200b',
  ],
  ...[
    'http:',
    'https:',
    'HTTP://',
    'javascript:',
    'data:',
    'vbscript:',
    'blob:',
    'file:///',
    'mailto:',
  ],
  ...[
    'evil.example',
    'user:pw@evil.example',
    '[::1]',
    '0x7f000001',
    '１２７.０.０.１',
    'ｅvil．example',
    '。',
    '／',
    '＼',
  ],
  ...[':443', '?', '#', '&', '=', '..', '.', 'app/events', '\ud800', '😀'],
);
const anything = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: 'grapheme' }),
  fc.webUrl(),
  fc.array(hostile, { maxLength: 8 }).map((parts) => parts.join('')),
  fc.tuple(hostile, fc.string()).map(([head, tail]) => head + tail),
);

it('the log-in never leaves the origin, whatever the parameter says (A9)', () => {
  fc.assert(
    fc.property(anything, (value) => {
      const location = afterLogin(value);
      expect(followed(location).origin).toBe(ORIGIN);
      expect(location).toMatch(/^\/(?![/\\])[\x21-\x7e]*$/);
    }),
    { numRuns: 5000 },
  );
});

it('the log-in never leaves the origin by a redirect that was kept in links and read back (A9)', () => {
  fc.assert(
    fc.property(anything, (value) => {
      const kept = keepRedirect('/app/auth/register/confirmation?again', value);
      expect(followed(kept).pathname).toBe('/app/auth/register/confirmation');
      const readBack = followed(kept).searchParams.get('redirect');
      expect(afterLogin(readBack)).toBe(afterLogin(value));
    }),
    { numRuns: 2000 },
  );
});

it('the log-in drops addresses with a scheme (A9)', () => {
  fc.assert(
    fc.property(fc.webUrl({ withFragments: true, withQueryParameters: true }), (url) => {
      expect(redirectTarget(url).kind).toBe('absolute');
    }),
  );
  const others = [
    'javascript:alert(1)',
    'data:text/html,x',
    'mailto:a@b.de',
    'HTTPS:evil.example',
    'x:y',
  ];
  for (const url of others) expect(redirectTarget(url), url).toEqual({ kind: 'absolute' });
});

it.each([
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '\\/evil.example',
  '/\t/evil.example',
  '\t//evil.example',
  '/\n/evil.example',
  '/\r\n/evil.example',
  ' //evil.example',
  '/.//evil.example',
  '/app/..//evil.example',
  '/%2e//evil.example',
  '/%2E%2e//evil.example',
  '/app/events\u0000',
  '/app/events\r\nSet-Cookie: a=b',
])('the log-in refuses %j and leads one level up (A9)', (value) => {
  expect(redirectTarget(value)).toEqual({ kind: 'absolute' });
  expect(afterLogin(value)).toBe('/app/');
});

it.each([
  ['/app/events', '/app/events'],
  ['app/events', '/app/events'],
  ['/app/events?past&page=2#next', '/app/events?past&page=2#next'],
  ['/app/invite/ab_c-1', '/app/invite/ab_c-1'],
  ['?refresh', '/?refresh'],
  // A colon or an address after the first segment is not a scheme.
  ['/app/events?from=https://evil.example', '/app/events?from=https://evil.example'],
  ['/https://evil.example', '/https://evil.example'],
  ['user@evil.example', '/user@evil.example'],
  ['/%2f%2fevil.example', '/%2f%2fevil.example'],
  ['/%5cevil.example', '/%5cevil.example'],
  ['/ver­ein/ä', '/ver%C2%ADein/%C3%A4'],
])('the log-in stays on this host for %j (A9)', (value, path) => {
  expect(redirectTarget(value)).toEqual({ kind: 'path', path });
  expect(followed(afterLogin(value)).href).toBe(ORIGIN + path);
});

it('the log-in leads one level up without a parameter (A9)', () => {
  for (const value of [null, undefined, '']) {
    expect(redirectTarget(value)).toEqual({ kind: 'none' });
    expect(afterLogin(value)).toBe('/app/');
    expect(keepRedirect('/app/login', value)).toBe('/app/login');
  }
});
