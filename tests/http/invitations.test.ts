import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { hashSecret } from '~/kernel/secret.server';
import { testApp } from '../support/app';
import { memberSetting } from '../support/members';
import { tablesWith, valuesOf } from '../support/rows';

const app = testApp();

const path = (member: { uuid: string }, dialog = '') =>
  `/app/members/${member.uuid}/invitation${dialog}`;
const linkIn = (text: string) => /value="(https?:\/\/[^"]+\/app\/invite\/[\w-]+)"/.exec(text)?.[1];
const codeOf = (link = '') => link.split('/').at(-1) ?? '';

const hashesOf = ({ uuid }: { uuid: string }) =>
  valuesOf(app.db, 'invitations', { member_uuid: uuid }, 'code_hash');

async function isValid(code: string): Promise<boolean> {
  const visitor = await app.as(await app.make.user());
  return (await visitor.call('GET', `/organization/invitation/info/${code}`)).status === 200;
}

describe('creating an invitation', () => {
  it('creating an invitation by form shows the link once, and nothing shows it again (D4)', async () => {
    const { member, withOnly } = await memberSetting(app);
    const admin = await withOnly('ORGANIZATION_ADMIN');
    expect((await admin.get(path(member))).page).toContain('Einladung erstellen');
    const response = await admin.submit(path(member));
    expect(response.status).toBe(200);
    expect(response.headers.get('Cache-Control')).toBe('no-store');
    expect(response.page).toContain('Der Link kann nur einmal angezeigt werden.');
    const link = linkIn(response.text);
    expect(link).toMatch(new RegExp(`^${app.origin}/app/invite/[\\w-]{43}$`));
    const code = codeOf(link);
    for (const later of [path(member), path(member, '/mail'), `/app/members/${member.uuid}`]) {
      const page = await admin.get(later);
      expect(page.text).not.toContain(code);
      expect(page.page).not.toContain(code);
    }
    expect((await admin.get(path(member))).page).toContain('Es gibt schon eine Einladung.');
    expect(await isValid(code)).toBe(true);
  });

  it('the form that mails the link has the address that the club has (D4)', async () => {
    const { member, withOnly } = await memberSetting(app);
    const email = `${randomUUID()}@example.org`;
    await sql`update members set email = ${email} where uuid = ${member.uuid}`.execute(app.db);
    const admin = await withOnly('ORGANIZATION_ADMIN');
    expect((await admin.submit(path(member))).text).toContain(`value="${email}"`);
  });

  it('creating an invitation stores a hash and nothing else, even for a form with a key (D4)', async () => {
    const { member, withOnly } = await memberSetting(app);
    const admin = await withOnly('ORGANIZATION_ADMIN');
    const response = await admin.submit(path(member), { __key: 'rendering.create-invitation' });
    const code = codeOf(linkIn(response.text));
    expect(await hashesOf(member)).toEqual([hashSecret(code)]);
    expect(await tablesWith(app.db, member.uuid)).toContain('public.invitations');
    expect(await tablesWith(app.db, code)).toEqual([]);
  });

  it('creating an invitation by call returns a code of at least 128 bits, and revokes the one before (D4, G8)', async () => {
    const { member, withOnly } = await memberSetting(app);
    const admin = await withOnly('ORGANIZATION_ADMIN');
    const create = async (): Promise<string> => {
      const { json } = await admin.call('POST', `/organization/invitation/${member.uuid}`);
      expect(json).toEqual({ code: expect.stringMatching(/^[\w-]{43}$/) });
      return json.code;
    };
    const [first, second] = [await create(), await create()];
    expect(second).not.toBe(first);
    expect(await isValid(first)).toBe(false);
    expect(await isValid(second)).toBe(true);
  });

  it('creating many invitations at once leaves one (D4)', async () => {
    const { member, withOnly } = await memberSetting(app);
    const admin = await withOnly('ORGANIZATION_ADMIN');
    const created = await Promise.all(
      Array.from({ length: 12 }, () =>
        admin.call('POST', `/organization/invitation/${member.uuid}`),
      ),
    );
    expect(created.map(({ status }) => status)).toEqual(Array(12).fill(200));
    const valid = await Promise.all(created.map(({ json }) => isValid(json.code)));
    expect(valid.filter(Boolean)).toHaveLength(1);
  });

  it('inviting a member who is already linked returns 409 (D3)', async () => {
    const { organization, withOnly } = await memberSetting(app);
    const { member } = await app.make.userOf(organization);
    const admin = await withOnly('ORGANIZATION_ADMIN');
    const call = await admin.call('POST', `/organization/invitation/${member}`);
    expect(call.status).toBe(409);
    expect(call.json.detail).toBe('Dieses Mitglied hat schon einen Zugang.');
    const form = await admin.submit(path({ uuid: member }));
    expect(form.status).toBe(409);
    expect(form.page).toContain('Dieses Mitglied hat schon einen Zugang.');
    expect(await hashesOf({ uuid: member })).toEqual([]);
  });
});

