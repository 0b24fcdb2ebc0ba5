import { describe, expect, it } from 'vitest';
import { testApp } from '../support/app';
import { PASSWORD } from '../support/factories';
import { accountOf, join, mailed } from '../support/invitation-mails';
import { linkedUser } from '../support/members';
import { tablesWith } from '../support/rows';

const app = testApp({ passwordMinLength: 8 });

const typedIn = (text: string, name: string) =>
  [...text.matchAll(/<input[^>]*>/g)]
    .map(([tag]) => tag)
    .find((tag) => tag.includes(` name="${name}"`))
    ?.match(/ value="([^"]*)"/)?.[1];

describe('the link of an invitation mail', () => {
  it('a new person joins with 3 taps, 1 typed field and 1 mail (C5, D4)', async () => {
    const { organization, admin, member, email, link } = await mailed(app, {
      name: 'Musikverein Überlingen',
    });
    const [letter] = await app.mailsTo(email);
    expect(letter?.text.replace(/\s+/g, ' ')).toContain(`Die Einladung kommt von ${admin.email}.`);
    const phone = app.visitor();
    let taps = 1;
    const opened = await phone.get(link);
    expect(opened.status).toBe(200);
    expect(opened.page).not.toContain(organization.name);

    taps++;
    const shown = await phone.submit(link);
    expect(shown.page).toContain('Willkommen bei Musikverein Überlingen');
    expect(typedIn(shown.text, 'firstName')).toBe('Nina');
    expect(typedIn(shown.text, 'lastName')).toBe('Neu');
    expect(typedIn(shown.text, 'email')).toBe(email);
    const form = /<form[^>]*id="join"[^>]*>.*?<\/form>/s.exec(shown.text)?.[0] ?? '';
    const asked = [...form.matchAll(/<input[^>]*>/g)].filter(
      ([tag]) => !/type="hidden"|readonly/i.test(tag),
    );
    expect(asked).toHaveLength(3);

    taps++;
    const joined = await join(phone, link);
    expect([joined.status, joined.location]).toEqual([303, '/app/?refresh']);
    const home = await phone.visit(joined.location);
    expect(home.page).toContain('für Musikverein Überlingen');
    expect(home.page).toContain('Einladung angenommen.');
    expect(taps).toBeLessThanOrEqual(4);
    expect(await app.mailsTo(email)).toHaveLength(1);

    const account = await accountOf(app, email);
    expect(account?.activated).toBe(true);
    expect(await linkedUser(app, member)).toBe(account?.uuid);
    const login = await app.visitor().submit('/app/login', { email, password: PASSWORD });
    expect(login.location).toBe('/app/');
  });

  it('opening the link shows no club and changes nothing, however often and by whichever bot (C5)', async () => {
    const { organization, member, email, link, code } = await mailed(app);
    for (const method of ['GET', 'HEAD', 'GET']) {
      const headers = { 'User-Agent': 'Slackbot-LinkExpanding 1.0', Purpose: 'prefetch' };
      const { status, text } = await app.visitor().send(link, { method, headers });
      expect(status).toBe(200);
      for (const secret of [organization.name, 'Nina', email]) expect(text).not.toContain(secret);
      if (method === 'GET') expect(text).toContain('content="Einladung in einen Verein"');
    }
    expect((await app.visitor().get(`${link}/account`)).location).toBe(link);
    expect(await accountOf(app, email)).toBeUndefined();
    expect(await linkedUser(app, member)).toBeNull();
    // A scanner that even presses the button has changed nothing either.
    await app.visitor().submit(link);
    expect(await accountOf(app, email)).toBeUndefined();
    expect((await (await app.as(await app.make.user())).get(`/app/invite/${code}`)).page).toContain(
      'Akzeptieren',
    );
  });

  it('the proof in the link is on no screen, and in the database only as a hash (D4, A11)', async () => {
    const { inviter, member, email, link } = await mailed(app);
    const proof = link.split('/').at(-1) ?? '';
    expect(proof).toMatch(/^[\w-]{43}$/);
    // The notification names the address, once.
    await inviter.get('/app/');
    for (const path of [
      `/app/members/${member.uuid}/edit`,
      `/app/members/${member.uuid}/invitation`,
      '/app/members',
      '/app/admin/permissions',
      '/app/admin/log',
      '/app/account/data.json',
    ]) {
      const { text } = await inviter.get(path);
      expect(text, path).not.toContain(proof);
      expect(text, path).not.toContain(email);
    }
    expect(await tablesWith(app.db, proof)).toEqual([]);
    // To whom the invitation went is not stored readably once the mail is sent.
    expect(await tablesWith(app.db, email)).toEqual([]);
  });

  it('a user with an account of this address logs in and accepts: 4 taps, 1 typed field (C5, A3)', async () => {
    const user = await app.make.user();
    const { organization, member, link, code } = await mailed(app, { email: user.email });
    const phone = app.visitor();
    const shown = await phone.submit(link);
    expect(shown.page).toContain('Zu dieser E-Mail-Adresse gibt es schon ein Benutzerkonto.');
    expect(typedIn(shown.text, 'email')).toBe(user.email);
    const action = (/<form[^>]*action="([^"]+)"/.exec(shown.text)?.[1] ?? '').replaceAll(
      '&amp;',
      '&',
    );
    const loggedIn = await phone.submit(action, { email: user.email, password: PASSWORD });
    expect(loggedIn.location).toBe(`/app/invite/${code}`);
    expect((await phone.get(loggedIn.location)).page).toContain(organization.name);
    await phone.submit(loggedIn.location);
    expect(await linkedUser(app, member)).toBe(user.uuid);
  });

  it('a logged-in user gets to Akzeptieren and Ablehnen at once (C5)', async () => {
    const { link, code } = await mailed(app);
    const browser = await app.as(await app.make.user());
    expect((await browser.get(link)).location).toBe(`/app/invite/${code}`);
    expect((await browser.submit(link)).location).toBe(`/app/invite/${code}`);
    const { page } = await browser.visit(link);
    expect(page).toContain('Akzeptieren');
    expect(page).toContain('Ablehnen');
  });

  it('the form keeps what was typed, but no password, and marks what is missing (A2)', async () => {
    const { link, organization } = await mailed(app);
    const visitor = app.visitor();
    const refused = await join(visitor, link, { firstName: 'Ninette', lastName: ' ' });
    expect(refused.status).toBe(422);
    expect(refused.page).toContain(`Willkommen bei ${organization.name}`);
    expect(typedIn(refused.text, 'firstName')).toBe('Ninette');
    expect(refused.text).not.toContain(PASSWORD);
  });
});
