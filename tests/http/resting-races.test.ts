import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { remindOfFactors } from '~/features/permissions/factor-rule.server';
import { testApp } from '../support/app';
import { giveFactor, takeFactor } from '../support/authenticator';
import { demandFactor } from '../support/factor-rule';
import { untilWaiting } from '../support/gate';
import { clubOfAdmins } from '../support/permissions';
import { seeded } from '../support/random';
import { rowsOf } from '../support/rows';

/** Permissions that rest, under races and in any order of events (T6). */

const app = testApp();

const setRole = (organization: { uuid: string }, user: { uuid: string }, state: boolean) =>
  state
    ? sql`insert into permissions (organization_uuid, user_uuid, permission)
        values (${organization.uuid}, ${user.uuid}, 'ORGANIZATION_ADMIN') on conflict do nothing`.execute(
        app.db,
      )
    : // The last one stays (C4).
      sql`delete from permissions where organization_uuid = ${organization.uuid}
        and user_uuid = ${user.uuid} and permission = 'ORGANIZATION_ADMIN'`
        .execute(app.db)
        .catch(() => undefined);

/** How many can administer a club at one moment: what any request of theirs would find. */
async function administering({ uuid }: { uuid: string }): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from permissions p join users u on u.uuid = p.user_uuid and u.activated
    where p.organization_uuid = ${uuid} and p.permission = 'ORGANIZATION_ADMIN'
      and not permissions_rest(p.organization_uuid, p.user_uuid)`.execute(app.db);
  return rows[0]?.count ?? 0;
}

describe('races', () => {
  it('somebody can always administer, whatever is changed at once (T6, C4)', async () => {
    const random = seeded(16);
    const { organization, people } = await clubOfAdmins(app, 4);
    await demandFactor(app, organization);
    let isOver = false;
    const seen: number[] = [];
    const watching = (async () => {
      while (!isOver) seen.push(await administering(organization));
    })();
    const change = async () => {
      for (let step = 0; step < 60; step++) {
        const { user } = people[Math.floor(random() * people.length)] ?? people[0] ?? raise();
        const what = random();
        if (what < 0.3) await giveFactor(app, user);
        else if (what < 0.6) await takeFactor(app, user);
        else await setRole(organization, user, what < 0.8);
      }
    };
    await Promise.all([change(), change(), change(), change()]);
    isOver = true;
    await watching;
    expect(seen.length).toBeGreaterThan(20);
    expect(Math.min(...seen)).toBeGreaterThan(0);
    expect(new Set(seen).size).toBeGreaterThan(1);
  });

  it('two admins who drop their second factors at once both administer afterwards (T6)', async () => {
    for (let round = 0; round < 20; round++) {
      const { organization, people } = await clubOfAdmins(app, 2);
      await demandFactor(app, organization);
      for (const { user } of people) await giveFactor(app, user);
      await Promise.all(people.map(({ user }) => takeFactor(app, user)));
      for (const { browser } of people) {
        const path = `/organization/${organization.uuid}/second-factor`;
        expect((await browser.call('GET', path)).status).toBe(200);
      }
    }
  });

  it('the only one with a second factor resigns while a resting admin sets one up: one of them administers (T6, C4)', async () => {
    for (let round = 0; round < 15; round++) {
      const { organization, people } = await clubOfAdmins(app, 2);
      const [one, two] = people;
      if (!one || !two) throw new Error('two were made');
      await demandFactor(app, organization);
      await giveFactor(app, one.user);
      const [resigned] = await Promise.all([
        one.browser.submit('/app/admin/permissions/resign'),
        giveFactor(app, two.user),
      ]);
      expect(resigned.status).toBe(303);
      const path = `/organization/${organization.uuid}/second-factor`;
      expect((await one.browser.call('GET', path)).status).toBe(403);
      expect((await two.browser.call('GET', path)).status).toBe(200);
    }
  });

  it('a write that waits is judged when it runs: what began to rest meanwhile is refused (T6)', async () => {
    const { organization, people } = await clubOfAdmins(app, 2);
    const [one, two] = people;
    if (!one || !two) throw new Error('two were made');
    await giveFactor(app, one.user);
    await demandFactor(app, organization, '13 days');
    const member = { organization: organization.uuid, firstName: 'Max', lastName: 'Neu' };
    const answer = await app.db.transaction().execute(async (trx) => {
      await sql`select from users where uuid = ${two.user.uuid} for update`.execute(trx);
      const waiting = two.browser.call('POST', '/member', member);
      await untilWaiting(app);
      await demandFactor(app, organization);
      return () => waiting;
    });
    expect((await answer()).status).toBe(403);
    const rows = await rowsOf(
      app.db,
      'members',
      { organization_uuid: organization.uuid, last_name: 'Neu' },
      ['uuid'],
    );
    expect(rows).toEqual([]);
  });

  it('four servers that clean up at once remind each admin once, and once only (T6)', async () => {
    const clubs = [];
    for (let at = 0; at < 5; at++) {
      const { organization, people } = await clubOfAdmins(app, 3);
      const [first] = people;
      if (first) await giveFactor(app, first.user);
      await demandFactor(app, organization, at === 4 ? '10 days 23 hours' : '11 days 1 minute');
      clubs.push(people);
    }
    for (let again = 0; again < 2; again++)
      await Promise.all(Array.from({ length: 4 }, () => remindOfFactors(app.db)));
    const counts = [];
    for (const people of clubs)
      for (const { user } of people) counts.push((await app.mailsTo(user.email)).length);
    // Admins with a second factor are not reminded, nor is anybody before the last three days.
    expect(counts).toEqual([0, 1, 1, 0, 1, 1, 0, 1, 1, 0, 1, 1, 0, 0, 0]);
  });

  it('a date that has passed, or is new, is reminded of as its own (T6)', async () => {
    const { organization, people } = await clubOfAdmins(app, 2);
    const [one, two] = people;
    if (!one || !two) throw new Error('two were made');
    await giveFactor(app, one.user);
    await demandFactor(app, organization, '14 days 1 minute');
    await remindOfFactors(app.db);
    expect(await app.mailsTo(two.user.email)).toEqual([]);
    const path = `/organization/${organization.uuid}/second-factor`;
    await demandFactor(app, organization, '12 days');
    await remindOfFactors(app.db);
    expect(await app.mailsTo(two.user.email)).toHaveLength(1);
    await one.browser.call('DELETE', path);
    await one.browser.call('PUT', path);
    expect(await app.mailsTo(two.user.email)).toHaveLength(2);
    await sql`update organizations set admins_need_factor_from = now() + interval '2 days'
      where uuid = ${organization.uuid}`.execute(app.db);
    await remindOfFactors(app.db);
    await remindOfFactors(app.db);
    expect(await app.mailsTo(two.user.email)).toHaveLength(3);
  });
});

describe('any order of events', () => {
  for (const seed of [1, 2, 3]) {
    it(`who may do what is what a model says, after each of 60 steps (T6, seed ${seed})`, async () => {
      const random = seeded(seed);
      const pick = <Each>(all: readonly Each[]): Each =>
        all[Math.floor(random() * all.length)] ?? raise();
      const { organization, people } = await clubOfAdmins(app, 3);
      const editor = await app.make.userOf(organization, ['EDIT_MEMBERS']);
      const everybody = [
        ...people,
        { user: editor, browser: await app.as(editor, organization) },
      ].map((each) => ({ ...each, factor: false, admin: each.user !== editor }));
      const path = `/organization/${organization.uuid}/second-factor`;
      /** Minutes until the rule holds; null without one. */
      let left: number | null = null;

      const alone = (who: (typeof everybody)[number]) =>
        !everybody.some((other) => other !== who && other.admin && other.factor);
      const rests = (who: (typeof everybody)[number]) =>
        left !== null && left <= 0 && who.admin && !who.factor && !alone(who);

      for (let step = 0; step < 60; step++) {
        const who = pick(everybody);
        const may = who.admin && !rests(who);
        const what = random();
        if (what < 0.2) {
          const { status } = await who.browser.call('PUT', path);
          expect(status, `step ${step}: on`).toBe(
            !may ? 403 : left === null && !who.factor ? 409 : 200,
          );
          if (status === 200) left ??= 14 * 24 * 60;
        } else if (what < 0.27) {
          const { status } = await who.browser.call('DELETE', path);
          expect(status, `step ${step}: off`).toBe(may ? 200 : 403);
          if (status === 200) left = null;
        } else if (what < 0.5) {
          who.factor = !who.factor;
          if (who.factor) await giveFactor(app, who.user);
          else await takeFactor(app, who.user);
        } else if (what < 0.75) {
          const whom = pick(everybody);
          const body = { user: whom.user.uuid, organization: organization.uuid };
          const admin = { ...body, permission: 'ORGANIZATION_ADMIN' };
          const last = whom.admin && everybody.filter((each) => each.admin).length === 1;
          const { status } = await who.browser.call(
            whom.admin ? 'DELETE' : 'PUT',
            '/permission',
            admin,
          );
          const done = whom.admin ? 204 : 200;
          expect(status, `step ${step}: permission`).toBe(!may ? 403 : last ? 409 : done);
          if (status === done) whom.admin = !whom.admin;
        } else if (left !== null) {
          const passed = pick([60, 5 * 24 * 60, 15 * 24 * 60]);
          left -= passed;
          await sql`update organizations
            set admins_need_factor_from = admins_need_factor_from - make_interval(mins => ${passed})
            where uuid = ${organization.uuid}`.execute(app.db);
        }
        const found = await Promise.all(
          everybody.map(async ({ browser }) => (await browser.call('GET', path)).status),
        );
        const expected = everybody.map((each) => (each.admin && !rests(each) ? 200 : 403));
        expect(found, `after step ${step}`).toEqual(expected);
        expect(found, `after step ${step}`).toContain(200);
      }
    });
  }
});

function raise(): never {
  throw new Error('nothing to pick from');
}
