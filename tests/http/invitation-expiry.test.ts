import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { dateToText } from '~/dates';
import { INVITATION_DAYS } from '~/retention';
import { keepHouse } from '~/server/housekeeping';
import { testApp } from '../support/app';
import { changeRows, rowOf, rowsOf } from '../support/rows';

const app = testApp();

async function invited() {
  const { organization, admin } = await app.make.club();
  const member = await app.make.member(organization, { firstName: 'Jörg', lastName: 'Müller' });
  const browser = await app.as(admin, organization);
  const { code } = (await browser.call('POST', `/organization/invitation/${member.uuid}`)).json as {
    code: string;
  };
  const dialog = (name: string) => `/app/members/${member.uuid}/${name}`;
  return { organization, member, admin: browser, code, dialog };
}

/** Ages the invitation by so many days. */
const age = (member: { uuid: string }, days: number) =>
  changeRows(
    app.db,
    'invitations',
    { member_uuid: member.uuid },
    { valid_through: sql<string>`valid_through - ${days}::int` },
  );

const inDays = (days: number) =>
  dateToText(new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10));

describe('invitation expiry (D4)', () => {
  it('where a link is shown, in the member’s dialog and in the mail, it says that it holds for 90 days (D4)', async () => {
    const { admin, dialog } = await invited();
    const created = await admin.submit(dialog('invitation'));
    expect(created.page).toContain(`Der Link gilt bis ${inDays(INVITATION_DAYS)}.`);
    expect((await admin.get(dialog('edit'))).page).toContain(
      `Der Link gilt bis ${inDays(INVITATION_DAYS)}.`,
    );
    const code = /app\/invite\/([\w-]{43})/.exec(created.text)?.[1] ?? '';
    const email = `${code.slice(0, 8)}@verein.example`.toLowerCase();
    await admin.submit(dialog('invitation/mail'), { code, email });
    const [mail] = await app.mailsTo(email);
    expect(mail?.text.replace(/\s+/g, ' ')).toContain(
      `nur einmal und bis ${inDays(INVITATION_DAYS)}.`,
    );
    const refused = await admin.submit(dialog('invitation/mail'), { code, email: 'keine' });
    expect(refused.page).toContain(`Der Link gilt bis ${inDays(INVITATION_DAYS)}.`);
  });

  it('an invitation works through its 90th day, then its code is invalid (D4, C5)', async () => {
    const { member, organization, admin, code, dialog } = await invited();
    await age(member, INVITATION_DAYS);
    const visitor = await app.as(await app.make.user());
    expect((await visitor.get(`/app/invite/${code}`)).page).toContain('Akzeptieren');
    await age(member, 1);
    const screen = await visitor.get(`/app/invite/${code}`);
    expect(screen.status).toBe(404);
    expect(screen.page).toContain('Ungültiger Einladungscode.');
    const info = `/organization/invitation/info/${code}`;
    expect((await visitor.call('GET', info)).status).toBe(404);
    for (const response of ['', '/rejection']) {
      const { location } = await visitor.submit(`/app/invite/${code}${response}`);
      expect((await visitor.get(location)).page).toContain('Ungültiger Einladungscode.');
    }
    const late = await admin.submit(dialog('invitation/mail'), {
      code,
      email: 'spaet@verein.example',
    });
    expect(late.status).toBe(409);
    expect(await app.mailsTo('spaet@verein.example')).toEqual([]);
    const url = `/organization/${organization.uuid}/connected-members/${member.uuid}`;
    expect((await admin.call('GET', url)).json).toMatchObject({ invited: false, accepted: false });
  });

  it('after 90 days a member counts as not invited and may be invited again (D4, D3)', async () => {
    const { member, admin, dialog } = await invited();
    await age(member, 91);
    const edit = await admin.get(dialog('edit'));
    expect(edit.page).toContain('Einladung erstellen');
    expect(edit.page).not.toContain('Einladung erstellt');
    expect((await admin.get(dialog('invitation'))).page).not.toContain(
      'Es gibt schon eine Einladung.',
    );
    expect((await admin.get(dialog('delete'))).page).not.toContain('die offene Einladung');
    expect((await admin.call('DELETE', `/organization/invitation/${member.uuid}`)).status).toBe(
      404,
    );
    const again = await admin.call('POST', `/organization/invitation/${member.uuid}`);
    expect(again.status).toBe(200);
    expect((await admin.get(dialog('edit'))).page).toContain(
      `Der Link gilt bis ${inDays(INVITATION_DAYS)}.`,
    );
    const visitor = await app.as(await app.make.user());
    expect(
      (await visitor.call('POST', `/organization/invitation/accept/${again.json.code}`)).status,
    ).toBe(204);
  });

  it('expired invitations are deleted, valid ones are kept (D4)', async () => {
    const [over, last] = [await invited(), await invited()];
    await age(over.member, 91);
    await age(last.member, 90);
    await keepHouse(app.db, { auditDays: 30 });
    const left = await rowsOf(
      app.db,
      'invitations',
      { member_uuid: [over.member.uuid, last.member.uuid] },
      ['member_uuid'],
    );
    expect(left).toEqual([{ member_uuid: last.member.uuid }]);
  });
});

