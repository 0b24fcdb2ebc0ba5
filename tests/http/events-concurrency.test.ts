import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { testApp } from '../support/app';
import type { Browser } from '../support/browser';
import { crowd } from '../support/crowd';
import { deadlocks, untilWaiting } from '../support/gate';
import { deleteRows, rowsOf, valuesOf } from '../support/rows';

const app = testApp();

const register = (visitor: Browser, event: { uuid: string }) =>
  visitor.call('PUT', '/event/register-user', { event: event.uuid });
const unregister = (visitor: Browser, event: { uuid: string }) =>
  visitor.call('PUT', '/event/unregister-user', { event: event.uuid });

async function placesOf(event: { uuid: string }) {
  const rows = await rowsOf(app.db, 'answers', { answer: 'yes', event_uuid: event.uuid }, [
    'member_uuid',
  ]);
  const of = { uuid: event.uuid };
  const [counted] = await valuesOf(app.db, 'events', of, 'registered_participants');
  return { taken: rows.length, counted };
}

const times = (responses: { status: number }[], status: number) =>
  responses.filter((response) => response.status === status).length;

describe('concurrent sign-ups', () => {
  it('when 1,000 people sign up for 10 places, exactly 10 get in and everyone gets a response (E7)', async () => {
    const { organization, visitors } = await crowd(app, 1000);
    const event = await app.make.event(organization, { max: 10 });
    const responses = await Promise.all(visitors.map((visitor) => register(visitor, event)));
    expect(times(responses, 200)).toBe(10);
    expect(times(responses, 409)).toBe(990);
    expect(await placesOf(event)).toEqual({ taken: 10, counted: 10 });
  });

  it('a person who signs up many times holds one place (E7)', async () => {
    const { organization, visitors } = await crowd(app, 1);
    const event = await app.make.event(organization, { max: 10 });
    const responses = await Promise.all(
      Array.from({ length: 50 }, () => visitors.map((visitor) => register(visitor, event))).flat(),
    );
    expect(times(responses, 200)).toBe(50);
    expect(await placesOf(event)).toEqual({ taken: 1, counted: 1 });
    const off = await Promise.all(
      Array.from({ length: 50 }, () =>
        visitors.map((visitor) => unregister(visitor, event)),
      ).flat(),
    );
    expect(times(off, 200)).toBe(50);
    expect(await placesOf(event)).toEqual({ taken: 0, counted: 0 });
  });

  it('deleting an event while a crowd signs up for it does not deadlock (E7)', async () => {
    const { organization, editor, visitors } = await crowd(app, 16);
    const before = await deadlocks(app);
    for (let round = 0; round < 12; round++) {
      const event = await app.make.event(organization, { max: 100 });
      const early = visitors.slice(0, 8).map((visitor) => register(visitor, event));
      const deleted = editor.call('DELETE', `/event/${event.uuid}`);
      const late = visitors.slice(8).map((visitor) => register(visitor, event));
      const responses = await Promise.all([...early, ...late]);
      expect((await deleted).status).toBe(204);
      expect(times(responses, 200) + times(responses, 404)).toBe(visitors.length);
    }
    expect(await deadlocks(app)).toBe(before);
  });

  const lockingMembers = {
    'signing off': ({ visitor, event }: Sending) => unregister(visitor, event),
    'recording attendance': ({ editor, event, member }: Sending) =>
      editor.call('PUT', `/event/${event.uuid}/participation`, [
        { memberUuid: member.uuid, participated: true },
      ]),
  };
  type Sending = Record<'visitor' | 'editor', Browser> & Record<'event' | 'member', Id>;
  type Id = { uuid: string };

  it.each(Object.entries(lockingMembers))(
    '%s locks the member first, as deleting them does (E6, E7)',
    async (_what, send) => {
      const { organization, editor, visitors, members } = await crowd(app, 1);
      const event = await app.make.event(organization, { max: 100 });
      const [visitor] = visitors;
      const [member] = members;
      if (!visitor || !member) throw new Error('a crowd of one has one');
      await app.make.registration(event, member);
      const before = await deadlocks(app);
      const sent = await app.db.transaction().execute(async (trx) => {
        await sql`select from members where uuid = ${member.uuid} for update`.execute(trx);
        const pending = send({ visitor, editor, event, member });
        await untilWaiting(app);
        // What deleting a member locks next: what was sent must not hold it.
        await sql`select from events where uuid = ${event.uuid} for no key update`.execute(trx);
        await deleteRows(trx, 'members', member.uuid);
        return [pending] as const;
      });
      expect([409, 422]).toContain((await sent[0]).status);
      expect(await deadlocks(app)).toBe(before);
      expect(await placesOf(event)).toEqual({ taken: 0, counted: 0 });
    },
  );

  it('sign-ups never exceed the maximum at that moment (E7)', async () => {
    const { organization, editor, visitors } = await crowd(app, 30);
    const event = await app.make.event(organization, { max: 20 });
    const body = {
      uuid: event.uuid,
      name: 'Enger',
      date: event.date,
      event_type: 'LIMITED_EVENT',
      max_participants: 5,
    };
    const [lowered, ...responses] = await Promise.all([
      editor.call('PUT', '/event', body),
      ...visitors.map((visitor) => register(visitor, event)),
    ]);
    expect(lowered?.status).toBe(200);
    const inside = times(responses, 200);
    expect(inside).toBeGreaterThanOrEqual(5);
    expect(inside).toBeLessThanOrEqual(20);
    expect(times(responses, 409)).toBe(30 - inside);
    // Those who were in when the maximum fell stay, and nobody got in afterwards.
    expect(inside).toBe(Math.max(5, lowered?.json.registered_participants));
    expect(await placesOf(event)).toEqual({ taken: inside, counted: inside });
  });
});
