import { describe, expect, it } from 'vitest';
import { mailedLink } from '../support/accounts';
import { testApp } from '../support/app';
import { provedAgo } from '../support/confirmation';

const app = testApp();

const systemAdmin = async () => {
  const user = await app.make.user({ admin: true });
  return { user, browser: await app.as(user) };
};

const onTheWire = ({
  uuid,
  firstName,
  lastName,
  email,
}: Awaited<ReturnType<typeof app.make.user>>) => ({
  uuid,
  firstName,
  lastName,
  email,
  activated: true,
});

describe('GET /user', () => {
  it('GET /user lists all users by address to system administrators (H)', async () => {
    const { browser } = await systemAdmin();
    for (let number = 0; number < 7; number++)
      await app.make.user({ email: `Seite${number}@verein.example` });
    expect((await browser.call('GET', '/user/self/admin')).json).toEqual({ admin: true });
    const all = await browser.call('GET', '/user/');
    expect(all.status).toBe(200);
    const users = await app.db.selectFrom('users').select('uuid').execute();
    expect(all.json).toHaveLength(users.length);
    expect(all.headers.get('Link')).toBeNull();
    expect(Object.keys(all.json[0]).sort()).toEqual([
      'activated',
      'email',
      'firstName',
      'lastName',
      'uuid',
    ]);
    const emails = all.json.map(({ email }: { email: string }) => email.toLowerCase());
    expect(emails).toEqual([...emails].sort());
  });
});

describe('GET and PUT /user/:user', () => {
  it('PUT /user/:user lets users change their name and accepts the whole user (A12)', async () => {
    const user = await app.make.user();
    const person = await app.as(user);
    const changed = { ...onTheWire(user), firstName: 'Änne' };
    const { status, json } = await person.call('PUT', `/user/${user.uuid}`, changed);
    expect([status, json]).toEqual([200, changed]);
    expect((await person.call('GET', `/user/${user.uuid}`)).json).toEqual(changed);
    const partial = await person.call('PUT', `/user/${user.uuid}`, { lastName: 'Kurz' });
    expect(partial.json).toEqual({ ...changed, lastName: 'Kurz' });
  });

  it('PUT /user/:user changes an address only when its owner confirms it (A12)', async () => {
    const user = await app.make.user();
    const person = await app.as(user);
    const email = 'per-api@verein.example';
    const { status, json } = await person.call('PUT', `/user/${user.uuid}`, { email });
    expect([status, json.email]).toEqual([200, user.email]);
    expect(await app.mailsTo(user.email)).toHaveLength(1);
    await app.visitor().submit(await mailedLink(app, email));
    expect((await person.call('GET', `/user/${user.uuid}`)).json.email).toBe(email);
    const taken = await app.make.user();
    const probing = await person.call('PUT', `/user/${user.uuid}`, { email: taken.email });
    expect([probing.status, probing.json.email]).toEqual([200, email]);
  });

  it("PUT /user/:user takes one's own address in other case for the same, and asks nobody (A12)", async () => {
    const user = await app.make.user();
    const person = await app.as(user);
    const put = (email: string) => person.call('PUT', `/user/${user.uuid}`, { email });
    const email = 'gemeint@verein.example';
    await put(email);
    const link = await mailedLink(app, email);
    await provedAgo(app, user, 11);
    const { status, json } = await put(user.email.toUpperCase());
    expect([status, json.email]).toEqual([200, user.email]);
    expect(await app.mailsTo(user.email)).toHaveLength(1);
    // The real change is still pending.
    expect((await app.visitor().submit(link)).status).toBe(200);
    const admin = await app.as(await app.make.user({ admin: true }));
    const corrected = email.toUpperCase();
    const vouched = await admin.call('PUT', `/user/${user.uuid}`, { email: corrected });
    expect(vouched.json.email).toBe(corrected);
  });

  it('PUT /user/:user does not let users activate or deactivate (H)', async () => {
    const user = await app.make.user();
    const person = await app.as(user);
    const path = `/user/${user.uuid}`;
    expect((await person.call('PUT', path, { activated: true })).status).toBe(200);
    const refused = await person.call('PUT', path, { activated: false, firstName: 'Nicht' });
    expect(refused.status).toBe(403);
    expect((await person.call('GET', path)).json).toEqual(onTheWire(user));
    expect((await person.call('PUT', path, { admin: true })).status).toBe(422);
  });

  it('PUT /user/:user lets system administrators change all at once; deactivating ends the sessions (H)', async () => {
    const user = await app.make.user();
    const person = await app.as(user);
    const { user: self, browser } = await systemAdmin();
    const change = {
      firstName: 'A',
      lastName: 'B',
      email: 'gesetzt@verein.example',
      activated: false,
    };
    const { status, json } = await browser.call('PUT', `/user/${user.uuid}`, change);
    expect([status, json]).toEqual([200, { uuid: user.uuid, ...change }]);
    expect((await person.call('GET', '/user/self/info')).json).toEqual({ loggedIn: false });
    const conflict = await browser.call('PUT', `/user/${user.uuid}`, {
      email: self.email.toUpperCase(),
    });
    expect(conflict.status).toBe(409);
    expect((await browser.call('PUT', `/user/${self.uuid}`, { activated: false })).status).toBe(
      409,
    );
  });
});
