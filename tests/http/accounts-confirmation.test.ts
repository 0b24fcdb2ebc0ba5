import { describe, expect, it } from 'vitest';
import { codeIn, expireCodes, mailedLink, registrant } from '../support/accounts';
import { testApp } from '../support/app';

const app = testApp();

const userByEmail = (email: string) =>
  app.db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirstOrThrow();

async function registered(email: string) {
  await app.visitor().submit('/app/auth/register', registrant(email));
  return { email, link: await mailedLink(app, email) };
}

describe('the confirmation link', () => {
  it('a confirmation link is good for 48 hours, is stored hashed, and works twice (A4, A11)', async () => {
    const { email, link } = await registered('a4@verein.example');
    const code = await app.db.selectFrom('codes').selectAll().executeTakeFirstOrThrow();
    const codes = await app.db.selectFrom('codes').selectAll().execute();
    expect(JSON.stringify(codes)).not.toContain(codeIn(link));
    expect(code.expires_at.getTime() - code.created_at.getTime()).toBe(48 * 3600_000);
    for (let time = 0; time < 2; time++) {
      const { status, page } = await app.visitor().submit(link);
      expect(status).toBe(200);
      expect(page).toContain('Validierung erfolgreich');
      expect(page).toContain('Account wurde erfolgreich validiert. Sie können sich nun einloggen.');
    }
    expect((await userByEmail(email)).activated).toBe(true);
  });

  it('a confirmation link that is expired, unknown or nonsense fails (A4)', async () => {
    const { email, link: expired } = await registered('expired@verein.example');
    await expireCodes(app, await userByEmail(email));
    for (const link of [expired, `/app/auth/verify/${'x'.repeat(43)}`, '/app/auth/verify/%00%27']) {
      const { status, page } = await app.visitor().submit(link);
      expect(status, link).toBe(404);
      expect(page).toContain('Validierung fehlgeschlagen Validierungscode wurde nicht gefunden.');
    }
    expect((await userByEmail(email)).activated).toBe(false);
  });

  it('a confirmation link that fails leads to another one and to the log-in, and on from there (A4, A5, A9)', async () => {
    const wanted = 'redirect=%2Fapp%2Finvite%2FABC';
    const { text } = await app.visitor().submit(`/app/auth/verify/${'x'.repeat(43)}?${wanted}`);
    expect(text).toContain(`href="/app/auth/register/confirmation?again&amp;${wanted}"`);
    expect(text).toMatch(new RegExp(`href="/app/login\\?${wanted}"[^>]*>Zum Einloggen<`));
  });

  it('a code mailed for another purpose does not confirm an account (A4)', async () => {
    const user = await app.make.user({ activated: false });
    await app.visitor().submit('/app/auth/password-reset', { email: user.email });
    const code = codeIn(await mailedLink(app, user.email));
    expect((await app.visitor().submit(`/app/auth/verify/${code}`)).status).toBe(404);
  });

  it('the second step sends the confirmation link again, with the same response for any address (A5)', async () => {
    const user = await app.make.user({ activated: false });
    const again = (email: string) =>
      app.visitor().submit('/app/auth/register/confirmation', { email });
    const confirmed = await app.make.user();
    const responses = await Promise.all(
      [user.email, confirmed.email, 'nobody@verein.example'].map(again),
    );
    for (const { status, location } of responses) {
      expect([status, location]).toEqual([303, '/app/auth/register/confirmation?again']);
    }
    expect(await app.mailsTo(confirmed.email)).toEqual([]);
    expect(await app.mailsTo('nobody@verein.example')).toEqual([]);
    expect((await app.visitor().submit(await mailedLink(app, user.email))).page).toContain(
      'Validierung erfolgreich',
    );
    const wrong = await again('keine adresse');
    expect(wrong.status).toBe(422);
    expect(wrong.page).toContain('Ungültige E-Mail');
  });
});

describe('opening a mailed link', () => {
  const unchanged = async (email: string) =>
    expect((await userByEmail(email)).activated).toBe(false);

  it('opening a mailed link confirms nothing: not by GET, HEAD, prefetch or a script loading its data (A4)', async () => {
    const { email, link } = await registered('scanned@verein.example');
    const scanner = app.visitor();
    const opened = await scanner.get(link);
    expect(opened.status).toBe(200);
    expect(opened.text).toMatch(/<button[^>]*>E-Mail-Adresse bestätigen<\/button>/);
    expect(opened.text).toMatch(/<form[^>]*method="post"/);
    expect((await scanner.send(link, { method: 'HEAD' })).status).toBe(200);
    for (const purpose of ['prefetch', 'prefetch;prerender'])
      expect((await scanner.get(link, { 'Sec-Purpose': purpose })).status).toBe(200);
    expect((await scanner.get(`${link}.data`)).status).toBe(200);
    await unchanged(email);
    // What the page's button does, in the same browser.
    expect((await scanner.submit(link)).page).toContain(
      'Account wurde erfolgreich validiert. Sie können sich nun einloggen.',
    );
    expect((await userByEmail(email)).activated).toBe(true);
  });

  it('the page behind a mailed link allows by nonce the one script that submits its form (A4, ASVS V3.4.3)', async () => {
    const { text, headers } = await app.visitor().get(`/app/auth/verify/${'x'.repeat(43)}`);
    const scripts = [...text.matchAll(/<script([^>]*)>/g)];
    expect(scripts).toHaveLength(1);
    const nonce = /nonce="([^"]+)"/.exec(scripts[0]?.[1] ?? '')?.[1];
    expect(headers.get('Content-Security-Policy')).toContain(`'nonce-${nonce}'`);
    expect((await app.visitor().submit(`/app/auth/verify/${'x'.repeat(43)}`)).text).not.toContain(
      '<script',
    );
  });

  it('the form behind a mailed link cannot be posted from a foreign site (ASVS V3.5.1)', async () => {
    const { email, link } = await registered('foreign@verein.example');
    const response = await app.visitor().submit(link, {}, { 'Sec-Fetch-Site': 'cross-site' });
    expect(response.status).toBe(403);
    await unchanged(email);
  });
});
