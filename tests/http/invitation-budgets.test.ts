import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import { BUDGETS } from '~/kernel/limits.server';
import { testApp } from '../support/app';
import type { Browser } from '../support/browser';
import { untilWaiting } from '../support/gate';
import { queuedJobs } from '../support/mail-count';
import { HEAD, importSetting } from '../support/member-import';

const app = testApp({ rateLimits: true });

afterEach(async () => {
  await app.db.deleteFrom('rate_limits').execute();
  await sql`delete from graphile_worker._private_jobs`.execute(app.db);
});

/** A club with one invitation whose link is mailed repeatedly: the budget counts mails. */
async function club() {
  const { organization, admin } = await app.make.club();
  const browser = await app.as(admin, organization);
  const member = await app.make.member(organization);
  const { code } = (await browser.call('POST', `/organization/invitation/${member.uuid}`)).json;
  const mail = (email: string, by: Browser = browser) =>
    by.submit(`/app/members/${member.uuid}/invitation/mail`, { code, email });
  return { organization, admin, code, mail };
}

const stranger = () => `${randomUUID()}@verein.example`;

/** Lets the short-term limits expire, but not the daily ones. */
const pause = () =>
  sql`update rate_limits set expire = expire - 300000
    where expire < extract(epoch from now()) * 1000 + 600000`.execute(app.db);

/** Adds to what every sender so far has sent today. */
const spendToday = (points: number) =>
  sql`update rate_limits set points = points + ${points} where key like 'invitationsOf%'`.execute(
    app.db,
  );

