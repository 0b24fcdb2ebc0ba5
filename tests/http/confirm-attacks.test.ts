import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { openWaiting } from '~/doors/kept-input.server';
import { testApp } from '../support/app';
import { loggedActionsOf } from '../support/audit';
import { codeOf, giveFactor, wrongCode } from '../support/authenticator';
import type { Browser } from '../support/browser';
import { confirm, ofConfirmation, provedAgo, stale, TITLE } from '../support/confirmation';
import { reset } from '../support/credentials';
import { PASSWORD } from '../support/factories';
import { holdPasswords, untilWaiting } from '../support/gate';
import { changeRows, deleteRows, rowOf, valuesOf } from '../support/rows';
import { actionOf, hidden, send } from '../support/sent-on';

/** Against asking again who is there, and what waits for the answer (T2). */
const app = testApp();
const limited = testApp({ rateLimits: true, trustProxy: '1' });
let club: Awaited<ReturnType<typeof app.make.club>>;
beforeAll(async () => {
  club = await app.make.club();
});

const NEW_FEED = '/app/account/calendars/new';
const REPORT = '/app/account/report';
const feedsOf = async (user: { uuid: string }) =>
  await valuesOf(app.db, 'calendar_feeds', { user_uuid: user.uuid }, 'label', ['label']);

/** A user who is asked again, with a form for a new feed. */
async function asking(label: string) {
  const user = await app.make.userOf(club.organization);
  const browser = await stale(app, user, club.organization);
  const form = { ...hidden(await browser.get(NEW_FEED)), label, scope: 'mine' };
  return { user, browser, form };
}

/** The same, who has sent it. */
async function asked(label = 'Handy') {
  const { user, browser, form } = await asking(label);
  const page = await send(browser, NEW_FEED, form);
  const { __kept: kept = '' } = hidden(page);
  return { user, browser, form, page, kept };
}

const isAsked = async (browser: Browser) =>
  (await browser.get(REPORT)).location.startsWith('/app/confirm');

describe('ten minutes by the clock of Postgres (T2)', () => {
  it.each([
    [0, false],
    [10 - 1 / 60, false],
    [10 + 1 / 60, true],
    [60 * 24 * 29, true],
    // The clock has been set back since.
    [-1, true],
  ])('%s minutes after the proof, asked: %s', async (minutes, isTrue) => {
    const user = await app.make.userOf(club.organization);
    const browser = await app.as(user, club.organization);
    await provedAgo(app, user, minutes);
    expect(await isAsked(browser)).toBe(isTrue);
  });

  it('a log-in, a new password and the confirmation prove it, for this session alone (T2)', async () => {
    const user = await app.make.userOf(club.organization);
    const browser = app.visitor();
    await browser.submit('/app/login', { email: user.email, password: PASSWORD });
    expect(await isAsked(browser)).toBe(false);
    const other = await app.as(user, club.organization);
    await provedAgo(app, user, 11);
    browser.cookies.set('events', 'remembered');
    await confirm(browser, await browser.visit('/app/confirm?next=/app/account'));
    expect([await isAsked(browser), await isAsked(other)]).toEqual([false, true]);
    // What the browser remembers of this session stays.
    expect(browser.cookies.get('events')).toBe('remembered');
    await provedAgo(app, user, 11);
    const password = { password: 'Neu-und-geheim', passwordRepeat: 'Neu-und-geheim' };
    const changed = { currentPassword: PASSWORD, ...password };
    expect((await browser.submit('/app/account/password', changed)).status).toBe(303);
    expect(await isAsked(browser)).toBe(false);
    expect((await loggedActionsOf(app, user)).slice(-2)).toEqual([
      'Noch einmal bestätigt, wer man ist',
      'Eigenes Passwort geändert',
    ]);
  });

  it('input that waited longer than ten minutes is shown, not carried out (T2)', async () => {
    const { user, browser, page, kept } = await asked();
    const session = await rowOf(app.db, 'sessions', { user_uuid: user.uuid }, ['uuid']);
    const actor = { uuid: user.uuid, session } as Parameters<typeof openWaiting>[1];
    expect(openWaiting(kept, actor, NEW_FEED, app.config)?.fields).toContain('label=Handy');
    const { now } = Date;
    try {
      Date.now = () => now() + 10 * 60 * 1000 + 1000;
      const shown = await confirm(browser, page);
      expect(shown.page).toContain('Ihre Eingaben sind noch da. Bitte prüfen und abschicken.');
      Date.now = () => now() + 60 * 60 * 1000 + 1000;
      const gone = await send(browser, NEW_FEED, { __kept: kept });
      expect(gone.text).not.toContain('value="Handy"');
    } finally {
      Date.now = now;
    }
    expect(await feedsOf(user)).toEqual([]);
  });
});

