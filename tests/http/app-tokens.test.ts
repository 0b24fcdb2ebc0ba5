import { beforeAll, describe, expect, it } from 'vitest';
import { testApp } from '../support/app';
import type { Browser, TestResponse } from '../support/browser';
import { PASSWORD } from '../support/factories';
import { lasting } from '../support/lasting-scenes';
import { callOf, methodOf, pathOf, requests } from '../support/requests';
import { mightyScene, type Scene } from '../support/roles';
import { rowsOf } from '../support/rows';
import { addressOf, type Visit, visits } from '../support/screens';

/**
 * An app's token is good for calls, as `Authorization: Bearer`, and a browser's only as its cookie
 * (G3, T2, ASVS V7.5.1): of neither kind does the other way open anything.
 */
const app = testApp();

/** Sends a request as somebody who has nothing but a token. */
type Way = (token: string) => { visitor: Browser; headers: Record<string, string> };

const asCookie: Way = (token) => {
  const visitor = app.visitor();
  visitor.cookies.set('session', token);
  return { visitor, headers: {} };
};
const asBearer: Way = (token) => ({
  visitor: app.visitor(),
  headers: { Authorization: `Bearer ${token}` },
});
const nobody: Way = () => ({ visitor: app.visitor(), headers: {} });

/** What somebody has done, or has had done. */
const deedsOf = async ({ uuid }: { uuid: string }) =>
  rowsOf(app.db, 'audit_log', { actor_uuid: uuid }, ['operation']);

/** A scene for ten names each: what is refused has changed nothing there. */
function shared(): () => Promise<Scene> {
  let asked = 0;
  let here: Promise<Scene> | undefined;
  return () => {
    if (asked++ % 10 === 0) here = undefined;
    here ??= mightyScene(app);
    return here;
  };
}

const query = (fields: Visit['fields']) => {
  const search = new URLSearchParams(fields as Record<string, string> | undefined);
  return search.size > 0 ? `?${search}` : '';
};

function open(name: string, visit: Visit, { visitor, headers }: ReturnType<Way>) {
  const address = addressOf(name, visit.params);
  return name.startsWith('POST ')
    ? visitor.submit(address, visit.fields, headers)
    : visitor.get(`${address}${query(visit.fields)}`, headers);
}

/** As Remix asks for the data of a screen. */
const openData = (name: string, visit: Visit, { visitor, headers }: ReturnType<Way>) =>
  visitor.get(
    `${addressOf(name, visit.params).replace(/^\/app\/$/, '/app/_root')}.data${query(visit.fields)}`,
    headers,
  );

const isTurnedAway = ({ status, location, text }: TestResponse) =>
  location.startsWith('/app/login') || (status === 202 && text.includes('/app/login'));

