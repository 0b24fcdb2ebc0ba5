import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { lockUser } from '~/kernel/actor.server';
import { answerLink } from '../support/answer-link';
import { answerOf, answerSetting, answersTo } from '../support/answers';
import { testApp } from '../support/app';
import type { TestResponse } from '../support/browser';
import { deadlocks, untilWaiting } from '../support/gate';
import { changeRows, deleteRows } from '../support/rows';

/** Links that are used while something else happens (N7), on connections of their own. */
const app = testApp();

const asks = { set: { asks_answer: 'true' } };

/** Sends an answer that has to wait for this transaction. @returns what came of it afterwards */
async function during(
  user: { uuid: string },
  change: (trx: typeof app.db) => Promise<unknown>,
  send: () => Promise<TestResponse>,
): Promise<TestResponse> {
  const [pending] = await app.db.transaction().execute(async (trx) => {
    await lockUser(trx, user.uuid);
    await change(trx);
    const sent = send();
    await untilWaiting(app);
    return [sent] as const;
  });
  return pending;
}

describe('what a link rests on ends while it is used', () => {
  const changes: Record<string, (trx: typeof app.db, user: { uuid: string }) => Promise<unknown>> =
    {
      'the password becomes another': (trx, { uuid }) =>
        changeRows(trx, 'users', uuid, { password_hash: 'x' }),
      'the user leaves the club': (trx, { uuid }) =>
        deleteRows(trx, 'organization_users', { user_uuid: uuid }),
      'the member is unlinked': (trx, { uuid }) =>
        changeRows(trx, 'members', { user_uuid: uuid }, { user_uuid: null }),
      'the account is deleted': (trx, { uuid }) => deleteRows(trx, 'users', uuid),
    };
  for (const [what, change] of Object.entries(changes)) {
    it(`an answer that waited does not count: ${what} (N7)`, async () => {
      const setting = await answerSetting(app, asks);
      const link = await answerLink(app, setting);
      const { user, event } = setting;
      const late = await during(
        user,
        (trx) => change(trx, user),
        () => app.visitor().submit(link, { answer: 'yes' }),
      );
      expect(late.status).toBe(404);
      expect(late.page).toContain('Dieser Link gilt nicht mehr.');
      expect((await answersTo(app, event)).answers).toEqual({});
    });
  }

  it('taking the right away waits for an answer under way (N7)', async () => {
    const setting = await answerSetting(app, asks);
    const link = await answerLink(app, setting);
    const { event, person, member } = setting;
    const [answer, end] = await app.db.transaction().execute(async (trx) => {
      await sql`select from events where uuid = ${event.uuid} for update`.execute(trx);
      const sent = app.visitor().submit(link, { answer: 'yes' });
      await untilWaiting(app);
      const ended = person.submit('/app/account/sessions/others');
      await untilWaiting(app, 2);
      return [sent, ended].map((each) => [each] as const);
    });
    expect((await answer?.[0])?.status).toBe(303);
    expect((await end?.[0])?.status).toBe(303);
    expect(await answerOf(app, event, member.uuid)).toBe('yes 1');
    expect((await app.visitor().get(link)).status).toBe(404);
  });

  it('the event begins while its answer waits: refused, and said (N7)', async () => {
    const setting = await answerSetting(app, { max: 5, set: { start_time: "'18:00'" } });
    const link = await answerLink(app, setting);
    const [pending] = await app.db.transaction().execute(async (trx) => {
      await changeRows(trx, 'events', setting.event.uuid, { date: '2020-01-01' });
      const sent = app.visitor().submit(link, { answer: 'yes' });
      await untilWaiting(app);
      return [sent] as const;
    });
    expect((await pending).status).toBe(409);
    expect((await answersTo(app, setting.event)).answers).toEqual({});
  });
});

describe('several at once', () => {
  it('thirty links for three places: three get one, and the rest are told (N7, E7)', async () => {
    const setting = await answerSetting(app, { max: 3 });
    const { organization, event } = setting;
    const before = await deadlocks(app);
    const links = await Promise.all(
      Array.from({ length: 30 }, async () =>
        answerLink(app, { event, user: await app.make.userOf(organization) }),
      ),
    );
    const sent = await Promise.all(
      links.map((link) => app.visitor().submit(link, { answer: 'yes' })),
    );
    const statuses = sent.map(({ status }) => status).sort();
    expect(statuses).toEqual([...Array(3).fill(303), ...Array(27).fill(409)]);
    expect(await answersTo(app, event)).toMatchObject({ taken: 3, waiting: 0 });
    expect(await deadlocks(app)).toBe(before);
  });
});
