import { beforeAll, describe, expect, it } from 'vitest';
import { testApp } from '../support/app';
import type { Browser, TestResponse } from '../support/browser';
import { PASSWORD } from '../support/factories';
import { changeRows, deleteRows, rowsOf, valuesOf } from '../support/rows';
import { actionOf, hidden, send } from '../support/sent-on';

/**
 * What was typed outlives the session, for the user who typed it and nobody else
 * (docs/decisions/0031).
 */
const app = testApp();
let club: Awaited<ReturnType<typeof app.make.club>>;
beforeAll(async () => {
  club = await app.make.club();
});

const ENDED = 'Ihre Sitzung ist abgelaufen.';
const GOES_ON = 'Loggen Sie sich wieder ein, dann geht es mit Ihren Eingaben weiter.';
const STILL_THERE = 'Ihre Eingaben sind noch da. Bitte prüfen und abschicken.';
const TOO_LONG = 'Ihre Eingaben waren zu lang, um sie aufzuheben.';
const NEW_MEMBER = '/app/members/new';

/** Opens a form as its reader, who is then logged out by `end`. */
async function typing(user: { uuid: string }, path: string, end: (browser: Browser) => unknown) {
  const browser = await app.as(user, club.organization);
  const form = hidden(await browser.get(path));
  await end(browser);
  return { browser, form };
}

const endSessions = (user: { uuid: string }) =>
  deleteRows(app.db, 'sessions', { user_uuid: user.uuid });

const logIn = (browser: Browser, at: TestResponse, email: string, password = PASSWORD) => {
  const { __kept = '' } = hidden(at);
  return send(browser, actionOf(at), { email, password, __kept });
};

const members = (name: string) => rowsOf(app.db, 'members', { last_name: name }, ['uuid']);

const ends: Record<string, (browser: Browser) => unknown> = {
  'has expired': () => changeRows(app.db, 'sessions', {}, { valid_until: new Date(0) }),
  'was ended by a new password elsewhere': () => endSessions(club.admin),
  'was ended by logging out in another tab': (browser) => browser.submit('/app/logout'),
};

