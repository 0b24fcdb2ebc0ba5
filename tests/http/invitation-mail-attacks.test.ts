import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { readOutbox } from '~/mail/transport.server';
import { testApp } from '../support/app';
import { PASSWORD } from '../support/factories';
import { accountOf, address, fields, join, linkTo, mailed } from '../support/invitation-mails';
import { linkedUser } from '../support/members';

const app = testApp({ passwordMinLength: 8 });

describe('attacks on the link of an invitation mail', () => {
  it('the copied link confirms no address: registering with it still needs a mail (A4)', async () => {
    const { code: copied } = await mailed(app);
    const email = address();
    for (const proof of [copied, randomBytes(32).toString('base64url'), 'account', 'x']) {
      const tried = await join(app.visitor(), `/app/invite/${copied}/${proof}`, { email });
      expect([404, 405]).toContain(tried.status);
    }
    await app.visitor().submit('/app/auth/register', {
      ...fields,
      email,
      redirect: `/app/invite/${copied}`,
    });
    expect((await accountOf(app, email))?.activated).toBe(false);
    expect((await app.visitor().submit('/app/login', { email, password: PASSWORD })).status).toBe(
      403,
    );
  });

  it('the account gets the address of the mail, whatever else is sent along (A4)', async () => {
    const { email, link } = await mailed(app);
    const victim = address();
    const joined = await join(app.visitor(), link, { email: victim });
    expect(joined.status).toBe(303);
    expect(await accountOf(app, victim)).toBeUndefined();
    expect((await accountOf(app, email))?.activated).toBe(true);
  });

  it('a proof works once, and not for anybody else afterwards (C5)', async () => {
    const { email, link, organization } = await mailed(app);
    expect((await join(app.visitor(), link)).status).toBe(303);
    const before = await accountOf(app, email);
    const again = await join(app.visitor(), link, { password: 'Etwas-ganz-anderes' });
    expect(again.status).toBe(404);
    expect(again.page).toContain('Ungültiger Einladungscode.');
    expect(again.page).not.toContain(organization.name);
    expect(again.headers.getSetCookie().join()).not.toContain('session=');
    expect(await accountOf(app, email)).toEqual(before);
    const shown = await app.visitor().submit(link);
    expect(shown.status).toBe(404);
    expect(shown.page).toContain('Ungültiger Einladungscode.');
    expect(shown.page).not.toContain(organization.name);
  });

  it('a double click makes one account, and both responses lead into the club (C5)', async () => {
    for (let round = 0; round < 4; round++) {
      const { email, link, organization } = await mailed(app);
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
    const { link } = await mailed(app);
    await join(app.visitor(), link);
    await sql`update accepted_invitations set accepted_at = accepted_at - interval '11 minutes'`.execute(
      app.db,
    );
    expect((await join(app.visitor(), link)).status).toBe(404);
  });

  it('a proof ends with its invitation, and its link says so before anybody presses a button: revoked, replaced, rejected, accepted, expired (D4)', async () => {
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
    // The same words for all, and for a link that was made up.
    const dead = await app.visitor().get(`/app/invite/x/${randomBytes(32).toString('base64url')}`);
    expect(dead.page).toContain('Ungültiger Einladungscode.');
    expect(dead.page).not.toContain('Sie sind eingeladen');
    for (const end of endings) {
      const club = await mailed(app);
      expect((await app.visitor().get(club.link)).page).toContain('Sie sind eingeladen');
      await end(club);
      const opened = await app.visitor().get(club.link);
      expect([opened.status, opened.page], String(end)).toEqual([404, dead.page]);
      const refused = await join(app.visitor(), club.link);
      expect(refused.status, String(end)).toBe(404);
      expect((await app.visitor().submit(club.link)).status).toBe(404);
      expect(await accountOf(app, club.email)).toBeUndefined();
    }
  });

  it('a proof belongs to one invitation: with the code of another it is worth nothing (D4)', async () => {
    const [one, other] = [await mailed(app), await mailed(app)];
    const proof = one.link.split('/').at(-1);
    expect((await join(app.visitor(), `/app/invite/${other.code}/${proof}`)).status).toBe(404);
    const renewed = await one.invite();
    expect((await join(app.visitor(), `/app/invite/${renewed.code}/${proof}`)).status).toBe(404);
    expect((await join(app.visitor(), renewed.link)).status).toBe(303);
  });

  it('pending registrations of the address end, and their codes and passwords with them (A4)', async () => {
    const { email, link } = await mailed(app);
    const thief = app.visitor();
    await thief.submit('/app/auth/register', {
      firstName: 'Eva',
      lastName: 'Fremd',
      email,
      password: 'Das-kennt-nur-Eva',
    });
    const confirmation = await linkTo(app, email);
    expect(confirmation).toMatch(/^\/app\/auth\/verify\//);
    expect((await join(app.visitor(), link)).status).toBe(303);
    expect(await accountOf(app, email)).toMatchObject({ first_name: 'Nina', activated: true });
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
      const { link, member } = await mailed(app, { email: user.email.toUpperCase() });
      const refused = await join(app.visitor(), link, { password: 'Neues-Passwort-123' });
      expect(refused.status).toBe(409);
      expect(refused.page).toContain('Zu dieser E-Mail-Adresse gibt es schon ein Benutzerkonto.');
      expect(await accountOf(app, user.email)).toMatchObject({ uuid: user.uuid, activated });
      expect(await linkedUser(app, member)).toBeNull();
    }
  });

  it('no mail goes to several mailboxes in one address, or to one that no account could have (A2)', async () => {
    for (const email of ['opfer@verein.example,dieb@verein.example', 'neu@verein..example'])
      expect((await mailed(app, { email })).link).toBe('');
  });

  it('when it is revoked or accepted while it is being used, there is an account or there is not, never half of it (C5)', async () => {
    for (let round = 0; round < 6; round++) {
      const { email, link, code, member, inviter } = await mailed(app);
      const other = await app.as(await app.make.user());
      const rival =
        round % 2
          ? inviter.call('DELETE', `/organization/invitation/${member.uuid}`)
          : other.call('POST', `/organization/invitation/accept/${code}`);
      const [joined, { status }] = await Promise.all([join(app.visitor(), link), rival]);
      const account = await accountOf(app, email);
      expect([
        [303, 404],
        [404, 204],
      ]).toContainEqual([joined.status, status]);
      expect(account !== undefined).toBe(joined.status === 303);
      if (account) expect(await linkedUser(app, member)).toBe(account.uuid);
    }
  });
});

describe('limits of the link of an invitation mail', () => {
  const limited = testApp({ rateLimits: true, trustProxy: '1' });

  it('guessing is slowed down, but a whole club behind one router gets in (A11)', async () => {
    const { organization, admin } = await limited.make.club();
    const inviter = await limited.as(admin, organization);
    for (let at = 0; at < 56; at++) {
      const member = await limited.make.member(organization);
      const email = address();
      const { code } = (await inviter.call('POST', `/organization/invitation/${member.uuid}`)).json;
      await inviter.submit(`/app/members/${member.uuid}/invitation/mail`, { code, email });
    }
    await limited.work();
    const [unused = '', ...links] = (await readOutbox(limited.config)).map(
      ({ text }) => /https?:\/\/\S+/.exec(text)?.[0].replace(limited.origin, '') ?? '',
    );
    expect(links).toHaveLength(55);
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
    // Meanwhile an invitation is not called invalid.
    const later = await limited.visitor().submit(unused);
    expect(later.status).toBe(429);
    expect(later.page).toContain('Sie sind eingeladen');
    expect(later.page).toContain('Fehler beim Laden der Einladung.');
  });

  it('a used link that was forwarded does not help to guess the password: tries count as at the log-in (A11)', async () => {
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