describe('invitation mails', () => {
  it('inviting 200 strangers at once stops after 60 mails; the form says when to retry and keeps link and address (D4, issue 10, medium 5)', async () => {
    const { mail, code } = await club();
    const responses = await Promise.all(Array.from({ length: 200 }, () => mail(stranger())));
    const statuses = responses.map(({ status }) => status);
    expect(statuses.filter((status) => status === 303)).toHaveLength(60);
    expect(statuses.filter((status) => status === 429)).toHaveLength(140);
    expect(await queuedJobs(app)).toBe(60);
    const refused = await mail('joerg@verein.example');
    expect(refused.status).toBe(429);
    const seconds = Number(refused.headers.get('Retry-After'));
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(300);
    expect(refused.page).toMatch(
      /So viele E-Mails auf einmal verschicken wir nicht\. In \d+ (Sekunden|Minuten) geht es weiter\. Den Link können Sie kopieren und selbst verschicken\./,
    );
    expect(refused.text).toContain('value="joerg@verein.example"');
    expect(refused.text).toContain(`value="${app.origin}/app/invite/${code}"`);
    await pause();
    expect((await mail('joerg@verein.example')).status).toBe(303);
  });

  it('all 300 members of a club can be invited in one evening, but no more than 350 people a day (issue 10, medium 5)', async () => {
    const { mail, organization, admin } = await club();
    const sent = async (send: typeof mail) => {
      const responses = await Promise.all(Array.from({ length: 55 }, () => send(stranger())));
      await pause();
      return responses.filter(({ status }) => status === 303).length;
    };
    expect(await sent(mail)).toBe(55);
    // Four more such rounds, five minutes apart.
    await spendToday(4 * 55);
    expect(await sent(mail)).toBe(55);
    expect(await sent(mail)).toBe(350 - 6 * 55);
    const refused = await mail(stranger());
    expect(refused.status).toBe(429);
    expect(refused.page).toMatch(
      /Heute haben wir schon so viele Einladungen .* In \d+ Stunden geht es weiter\./,
    );
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(80_000);
    // Another admin of this club or another club of this founder shares the budget.
    const second = await app.make.userOf(organization, ['ORGANIZATION_ADMIN']);
    expect((await mail(stranger(), await app.as(second, organization))).status).toBe(429);
    const other = await club();
    await app.make.belongs(admin, other.organization, 'ORGANIZATION_ADMIN');
    const founder = await app.as(admin, other.organization);
    expect((await other.mail(stranger(), founder)).status).toBe(429);
    // Another club behind the same router gets only the rest of the network's budget.
    const spent = BUDGETS.invitationsOfUser.most;
    await spendToday(BUDGETS.invitationsOfNetwork.most - spent - 20);
    expect(await sent(other.mail)).toBe(20);
    const third = await club();
    expect((await third.mail(stranger())).status).toBe(429);
  });

  it('an address gets five invitations a day across clubs, as its field says; refused ones are free (D4)', async () => {
    const email = stranger();
    const clubs = await Promise.all([club(), club(), club()]);
    const responses = await Promise.all(
      clubs.flatMap(({ mail }) => [mail(email), mail(email), mail(email.toUpperCase())]),
    );
    expect(responses.filter(({ status }) => status === 303)).toHaveLength(5);
    expect(await queuedJobs(app)).toBe(5);
    const refused = await clubs[0].mail(email);
    expect(refused.status).toBe(429);
    expect(refused.page).toMatch(
      /An diese Adresse gingen schon genug Einladungen\. In \d+ Stunden geht es weiter\./,
    );
    const { rows } = await sql<{ points: number }>`
      select points from rate_limits where key like 'invitationsOfNetwork:%'`.execute(app.db);
    expect(rows).toEqual([{ points: 5 }]);
  });

  it('invitations, sent or refused, never keep anyone from resetting their password (A6)', async () => {
    const user = await app.make.user();
    const { mail } = await club();
    const outsider = await app.as(await app.make.user());
    for (let time = 0; time < 8; time++) {
      await mail(user.email);
      await mail(user.email, outsider);
    }
    const reset = await app.visitor().submit('/app/auth/password-reset', { email: user.email });
    expect(reset.status).not.toBe(429);
    const other = stranger();
    for (let time = 0; time < 8; time++) await mail(other, outsider);
    expect((await mail(other)).status).toBe(303);
  });

  it('of an import leave later if others have used up the budget at that moment: nobody is invited without a mail (O5)', async () => {
    const { organization, admin, read } = await importSetting(app);
    const { uuid } = (await read(`${HEAD}\nNoll;Nils;;;nils@example.org`)).json;
    await admin.call('POST', `/member/import/${uuid}`, { invite: true });
    const guest = await app.make.member(organization);
    const { code } = (await admin.call('POST', `/organization/invitation/${guest.uuid}`)).json;
    const mail = () =>
      admin.submit(`/app/members/${guest.uuid}/invitation/mail`, { code, email: stranger() });
    await mail();
    const holding = await app.pool.connect();
    await holding.query('begin; lock table invitations in share mode');
    const working = app.work();
    await untilWaiting(app);
    const room = BUDGETS.invitationsAtOnce.most - 1;
    const sent = await Promise.all(Array.from({ length: room }, mail));
    await holding.query('commit');
    holding.release();
    await working;
    expect(sent.every(({ status }) => status === 303)).toBe(true);
    const nils = 'nils@example.org';
    expect(await app.mailsTo(nils)).toEqual([]);
    const invited = await app.db
      .selectFrom('invitations as i')
      .innerJoin('members as m', 'm.uuid', 'i.member_uuid')
      .where('m.email', '=', nils)
      .select('m.uuid')
      .execute();
    expect(invited).toEqual([]);
    await pause();
    await sql`update graphile_worker._private_jobs set run_at = now()`.execute(app.db);
    expect(await app.mailsTo(nils)).toHaveLength(1);
  });

  it('invitations go on after the database clock was set back (issue 10, medium 8)', async () => {
    const { mail } = await club();
    const email = stranger();
    for (let sent = 0; sent < 5; sent++) await mail(email);
    expect((await mail(email)).status).toBe(429);
    await sql`update rate_limits set expire = expire + 86400000`.execute(app.db);
    expect((await mail(email)).status).toBe(303);
  });
});