describe('at every screen (G3)', () => {
  /** The screens that nobody sees who is not logged in. */
  const closed: string[] = [];
  beforeAll(async () => {
    const next = shared();
    for (const [name, recipe] of Object.entries(visits)) {
      const visit = await recipe(await next());
      if (isTurnedAway(await open(name, visit, nobody('')))) closed.push(name);
    }
    app.errors.splice(0);
  });

  it.each([
    ['Bearer', asBearer],
    ['cookie', asCookie],
  ])('a token of an app as %s opens no screen and sends no form', async (_, way) => {
    expect(closed.length).toBeGreaterThan(150);
    const next = shared();
    for (const name of closed) {
      const here = await next();
      const visit = (await visits[name]?.(here)) ?? {};
      const token = await app.make.session(here.actor, here.organization, 'mobile');
      expect(isTurnedAway(await open(name, visit, way(token))), name).toBe(true);
      if (name.startsWith('GET '))
        expect(isTurnedAway(await openData(name, visit, way(token))), `${name}.data`).toBe(true);
      expect(await deedsOf(here.actor), name).toEqual([]);
    }
  });

  it('screens that need no log-in do not know whose token it is, either', async () => {
    for (const name of Object.keys(visits).filter((each) => !closed.includes(each))) {
      for (const way of [asBearer, asCookie]) {
        const here = await mightyScene(app);
        const visit = (await visits[name]?.(here)) ?? {};
        const token = await app.make.session(here.actor, here.organization, 'mobile');
        const { text } = await open(name, visit, way(token));
        expect(text, name).not.toContain(here.organization.uuid);
        // A log-in with the password is one, whatever came along.
        if (name !== 'POST /app/login') expect(await deedsOf(here.actor), name).toEqual([]);
      }
    }
  });

  it('the cookie counts beside one, and its form must come from our own page (G3)', async () => {
    const user = await app.make.user();
    const other = await app.make.user();
    const person = await app.as(user);
    const token = await app.make.session(other, undefined, 'mobile');
    const headers = { Authorization: `Bearer ${token}` };
    const page = await person.get('/app/account', headers);
    expect(page.text).toContain(user.email);
    expect(page.text).not.toContain(other.email);
    const name = { firstName: 'Von', lastName: 'Fern' };
    const foreign = { ...headers, Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' };
    expect((await person.submit('/app/account/name', name, foreign)).status).toBe(403);
    expect((await person.submit('/app/account/name', name, headers)).status).toBe(303);
    expect([await deedsOf(other), (await deedsOf(user)).length]).toEqual([[], 1]);
  });
});

describe('at every call (G3)', () => {
  it.each([
    ['an app’s token as cookie', 'mobile', asCookie],
    ['a browser’s token as Bearer', 'browser', asBearer],
  ] as const)('%s makes none', async (_, kind, way) => {
    let closed = 0;
    const next = lasting(() => mightyScene(app));
    for (const [name, recipe] of Object.entries(requests)) {
      const here = await next();
      const sample = await recipe(here);
      const call = callOf(name);
      const send = ({ visitor, headers }: ReturnType<Way>) =>
        visitor.call(methodOf(call), pathOf(call, sample), sample.body, headers);
      const token = await app.make.session(here.actor, here.organization, kind);
      const answer = await send(way(token));
      // What anybody may do is done by nobody in particular.
      if ((await send(nobody(''))).status === 401) {
        expect([name, answer.status]).toEqual([name, 401]);
        closed += 1;
      }
      const deeds = (await deedsOf(here.actor)).filter(
        ({ operation }) => !/^(Log in|Send a link)/.test(operation),
      );
      expect(deeds, name).toEqual([]);
    }
    expect(closed).toBeGreaterThan(70);
    app.errors.splice(0);
  });

  it('each is good the way it was given out (G3)', async () => {
    const user = await app.make.user();
    const login = { email: user.email, password: PASSWORD };
    const browser = app.visitor();
    await browser.call('POST', '/login/browser', login);
    const { sessionId } = (await app.visitor().call('POST', '/login/mobile', login)).json;
    const cookie = browser.cookies.get('session') ?? '';
    const whoIs = async ({ visitor, headers }: ReturnType<Way>) =>
      (await visitor.call('GET', '/user/self/info', undefined, headers)).json;
    const known = { loggedIn: true, uuid: user.uuid };
    expect([await whoIs(asCookie(cookie)), await whoIs(asBearer(sessionId))]).toEqual([
      known,
      known,
    ]);
    const unknown = { loggedIn: false };
    expect([await whoIs(asBearer(cookie)), await whoIs(asCookie(sessionId))]).toEqual([
      unknown,
      unknown,
    ]);
    // Nor is a screen's log-in with an app's cookie anything but a log-in.
    const page = await asCookie(sessionId).visitor.get('/app/login');
    expect(page.status).toBe(200);
  });

  it('a log-in ends the session that it replaces, and none of the other kind (G3)', async () => {
    const user = await app.make.user();
    const login = { email: user.email, password: PASSWORD };
    const kinds = async () =>
      (await rowsOf(app.db, 'sessions', { user_uuid: user.uuid }, ['kind']))
        .map(({ kind }) => kind)
        .sort();
    const browser = app.visitor();
    await browser.call('POST', '/login/browser', login);
    await browser.call('POST', '/login/browser', login);
    expect(await kinds()).toEqual(['browser']);
    const { sessionId } = (await browser.call('POST', '/login/mobile', login)).json;
    const headers = { Authorization: `Bearer ${sessionId}` };
    await app.visitor().call('POST', '/login/browser', login, headers);
    expect(await kinds()).toEqual(['browser', 'browser', 'mobile']);
    await app.visitor().call('POST', '/login/mobile', login, headers);
    expect(await kinds()).toEqual(['browser', 'browser', 'mobile']);
  });
});
