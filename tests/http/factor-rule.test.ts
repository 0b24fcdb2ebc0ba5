import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { testApp } from '../support/app';
import { loggedActions } from '../support/audit';
import { giveFactor, takeFactor } from '../support/authenticator';
import { demandFactor } from '../support/factor-rule';
import { changeRows, deleteRows, insertRows } from '../support/rows';

/** A club switches on that its admins need a second factor, and off again (T6). */

const app = testApp();
const LIST = '/app/admin/permissions';
const DIALOG = `${LIST}/second-factor`;
const RESTING = 'Ihre Berechtigungen ruhen, bis Sie einen Handy-Code einrichten.';

/** A club of an admin with a second factor and one without. */
async function club(fields: { name?: string } = {}) {
  const { organization, admin } = await app.make.club(fields);
  const other = await app.make.userOf(organization, ['ORGANIZATION_ADMIN']);
  await giveFactor(app, admin);
  const call = `/organization/${organization.uuid}/second-factor`;
  return { organization, admin, other, call, browser: await app.as(admin, organization) };
}

const stored = ({ uuid }: { uuid: string }) =>
  app.db
    .selectFrom('organizations')
    .select('admins_need_factor_from as from')
    .select(
      sql<
        number | null
      >`round(extract(epoch from admins_need_factor_from - now()) / 86400)::int`.as('days'),
    )
    .where('uuid', '=', uuid)
    .executeTakeFirstOrThrow();

describe('calls', () => {
  it('PUT requires it in 14 days, GET says so and who has none, DELETE ends it (T6)', async () => {
    const { organization, other, call, browser } = await club();
    const missing = [{ uuid: other.uuid, firstName: other.firstName, lastName: other.lastName }];
    expect((await browser.call('GET', call)).json).toEqual({
      from: null,
      missing,
      missingCount: 1,
    });
    const put = await browser.call('PUT', call);
    expect(put.status).toBe(200);
    const { from, days } = await stored(organization);
    expect(days).toBe(14);
    const state = { from: from?.toISOString(), missing, missingCount: 1 };
    expect(put.json).toEqual(state);
    expect((await browser.call('GET', call)).json).toEqual(state);
    const ended = await browser.call('DELETE', call);
    expect([ended.status, ended.json]).toEqual([200, { from: null, missing, missingCount: 1 }]);
    expect((await stored(organization)).from).toBeNull();
    expect(await loggedActions(app, organization)).toEqual([
      expect.stringMatching(/^Handy-Code für die Verwaltung verlangt, ab \d\d\. \S+ \d{4}$/),
      'Handy-Code für die Verwaltung nicht mehr verlangt',
    ]);
  });

  it('switching on again keeps the first moment, off and on again starts over, nothing shortens it (T6)', async () => {
    const { organization, call, browser } = await club();
    await browser.call('PUT', call);
    await demandFactor(app, organization, '4 days');
    expect((await browser.call('PUT', call)).status).toBe(200);
    expect((await stored(organization)).days).toBe(10);
    expect(await loggedActions(app, organization)).toHaveLength(1);
    await browser.call('DELETE', call);
    await browser.call('PUT', call);
    expect((await stored(organization)).days).toBe(14);
    expect((await browser.call('DELETE', call)).status).toBe(200);
    expect((await browser.call('DELETE', call)).status).toBe(200);
    expect(await loggedActions(app, organization)).toHaveLength(4);
  });

  it('only an admin with a second factor can require it of others, or renew that (T6)', async () => {
    const { organization, admin, call, browser } = await club();
    await takeFactor(app, admin);
    const refused = await browser.call('PUT', call);
    expect([refused.status, refused.json]).toMatchObject([
      409,
      { detail: expect.stringContaining('Richten Sie zuerst selbst einen Handy-Code ein') },
    ]);
    expect((await stored(organization)).from).toBeNull();
    // An unconfirmed one is none.
    await insertRows(app.db, 'totp', { user_uuid: admin.uuid, secret: 'sealed' });
    expect((await browser.call('PUT', call)).status).toBe(409);
    await demandFactor(app, organization, '1 day');
    expect((await browser.call('PUT', call)).status).toBe(200);
  });

  it('two who switch it at the same moment leave one state and one entry for each change (T6)', async () => {
    for (let round = 0; round < 10; round++) {
      const { organization, call, browser, other } = await club();
      await giveFactor(app, other);
      const second = await app.as(other, organization);
      const on = await Promise.all([browser.call('PUT', call), second.call('PUT', call)]);
      expect(on.map(({ status }) => status)).toEqual([200, 200]);
      expect(on[0].json).toEqual(on[1].json);
      const mixed = await Promise.all([browser.call('DELETE', call), second.call('PUT', call)]);
      expect(mixed.map(({ status }) => status)).toEqual([200, 200]);
      const { from } = await stored(organization);
      // On, off, and on again if that came last.
      expect(await loggedActions(app, organization)).toHaveLength(from ? 3 : 2);
    }
  });
});

