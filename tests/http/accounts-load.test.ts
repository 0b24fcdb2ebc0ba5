import { afterEach, describe, expect, it, vi } from 'vitest';
import { registrant } from '../support/accounts';
import { testApp } from '../support/app';
import type { TestResponse } from '../support/browser';
import { PASSWORD } from '../support/factories';
import { expectWait } from '../support/limits';
import { deleteRows } from '../support/rows';

const app = testApp({ rateLimits: true });

afterEach(() => deleteRows(app.db, 'rate_limits'));

async function untilTooMany(send: () => Promise<TestResponse>): Promise<TestResponse> {
  const responses = await Promise.all(Array.from({ length: 40 }, send));
  const refused = responses.find(({ status }) => status === 429);
  if (!refused) throw new Error(`not refused: ${responses.map(({ status }) => status)}`);
  return refused;
}

describe('write limit', () => {
  it("one user's excessive writes are refused by form and call, keeping what was typed (G4)", async () => {
    const { organization, admin } = await app.make.club();
    const editor = await app.as(admin, organization);
    while (app.services.limits.takeWrite(admin.uuid, 1) === 0);
    const member = {
      firstName: 'Neu',
      lastName: 'Hinzugekommen',
      customMemberIdentifier: '',
      description: '',
    };
    // The wait is a second at most: writes are granted again one by one.
    const refused = await untilTooMany(() => editor.submit('/app/members/new', member));
    expectWait(refused, 1);
    expect(refused.text).toContain('value="Hinzugekommen"');
    const call = await untilTooMany(() =>
      editor.call('POST', '/member', { ...member, organization: organization.uuid }),
    );
    expectWait(call, 1);
    expect((await editor.get('/app/members')).status).toBe(200);
    const colleague = await app.asUserOf(organization, ['EDIT_MEMBERS']);
    expect((await colleague.submit('/app/members/new', member)).status).toBe(303);
  });

  it('members who are imported or invited together count as many (ASVS V2.4.1)', async () => {
    const { organization, admin } = await app.make.club();
    const editor = await app.as(admin, organization);
    await untilTooMany(() => editor.submit('/app/members/import', { table: 'Anna Schub' }));
    const { rows } = await app.pool.query<{ uuid: string }>(
      `insert into members (organization_uuid, first_name, last_name)
        select $1, 'Anna', 'Schub' || at from generate_series(1, 100) as at returning uuid`,
      [organization.uuid],
    );
    const fields = rows.flatMap(({ uuid }, at) => [
      [`rows[${at}].member`, uuid],
      [`rows[${at}].chosen`, 'on'],
    ]);
    const invited = await editor.submit('/app/members/invitations', Object.fromEntries(fields));
    expect(invited.status).toBe(429);
  });
});

describe('read limit', () => {
  it("one user's excessive reads are refused on screens and calls; other users go on (ASVS V2.4.1)", async () => {
    const { organization, admin } = await app.make.club();
    const reader = await app.as(admin, organization);
    // Fifty a second come back, also while the requests are on their way.
    const spending = setInterval(() => {
      while (app.services.limits.takeRead(admin.uuid) === 0);
    }, 1);
    const call = await untilTooMany(() =>
      reader.call('GET', `/member?organization=${organization.uuid}`),
    );
    expectWait(call, 1);
    expect(call.headers.get('Content-Type')).toBe('application/problem+json');
    const screen = await untilTooMany(() => reader.get('/app/members'));
    clearInterval(spending);
    expectWait(screen, 1);
    expect(screen.headers.get('Content-Type')).toContain('text/html');
    const colleague = await app.asUserOf(organization, ['EDIT_MEMBERS']);
    expect((await colleague.get('/app/members')).status).toBe(200);
  });
});

describe('log-in capacity', () => {
  it('log-ins beyond capacity are refused at once with Retry-After and do not count as attempts (A8, A11)', async () => {
    const user = await app.make.user();
    const full = vi.spyOn(app.services.passwords, 'hasRoom').mockReturnValue(false);
    const credentials = { email: user.email, password: PASSWORD };
    const data = await app.visitor().submit('/app/login.data', credentials);
    expect([data.status, data.headers.get('Retry-After')]).toEqual([503, '10']);
    for (let time = 0; time < 10; time++) {
      const form = await app.visitor().submit('/app/login', credentials);
      expect([form.status, form.headers.get('Retry-After')]).toEqual([503, '10']);
      expect(form.page).toContain('Gerade melden sich sehr viele Leute an.');
      expect(form.text).toContain(user.email);
    }
    const call = await app.visitor().call('POST', '/login/browser', credentials);
    expect([call.status, call.json.title]).toEqual([503, 'Gerade viele Anmeldungen']);
    const registration = await app
      .visitor()
      .submit('/app/auth/register', registrant('flood@verein.example'));
    expect(registration.status).toBe(503);
    full.mockRestore();
    expect((await app.visitor().submit('/app/login', credentials)).status).toBe(303);
    expect(await app.mailsTo('flood@verein.example')).toEqual([]);
  });
});
