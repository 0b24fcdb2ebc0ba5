import { describe, expect, it } from 'vitest';
import { codeIn, mailedLink, registrant } from '../support/accounts';
import { testApp } from '../support/app';
import { PASSWORD } from '../support/factories';
import { rowsOf } from '../support/rows';

const app = testApp();

const userByEmail = (email: string) =>
  app.db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirstOrThrow();

const AGAIN = 'Bitte geben Sie es noch einmal ein.';

describe('the registration form', () => {
  it('a refused registration repeats no password, and sends no mail (A2)', async () => {
    const fields = { ...registrant('a2@verein.example'), email: 'a2@verein.e1' };
    const { status, text } = await app.visitor().submit('/app/auth/register', fields);
    expect(status).toBe(422);
    expect(text).not.toContain(PASSWORD);
    expect(await app.mailsTo('a2@verein.e1')).toEqual([]);
  });

  it('what is wrong is said above the form, as its fields are only marked (A2)', async () => {
    const fields = { firstName: ' ', lastName: 'Fritz', email: 'vera@verein', password: '' };
    const { page } = await app.visitor().submit('/app/auth/register', fields);
    expect(page).toContain('Bitte prüfen Sie: Vorname fehlt E-Mail ist ungültig Passwort fehlt');
    expect(page).not.toContain(AGAIN);
  });

  it('a password that was right and is not sent back is asked for again (A2)', async () => {
    const fields = { ...registrant('nochmal@verein.example'), firstName: '' };
    const { page } = await app.visitor().submit('/app/auth/register', fields);
    expect(page).toContain(`Passwort ${AGAIN}`);
    expect((await app.visitor().get('/app/auth/register')).page).not.toContain(AGAIN);
  });

  it('a mistyped address can be seen in the second step, and not in its own (A1, A5)', async () => {
    const visitor = app.visitor();
    const fields = registrant('vertippt@verein.example');
    const { location } = await visitor.submit('/app/auth/register', fields);
    expect(location).not.toContain('vertippt');
    const { page, text } = await visitor.get(location);
    expect(text).toContain('value="vertippt@verein.example"');
    expect(page).toContain('Link in der E-Mail an vertippt@verein.example, um Ihr Konto');
    expect((await app.mailsTo(fields.email))[0]?.html).toContain('Hallo Jörg');
  });

  it('registering stores names trimmed, and a hash of the password; letter case does not matter at the log-in (A2, A8, A11)', async () => {
    const fields = { ...registrant('a11@verein.example'), firstName: '  Jörg ' };
    await app.visitor().submit('/app/auth/register', fields);
    const user = await userByEmail('a11@verein.example');
    expect(user.first_name).toBe('Jörg');
    expect(user.activated).toBe(false);
    expect(user.password_hash).toMatch(/^\$2[aby]\$\d\d\$.{53}$/);
    expect(await app.services.passwords.verify(PASSWORD, user.password_hash)).toBe(true);
    await app.visitor().submit(await mailedLink(app, fields.email));
    const login = { email: fields.email.toUpperCase(), password: PASSWORD };
    expect((await app.visitor().submit('/app/login', login)).status).toBe(303);
  });
});