describe('input whose session had ended', () => {
  it.each(Object.entries(ends))(
    'a form whose session %s is there again after the log-in, filled in and not sent (B2)',
    async (_how, end) => {
      const name = `Wiederda-${_how}`;
      const { browser, form } = await typing(club.admin, NEW_MEMBER, end);
      const login = await send(browser, NEW_MEMBER, {
        ...form,
        firstName: '  Ida <b>',
        lastName: name,
        description: 'Zeile 1\r\nZeile 2',
      });
      expect(login.status).toBe(401);
      expect(login.page).toContain(`Willkommen bei Vereinsheim ${ENDED} ${GOES_ON}`);
      expect(login.text).not.toContain(name);

      const empty = await logIn(browser, login, club.admin.email, '');
      expect(empty.page).toContain('Passwort eingeben');
      const wrong = await logIn(browser, empty, club.admin.email, 'falsch');
      expect(wrong.page).toContain('E-Mail oder Passwort falsch.');
      expect(wrong.page).toContain(GOES_ON);

      const back = await logIn(browser, wrong, club.admin.email);
      expect([back.status, back.path]).toEqual([200, NEW_MEMBER]);
      expect(back.page).toContain(STILL_THERE);
      expect(back.text).toContain('value="  Ida &lt;b&gt;"');
      expect(back.text).toContain(`value="${name}"`);
      expect(back.text).toContain('Zeile 1\r\nZeile 2');
      expect(back.text).not.toContain('aria-invalid="true"');
      expect(await members(name)).toHaveLength(0);

      const again = { ...hidden(back), firstName: 'Ida', lastName: name };
      expect((await browser.submit(NEW_MEMBER, again)).location).toBe('/app/members');
      expect(await members(name)).toHaveLength(1);
    },
  );

  it('the edit of an older version still shows what somebody else has changed meanwhile', async () => {
    const member = await app.make.member(club.organization, { lastName: 'Vorher' });
    const path = `/app/members/${member.uuid}/edit`;
    const { browser, form } = await typing(club.admin, path, () => endSessions(club.admin));
    const other = await app.as(club.admin, club.organization);
    await other.submit(path, { ...form, __key: '', firstName: 'A', lastName: 'Inzwischen' });
    const login = await send(browser, path, { ...form, firstName: 'A', lastName: 'Nachher' });
    const back = await logIn(browser, login, club.admin.email);
    expect(back.text).toContain('value="Nachher"');
    const sent = await browser.submit(path, {
      ...hidden(back),
      firstName: 'A',
      lastName: 'Nachher',
    });
    expect(sent.status).toBe(409);
    expect(sent.page).toContain('Zurzeit gespeichert: Inzwischen');
  });

  it('a table that was pasted comes back; with a file, which cannot be kept, nothing does (O5)', async () => {
    const path = '/app/members/import';
    const table = 'Vorname\tNachname\r\nJörg\tÄrmel';
    for (const [file, again] of [
      ['', [STILL_THERE, `>${table}</textarea>`]],
      [table, null],
    ] as const) {
      const { browser, form } = await typing(club.admin, path, () => endSessions(club.admin));
      const body = new FormData();
      for (const [name, value] of Object.entries({ ...form, table })) body.append(name, value);
      body.append('file', new Blob([file]), file && 'liste.csv');
      const post = (at: string) =>
        browser.send(at, { method: 'POST', body, headers: { Origin: app.origin } });
      const { status, location } = await post(path);
      expect(status).toBe(again ? 307 : 302);
      if (!again) {
        expect((await browser.get(location)).page).not.toContain(TOO_LONG);
        continue;
      }
      const login = await post(location);
      expect(login.page).toContain(GOES_ON);
      const back = await logIn(browser, login, club.admin.email);
      expect(back.path).toBe(path);
      for (const each of again) expect(back.text).toContain(each);
      // As long as tables may be, but not log-ins.
      body.set('table', 'x'.repeat(2 * 1024 * 1024));
      await endSessions(club.admin);
      const long = await post(path);
      expect(long.status).toBe(302);
      const told = await browser.get(long.location);
      expect(told.page).toContain(TOO_LONG);
      expect((await logIn(browser, told, club.admin.email)).path).toBe(path);
    }
  });

  it('the choices of an export are made again, and no file begins (O7)', async () => {
    const { browser, form } = await typing(club.admin, '/app/members/export', () =>
      endSessions(club.admin),
    );
    const login = await send(browser, '/app/members/export/file', {
      ...form,
      format: 'vcard',
      status: '',
      group: '',
      q: 'a&b',
      columns: ['lastName', 'phone'],
    });
    const { page, text } = await logIn(browser, login, club.admin.email);
    expect(page).toContain('Wie in der Liste nur: Suche „a&b“.');
    const checked = [...text.matchAll(/checked=""[^>]*value="(\w+)"/g)].map(([, value]) => value);
    expect(checked).toEqual(['vcard', 'lastName', 'phone']);
    expect(text).toContain('<option value="" selected="">Aktive und Ehemalige');
  });

  it('the form comes back in the organisation that it was typed for (B1)', async () => {
    const second = await app.make.club();
    const user = await app.make.userOf(club.organization, ['EDIT_MEMBERS']);
    await app.make.belongs(user, second.organization, 'EDIT_MEMBERS');
    const browser = await app.as(user, second.organization);
    const form = hidden(await browser.get(NEW_MEMBER));
    expect(form.organization).toBe(second.organization.uuid);
    await endSessions(user);
    const login = await send(browser, NEW_MEMBER, { ...form, firstName: 'B', lastName: 'Zwei' });
    const back = await logIn(browser, login, user.email);
    expect(hidden(back).organization).toBe(second.organization.uuid);
  });

  it('a form of a tab that is older than the log-in of somebody else is shown to them, not sent', async () => {
    const event = await app.make.event(club.organization);
    const other = await app.make.userOf(club.organization, ['EDIT_MEMBERS', 'EDIT_EVENTS']);
    const browser = await app.as(club.admin, club.organization);
    const deletion = `/app/events/${event.uuid}/delete`;
    const [creating, deleting] = [
      hidden(await browser.get(NEW_MEMBER)),
      hidden(await browser.get(deletion)),
    ];
    await browser.submit('/app/logout');
    await browser.submit('/app/login', { email: other.email, password: PASSWORD });
    const typed = { firstName: 'Von', lastName: 'Vorher' };
    const shown = await browser.submit(NEW_MEMBER, { ...creating, ...typed });
    expect(shown.status).toBe(200);
    expect(shown.page).toContain('Inzwischen sind Sie mit einem anderen Benutzerkonto eingeloggt.');
    expect(shown.text).toContain('value="Vorher"');
    expect(await members('Vorher')).toEqual([]);
    const asked = await browser.submit(deletion, deleting);
    expect(asked.status).toBe(200);
    expect(asked.page).toContain('Inzwischen sind Sie mit einem anderen Benutzerkonto eingeloggt.');
    // The user who is logged in now may send it in their own name.
    const sent = await browser.submit(NEW_MEMBER, { ...hidden(shown), ...typed });
    expect(sent.location).toBe('/app/members');
    expect(await members('Vorher')).toHaveLength(1);
    expect((await browser.submit(deletion, hidden(asked))).location).toBe('/app/events');
  });

  it('a tap of a tab that is older than the log-in of somebody else is not theirs, however often (B2, C1)', async () => {
    const event = await app.make.event(club.organization, { max: 5 });
    const user = await app.make.userOf(club.organization);
    const other = await app.make.userOf(club.organization);
    const browser = await app.as(user, club.organization);
    const answers = () => valuesOf(app.db, 'answers', { event_uuid: event.uuid }, 'member_uuid');
    const { __key = '' } = hidden(await browser.get('/app/'));
    const tap = (action: string, key = __key) =>
      browser.submit(`/app/?index${action}`, { event: event.uuid, __key: key });
    for (const action of ['', '&withdrawal', '']) expect((await tap(action)).status).toBe(303);
    expect(await answers()).toEqual([user.member]);
    const undo = /class="contents"(?:(?!<\/form).)*name="__key" value="([^"]+)"/.exec(
      (await browser.get('/app/')).text,
    );
    await browser.submit('/app/logout');
    await browser.submit('/app/login', { email: other.email, password: PASSWORD });
    for (const [action, key] of [
      ['', __key],
      ['&withdrawal', __key],
      ['&open', undo?.[1]],
    ] as const) {
      const shown = await tap(action, key);
      expect([shown.status, key], action).toEqual([200, expect.stringMatching(/\.[\w-]{22}\.$/)]);
      expect(shown.page).toContain('Inzwischen sind Sie mit einem anderen Benutzerkonto');
    }
    expect(await answers()).toEqual([user.member]);
    expect((await tap('', hidden(await browser.get('/app/')).__key)).status).toBe(303);
    expect((await answers()).sort()).toEqual([user.member, other.member].sort());
  });

  it('a tap whose session has ended leads to the log-in, which says so and back again (B2, C1)', async () => {
    const event = await app.make.event(club.organization, { max: 5 });
    const { browser, form } = await typing(club.admin, '/app/', (each) =>
      each.submit('/app/logout'),
    );
    const login = await send(browser, '/app/?index', { ...form, event: event.uuid });
    expect(login.status).toBe(401);
    expect(login.page).toContain(`${ENDED} Bitte loggen Sie sich wieder ein.`);
    const back = await logIn(browser, login, club.admin.email);
    expect([back.status, back.path]).toEqual([200, '/app/']);
    expect(await rowsOf(app.db, 'answers', { event_uuid: event.uuid }, ['answer'])).toEqual([]);
  });

  it('a button whose address has no screen of its own leads back to where it stands, not to an empty page (B2)', async () => {
    const other = await app.make.userOf(club.organization, ['EDIT_EVENTS']);
    const { browser, form } = await typing(club.admin, '/app/events/breaks', (each) =>
      each.submit('/app/logout'),
    );
    const states = '/app/events/breaks/state?club=1';
    for (const [address, screen] of [
      ['/app/organizations/active', ''],
      ['/app/invite/abc/rejection', '/app/invite/abc'],
      [states, '/app/events/breaks?club=1'],
      ['/app/events/series/x/opt-out?event=y', '/app/events/y'],
      ['/app/events/series/x/opt-out/withdrawal?event=y', '/app/events/y'],
    ] as const) {
      const { status, location } = await browser.submit(address, { ...form, state: 'BY' });
      const onwards = screen && `?redirect=${encodeURIComponent(screen)}`;
      expect([status, location], address).toEqual([302, `/app/login${onwards}`]);
    }
    await browser.submit('/app/login', { email: other.email, password: PASSWORD });
    const { location } = await browser.submit(states, { ...form, state: 'BY' });
    expect(location).toBe('/app/events/breaks?club=1');
    expect((await browser.get(location)).page).toContain(
      'Inzwischen sind Sie mit einem anderen Benutzerkonto eingeloggt.',
    );
  });

  it('a form of a club that its user no longer belongs to shows what was typed, and goes nowhere else (B1)', async () => {
    const second = await app.make.club();
    const user = await app.make.userOf(club.organization, ['EDIT_MEMBERS']);
    await app.make.belongs(user, second.organization, 'EDIT_MEMBERS');
    const member = await app.make.member(club.organization);
    const browser = await app.as(user, club.organization);
    const edit = `/app/members/${member.uuid}/edit`;
    const groupEdit = `/app/groups/${(await app.make.group(club.organization)).uuid}/edit`;
    const forms = [
      [NEW_MEMBER, ''],
      [NEW_MEMBER, 'Wohin'],
      [edit, 'Wohin'],
      [groupEdit, ''],
    ] as const;
    const rendered = await Promise.all(
      forms.map(async ([path]) => hidden(await browser.get(path))),
    );
    const name = '/app/account/name';
    const account = hidden(await browser.get(name));
    await deleteRows(app.db, 'organization_users', {
      organization_uuid: club.organization.uuid,
      user_uuid: user.uuid,
    });
    for (const [at, [path, lastName]] of forms.entries()) {
      const typed = {
        firstName: 'Ida',
        name: 'Ida',
        color: 'bunt',
        lastName,
        organization: club.organization.uuid,
      };
      const refused = await browser.submit(path, { ...rendered[at], ...typed });
      expect([refused.status, hidden(refused).organization]).toEqual([403, undefined]);
      expect(refused.page).toContain('Diesem Verein gehören Sie nicht mehr an.');
      expect(refused.page).toMatch(/Das hatten Sie geschrieben: Ida/);
    }
    expect(await members('Wohin')).toEqual([]);
    // What is about no club is none of that.
    const unnamed = await browser.submit(name, { ...account, firstName: '', lastName: 'Nachher' });
    expect(unnamed.status).toBe(422);
    const named = { firstName: 'Ida', lastName: 'Nachher' };
    const saved = await browser.submit(name, { ...account, ...named });
    expect(saved.status).toBe(303);
  });

  it('a form whose subject was deleted meanwhile shows what was typed, or closes where that is nothing (E5, B7)', async () => {
    const admin = await app.as(club.admin, club.organization);
    const member = await app.make.member(club.organization);
    const event = await app.make.event(club.organization);
    const polls = `/app/events/${event.uuid}/polls/${(await app.make.poll(event)).uuid}`;
    const forms: Array<[string, Record<string, string>]> = [
      [`/app/events/${event.uuid}/polls/new`, { name: 'Hier', 'options[0]': 'A' }],
      [`/app/members/${member.uuid}/edit`, { firstName: 'Hier', lastName: 'Hier' }],
      [`${polls}/edit/change`, { name: 'Hier', 'options[0]': 'A' }],
      [
        `/app/events/${event.uuid}/edit`,
        { name: 'Hier', date: '2031-05-01', eventType: 'OPEN_EVENT' },
      ],
      [`/app/events/${event.uuid}/cancellation`, { reason: 'Hier' }],
      // Wrong, too.
      [`/app/events/${event.uuid}/edit`, { name: 'Hier', date: '31.2.2031' }],
    ];
    const shown = await Promise.all(forms.map(async ([path]) => hidden(await admin.get(path))));
    await deleteRows(app.db, 'events', event.uuid);
    await deleteRows(app.db, 'members', member.uuid);
    for (const [at, [path, typed]] of forms.entries()) {
      const sent = await admin.submit(path, { ...shown[at], ...typed });
      expect([path, sent.status]).toEqual([path, at < 5 ? 404 : 422]);
      expect(sent.page).toContain('Das gibt es nicht oder nicht mehr. Gespeichert wurde nichts.');
      expect(sent.page).toMatch(/Das hatten Sie geschrieben:.* Hier/);
    }
    const closed = await admin.submit(forms[4]?.[0] ?? '', { ...shown[4], reason: '' });
    expect(closed.location).toBe('/app/events');
  });

  it('a page that is opened without a session says why, unless there never was one (B2)', async () => {
    const { browser } = await typing(club.admin, NEW_MEMBER, () => endSessions(club.admin));
    const ended = await browser.visit(NEW_MEMBER);
    expect(ended.path).toBe('/app/login?redirect=%2Fapp%2Fmembers%2Fnew');
    expect(ended.page).toContain(`${ENDED} Bitte loggen Sie sich wieder ein.`);
    expect((await app.visitor().visit(NEW_MEMBER)).page).not.toContain(ENDED);
    const { location } = await browser.submit('/app/logout');
    expect(location).toBe('/app/login');
    expect((await browser.visit(location)).page).not.toContain(ENDED);
  });
});

