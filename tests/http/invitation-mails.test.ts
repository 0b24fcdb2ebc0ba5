import { randomBytes, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { testApp } from '../support/app';
import type { Browser } from '../support/browser';
import { PASSWORD } from '../support/factories';

const app = testApp({ passwordMinLength: 8 });

const address = () => `${randomUUID()}@verein.example`;

/** The path of the link in the newest mail to an address. */
async function linkTo(email: string): Promise<string> {
  const [mail] = await app.mailsTo(email);
  return /https?:\/\/\S+/.exec(mail?.text ?? '')?.[0].replace(app.origin, '') ?? '';
}

/** A club that has mailed an invitation. */
async function mailed({ email = address(), name }: { email?: string; name?: string } = {}) {
  const { organization, admin } = await app.make.club({ name });
  const member = await app.make.member(organization, { firstName: 'Nina', lastName: 'Neu' });
  const inviter = await app.as(admin, organization);
  const invite = async (to = email) => {
    const { code } = (await inviter.call('POST', `/organization/invitation/${member.uuid}`)).json;
    await inviter.submit(`/app/members/${member.uuid}/invitation/mail`, { code, email: to });
    return { code: code as string, link: await linkTo(to) };
  };
  return { organization, member, inviter, email, invite, ...(await invite()) };
}

const fields = { firstName: 'Nina', lastName: 'Neu', password: PASSWORD };
const join = (browser: Browser, link: string, typed: Record<string, string> = {}) =>
  browser.submit(`${link}/account`, { ...fields, ...typed });

async function accountOf(email: string) {
  return app.db
    .selectFrom('users')
    .select(['uuid', 'activated', 'first_name', 'last_name'])
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .executeTakeFirst();
}

async function linkedUser(member: { uuid: string }) {
  const found = await app.db
    .selectFrom('members')
    .select('user_uuid')
    .where('uuid', '=', member.uuid)
    .executeTakeFirstOrThrow();
  return found.user_uuid;
}

const typedIn = (text: string, name: string) =>
  [...text.matchAll(/<input[^>]*>/g)]
    .map(([tag]) => tag)
    .find((tag) => tag.includes(` name="${name}"`))
    ?.match(/ value="([^"]*)"/)?.[1];

describe('the link of an invitation mail', () => {
  it('a new person joins with 3 taps, 1 typed field and 1 mail (C5, D4)', async () => {
    const { organization, member, email, link } = await mailed({ name: 'Musikverein Überlingen' });
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

    const account = await accountOf(email);
    expect(account?.activated).toBe(true);
    expect(await linkedUser(member)).toBe(account?.uuid);
    const login = await app.visitor().submit('/app/login', { email, password: PASSWORD });
    expect(login.location).toBe('/app/');
  });

  it('opening the link shows no club and changes nothing, however often and by whichever bot (C5)', async () => {
    const { organization, member, email, link, code } = await mailed();
    for (const method of ['GET', 'HEAD', 'GET']) {
      const headers = { 'User-Agent': 'Slackbot-LinkExpanding 1.0', Purpose: 'prefetch' };
      const { status, text } = await app.visitor().send(link, { method, headers });
      expect(status).toBe(200);
      for (const secret of [organization.name, 'Nina', email]) expect(text).not.toContain(secret);
      if (method === 'GET') expect(text).toContain('content="Einladung in einen Verein"');
    }
    expect((await app.visitor().get(`${link}/account`)).location).toBe(link);
    expect(await accountOf(email)).toBeUndefined();
    expect(await linkedUser(member)).toBeNull();
    // A scanner that even presses the button has changed nothing either.
    await app.visitor().submit(link);
    expect(await accountOf(email)).toBeUndefined();
    expect((await (await app.as(await app.make.user())).get(`/app/invite/${code}`)).page).toContain(
      'Akzeptieren',
    );
  });

  it('the proof in the link is on no screen, and in the database only as a hash (D4, A11)', async () => {
    const { inviter, member, email, link } = await mailed();
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
    const { rows } = await sql<{ name: string }>`
      select quote_ident(schemaname) || '.' || quote_ident(tablename) as name from pg_tables
      where schemaname in ('public', 'graphile_worker')`.execute(app.db);
    for (const { name } of rows) {
      const found = await sql
        .raw<{ row: string }>(`select t::text as row from ${name} t`)
        .execute(app.db);
      for (const { row } of found.rows) {
        expect(row, name).not.toContain(proof);
        // To whom the invitation went is not stored readably once the mail is sent.
        expect(row, name).not.toContain(email);
      }
    }
  });

  it('whoever has an account with the address logs in and accepts: 4 taps, 1 typed field (C5, A3)', async () => {
    const user = await app.make.user();
    const { organization, member, link, code } = await mailed({ email: user.email });
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
    expect(await linkedUser(member)).toBe(user.uuid);
  });

  it('whoever is logged in gets to Akzeptieren and Ablehnen at once (C5)', async () => {
    const { link, code } = await mailed();
    const browser = await app.as(await app.make.user());
    expect((await browser.get(link)).location).toBe(`/app/invite/${code}`);
    expect((await browser.submit(link)).location).toBe(`/app/invite/${code}`);
    const { page } = await browser.visit(link);
    expect(page).toContain('Akzeptieren');
    expect(page).toContain('Ablehnen');
  });

  it('the form keeps what was typed, but no password, and marks what is missing (A2)', async () => {
    const { link, organization } = await mailed();
    const visitor = app.visitor();
    const refused = await join(visitor, link, { firstName: 'Ninette', lastName: ' ' });
    expect(refused.status).toBe(422);
    expect(refused.page).toContain(`Willkommen bei ${organization.name}`);
    expect(typedIn(refused.text, 'firstName')).toBe('Ninette');
    expect(refused.text).not.toContain(PASSWORD);
    for (const [password, text] of [
      ['kurz', 'Das Passwort braucht mindestens'],
      ['ä'.repeat(37), 'Das Passwort ist zu lang'],
    ] as const) {
      const { status, page } = await join(visitor, link, { password });
      expect(status).toBe(422);
      expect(page).toContain(text);
    }
  });
});