describe('resubmitted invitations (D4)', () => {
  const keyIn = (text: string) =>
    /name="__key" value="([^"]*\.create-invitation)"/.exec(text)?.[1] ?? '';

  it('reloading an invitation creates no new one, keeps the copied link and says it was shown (D4)', async () => {
    const { admin, dialog } = await invited();
    const __key = keyIn((await admin.get(dialog('invitation'))).text);
    const first = await admin.submit(dialog('invitation'), { __key });
    const code = /app\/invite\/([\w-]{43})/.exec(first.text)?.[1] ?? '';
    expect(code).not.toBe('');
    for (let time = 0; time < 2; time++) {
      const again = await admin.submit(dialog('invitation'), { __key });
      expect(again.status).toBe(200);
      expect(again.page).toContain('Der Link wurde schon angezeigt.');
      expect(again.page).toContain(`Er gilt bis ${inDays(INVITATION_DAYS)}.`);
      expect(again.text).not.toContain('/app/invite/');
    }
    const visitor = await app.as(await app.make.user());
    expect((await visitor.call('GET', `/organization/invitation/info/${code}`)).status).toBe(200);
    // The form on the new page has a new key and so creates a new invitation.
    const fresh = await admin.submit(dialog('invitation'), {
      __key: keyIn((await admin.get(dialog('invitation'))).text),
    });
    expect(fresh.text).toMatch(/app\/invite\/[\w-]{43}/);
    const replaced = await admin.submit(dialog('invitation'), { __key });
    expect(replaced.page).toContain('Er gilt nicht mehr');
    expect((await visitor.call('GET', `/organization/invitation/info/${code}`)).status).toBe(404);
  });

  it('many simultaneous copies of an invitation form create one invitation, and one of them shows it (D4)', async () => {
    const { admin, dialog } = await invited();
    const __key = 'rendering.create-invitation';
    const responses = await Promise.all(
      Array.from({ length: 8 }, () => admin.submit(dialog('invitation'), { __key })),
    );
    const shown = responses.flatMap(({ text }) => /app\/invite\/([\w-]{43})/.exec(text)?.[1] ?? []);
    expect(shown).toHaveLength(1);
    const visitor = await app.as(await app.make.user());
    expect((await visitor.call('POST', `/organization/invitation/accept/${shown[0]}`)).status).toBe(
      204,
    );
    const late = await admin.submit(dialog('invitation'), { __key });
    expect(late.page).toContain('Er gilt nicht mehr');
  });
});

describe('failures at their form (B6)', () => {
  const times = (page: string, text: string) => page.split(text).length - 1;

  it('the member’s dialog says a failure once, at the form that was submitted (B6)', async () => {
    const { admin, dialog } = await invited();
    const stale = { firstName: 'Jörg', lastName: 'Anders', __version: '0' };
    const refused = await admin.submit(dialog('edit'), stale);
    expect(refused.status).toBe(409);
    expect(times(refused.page, 'Error: Mitglied')).toBe(1);
  });

  it.each([
    ['acceptance', '', 'Fehler beim Akzeptieren der Einladung.'],
    ['rejection', '/rejection', 'Fehler beim Ablehnen der Einladung.'],
  ])(
    'a failed %s is said once, and the invitation is still shown (B6)',
    async (_what, path, said) => {
      const { code } = await invited();
      const visitor = await app.as(await app.make.user());
      await sql`create function fail() returns trigger language plpgsql as 'begin raise exception ''on purpose''; end'`.execute(
        app.db,
      );
      await sql`create trigger fail before delete on invitations execute function fail()`.execute(
        app.db,
      );
      try {
        const failed = await visitor.submit(`/app/invite/${code}${path}`);
        expect(failed.status).toBe(500);
        expect(failed.page.includes('Akzeptieren')).toBe(path === '');
        expect(times(failed.page, 'Error: Einladung')).toBe(1);
        expect(times(failed.page, said)).toBe(1);
      } finally {
        await sql`drop trigger fail on invitations`.execute(app.db);
        await sql`drop function fail`.execute(app.db);
        app.errors.splice(0);
      }
    },
  );
});

describe('invitation races (C5, D3)', () => {
  it('when an admin revokes an invitation while a user accepts it, exactly one of them succeeds (C5, D3)', async () => {
    for (let round = 0; round < 8; round++) {
      const { organization, member, admin, code } = await invited();
      const user = await app.make.user();
      const browser = await app.as(user);
      const accept = () => browser.call('POST', `/organization/invitation/accept/${code}`);
      const revoke = () => admin.call('DELETE', `/organization/invitation/${member.uuid}`);
      const [accepted, revoked] =
        round % 2
          ? await Promise.all([accept(), revoke()])
          : await Promise.all([revoke(), accept()]).then(([a, b]) => [b, a] as const);
      expect([
        [204, 404],
        [404, 204],
      ]).toContainEqual([accepted.status, revoked.status]);
      const { user_uuid } = await rowOf(app.db, 'members', member.uuid, ['user_uuid']);
      expect(user_uuid).toBe(accepted.status === 204 ? user.uuid : null);
      const belongs = await rowsOf(
        app.db,
        'organization_users',
        { organization_uuid: organization.uuid, user_uuid: user.uuid },
        ['user_uuid'],
      );
      expect(belongs).toHaveLength(accepted.status === 204 ? 1 : 0);
    }
  });

  it('two users accepting while an admin invites again link at most one and leave no invitation open (C5, D3)', async () => {
    for (let round = 0; round < 6; round++) {
      const { member, admin, code } = await invited();
      const users = [await app.make.user(), await app.make.user()];
      const browsers = await Promise.all(users.map((user) => app.as(user)));
      const [again, ...accepts] = await Promise.all([
        admin.call('POST', `/organization/invitation/${member.uuid}`),
        ...browsers.map((browser) =>
          browser.call('POST', `/organization/invitation/accept/${code}`),
        ),
      ]);
      const accepted = accepts.filter(({ status }) => status === 204).length;
      expect([200, 409]).toContain(again.status);
      expect(accepted).toBe(again.status === 409 ? 1 : 0);
      const open = await rowsOf(app.db, 'invitations', { member_uuid: member.uuid }, [
        'member_uuid',
      ]);
      expect(open).toHaveLength(accepted === 1 ? 0 : 1);
    }
  });
});
