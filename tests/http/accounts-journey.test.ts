import { describe, expect, it } from 'vitest';
import { testApp } from '../support/app';
import { PASSWORD } from '../support/factories';

const app = testApp();

const linkIn = (text: string) => /https?:\/\/\S+/.exec(text)?.[0].replace(app.origin, '') ?? '';

describe('from registration to log-in', () => {
  it('a visitor registers, confirms by the mailed link and logs in (A1, A4, A8)', async () => {
    const visitor = app.visitor();
    const fields = {
      firstName: 'Jörg',
      lastName: 'Müller',
      email: 'joerg@verein.example',
      password: PASSWORD,
    };
    const registered = await visitor.submit('/app/auth/register', fields);
    expect(registered.status).toBe(303);
    const confirmation = await visitor.get(registered.location);
    expect(confirmation.page).toContain('Account wurde erfolgreich angelegt.');
    expect(confirmation.page).toContain('Eine E-Mail zur Bestätigung wurde verschickt.');
    // Shows a mistyped address, which is not in the page's own.
    expect(confirmation.text).toContain('value="joerg@verein.example"');
    expect(registered.location).not.toContain('joerg');

    const [mail] = await app.mailsTo('joerg@verein.example');
    expect(mail?.html).toContain('Hallo Jörg');
    const link = linkIn(mail?.text ?? '');
    expect(link).toMatch(/^\/app\/auth\/verify\//);

    const early = await visitor.submit('/app/login', { email: fields.email, password: PASSWORD });
    expect(early.status).toBe(403);
    expect(early.page).toContain('Bitte bestätigen Sie zuerst Ihre E-Mail-Adresse.');

    for (let time = 0; time < 2; time++) {
      const verified = await visitor.submit(link);
      expect(verified.page).toContain('Validierung erfolgreich');
      expect(verified.page).toContain(
        'Account wurde erfolgreich validiert. Sie können sich nun einloggen.',
      );
    }
    const loggedIn = await visitor.submit('/app/login', {
      email: 'JOERG@verein.example',
      password: PASSWORD,
    });
    expect(loggedIn.status).toBe(303);
    expect(loggedIn.location).toBe('/app/');
    expect((await visitor.get('/app/')).page).toContain('Keine Organisationen verfügbar.');
  });
});