describe('attacks on the link of an invitation mail', () => {
  it('the copied link confirms no address: registering with it still needs a mail (A4)', async () => {
    const { code: copied } = await mailed();
    const email = address();
    for (const proof of [copied, randomBytes(32).toString('base64url'), 'account', 'x']) {
      const tried = await join(app.visitor(), `/app/invite/${copied}/${proof}`, { email });
      expect([404, 405]).toContain(tried.status);
    }
    await app.visitor().submit('/app/auth/register', {
      ...{ ...fields, email },
      redirect: `/app/invite/${copied}`,
    });
    expect((await accountOf(email))?.activated).toBe(false);
    expect((await app.visitor().submit('/app/login', { email, password: PASSWORD })).status).toBe(
      403,
    );
  });

  it('the account gets the address of the mail, whatever else is sent along (A4)', async () => {
    const { email, link } = await mailed();
    const victim = address();
    const joined = await join(app.visitor(), link, { email: victim });
    expect(joined.status).toBe(303);
    expect(await accountOf(victim)).toBeUndefined();
    expect((await accountOf(email))?.activated).toBe(true);
  });

  it('a proof works once, and not for anybody else afterwards (C5)', async () => {
    const { email, link, organization } = await mailed();
    expect((await join(app.visitor(), link)).status).toBe(303);
    const before = await accountOf(email);
    const again = await join(app.visitor(), link, { password: 'Etwas-ganz-anderes' });
    expect(again.status).toBe(404);
    expect(again.page).toContain('Ungültiger Einladungscode.');
    expect(again.page).not.toContain(organization.name);
    expect(again.headers.getSetCookie().join()).not.toContain('session=');
    expect(await accountOf(email)).toEqual(before);
    const shown = await app.visitor().submit(link);
    expect(shown.status).toBe(404);
    expect(shown.page).toContain('Ungültiger Einladungscode.');
    expect(shown.page).not.toContain(organization.name);
  });

  it('a double click makes one account, and both responses lead into the club (C5)', async () => {
    for (let round = 0; round < 4; round++) {
      const { email, link, organization } = await mailed();
      const visitors = [app.visitor(), app.visitor(), app.visitor()];
      const responses = await Promise.all(visitors.map((visitor) => join(visitor, link)));
      expect(responses.map(({ status }) => status)).toEqual([303, 303, 303]);
      for (const visitor of visitors)
        expect((await visitor.visit('/app/')).page).toContain(`für ${organization.name}`);
      const { rows } = await sql`select 1 from users where lower(email) = ${email}`.execute(app.db);
      expect(rows).toHaveLength(1);
    }
  });

  it('ten minutes later the same form logs nobody in (C5)', async () => {
    const { link } = await mailed();
    await join(app.visitor(), link);
    await sql`update accepted_invitations set accepted_at = accepted_at - interval '11 minutes'`.execute(
      app.db,
    );
    expect((await join(app.visitor(), link)).status).toBe(404);
  });

  it('a proof ends with its invitation: revoked, replaced, rejected, accepted, expired (D4)', async () => {
    const endings: Array<(club: Awaited<ReturnType<typeof mailed>>) => Promise<unknown>> = [
      ({ inviter, member }) => inviter.call('DELETE', `/organization/invitation/${member.uuid}`),
      ({ inviter, member }) => inviter.call('POST', `/organization/invitation/${member.uuid}`),
      ({ inviter, member }) => inviter.submit(`/app/members/${member.uuid}/invitation`),
      async ({ code }) =>
        (await app.as(await app.make.user())).call(
          'POST',
          `/organization/invitation/reject/${code}`,
        ),
      async ({ code }) =>
        (await app.as(await app.make.user())).call(
          'POST',
          `/organization/invitation/accept/${code}`,
        ),
      ({ member }) =>
        sql`update invitations set valid_through = current_date - 2 where member_uuid = ${member.uuid}`.execute(
          app.db,
        ),
      ({ inviter, member }) => inviter.call('DELETE', `/member/${member.uuid}`),
    ];
    for (const end of endings) {
      const club = await mailed();
      await end(club);
      const refused = await join(app.visitor(), club.link);
      expect(refused.status, String(end)).toBe(404);
      expect((await app.visitor().submit(club.link)).status).toBe(404);
      expect(await accountOf(club.email)).toBeUndefined();
    }
  });

  it('a proof belongs to one invitation: with the code of another it is worth nothing (D4)', async () => {
    const [one, other] = [await mailed(), await mailed()];
    const proof = one.link.split('/').at(-1);
    expect((await join(app.visitor(), `/app/invite/${other.code}/${proof}`)).status).toBe(404);
    const renewed = await one.invite();
    expect((await join(app.visitor(), `/app/invite/${renewed.code}/${proof}`)).status).toBe(404);
    expect((await join(app.visitor(), renewed.link)).status).toBe(303);
  });

  it('a forwarded mail makes an account of its first receiver’s address only once (C5)', async () => {
    const { email, link } = await mailed();
    const [first, second] = [app.visitor(), app.visitor()];
    await Promise.all([first.submit(link), second.submit(link)]);
    expect((await join(first, link)).status).toBe(303);
    expect((await join(second, link, { password: 'Von-jemand-anderem' })).status).toBe(404);
    expect((await app.visitor().submit('/app/login', { email, password: PASSWORD })).status).toBe(
      303,
    );
  });

  it('pending registrations of the address end, and their codes and passwords with them (A4)', async () => {
    const { email, link } = await mailed();
    const thief = app.visitor();
    await thief.submit('/app/auth/register', {
      ...{ firstName: 'Eva', lastName: 'Fremd', email, password: 'Das-kennt-nur-Eva' },
    });
    const confirmation = await linkTo(email);
    expect(confirmation).toMatch(/^\/app\/auth\/verify\//);
    expect((await join(app.visitor(), link)).status).toBe(303);
    expect(await accountOf(email)).toMatchObject({ first_name: 'Nina', activated: true });
    expect((await thief.submit(confirmation)).page).toContain('Validierung fehlgeschlagen');
    const login = { email, password: 'Das-kennt-nur-Eva' };
    expect((await thief.submit('/app/login', login)).status).toBe(401);
    const drafts = await app.db
      .selectFrom('account_drafts as d')
      .innerJoin('users as u', 'u.uuid', 'd.user_uuid')
      .select('d.uuid')
      .where('u.email', '=', email)
      .execute();
    expect(drafts).toEqual([]);
  });

  it('neither an account nor a deactivated one can be taken over with a proof (A4)', async () => {
    for (const activated of [true, false]) {
      const user = await app.make.user({ activated });
      const { link, member } = await mailed({ email: user.email.toUpperCase() });
      const refused = await join(app.visitor(), link, { password: 'Neues-Passwort-123' });
      expect(refused.status).toBe(409);
      expect(refused.page).toContain('Zu dieser E-Mail-Adresse gibt es schon ein Benutzerkonto.');
      expect(await accountOf(user.email)).toMatchObject({ uuid: user.uuid, activated });
      expect(await linkedUser(member)).toBeNull();
    }
  });

  it('a mail to several mailboxes in one address proves nothing (A2)', async () => {
    const email = 'opfer@verein.example,dieb@verein.example';
    const { link, code } = await mailed({ email });
    expect(link).toBe(`/app/invite/${code}`);
  });

  it('when it is revoked or accepted while it is being used, there is an account or there is not, never half of it (C5)', async () => {
    for (let round = 0; round < 6; round++) {
      const { email, link, code, member, inviter } = await mailed();
      const other = await app.as(await app.make.user());
      const rival =
        round % 2
          ? inviter.call('DELETE', `/organization/invitation/${member.uuid}`)
          : other.call('POST', `/organization/invitation/accept/${code}`);
      const [joined, { status }] = await Promise.all([join(app.visitor(), link), rival]);
      const account = await accountOf(email);
      expect([
        [303, 404],
        [404, 204],
      ]).toContainEqual([joined.status, status]);
      expect(account !== undefined).toBe(joined.status === 303);
      if (account) expect(await linkedUser(member)).toBe(account.uuid);
    }
  });
});

describe('limits of the link of an invitation mail', () => {
  const limited = testApp({ rateLimits: true, trustProxy: '1' });

  it('guessing is slowed down, but a whole club behind one router gets in (A11)', async () => {
    const { organization, admin } = await limited.make.club();
    const inviter = await limited.as(admin, organization);
    const links: string[] = [];
    for (let at = 0; at < 55; at++) {
      const member = await limited.make.member(organization);
      const email = address();
      const { code } = (await inviter.call('POST', `/organization/invitation/${member.uuid}`)).json;
      await inviter.submit(`/app/members/${member.uuid}/invitation/mail`, { code, email });
      const [mail] = await limited.mailsTo(email);
      links.push(/https?:\/\/\S+/.exec(mail?.text ?? '')?.[0].replace(limited.origin, '') ?? '');
    }
    for (const link of links) {
      const visitor = limited.visitor();
      expect((await visitor.submit(link)).status).toBe(200);
      expect((await join(visitor, link)).status).toBe(303);
    }
    const guess = () => `/app/invite/${randomBytes(32).toString('base64url')}/${'x'.repeat(43)}`;
    const statuses: number[] = [];
    for (let at = 0; at < 70; at++) statuses.push((await limited.visitor().submit(guess())).status);
    expect(statuses.slice(0, 60).every((status) => status === 404)).toBe(true);
    expect(statuses.at(-1)).toBe(429);
    expect((await join(limited.visitor(), guess())).status).toBe(429);
  });

  it('whoever was forwarded a used link cannot guess the password with it: tries count as at the log-in (A11)', async () => {
    const { organization, admin } = await limited.make.club();
    const inviter = await limited.as(admin, organization);
    const member = await limited.make.member(organization);
    const email = address();
    const { code } = (await inviter.call('POST', `/organization/invitation/${member.uuid}`)).json;
    await inviter.submit(`/app/members/${member.uuid}/invitation/mail`, { code, email });
    const [mail] = await limited.mailsTo(email);
    const link = /https?:\/\/\S+/.exec(mail?.text ?? '')?.[0].replace(limited.origin, '') ?? '';
    // Another network than the one of the guesses before.
    const from = (network: number) => ({ 'X-Forwarded-For': `203.0.113.${network}` });
    const send = (network: number, password: string) =>
      limited.visitor().submit(`${link}/account`, { ...fields, password }, from(network));
    expect((await send(1, PASSWORD)).status).toBe(303);
    const statuses: number[] = [];
    for (let at = 0; at < 8; at++) statuses.push((await send(2, `Geraten-${at}`)).status);
    expect(statuses.slice(0, 5)).toEqual(Array(5).fill(404));
    expect(statuses.slice(6)).toContain(429);
    // Its owner, on a network of theirs, is let in.
    expect((await send(1, PASSWORD)).status).toBe(303);
  });
});