describe('a stolen cookie (T2, ASVS V7.5.1)', () => {
  it('gains nothing without the password, not even when the owner confirms (ASVS V7.2.4)', async () => {
    const { user, browser, page } = await asked('Vom Dieb');
    const thief = browser.copy();
    // What the thief has sealed goes on by the owner's password alone, and only where it is.
    expect((await confirm(thief, page, 'geraten')).status).toBe(422);
    await confirm(browser, await browser.visit(`/app/confirm?next=${REPORT}`));
    expect(await isAsked(browser)).toBe(false);
    expect(await isAsked(thief)).toBe(true);
    const { __kept = '' } = hidden(page);
    expect((await thief.submit(NEW_FEED, { __kept })).status).toBe(307);
    expect(await feedsOf(user)).toEqual([]);
    // The copied token works half a minute more, for what was under way, and then not at all.
    expect((await thief.get('/app/account')).status).toBe(200);
    await changeRows(
      app.db,
      'sessions',
      { user_uuid: user.uuid },
      { token_renewed_at: sql`now() - interval '31 seconds'` },
    );
    expect((await thief.get('/app/account')).location).toContain('/app/login');
    expect((await browser.get('/app/account')).status).toBe(200);
  });

  it('passwords are guessed no faster than at the log-in (T2, ASVS V6.3.1)', async () => {
    const user = await limited.make.user();
    const browser = await stale(limited, user);
    const guess = () => browser.call('POST', '/login/confirm', { password: 'x' });
    const statuses = [];
    for (let guesses = 0; guesses < 7; guesses++) statuses.push((await guess()).status);
    expect(statuses).toEqual([422, 422, 422, 422, 422, 429, 429]);
    const right = await browser.submit('/app/confirm?next=/app/account', { password: PASSWORD });
    expect(right.status).toBe(429);
    expect(right.page).toContain('Das hat leider nicht geklappt.');
    expect(Number(right.headers.get('Retry-After'))).toBeGreaterThan(0);
  });

  it('nor from many networks, which the owner’s does not wait for (T2, ASVS V6.3.1)', async () => {
    const user = await limited.make.user();
    const browser = await stale(limited, user);
    const guess = (network: number, password = 'x') =>
      browser.call(
        'POST',
        '/login/confirm',
        { password },
        { 'X-Forwarded-For': `192.0.2.${network}` },
      );
    await limited.services.limits.trust(`${user.email} 192.0.2.200`);
    const statuses = [];
    for (let network = 1; network <= 54; network++) statuses.push((await guess(network)).status);
    // The fiftieth is free, and the next ones come too early.
    expect(statuses.slice(0, 50).every((status) => status === 422)).toBe(true);
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(1);
    expect((await guess(99, PASSWORD)).status).toBe(429);
    expect((await guess(200, PASSWORD)).status).toBe(204);
  });

  it('a code works once, and only where there is a second factor (T2, T3)', async () => {
    const user = await app.make.userOf(club.organization);
    const browser = await stale(app, user, club.organization);
    const without = await browser.call('POST', '/login/confirm', { code: '123456' });
    expect(without.json.errors).toEqual({
      code: [expect.stringMatching(/^Dieser Code stimmt nicht oder wurde schon benutzt\./)],
    });
    const secret = await giveFactor(app, user);
    const page = await browser.visit(`/app/confirm?for=export&next=${REPORT}`);
    expect(page.page).toContain('Ihr Passwort ein oder einen Code aus Ihrer Authenticator-App, um');
    // One of the two is needed, and neither alone.
    expect(page.page).toContain('Eines von beiden reicht.');
    expect(page.page).not.toContain('(optional)');
    expect(page.text).not.toContain('aria-required');
    const empty = await browser.submit(actionOf(page), ofConfirmation(page));
    expect(empty.page).toContain('Bitte das Passwort oder einen Code eingeben.');
    const code = wrongCode(secret);
    expect((await browser.submit(actionOf(page), { ...ofConfirmation(page), code })).status).toBe(
      422,
    );
    const right = { ...ofConfirmation(page), code: codeOf(secret), password: 'alt' };
    expect((await send(browser, actionOf(page), right)).path).toBe(REPORT);
    await provedAgo(app, user, 11);
    expect((await browser.call('POST', '/login/confirm', { code: right.code })).status).toBe(422);
    expect(await isAsked(browser)).toBe(true);
  });
});

