import { describe, expect, it } from 'vitest';
import { codeIn, expireCodes, mailedLink } from '../support/accounts';
import { testApp } from '../support/app';
import { PASSWORD } from '../support/factories';
import { changeRows, rowOf } from '../support/rows';

const app = testApp();

const UNUSABLE = 'Fehler beim zurücksetzen des Passworts. Code falsch oder abgelaufen.';

async function requested() {
  const user = await app.make.user();
  await app.visitor().submit('/app/auth/password-reset', { email: user.email });
  const link = await mailedLink(app, user.email, /Neues Passwort/);
  return { user, link };
}

const logsIn = async (email: string, password: string) =>
  (await app.visitor().submit('/app/login', { email, password })).status === 303;

const twice = (password: string) => ({ password, passwordRepeat: password });

describe('setting a new password', () => {
  it('setting a new password works once, ends all sessions, confirms the address and leads to the log-in (A7)', async () => {
    const { user, link } = await requested();
    const elsewhere = await app.as(user);
    await changeRows(app.db, 'users', user.uuid, { activated: false });
    const visitor = app.visitor();
    const { status, location } = await visitor.submit(link, twice('neu-1'));
    expect(status).toBe(303);
    const done = await visitor.get(location);
    expect(done.page).toContain('Passwort erfolgreich gesetzt. Sie können sich nun einloggen.');
    expect(done.text).toContain('href="/app/login"');
    expect((await elsewhere.get('/app/account')).location).toContain('/app/login');
    expect(await logsIn(user.email, PASSWORD)).toBe(false);
    expect(await logsIn(user.email, 'neu-1')).toBe(true);

    const again = await visitor.submit(link, twice('neu-2'));
    expect(again.status).toBe(404);
    expect(again.page).toContain(UNUSABLE);
    expect(again.page).toContain('Neuen Link anfordern');
    expect(await logsIn(user.email, 'neu-1')).toBe(true);
  });

  it('setting a new password revokes the codes mailed before (A7)', async () => {
    const { user, link } = await requested();
    await app.visitor().submit('/app/auth/password-reset', { email: user.email });
    const newer = await mailedLink(app, user.email);
    expect(newer).not.toBe(link);
    expect((await app.visitor().submit(newer, twice('neu'))).status).toBe(303);
    expect((await app.visitor().submit(link, twice('alt'))).status).toBe(404);
  });

  it('a link for setting a new password is good for an hour (A7)', async () => {
    const { user, link } = await requested();
    expect((await app.mailsTo(user.email))[0]?.text).not.toContain('Adresse');
    const made = { user_uuid: user.uuid };
    const code = await rowOf(app.db, 'codes', made, ['created_at', 'expires_at']);
    expect(Number(code.expires_at) - Number(code.created_at)).toBe(3600_000);
    await expireCodes(app, user);
    const { status, page } = await app.visitor().submit(link, twice('neu'));
    expect(status).toBe(404);
    // Once, and without fields in which nothing would help.
    expect(page.split(UNUSABLE)).toHaveLength(2);
    expect(page).not.toContain('Passwort wiederholen');
    expect(page).toContain('Neuen Link anfordern');
    expect(await logsIn(user.email, PASSWORD)).toBe(true);
  });

  it('a code mailed to confirm an address does not set a new password (A7)', async () => {
    const user = await app.make.user({ activated: false });
    await app.visitor().submit('/app/auth/register/confirmation', { email: user.email });
    const code = codeIn(await mailedLink(app, user.email));
    expect(
      (await app.visitor().submit(`/app/auth/password-reset/${code}`, twice('neu'))).status,
    ).toBe(404);
  });
});

describe('passwords', () => {
  it('a password is masked wherever it is typed, and password managers and pasting work (ASVS V6.2.6, V6.2.7)', async () => {
    const person = await app.as(await app.make.user());
    const fields: Record<string, string[]> = {
      '/app/login': ['current-password'],
      '/app/auth/register': ['new-password'],
      '/app/auth/password-reset/code': ['new-password', 'new-password'],
      '/app/account/password': ['current-password', 'new-password', 'new-password'],
      '/app/account/deletion': ['current-password'],
    };
    for (const [path, expected] of Object.entries(fields)) {
      const { text } = await (path.startsWith('/app/account') ? person : app.visitor()).get(path);
      const inputs = [...text.matchAll(/<input\b[^>]*>/g)].map(([input]) => input);
      const passwords = inputs.filter((input) => /name="(?:current)?password/i.test(input));
      expect(
        passwords.map((input) => /autoComplete="([\w-]+)"/i.exec(input)?.[1]),
        path,
      ).toEqual(expected);
      for (const input of passwords) {
        expect(input, path).toContain('type="password"');
        expect(input, path).not.toMatch(/maxlength|onpaste|readonly/i);
      }
    }
  });

  it.each(['0', '   x   ', 'pässwörd ẞ 🔑 密码', `"'<>&%\\\t`, 'a'.repeat(72)])(
    'a password may be %j, of any characters, and counts exactly as it was typed (ASVS V6.2.5, V6.2.8)',
    async (password) => {
      const { user, link } = await requested();
      expect((await app.visitor().submit(link, twice(password))).status).toBe(303);
      expect(await logsIn(user.email, password)).toBe(true);
      const others = [
        password.trim(),
        password.toUpperCase(),
        password.slice(0, -1),
        `${password} `,
      ];
      for (const other of others.filter((each) => each !== password && each !== ''))
        expect(await logsIn(user.email, other), other).toBe(false);
    },
  );
});
