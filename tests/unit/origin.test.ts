import { expect, it } from 'vitest';
import { readConfig } from '~/config.server';

const SESSION_SECRET = 's'.repeat(32);

it.each(['/pfad', '/?a', '?a', '#a', '//'])(
  'a public address with more than its host is refused, as links would drop it: %s',
  (more) => {
    const read = () => readConfig({ SESSION_SECRET, ORIGIN: `https://verein.example${more}` });
    expect(read).toThrow('ORIGIN darf nach dem Rechnernamen nichts mehr haben');
  },
);

it.each(['', '/', ':8443', ':8443/'])('a public address may end with: %j', (more) => {
  const { origin } = readConfig({ SESSION_SECRET, ORIGIN: `https://verein.example${more}` });
  expect(origin).toBe(`https://verein.example${more.replace('/', '')}`);
});
