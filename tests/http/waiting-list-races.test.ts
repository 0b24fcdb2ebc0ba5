import { describe, expect, it } from 'vitest';
import { testApp } from '../support/app';
import type { Browser } from '../support/browser';
import { crowd } from '../support/crowd';
import { PASSWORD } from '../support/factories';
import { deadlocks } from '../support/gate';
import { seeded } from '../support/random';
import { rowOf } from '../support/rows';
import { brokenRules, watchCommits } from '../support/waiting-list';

const SEED = Number(process.env.PROMOTION_SEED ?? 3);

const app = testApp();

const signUp = (visitor: Browser, { uuid }: { uuid: string }) =>
  visitor.call('PUT', '/event/register-user', { event: uuid, waitingList: true });
const signOff = (visitor: Browser, { uuid }: { uuid: string }) =>
  visitor.call('PUT', '/event/unregister-user', { event: uuid });

/** How often each answer came. */
function counted(responses: readonly { status: number; json: { ownAnswer?: string } }[]) {
  const counts: Record<string, number> = {};
  for (const { status, json } of responses) {
    const came = status === 200 ? (json.ownAnswer ?? 'none') : String(status);
    counts[came] = (counts[came] ?? 0) + 1;
  }
  return counts;
}

async function stored(event: { uuid: string }) {
  const { registered_participants: places, waiting } = await rowOf(app.db, 'events', event.uuid, [
    'registered_participants',
    'waiting',
  ]);
  return { places, waiting };
}

describe('a crowd on the waiting list', () => {
  it('of 200 who sign up at once for 10 places, 10 get in, 190 wait, and they move up one by one (K2, K5)', async () => {
    const { organization, visitors } = await crowd(app, 200);
    const event = await app.make.event(organization, { max: 10 });
    const before = await deadlocks(app);
    const responses = await Promise.all(visitors.map((visitor) => signUp(visitor, event)));
    expect(counted(responses)).toEqual({ yes: 10, waiting: 190 });
    expect(await stored(event)).toEqual({ places: 10, waiting: 190 });

    const random = seeded(SEED);
    const leaving = visitors.filter(() => random() < 0.5);
    const gone = await Promise.all(leaving.map((visitor) => signOff(visitor, event)));
    expect(gone.every(({ status }) => status === 200)).toBe(true);
    expect(await stored(event)).toEqual({ places: 10, waiting: 190 - leaving.length });
    expect(await brokenRules(app.pool)).toEqual([]);
    expect(await deadlocks(app)).toBe(before);
  });

  it('signing up and off while the event, its members and their accounts change holds after every commit (K2)', async () => {
    const { organization, editor, visitors, members } = await crowd(app, 40);
    const events = [];
    for (const max of [4, 8, 12]) events.push(await app.make.event(organization, { max }));
    const doomed = await app.make.event(organization, { max: 3 });
    const random = seeded(SEED);
    const seen = await watchCommits(app.pool);
    const before = await deadlocks(app);
    const work: (() => Promise<{ status: number }>)[] = [];
    for (const [at, visitor] of visitors.entries()) {
      for (const event of [...events, doomed])
        work.push(
          () => signUp(visitor, event),
          () => signOff(visitor, event),
          () => signUp(visitor, event),
        );
      if (at < 8) work.push(() => visitor.submit('/app/account/deletion', { password: PASSWORD }));
      else if (at < 20) work.push(() => editor.call('DELETE', `/member/${members[at]?.uuid}`));
    }
    for (const { uuid } of events)
      for (const participated of [true, false]) {
        const order = members.slice(20).toSorted(() => random() - 0.5);
        const list = order.map((member) => ({ memberUuid: member.uuid, participated }));
        work.push(() => editor.call('PUT', `/event/${uuid}/participation`, list));
      }
    for (const { uuid, name, date } of events)
      for (const max_participants of [2, 6, 9])
        work.push(() =>
          editor.call('PUT', '/event', {
            uuid,
            name,
            date,
            event_type: 'LIMITED_EVENT',
            max_participants,
          }),
        );
    work.push(() => editor.call('DELETE', `/event/${doomed.uuid}`));
    const responses = await Promise.all(work.toSorted(() => random() - 0.5).map((each) => each()));
    const unexpected = responses.filter(
      ({ status }) => ![200, 204, 303, 401, 403, 404, 409].includes(status),
    );
    expect(unexpected).toEqual([]);
    expect(await brokenRules(app.pool)).toEqual([]);
    expect(await seen.broken(), `seed ${SEED}`).toEqual([]);
    expect(await seen.untold()).toEqual([]);
    expect(await deadlocks(app)).toBe(before);
  });

  it('deleting the organisation while its waiting lists move ends without a deadlock (K3)', async () => {
    const before = await deadlocks(app);
    for (let round = 0; round < 3; round++) {
      const { organization, editor, visitors, members } = await crowd(app, 30);
      const one = await app.make.event(organization, { max: 3 });
      const other = await app.make.event(organization, { max: 6 });
      for (const event of [one, other])
        await Promise.all(visitors.map((visitor) => signUp(visitor, event)));
      const early = visitors
        .slice(0, 15)
        .map((visitor, at) => signOff(visitor, at % 2 ? one : other));
      const deleted = editor.call('DELETE', `/organization/${organization.uuid}`);
      const late = visitors
        .slice(15)
        .flatMap((visitor) => [signOff(visitor, one), signOff(visitor, other)]);
      const leaving = members
        .slice(0, 5)
        .map(({ uuid }) => editor.call('DELETE', `/member/${uuid}`));
      expect((await deleted).status).toBe(204);
      const responses = await Promise.all([...early, ...late, ...leaving]);
      expect(responses.filter(({ status }) => ![200, 204, 403, 404, 409].includes(status))).toEqual(
        [],
      );
    }
    expect(await deadlocks(app)).toBe(before);
  });
});

it('inviting a member does not wait for their promotion, nor it for them (K2, K3)', async () => {
  const { organization, admin } = await app.make.club();
  const editor = await app.as(admin, organization);
  const member = await app.make.member(organization);
  await app.db.transaction().execute(async (trx) => {
    // As a promotion holds whom it moves up.
    await trx
      .selectFrom('members')
      .select('uuid')
      .where('uuid', '=', member.uuid)
      .forKeyShare()
      .execute();
    const invited = await editor.call('POST', `/organization/invitation/${member.uuid}`);
    expect(invited.status).toBe(200);
  });
});
