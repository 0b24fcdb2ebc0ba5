import { beforeAll, describe, expect, it } from 'vitest';
import { testApp } from '../support/app';
import type { TestResponse } from '../support/browser';

/** The answer to a form brings the page it leads to, for scripts that ask (docs/decisions/0031). */
const app = testApp();
let club: Awaited<ReturnType<typeof app.make.club>>;

const ASKS = { 'X-Form-Page': '' };

beforeAll(async () => {
  club = await app.make.club();
});

const add = async (lastName: string, headers: Record<string, string> = ASKS, query = '') => {
  const browser = await app.as(club.admin, club.organization);
  const fields = { organization: club.organization.uuid, firstName: 'Uta', lastName };
  return {
    browser,
    answer: await browser.submit(`/app/members/new.data${query}`, fields, headers),
  };
};

/** The two parts of an answer. */
function parts({ headers, text }: TestResponse) {
  const [length, address] = headers.get('X-Form-Page')?.split(' ') ?? [];
  const bytes = Buffer.from(text);
  const at = Number(length);
  return { address, first: bytes.subarray(0, at).toString(), page: bytes.subarray(at).toString() };
}

describe('a form that scripts send', () => {
  it('the answer brings the list with what has been created, and its notification once (B6)', async () => {
    const { browser, answer } = await add('Größenwahn');
    expect(answer.status).toBe(202);
    const { address, first, page } = parts(answer);
    expect(address).toBe('/app/members.data');
    expect(first).toContain('"/app/members"');
    expect(first).not.toContain('Größenwahn');
    expect(page).toContain('Größenwahn');
    expect(page).toContain('Uta Größenwahn eingetragen.');
    // The same page, requested, says nothing any more.
    const again = await browser.get('/app/members.data');
    expect(again.text).toContain('Größenwahn');
    expect(again.text).not.toContain('eingetragen.');
  });

  it('the answer brings the part of the list that the form stands over', async () => {
    const after = Buffer.from(JSON.stringify(['A', 'B', club.organization.uuid]));
    const query = `?after=${after.toString('base64url')}`;
    const { answer } = await add('Zander', ASKS, query);
    expect(parts(answer).address).toBe(`/app/members.data${query}`);
  });

  it('without being asked the answer brings nothing, and the notification waits for the page', async () => {
    const { browser, answer } = await add('Alleinig', {});
    expect([answer.status, answer.headers.get('X-Form-Page')]).toEqual([202, null]);
    expect(answer.text).not.toContain('Alleinig');
    expect((await browser.get('/app/members.data')).text).toContain('Alleinig eingetragen.');
  });

  it('a refused form brings nothing but its errors', async () => {
    const { answer } = await add('');
    expect([answer.status, answer.headers.get('X-Form-Page')]).toEqual([422, null]);
  });

  it('the page is what the user may see after the form, not before (C4)', async () => {
    const { organization, admin } = await app.make.club();
    await app.make.userOf(organization, ['ORGANIZATION_ADMIN']);
    const browser = await app.as(admin, organization);
    const fields = { organization: organization.uuid };
    const answer = await browser.submit('/app/admin/permissions/resign.data', fields, ASKS);
    const { address, page } = parts(answer);
    expect(address).toBe('/app.data');
    expect(page).not.toContain('ORGANIZATION_ADMIN');
  });
});