describe('a taken address', () => {
  it('registering a taken address mails its owner that they have an account, and changes nothing (A3)', async () => {
    const owner = await app.make.user();
    const again = registrant(owner.email.toUpperCase());
    await app.visitor().submit('/app/auth/register', again);
    const called = await app.visitor().call('POST', '/registration', again);
    expect([called.status, called.json]).toEqual([200, { success: true }]);
    const [mail] = await app.mailsTo(owner.email);
    expect(mail?.text).toContain('Sie haben aber schon eines');
    expect(codeIn(mail?.text ?? '')).toBe('');
    const unchanged = await app.services.passwords.verify(
      PASSWORD,
      (await userByEmail(owner.email)).password_hash,
    );
    expect(unchanged).toBe(true);
  });

  describe('an unconfirmed account', () => {
    const victim = (email: string) => registrant(email);
    const stranger = (email: string) => ({
      ...registrant(email),
      firstName: 'Fremd',
      password: 'anderes',
    });
    const register = (fields: Record<string, string>) =>
      app.visitor().submit('/app/auth/register', fields);
    const login = (email: string, password: string) =>
      app.visitor().submit('/app/login', { email, password });
    /** Registers an address twice, the second time as somebody else. @returns both links */
    async function registeredTwice(email: string) {
      await register(victim(email));
      const first = await mailedLink(app, email);
      await register(stranger(email));
      const second = await mailedLink(app, email);
      expect(second).not.toBe(first);
      return { first, second };
    }

    it('registering an unconfirmed address again keeps the first link and what it activates (A3, A4)', async () => {
      const email = 'first@verein.example';
      const { first, second } = await registeredTwice(email);
      expect((await app.visitor().submit(first)).page).toContain('Validierung erfolgreich');
      expect(await userByEmail(email)).toMatchObject({ first_name: 'Jörg', activated: true });
      expect((await login(email, 'anderes')).status).toBe(401);
      expect((await login(email, PASSWORD)).status).toBe(303);
      // The other registration is void, and the used link is still recognized.
      expect((await app.visitor().submit(second)).status).toBe(404);
      expect((await app.visitor().submit(first)).page).toContain('Validierung erfolgreich');
      expect((await login(email, PASSWORD)).status).toBe(303);
    });

    it('each link activates what its own registration asked for: the second link, the second one (A4)', async () => {
      const email = 'second@verein.example';
      const { first, second } = await registeredTwice(email);
      expect((await app.visitor().submit(second)).page).toContain('Validierung erfolgreich');
      expect(await userByEmail(email)).toMatchObject({ first_name: 'Fremd', activated: true });
      expect((await app.visitor().submit(first)).status).toBe(404);
      expect((await login(email, PASSWORD)).status).toBe(401);
      expect((await login(email, 'anderes')).status).toBe(303);
    });

    it('using both links of an unconfirmed account at once activates one registration, whole (A4)', async () => {
      for (let round = 0; round < 5; round++) {
        const email = `both${round}@verein.example`;
        const { first, second } = await registeredTwice(email);
        const responses = await Promise.all(
          [first, second].map((link) => app.visitor().submit(link)),
        );
        expect(responses.map(({ status }) => status).sort()).toEqual([200, 404]);
        const [ofFirst] = responses;
        const { first_name } = await userByEmail(email);
        expect(first_name).toBe(ofFirst?.status === 200 ? 'Jörg' : 'Fremd');
        const right = ofFirst?.status === 200 ? PASSWORD : 'anderes';
        expect((await login(email, right)).status).toBe(303);
      }
    });

    it('requesting the link again after two registrations lets the reader of the mail set the password (A4, A5)', async () => {
      const email = 'again-twice@verein.example';
      await registeredTwice(email);
      await app.visitor().submit('/app/auth/register/confirmation', { email });
      const link = await mailedLink(app, email, /Neues Passwort/);
      expect((await app.mailsTo(email))[0]?.text).toContain(
        'Damit bestätigen Sie auch Ihre Adresse.',
      );
      const passwords = { password: 'selbst gesetzt', passwordRepeat: 'selbst gesetzt' };
      expect((await app.visitor().submit(link, passwords)).status).toBe(303);
      expect((await login(email, 'anderes')).status).toBe(401);
      expect((await login(email, 'selbst gesetzt')).status).toBe(303);
    });

    it('a new password confirms an unconfirmed account and revokes its links (A4, A7)', async () => {
      const email = 'reset-first@verein.example';
      const { first, second } = await registeredTwice(email);
      await app.visitor().submit('/app/auth/password-reset', { email });
      const link = await mailedLink(app, email, /Neues Passwort/);
      await app.visitor().submit(link, { password: 'mein neues', passwordRepeat: 'mein neues' });
      for (const old of [first, second]) expect((await app.visitor().submit(old)).status).toBe(404);
      expect((await login(email, 'mein neues')).status).toBe(303);
    });

    it('registering the address of a deactivated account changes nothing about it (A3)', async () => {
      const organization = await app.make.organization();
      const owner = await app.make.userOf(organization);
      const vouching = await app.as(await app.make.user({ admin: true }));
      await vouching.call('PUT', `/user/${owner.uuid}`, { activated: false });
      await register(stranger(owner.email));
      expect(await userByEmail(owner.email)).toMatchObject({
        first_name: owner.firstName,
        activated: false,
      });
      const [mail] = await app.mailsTo(owner.email);
      expect(mail?.text).toContain('Sie haben aber schon eines');
      await app.visitor().submit('/app/auth/register/confirmation', { email: owner.email });
      await app.visitor().submit(await mailedLink(app, owner.email, /bestätigen/));
      expect((await login(owner.email, PASSWORD)).status).toBe(303);
    });
  });

  it('many simultaneous registrations of one address create one account (A3)', async () => {
    const fields = registrant('at-once@verein.example');
    const responses = await Promise.all(
      Array.from({ length: 10 }, () => app.visitor().submit('/app/auth/register', fields)),
    );
    expect(responses.map(({ status }) => status)).toEqual(Array(10).fill(303));
    const users = await rowsOf(app.db, 'users', { email: fields.email }, ['uuid']);
    expect(users).toHaveLength(1);
  });
});

describe('registration calls', () => {
  it('the registration call takes both spellings and returns success (G2, G5)', async () => {
    const { firstName, lastName, ...rest } = registrant('lower@verein.example');
    const lower = await app
      .visitor()
      .call('POST', '/registration/', { ...rest, firstname: firstName, lastname: lastName });
    expect([lower.status, lower.json]).toEqual([200, { success: true }]);
    const camel = await app
      .visitor()
      .call('POST', '/registration', registrant('camel@verein.example'));
    expect([camel.status, camel.json]).toEqual([200, { success: true }]);
    const code = codeIn(await mailedLink(app, 'camel@verein.example'));
    for (let time = 0; time < 2; time++) {
      expect((await app.visitor().call('POST', `/registration/verify/${code}`)).status).toBe(204);
    }
    expect(
      (await app.visitor().call('POST', `/registration/verify/${'y'.repeat(43)}`)).status,
    ).toBe(404);
  });

  it.each([
    ['INVALID_FIRST_NAME', { firstName: ' ' }],
    ['INVALID_LAST_NAME', { lastName: null }],
    ['INVALID_EMAIL', { email: 'a@b' }],
    ['INVALID_EMAIL', { email: 'a@b..de' }],
    ['INVALID_PASSWORD', { password: '' }],
    ['INVALID_INPUT', { admin: true }],
  ])(
    'the registration call returns 200 with %s for invalid input (G5)',
    async (errorCode, wrong) => {
      const body = { ...registrant('g5@verein.example'), ...wrong };
      const { status, json } = await app.visitor().call('POST', '/registration', body);
      expect([status, json]).toEqual([200, { success: false, errorCode }]);
      expect(await app.mailsTo('g5@verein.example')).toEqual([]);
    },
  );
});
