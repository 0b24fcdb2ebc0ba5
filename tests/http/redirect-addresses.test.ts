import { describe, expect, it } from 'vitest';
import { testApp } from '../support/app';

const app = testApp();
const UUID = '00000000-0000-4000-8000-000000000000';

describe('a redirect to what a route decoded', () => {
  // Decoded they could not be in a header: a line break, and a letter beyond Latin-1.
  const strange = ['%0D%0ASet-Cookie', '%E2%82%AC', '%2F%2Fevil.example', '%3Fafter%3Dx'];

  it.each(strange)(
    'a dialog whose address names nothing leads to an address on this host: %s',
    async (name) => {
      const { organization, admin } = await app.make.club();
      const browser = await app.as(admin, organization);
      const { status, location } = await browser.get(`/app/events/${name}/polls/${UUID}`);
      expect([status, location]).toEqual([302, `/app/events/${name}/polls`]);
    },
  );
});

it('an invitation whose code cannot be one leads back to its own screen', async () => {
  const { organization, admin } = await app.make.club();
  const browser = await app.as(admin, organization);
  const { status, location } = await browser.submit('/app/invite/%E2%82%AC');
  expect([status, location]).toEqual([302, '/app/invite/%E2%82%AC']);
});
