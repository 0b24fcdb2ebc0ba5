import { expect, it } from 'vitest';
import { loggablePath, loggableText, withoutAddresses } from '~/doors/loggable';
import { networkOf, withoutPorts } from '~/server/network';

it.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::6', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['', ''],
])('the network of %s is %s (ASVS V6.3.1)', (ip, network) => {
  expect(networkOf(ip)).toBe(network);
});

it.each([
  ['203.0.113.7:51342', '203.0.113.7'],
  ['[2001:db8::1]:443', '2001:db8::1'],
  ['[2001:db8::1]', '2001:db8::1'],
  ['[::ffff:192.0.2.7]:80', '::ffff:192.0.2.7'],
  ['198.51.100.2,  203.0.113.7:1, 10.0.0.5:65535', '198.51.100.2, 203.0.113.7, 10.0.0.5'],
  ['2001:db8::1', '2001:db8::1'],
  ['unknown, _hidden:x, 1.2.3.4:', 'unknown, _hidden:x, 1.2.3.4:'],
  ['', ''],
])('without ports, X-Forwarded-For %s is %s (ASVS V15.3.4)', (forwarded, addresses) => {
  expect(withoutPorts(forwarded)).toBe(addresses);
});

it('e-mail addresses are masked for the log in linear time (ASVS V16.2.5)', () => {
  expect(withoutAddresses('550 <anna@verein.example>: unknown user "x@y"')).toBe(
    '550 <…@…>: unknown user "…@…"',
  );
  expect(
    withoutAddresses(
      'SRS0=x=y=example.org=anna@b.example anna%40b.example /app?a=1&b=anna@b.example',
    ),
  ).toBe('…@… …@… /app?…@…');
  expect(withoutAddresses('at async Object.load (file:1:2)')).toBe(
    'at async Object.load (file:1:2)',
  );
  const started = Date.now();
  withoutAddresses('a'.repeat(1_000_000));
  expect(Date.now() - started).toBeLessThan(500);
});

it('neither the code nor the proof of an invitation link gets into the log (ASVS V16.2.5)', () => {
  const [code, proof] = ['c'.repeat(43), 'p'.repeat(43)];
  for (const [path, shown] of [
    [`/app/invite/${code}/${proof}/account`, '/app/invite/…/account'],
    [`/app/invite/${code}//${proof}.?x=1`, '/app/invite/…'],
    [`/app/invite/${code}/%70${proof}`, '/app/invite/…'],
    [`/app/invite/${code}/rejection`, '/app/invite/…/rejection'],
  ] as const) {
    expect(loggablePath(path)).toBe(shown);
  }
  expect(loggableText(`No route "/app/invite/${code}/${proof}" here`)).toBe(
    'No route "/app/invite/…" here',
  );
});