describe('screens', () => {
  it('the list says that it is off, the dialog explains it, names who has none and switches it on (T6)', async () => {
    const { organization, other, browser } = await club();
    const before = await browser.get(LIST);
    expect(before.page).toContain(
      'Handy-Code für die Verwaltung Zum Einloggen reicht das Passwort.',
    );
    expect(before.text).toContain(`href="${DIALOG}"`);
    const dialog = await browser.get(DIALOG);
    expect(dialog.page).toContain('Alle haben dafür 14 Tage Zeit');
    expect(dialog.page).toContain(`Noch ohne Handy-Code: ${other.firstName} ${other.lastName}.`);
    const done = await browser.submit(DIALOG, { state: 'on' });
    expect([done.status, done.location]).toEqual([303, LIST]);
    const { days } = await stored(organization);
    expect(days).toBe(14);
    const { page } = await browser.get(LIST);
    expect(page).toMatch(/Handy-Code für die Verwaltung Verlangt ab dem \d\d\. \S+ \d{4}\./);
    expect(page).toContain(`Noch ohne Handy-Code: ${other.firstName} ${other.lastName}.`);
    expect(page).not.toContain('ruht');
    await demandFactor(app, organization);
    const later = await browser.get(LIST);
    expect(later.page).toMatch(/Verlangt seit dem \d\d\. \S+ \d{4}\./);
    expect((await browser.get(DIALOG)).page).toContain('Soll die Verwaltung künftig wieder ohne');
    expect((await browser.submit(DIALOG, { state: 'off' })).status).toBe(303);
    expect((await stored(organization)).from).toBeNull();
  });

  it('an admin without a second factor is led to their own instead (T6)', async () => {
    const { organization, admin, browser } = await club();
    await takeFactor(app, admin);
    const { page, text } = await browser.get(DIALOG);
    expect(page).toContain('Richten Sie also zuerst Ihren eigenen ein.');
    expect(text).toContain('href="/app/account/second-factor"');
    expect(text).not.toContain('name="state"');
    const forced = await browser.submit(DIALOG, { state: 'on' });
    expect(forced.status).toBe(409);
    expect(forced.page).toContain('Richten Sie zuerst selbst einen Handy-Code ein');
    expect((await stored(organization)).from).toBeNull();
  });

  it('the list and the dialog note whose permissions rest; calls show them as granted (T6)', async () => {
    const { organization, other, browser } = await club();
    await demandFactor(app, organization);
    const { page } = await browser.get(LIST);
    expect(page.match(/ruht/g)).toHaveLength(1);
    const dialog = await browser.get(`${LIST}/${other.uuid}`);
    expect(dialog.page).toContain('Die Berechtigungen ruhen.');
    const path = `/organization/${organization.uuid}/connected-users/${other.uuid}/permissions`;
    expect((await browser.call('GET', path)).json).toEqual([
      { organization: organization.uuid, user: other.uuid, permission: 'ORGANIZATION_ADMIN' },
    ]);
    const own = await app.as(other, organization);
    const granted = await own.call('GET', `/permission/${other.uuid}/${organization.uuid}`);
    expect(granted.json).toHaveLength(1);
    await giveFactor(app, other);
    expect((await browser.get(LIST)).page).not.toContain('ruht');
    expect((await browser.get(`${LIST}/${other.uuid}`)).page).not.toContain('ruhen');
  });

  it('fifty are named and the rest is counted (T6)', async () => {
    const { organization, browser, call } = await club();
    for (let at = 0; at < 52; at++) await app.make.userOf(organization, ['ORGANIZATION_ADMIN']);
    const { json } = await browser.call('GET', call);
    expect(json).toMatchObject({ missingCount: 53 });
    expect((json as { missing: unknown[] }).missing).toHaveLength(50);
    expect((await browser.get(DIALOG)).page).toContain(' und 3 weitere.');
  });
});