describe('revoking an invitation', () => {
  it('revoking an invitation by form leads back to the dialog that offered it (D3)', async () => {
    const { member, withOnly } = await memberSetting(app);
    const editor = await withOnly('ORGANIZATION_ADMIN', 'EDIT_MEMBERS');
    const { code } = (await editor.call('POST', `/organization/invitation/${member.uuid}`)).json;
    const response = await editor.submit(path(member, '/revocation?q=a'));
    expect(response.location).toBe(`/app/members/${member.uuid}/edit?q=a`);
    const back = await editor.get(response.location);
    expect(back.page).toContain('Einladung widerrufen.');
    expect(back.page).toContain('Einladung erstellen');
    expect(await isValid(code)).toBe(false);

    const admin = await withOnly('ORGANIZATION_ADMIN');
    await admin.call('POST', `/organization/invitation/${member.uuid}`);
    expect((await admin.submit(path(member, '/revocation'))).location).toBe(
      `/app/members/${member.uuid}`,
    );
  });

  it('revoking an invitation by call works; a missing one is 404 (D3)', async () => {
    const { member, withOnly } = await memberSetting(app);
    const admin = await withOnly('ORGANIZATION_ADMIN');
    const url = `/organization/invitation/${member.uuid}`;
    const { code } = (await admin.call('POST', url)).json;
    expect((await admin.call('DELETE', url)).status).toBe(204);
    expect(await isValid(code)).toBe(false);
    expect((await admin.call('DELETE', url)).status).toBe(404);
    const form = await admin.submit(path(member, '/revocation'));
    expect((await admin.visit(form.location)).page).toContain(
      'Fehler beim Widerrufen der Einladung.',
    );
  });
});

describe('mailing an invitation', () => {
  async function created() {
    const found = await memberSetting(app);
    const browser = await app.as(found.admin, found.organization);
    const response = await browser.submit(path(found.member));
    const link = linkIn(response.text) ?? '';
    return { ...found, browser, link, code: codeOf(link) };
  }

  const queued = async () =>
    (
      await sql<{
        payload: string;
      }>`select payload::text from graphile_worker._private_jobs`.execute(app.db)
    ).rows;

  it('mailing an invitation sends the link, which lies sealed in the queue (D4)', async () => {
    const { organization, member, browser, link, code } = await created();
    const sent = await browser.submit(path(member, '/mail?q=m'), {
      code,
      email: 'joerg@verein.example',
    });
    expect(sent.location).toBe('/app/members?q=m');
    expect((await browser.get('/app/members')).page).toContain(
      'Einladung verschickt. An joerg@verein.example',
    );
    const jobs = await queued();
    expect(jobs.some(({ payload }) => payload.includes('joerg@verein.example'))).toBe(true);
    for (const { payload } of jobs) expect(payload).not.toContain(code);
    const [mail] = await app.mailsTo('joerg@verein.example');
    expect(mail?.subject).toContain(organization.name);
    expect(mail?.text).toContain(link);
    expect(mail?.html).toContain('Hallo Jörg');
  });

  it('a form that arrives twice mails an invitation once; another address gets another mail (D4)', async () => {
    const { member, browser, code } = await created();
    const form = { code, email: 'zweimal@verein.example', __key: 'rendering.mail-invitation' };
    const send = (fields: Record<string, string>) => browser.submit(path(member, '/mail'), fields);
    const responses = await Promise.all([send(form), send(form), send(form)]);
    expect(responses.map(({ status }) => status)).toEqual(
      Array(responses.length).fill(responses[0]?.status),
    );
    expect(await app.mailsTo('zweimal@verein.example')).toHaveLength(1);
    await send({ ...form, email: 'anders@verein.example' });
    expect(await app.mailsTo('anders@verein.example')).toHaveLength(1);
  });

  it('mailing an invitation to an invalid address is refused, keeping the address and the link (D4)', async () => {
    const { member, browser, link, code } = await created();
    const refused = await browser.submit(path(member, '/mail'), { code, email: 'keine adresse' });
    expect(refused.status).toBe(422);
    expect(refused.page).toContain('Ungültige E-Mail');
    expect(refused.text).toContain('value="keine adresse"');
    expect(linkIn(refused.text)).toBe(link);
    expect(refused.text).toMatch(
      new RegExp(`name="code"[^>]*value="${code}"|value="${code}"[^>]*name="code"`),
    );
  });

  it('mailing a replaced invitation returns 409, and nothing revoked meanwhile is sent (D4)', async () => {
    const { member, browser, code } = await created();
    await browser.submit(path(member, '/mail'), { code, email: 'spaet@verein.example' });
    const { json } = await browser.call('POST', `/organization/invitation/${member.uuid}`);
    expect(await app.mailsTo('spaet@verein.example')).toEqual([]);
    const late = await browser.submit(path(member, '/mail'), {
      code,
      email: 'spaet@verein.example',
    });
    expect(late.status).toBe(409);
    expect(late.page).toContain('Diese Einladung gilt nicht mehr. Erstellen Sie eine neue.');
    // A code is valid for its member only.
    const other = await created();
    const mixed = await other.browser.submit(path(other.member, '/mail'), {
      code: json.code,
      email: 'spaet@verein.example',
    });
    expect(mixed.status).toBe(409);
    expect(await app.mailsTo('spaet@verein.example')).toEqual([]);
  });
});

describe('the user link', () => {
  it('the link between a member and a user has three states (D3)', async () => {
    const { organization, member, withOnly } = await memberSetting(app);
    const admin = await withOnly('ORGANIZATION_ADMIN');
    const link = (uuid: string) =>
      admin.call('GET', `/organization/${organization.uuid}/connected-members/${uuid}`);
    const nobody = {
      memberUuid: member.uuid,
      userUuid: null,
      firstName: null,
      lastName: null,
      email: null,
    };
    expect((await link(member.uuid)).json).toEqual({ ...nobody, invited: false, accepted: false });
    await admin.call('POST', `/organization/invitation/${member.uuid}`);
    expect((await link(member.uuid)).json).toEqual({ ...nobody, invited: true, accepted: false });
    const user = await app.make.userOf(organization);
    expect((await link(user.member)).json).toEqual({
      memberUuid: user.member,
      userUuid: user.uuid,
      firstName: user.firstName,
      lastName: user.lastName,
      email: user.email,
      invited: true,
      accepted: true,
    });
  });
});