describe('input that waits (T2)', () => {
  it('is not carried out for anybody else, elsewhere, in another session, changed or twice (T2)', async () => {
    const { user, browser, page, kept, form } = await asked();
    const stranger = await app.asUserOf(club.organization);
    const elsewhere = await app.as(user, club.organization);
    for (const someone of [stranger, elsewhere]) await someone.submit(NEW_FEED, { __kept: kept });
    const broken = `${kept.slice(0, 60)}${kept[60] === 'A' ? 'B' : 'A'}${kept.slice(61)}`;
    await confirm(browser, await browser.visit('/app/confirm?next=/app/account'));
    for (const path of ['/app/account/email', '/app/account/name', '/app/account/calendars'])
      await browser.submit(path, { __kept: kept, email: 'x@verein.example' });
    expect((await browser.submit(NEW_FEED, { __kept: broken })).location).toBe(NEW_FEED);
    expect(await feedsOf(user)).toEqual([]);
    await browser.submit(NEW_FEED, { __kept: kept });
    await browser.submit(NEW_FEED, { __kept: kept });
    // Nor if the form itself is sent again from the history.
    await browser.submit(NEW_FEED, form);
    expect(await feedsOf(user)).toEqual(['Handy']);
    expect(page.page).toContain(TITLE);
  });

  it('nothing that a log-in carries is ever carried out (T2)', async () => {
    const user = await app.make.userOf(club.organization);
    const browser = await app.as(user, club.organization);
    const form = { ...hidden(await browser.get(NEW_FEED)), label: 'Vom Log-in', scope: 'mine' };
    await deleteRows(app.db, 'sessions', { user_uuid: user.uuid });
    const login = await send(browser, NEW_FEED, form);
    const { __kept = '' } = hidden(login);
    const again = await app.as(user, club.organization);
    const shown = await again.submit(NEW_FEED, { __kept });
    expect(shown.page).toContain('Ihre Eingaben sind noch da.');
    const through = await again.visit('/app/confirm?next=/app/account');
    const action = `/app/confirm?next=${encodeURIComponent(NEW_FEED)}`;
    await send(again, action, { ...ofConfirmation(through), __kept, password: PASSWORD });
    expect(await feedsOf(user)).toEqual([]);
  });

  it('another site can neither seal nor send anything, nor be led to (T2, ASVS V3.5.1)', async () => {
    const { user, browser, page, kept } = await asked();
    const foreign = { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' };
    for (const path of [NEW_FEED, actionOf(page), `${actionOf(page)}&keep`]) {
      const { status } = await browser.submit(path, { __kept: kept, password: PASSWORD }, foreign);
      expect(status, path).toBe(403);
    }
    expect(await feedsOf(user)).toEqual([]);
    for (const next of ['//evil.example', 'https://evil.example/', '/\\evil.example', 'evil:x']) {
      const action = `/app/confirm?next=${encodeURIComponent(next)}`;
      const { location } = await browser.submit(action, { password: PASSWORD });
      expect(location, next).toMatch(/^\/(app\/|evil:x$)/);
    }
  });

  it('a form whose address is too long is not carried out elsewhere (T2)', async () => {
    const { user, browser, form } = await asking('Weit');
    const page = await send(browser, `${NEW_FEED}?x=${'x'.repeat(2000)}`, form);
    const after = await confirm(browser, page);
    expect(after.path).toBe('/app/');
    expect(after.page).toContain('Die Eingaben von vorhin ließen sich nicht übernehmen.');
    expect(await feedsOf(user)).toEqual([]);
  });

  it('repeats nothing that was not sealed here, and no password (T2)', async () => {
    const { browser, page } = await asked();
    const junk = 'x'.repeat(60_000);
    const wrong = { ...ofConfirmation(page), __kept: junk, password: 'Geheimnis-1' };
    const answer = await browser.submit(actionOf(page), wrong);
    expect(answer.text).not.toContain(junk.slice(0, 100));
    expect(answer.text).not.toContain('Geheimnis-1');
    const kept = await send(browser, '/app/confirm?next=/app/account/name&keep', {
      firstName: 'Ida',
      password: 'Geheimnis-2',
    });
    expect(kept.text).not.toContain('Geheimnis-2');
    const after = await confirm(browser, kept);
    expect(after.text).not.toContain('Geheimnis-2');
  });
});

describe('races (T2)', () => {
  const statusOf = (browser: Browser) =>
    browser.call('POST', '/login/confirm', { password: PASSWORD }).then(({ status }) => status);

  it('a password that is changed meanwhile, or a session that is ended, confirms nothing (T2)', async () => {
    for (const [expected, change] of [
      [401, (user: { email: string; uuid: string }) => reset(app, user)],
      [
        422,
        ({ uuid }: { uuid: string }) =>
          changeRows(app.db, 'users', uuid, { password_hash: 'another' }),
      ],
    ] as const) {
      const user = await app.make.userOf(club.organization);
      const browser = await stale(app, user, club.organization);
      const held = holdPasswords(app.services, 'verify');
      const confirming = statusOf(browser);
      await held.arrived;
      held.pass();
      await change(user);
      held.open();
      expect(await confirming).toBe(expected);
      const proved = { user_uuid: user.uuid };
      for (const at of await valuesOf(app.db, 'sessions', proved, 'authenticated_at'))
        expect(Date.now() - Number(at)).toBeGreaterThan(10 * 60_000);
    }
  });

  it('a session that becomes stale before the transaction is asked, and nothing is done (T2)', async () => {
    const user = await app.make.userOf(club.organization);
    const browser = await app.as(user, club.organization);
    const form = { ...hidden(await browser.get(NEW_FEED)), label: 'Zu spät', scope: 'mine' };
    // The transaction waits for the user's row, which a change of their standing holds.
    const holder = await app.pool.connect();
    try {
      await holder.query('begin');
      await holder.query('select from users where uuid = $1 for update', [user.uuid]);
      const sending = browser.submit(NEW_FEED, form);
      await untilWaiting(app);
      await provedAgo(app, user, 11);
      await holder.query('commit');
      const { status, location } = await sending;
      expect([status, location.split('&')[0]]).toEqual([307, '/app/confirm?for=token']);
    } finally {
      holder.release();
    }
    expect(await feedsOf(user)).toEqual([]);
  });
});