describe('mails', () => {
  const FACTOR = /^Handy-Code nötig: /;
  const told = async ({ email }: { email: string }) =>
    (await app.mailsTo(email)).filter(({ subject }) => FACTOR.test(subject));

  it('each admin without one is told at once, and nobody else (T6)', async () => {
    const { organization, admin, other, call, browser } = await club({ name: 'TSV Grünau' });
    const user = await app.make.userOf(organization, ['EDIT_EVENTS', 'EDIT_MEMBERS']);
    await browser.call('PUT', call);
    const [mail] = await told(other);
    expect(mail?.subject).toBe('Handy-Code nötig: „TSV Grünau“');
    expect(mail?.sender).toBe('„TSV Grünau“ über Vereinsheim');
    expect(mail?.text).toContain(`${app.origin}/app/account/second-factor`);
    expect(mail?.text).toMatch(/ab dem \d\d\. \S+ \d{4} einen\s+Handy-Code/);
    expect(await told(other)).toHaveLength(1);
    expect(await told(admin)).toEqual([]);
    expect(await told(user)).toEqual([]);
  });

  it('has a short subject for a long name, too (T6)', async () => {
    const { other, call, browser } = await club({ name: 'Turn- und Gesangverein '.repeat(8) });
    await browser.call('PUT', call);
    const [mail] = await told(other);
    expect(mail?.subject).toContain('Turn- und Gesangverein');
    expect(mail?.subject.length).toBeLessThan(60);
  });

  it('however often it is switched, they are told once a day (T6)', async () => {
    const { organization, other, call, browser } = await club();
    for (let round = 0; round < 5; round++) {
      await browser.call('PUT', call);
      await browser.call('DELETE', call);
    }
    await browser.call('PUT', call);
    expect(await told(other)).toHaveLength(1);
    await browser.call('DELETE', call);
    await changeRows(app.db, 'organizations', organization.uuid, {
      admins_told_of_factor_at: sql`now() - interval '25 hours'`,
    });
    await browser.call('PUT', call);
    expect(await told(other)).toHaveLength(2);
  });

  it('what is not true any more when a mail is written is not told (T6)', async () => {
    const gone = await club();
    await gone.browser.call('PUT', gone.call);
    await gone.browser.call('DELETE', gone.call);
    expect(await told(gone.other)).toEqual([]);
    const done = await club();
    await done.browser.call('PUT', done.call);
    await giveFactor(app, done.other);
    expect(await told(done.other)).toEqual([]);
    const deleted = await club();
    await deleted.browser.call('PUT', deleted.call);
    await deleteRows(app.db, 'organizations', deleted.organization.uuid);
    expect(await told(deleted.other)).toEqual([]);
  });
});

it('a screen that refuses says that the permissions rest, and so does a call (T6)', async () => {
  const { organization, other, call } = await club();
  await demandFactor(app, organization);
  const browser = await app.as(other, organization);
  expect(await browser.call('GET', call)).toMatchObject({
    status: 403,
    json: { type: 'about:blank', detail: RESTING },
  });
  // What was not granted either is missing as ever.
  const member = { organization: organization.uuid, firstName: 'Max', lastName: 'Neu' };
  const others = await browser.call('POST', '/member', member);
  expect(others).toMatchObject({
    status: 403,
    json: {
      detail:
        'Dafür fehlt Ihnen die Berechtigung „Mitglieder bearbeiten“. Fragen Sie die Administration.',
    },
  });
  const refused = await browser.get(LIST);
  expect([refused.status, refused.location]).toEqual([302, '/app/']);
  expect((await browser.get('/app/')).page).toContain(`Berechtigung ${RESTING}`);
  const form = await browser.submit(DIALOG, { state: 'off' });
  expect([form.status, form.location]).toEqual([302, '/app/']);
  expect((await browser.get('/app/')).page).toContain(RESTING);
});
