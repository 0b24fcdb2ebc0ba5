import { describe, expect, it } from 'vitest';
import { mailedLink, registrant } from '../support/accounts';
import { answerLink } from '../support/answer-link';
import { answerOf, answerSetting } from '../support/answers';
import { testApp } from '../support/app';
import { makeFeed } from '../support/calendars';
import { PASSWORD } from '../support/factories';
import { accountOf, join, mailed } from '../support/invitation-mails';
import { countHashes, sealedBefore, storeAsBefore } from '../support/released';

/** What the released version stored and sealed goes on working beside what this one does. */
const app = testApp();

describe('hashes without a version', () => {
  it('sessions of the released version go on, are extended and end (ASVS V11.2.2)', async () => {
    const user = await app.make.user();
    const login = { email: user.email, password: PASSWORD };
    const [browser, other] = [app.visitor(), app.visitor()];
    await browser.call('POST', '/login/browser', login);
    await other.call('POST', '/login/browser', login);
    const { sessionId } = (await app.visitor().call('POST', '/login/mobile', login)).json;
    expect(await countHashes(app)).toEqual({ versioned: 3, bare: 0, others: 0 });
    await storeAsBefore(app);
    await app.db
      .updateTable('sessions')
      .set({ used_at: new Date(Date.now() - 2 * 3600_000) })
      .execute();
    const bearer = { Authorization: `Bearer ${sessionId}` };
    expect((await browser.get('/app/account')).status).toBe(200);
    expect(
      (await app.visitor().call('GET', '/user/self/info', undefined, bearer)).json,
    ).toMatchObject({
      loggedIn: true,
    });
    const sessions = await app.db.selectFrom('sessions').select('used_at').execute();
    expect(
      sessions.filter(({ used_at }) => used_at.getTime() > Date.now() - 3600_000),
    ).toHaveLength(2);
    // The present session gets a new token, which is stored in the new form.
    await browser.submit('/app/account/password', {
      currentPassword: PASSWORD,
      password: 'Neu und lang genug',
      passwordRepeat: 'Neu und lang genug',
    });
    expect(await countHashes(app)).toEqual({ versioned: 1, bare: 0, others: 0 });
    expect((await browser.get('/app/account')).status).toBe(200);
    expect((await other.get('/app/account')).status).toBe(302);
    await storeAsBefore(app);
    await browser.submit('/app/logout', {});
    expect(await countHashes(app)).toEqual({ versioned: 0, bare: 0, others: 0 });
  });

  it('an app ends a session of the released version by its id (ASVS V11.2.2)', async () => {
    const user = await app.make.user();
    const login = { email: user.email, password: PASSWORD };
    const { sessionId } = (await app.visitor().call('POST', '/login/mobile', login)).json;
    await storeAsBefore(app);
    await app.visitor().call('DELETE', '/login/mobile', { session: sessionId });
    expect(await countHashes(app)).toEqual({ versioned: 0, bare: 0, others: 0 });
  });

  it('codes of the released version confirm an address, twice, and set a password, once (ASVS V11.2.2)', async () => {
    const { email } = registrant('codes@verein.example');
    await app.visitor().submit('/app/auth/register', registrant(email));
    const confirmation = await mailedLink(app, email);
    await storeAsBefore(app);
    for (let time = 0; time < 2; time++)
      expect((await app.visitor().submit(confirmation)).page).toContain('Validierung erfolgreich');
    await app.visitor().submit('/app/auth/password-reset', { email });
    const link = await mailedLink(app, email, /Passwort/);
    await storeAsBefore(app);
    const typed = { password: 'Ein ganz neues', passwordRepeat: 'Ein ganz neues' };
    expect((await app.visitor().submit(link, typed)).status).toBe(303);
    expect((await app.visitor().submit(link, typed)).status).toBe(404);
  });

  it('a calendar feed of the released version is read beside a new one (ASVS V11.2.2)', async () => {
    const { organization, admin } = await app.make.club();
    const before = await makeFeed(app, admin, { organization });
    await storeAsBefore(app);
    const now = await makeFeed(app, admin, { organization, slot: 2 });
    for (const { path } of [before, now]) expect((await app.visitor().get(path)).status).toBe(200);
    const unknown = `/app/calendar/${'x'.repeat(43)}.ics`;
    expect((await app.visitor().get(unknown)).status).toBe(404);
  });

  it('an invitation of the released version is proved by a new mail, and its account made once (ASVS V11.2.2)', async () => {
    const { member, inviter, email } = await mailed(app);
    const { code } = (await inviter.call('POST', `/organization/invitation/${member.uuid}`)).json;
    await storeAsBefore(app);
    await inviter.submit(`/app/members/${member.uuid}/invitation/mail`, { code, email });
    const link = await mailedLink(app, email);
    await storeAsBefore(app);
    const [browser, again] = [app.visitor(), app.visitor()];
    await join(browser, link);
    expect(await accountOf(app, email)).toMatchObject({ activated: true });
    await storeAsBefore(app);
    await join(again, link);
    expect((await again.get('/app/account')).status).toBe(200);
    expect((await browser.get(`/app/invite/${code}`)).page).not.toContain('Ungültig');
  });
});

describe('seals without a version', () => {
  it('a link in a mail of the released version still answers, and one that was changed does not (ASVS V11.2.2)', async () => {
    const setting = await answerSetting(app, { set: { asks_answer: 'true' } });
    const sent = await answerLink(app, setting);
    const { event, member, user } = setting;
    const ids = [event, member, user].map(({ uuid }) =>
      Buffer.from(uuid.replaceAll('-', ''), 'hex'),
    );
    const bytes = Buffer.concat([...ids, Buffer.from('0')]);
    const token = sealedBefore(bytes, 'link answer', app.config.secret);
    const path = `/app/answer/${token}`;
    expect(sent).not.toContain(token);
    expect((await app.visitor().get(path)).status).toBe(200);
    await app.visitor().submit(path, { answer: 'yes' });
    expect(await answerOf(app, event, member.uuid)).toBe('yes 1');
    const changed = `${path.slice(0, -2)}${path.endsWith('AA') ? 'BB' : 'AA'}`;
    for (const other of [
      changed,
      `/app/answer/${sealedBefore(bytes, 'link answer', 'y'.repeat(32))}`,
    ])
      expect((await app.visitor().get(other)).status, other).toBe(404);
  });
});