describe('attacks on kept input', () => {
  const TYPED = { firstName: 'Geheim', lastName: 'Anvertraut' };

  async function kept(user: { uuid: string }, path = NEW_MEMBER, fields = {}) {
    const { browser, form } = await typing(user, path, () => endSessions(user));
    const login = await send(browser, path, { ...form, ...TYPED, ...fields });
    return { browser, login, form };
  }

  it('kept input is not shown to another person who logs in, whatever they are allowed', async () => {
    const { browser, login } = await kept(club.admin);
    const other = await app.make.userOf(club.organization, ['EDIT_MEMBERS']);
    const page = await logIn(browser, login, other.email);
    expect([page.status, page.path]).toEqual([200, NEW_MEMBER]);
    expect(page.text).not.toMatch(/Anvertraut|noch da/);
    expect(page.page).toContain('Die Eingaben von vorhin ließen sich nicht übernehmen.');
    // Nor by sending it to the form oneself.
    const { __kept = '' } = hidden(login);
    const posted = await browser.submit(NEW_MEMBER, { __kept });
    expect([posted.status, posted.location]).toEqual([303, NEW_MEMBER]);
  });

  it('kept input neither acts nor shows up on another screen', async () => {
    const event = await app.make.event(club.organization);
    const { login } = await kept(club.admin);
    const { __kept = '' } = hidden(login);
    const browser = await app.as(club.admin, club.organization);
    for (const path of [
      `/app/events/${event.uuid}/delete`,
      '/app/events/new',
      '/app/account/name',
    ]) {
      const { status, location } = await browser.submit(path, { __kept, name: 'x' });
      expect([status, location], path).toEqual([303, path]);
    }
    const { length } = await rowsOf(app.db, 'events', event.uuid, ['uuid']);
    expect(length).toBe(1);
    // A log-in that wants to go elsewhere is not sent on as a form.
    const target = `/app/login?redirect=/app/events/${event.uuid}/delete`;
    const visitor = app.visitor();
    const logged = await visitor.submit(target, {
      email: club.admin.email,
      password: PASSWORD,
      __kept,
    });
    expect(logged.status).toBe(303);
  });

  it('kept input that was changed, made up or is older than an hour opens nothing', async () => {
    const { login } = await kept(club.admin);
    const { __kept = '' } = hidden(login);
    const browser = await app.as(club.admin, club.organization);
    const changed = `${__kept.slice(0, -2)}${__kept.endsWith('AA') ? 'BB' : 'AA'}`;
    for (const value of [changed, '', 'x', 'A'.repeat(100), '{}'])
      expect((await browser.submit(NEW_MEMBER, { __kept: value, ...TYPED })).status).toBe(303);
    const now = Date.now;
    Date.now = () => now() + 61 * 60_000;
    try {
      expect((await browser.submit(NEW_MEMBER, { __kept })).status).toBe(303);
    } finally {
      Date.now = now;
    }
    expect((await browser.submit(NEW_MEMBER, { __kept })).page).toContain(STILL_THERE);
    expect(await members(TYPED.lastName)).toEqual([]);
  });

  it('passwords are not kept, and a form of nothing else is not sent on', async () => {
    const path = '/app/account/email';
    const secret = {
      email: 'neu@verein.example',
      password: 'Geheim1!',
      currentPassword: 'Geheim2!',
    };
    const { browser, login, form } = await kept(club.admin, path, secret);
    const back = await logIn(browser, login, club.admin.email);
    expect(back.text).toContain('value="neu@verein.example"');
    expect(back.text).not.toMatch(/Geheim[12]!/);
    const { status } = await app.visitor().submit('/app/account/password', { ...secret, ...form });
    expect(status).toBe(302);
  });

  it("a second 'Konto löschen' leads to the log-in, which promises nothing (A12)", async () => {
    const user = await app.make.userOf(club.organization);
    const browser = await app.as(user, club.organization);
    const path = '/app/account/deletion';
    const form = { ...hidden(await browser.get(path)), password: PASSWORD, withdraw: 'on' };
    const again = browser.copy();
    expect((await browser.submit(path, form)).location).toBe('/app/login');
    const second = await again.submit(path, form);
    expect(second.status).toBe(302);
    expect((await again.visit(second.location)).page).not.toContain(GOES_ON);
  });

  it('input beyond 64 KiB is not kept, and the log-in says so', async () => {
    const { login } = await kept(club.admin, NEW_MEMBER, { description: 'x'.repeat(64 * 1024) });
    expect(login.status).toBe(401);
    expect(login.page).toContain(TOO_LONG);
    expect(hidden(login).__kept).toBeUndefined();
    expect(Buffer.byteLength(login.text)).toBeLessThan(64 * 1024);
  });

  it('the log-in carries input of up to 64 KiB, for which its own form may be larger', async () => {
    const note = 'x'.repeat(63 * 1024);
    const { browser, login } = await kept(club.admin, NEW_MEMBER, { description: note });
    const wrong = await logIn(browser, login, club.admin.email, 'falsch');
    expect([wrong.status, wrong.page.includes(GOES_ON)]).toEqual([401, true]);
    const back = await logIn(browser, wrong, club.admin.email);
    expect(back.page).toContain(STILL_THERE);
    expect(back.text).toContain(note.slice(0, 30_000));
  });

  it('the log-in repeats nothing but what was sealed here, and says so only then', async () => {
    const made = await app.visitor().submit('/app/login', {
      email: club.admin.email,
      password: 'falsch',
      __kept: 'A'.repeat(90_000),
    });
    expect(made.status).toBe(401);
    expect(made.text.length).toBeLessThan(64 * 1024);
    expect(made.page).not.toContain(GOES_ON);
    // Without percent signs it is three times as long once it is kept.
    const raw = `__key=${'a'.repeat(16)}.${'b'.repeat(22)}.x&name=${'ü'.repeat(16_000)}`;
    const long = await app.visitor().send('/app/login?redirect=/app/members/new&keep', {
      method: 'POST',
      body: raw,
      headers: { 'Content-Type': 'application/x-www-form-urlencoded', Origin: app.origin },
    });
    expect(long.page).toContain(TOO_LONG);
    expect(long.text.length).toBeLessThan(64 * 1024);
  });

  it('an anonymous form leaves nothing behind on the server, and a foreign one is refused', async () => {
    const rows = async () => {
      const counted = await app.pool.query<{ rows: string }>(
        `select string_agg(relname || ' ' || (xpath('/row/c/text()', query_to_xml(
           format('select count(*) c from public.%I', relname), false, true, '')))[1]::text, ', ' order by relname) as rows
         from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`,
      );
      return counted.rows[0]?.rows;
    };
    const before = await rows();
    const path = '/app/login?redirect=/app/members/new&keep';
    const fields = { __key: `${'a'.repeat(16)}.${'b'.repeat(22)}.x`, ...TYPED };
    for (let time = 0; time < 5; time++)
      expect((await app.visitor().submit(path, fields)).status).toBe(401);
    expect(await rows()).toBe(before);
    const foreign = await app.visitor().submit(path, fields, { 'Sec-Fetch-Site': 'cross-site' });
    expect(foreign.status).toBe(403);
  });

  it('a log-in with kept input never leads to another host (A9)', async () => {
    for (const target of ['//evil.example/', 'https://evil.example/', '/\\evil.example']) {
      const path = `/app/login?redirect=${encodeURIComponent(target)}&keep`;
      const { browser, form } = await typing(club.admin, NEW_MEMBER, () => endSessions(club.admin));
      const login = await browser.submit(path, { ...form, ...TYPED });
      const { __kept = '' } = hidden(login);
      const done = await browser.submit(path.replace('&keep', ''), {
        email: club.admin.email,
        password: PASSWORD,
        __kept,
      });
      expect(done.location).toMatch(/^\/app\/$/);
    }
  });
});
