import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { drainOutbox } from '~/features/notifications/outbox.server';
import { notify } from '~/features/notifications/queries.server';
import { testApp } from '../support/app';
import { someoneWaits } from '../support/database';
import {
  leave,
  notifyRegistered,
  queuedMails,
  registerMany,
  set,
  wait,
} from '../support/notifications';

const app = testApp();

/** A club, an event with one place, who holds it and who waits for it. */
async function fullEvent() {
  const { organization } = await app.make.club({ name: 'TSV Grünau' });
  const comes = await app.make.userOf(organization);
  const waits = await app.make.userOf(organization);
  const event = await app.make.event(organization, {
    name: 'Kletterkurs',
    date: '2031-03-15',
    max: 1,
  });
  await set(app.db, event, { start_time: '18:00', end_time: '20:00', place: 'Halle am Berg' });
  await app.make.registration(event, { uuid: comes.member });
  await wait(app.db, event, [{ uuid: waits.member }]);
  return { organization, event, comes, waits };
}

/** The event begins in two hours: nobody is promoted unasked any more (K4). */
async function begin(event: { uuid: string; organization: string }) {
  await sql`update events set promotion_hours = 168, start_time = '23:59', end_time = null,
    date = (now() at time zone 'Europe/Berlin')::date + 1 where uuid = ${event.uuid}`.execute(
    app.db,
  );
}

describe('mails to who waits', () => {
  it('who moves up learns it by mail: what, when, where, and the way to sign off (K11)', async () => {
    const { event, comes, waits } = await fullEvent();
    await leave(app.db, event, comes.member);
    const [mail, ...others] = await app.mailsTo(waits.email);
    expect(others).toEqual([]);
    expect(mail?.sender).toBe('„TSV Grünau“ über Vereinsheim');
    expect(mail?.subject).toBe('Sie sind dabei: Kletterkurs');
    expect(mail?.text).toBe(`Hallo Anna,

ein Platz ist frei geworden, und Sie sind von der Warteliste nachgerückt: Sie
sind jetzt angemeldet.

Kletterkurs
Samstag, 15. März 2031, 18:00 bis 20:00 Uhr
Halle am Berg

Zur Veranstaltung

${app.origin}/app/events/${event.uuid}

Können Sie doch nicht kommen? Dann melden Sie sich dort bitte ab, damit andere
den Platz bekommen.

„TSV Grünau“ schreibt Ihnen, weil Sie angemeldet sind.

Diese Nachricht wurde von Vereinsheim automatisch verschickt.`);
    expect(await app.mailsTo(comes.email)).toEqual([]);
  });

  it('who moves up with companions learns how many places are theirs (J2, K11)', async () => {
    const { event, comes, waits } = await fullEvent();
    await sql`update waiting_list set places = 2 where event_uuid = ${event.uuid}`.execute(app.db);
    await set(app.db, event, { max_participants: 2 });
    await leave(app.db, event, comes.member);
    const [mail] = await app.mailsTo(waits.email);
    expect(mail?.text.replace(/\s+/g, ' ')).toContain('Für Sie sind 2 Plätze reserviert.');
  });

  it('who has signed off again before the mail is written gets none (K11)', async () => {
    const { event, comes, waits } = await fullEvent();
    await leave(app.db, event, comes.member);
    await leave(app.db, event, waits.member);
    expect(await app.mailsTo(waits.email)).toEqual([]);
  });

  it('shortly before the start who waits learns that a place is free, once in a quarter of an hour (K4)', async () => {
    const { event, comes, waits } = await fullEvent();
    await begin(event);
    await leave(app.db, event, comes.member);
    const [mail, ...others] = await app.mailsTo(waits.email);
    expect(others).toEqual([]);
    expect(mail?.subject).toBe('Ein Platz ist frei: Kletterkurs');
    expect(mail?.text).toContain(`Platz nehmen\n\n${app.origin}/app/events/${event.uuid}\n`);
    expect(mail?.text).toContain('weil Sie auf der Warteliste stehen.');
  });

  it('nobody is told of a free place that is taken by then (K4)', async () => {
    const { event, comes, waits } = await fullEvent();
    await begin(event);
    await leave(app.db, event, comes.member);
    await app.make.registration(event, { uuid: comes.member });
    expect(await app.mailsTo(waits.email)).toEqual([]);
  });

  it('who waited for an event that is open now learns that they can come (K9)', async () => {
    const { event, waits } = await fullEvent();
    await set(app.db, event, { event_type: 'OPEN_EVENT', max_participants: 0 });
    const [mail] = await app.mailsTo(waits.email);
    expect(mail?.subject).toBe('Jetzt offen: Kletterkurs');
    expect(mail?.text).toContain('die Veranstaltung ist jetzt offen. Sie können einfach kommen.');
    expect(mail?.text).toContain('weil Sie auf der Warteliste standen.');
  });

  it('who was taken off the waiting list learns it, and whom to ask (K11)', async () => {
    const { event, waits } = await fullEvent();
    await app.db.deleteFrom('waiting_list').where('event_uuid', '=', event.uuid).execute();
    const told = await notify(
      app.db,
      { kind: 'removed', event, dedupe: `removed:${event.uuid}:1` },
      app.db.selectFrom('members').select('uuid as member_uuid').where('uuid', '=', waits.member),
    );
    expect(told).toBe(1);
    const [mail] = await app.mailsTo(waits.email);
    expect(mail?.subject).toBe('Nicht mehr auf der Warteliste: Kletterkurs');
    expect(mail?.text).toContain('wenden Sie sich bitte an die Leitung.');
  });
});

describe('who gets no mail', () => {
  let club: Awaited<ReturnType<typeof fullEvent>>;
  beforeEach(async () => {
    club = await fullEvent();
    await leave(app.db, club.event, club.comes.member);
  });
  const noMail = async () => expect(await app.mailsTo(club.waits.email)).toEqual([]);

  it('whose address is not confirmed any more gets no mail (N3)', async () => {
    await app.db
      .updateTable('users')
      .set({ activated: false })
      .where('uuid', '=', club.waits.uuid)
      .execute();
    await noMail();
  });

  it('who has left the organisation learns nothing of it any more (N3)', async () => {
    await app.db
      .deleteFrom('organization_users')
      .where('user_uuid', '=', club.waits.uuid)
      .execute();
    await noMail();
  });

  it("whose member is somebody else's by now learns nothing of it (N3)", async () => {
    const other = await app.make.user();
    await app.make.belongs(other, club.organization);
    await app.db
      .updateTable('members')
      .set({ user_uuid: other.uuid })
      .where('uuid', '=', club.waits.member)
      .execute();
    await noMail();
    expect(await app.mailsTo(other.email)).toEqual([]);
  });

  it('of an event that is deleted, over or cancelled by then no such mail is written (J9, K9)', async () => {
    await set(app.db, club.event, { date: '2020-03-15' });
    await noMail();
    const cancelled = await fullEvent();
    await leave(app.db, cancelled.event, cancelled.comes.member);
    await set(app.db, cancelled.event, { cancelled_at: new Date() });
    expect(await app.mailsTo(cancelled.waits.email)).toEqual([]);
    const deleted = await fullEvent();
    await leave(app.db, deleted.event, deleted.comes.member);
    await app.db.deleteFrom('events').where('uuid', '=', deleted.event.uuid).execute();
    expect(await app.mailsTo(deleted.waits.email)).toEqual([]);
  });

  it('notify() passes over who cannot be reached: no user, no confirmed address, not in the club, event over (N3)', async () => {
    const { organization, event } = club;
    const without = await app.make.member(organization);
    const { uuid: gone, member: goneMember } = await app.make.userOf(organization);
    await app.db.deleteFrom('organization_users').where('user_uuid', '=', gone).execute();
    const stranger = await app.make.club();
    const unconfirmed = await app.make.user({ activated: false });
    await app.make.belongs(unconfirmed, organization);
    const unconfirmedMember = await app.make.member(organization, { user: unconfirmed });
    const uuids = [
      without.uuid,
      goneMember,
      stranger.admin.member,
      unconfirmedMember.uuid,
      club.comes.member,
    ];
    const members = app.db
      .selectFrom('members')
      .select('uuid as member_uuid')
      .where('uuid', 'in', uuids);
    const told = () =>
      notify(app.db, { kind: 'removed', event, dedupe: crypto.randomUUID() }, members);
    expect(await told()).toBe(1);
    await set(app.db, event, { date: '2020-03-15' });
    expect(await told()).toBe(0);
  });
});

describe('the outbox', () => {
  const quiet = { warn: () => {} };

  /** An event with so many registered, and nothing left in outbox or queue from other tests. */
  async function crowd(count: number) {
    await app.work();
    await sql`delete from graphile_worker._private_jobs`.execute(app.db);
    await app.db.deleteFrom('notifications').execute();
    await app.db.deleteFrom('users').where('last_name', '=', 'Viele').execute();
    const { organization } = await app.make.club();
    const event = await app.make.event(organization, { max: count });
    await registerMany(app.patient.db, event, count);
    return { organization, event };
  }

  async function outbox() {
    const { rows } = await sql<{ id: number; sent: boolean }>`
      select id, sent_at is not null as sent from notifications order by id`.execute(app.db);
    return rows;
  }

  it('600 notifications and four drains at once: each becomes exactly one mail (X9)', async () => {
    const { event } = await crowd(600);
    await notifyRegistered(app.db, event);
    const drains = async () => {
      for (let run = 0; run < 4; run++) await drainOutbox(app.db, quiet);
    };
    await Promise.all([drains(), drains(), drains(), drains()]);
    const rows = await outbox();
    expect(rows).toHaveLength(600);
    expect(rows.filter(({ sent }) => !sent)).toEqual([]);
    expect(await queuedMails(app.db)).toEqual(rows.map(({ id }) => id));
  });

  it('a drain takes fifty, and plans another while there may be more (N1)', async () => {
    const { event } = await crowd(70);
    await notifyRegistered(app.db, event);
    await drainOutbox(app.db, quiet);
    expect(await queuedMails(app.db)).toHaveLength(50);
    // The job of the insert, which nobody has taken, and the next one.
    const { rows } = await sql`select from graphile_worker.jobs
      where task_identifier = 'notifications' and run_at <= now()`.execute(app.db);
    expect(rows).toHaveLength(2);
    await drainOutbox(app.db, quiet);
    expect(await queuedMails(app.db)).toHaveLength(70);
  });

  it('a drain whose connection is cut in the middle leaves everything to the next (X9)', async () => {
    const { event } = await crowd(60);
    await notifyRegistered(app.db, event);
    const holding = await app.pool.connect();
    try {
      // Holds up the drain, which has locked its rows by then.
      const { rows } = await holding.query(
        `select pg_advisory_lock(hashtextextended(concat(user_uuid, event_uuid), 0)) from notifications limit 1`,
      );
      expect(rows).toHaveLength(1);
      const cut = drainOutbox(app.db, quiet).catch((error) => error);
      await someoneWaits(app);
      await drainOutbox(app.db, quiet);
      await holding.query(`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`);
      expect(await cut).toBeInstanceOf(Error);
      expect(await queuedMails(app.db)).toHaveLength(10);
    } finally {
      holding.release(true);
    }
    await drainOutbox(app.db, quiet);
    const rows = await outbox();
    expect(rows.filter(({ sent }) => !sent)).toEqual([]);
    expect(await queuedMails(app.db)).toEqual(rows.map(({ id }) => id));
    // The pool logs the cut, too, unless the query has noticed it first.
    expect(app.errors.splice(0).length).toBeLessThanOrEqual(1);
  });

  it('the same cause twice is one notification (X9)', async () => {
    const { event } = await crowd(3);
    const members = app.db
      .selectFrom('registrations')
      .select('member_uuid')
      .where('event_uuid', '=', event.uuid);
    const again = () => notify(app.db, { kind: 'promoted', event, dedupe: 'same' }, members);
    expect(await again()).toBe(3);
    expect(await again()).toBe(0);
    await drainOutbox(app.db, quiet);
    expect(await again()).toBe(0);
    await drainOutbox(app.db, quiet);
    expect(await queuedMails(app.db)).toHaveLength(3);
  });

  it('at most six mails about an event go to a user within a day; the rest are withheld, and logged', async () => {
    const { event } = await crowd(2);
    const logged: unknown[] = [];
    const log = { warn: (what: unknown, text?: string) => logged.push([what, text]) };
    for (let time = 0; time < 9; time++) {
      await notifyRegistered(app.db, event);
      if (time % 2) await drainOutbox(app.db, log);
    }
    await drainOutbox(app.db, log);
    expect(await queuedMails(app.db)).toHaveLength(12);
    expect(logged).toEqual([
      [{ withheld: 4 }, 'mails about an event were withheld: too many within a day'],
      [{ withheld: 2 }, 'mails about an event were withheld: too many within a day'],
    ]);
    await app.db
      .updateTable('notifications')
      .set({ sent_at: sql<Date>`now() - interval '25 hours'` })
      .execute();
    await notifyRegistered(app.db, event);
    await drainOutbox(app.db, log);
    expect(await queuedMails(app.db)).toHaveLength(14);
    expect(logged).toHaveLength(2);
  });

  it('two drains at once do not exceed the six of a day', async () => {
    const { event } = await crowd(40);
    for (let time = 0; time < 10; time++) await notifyRegistered(app.db, event);
    await Promise.all(Array.from({ length: 12 }, () => drainOutbox(app.db, quiet)));
    const rows = await outbox();
    expect(rows.filter(({ sent }) => !sent)).toEqual([]);
    expect(await queuedMails(app.db)).toHaveLength(240);
  });

  it('free places leave room for a cancellation in a day', async () => {
    const { event } = await crowd(1);
    for (let time = 0; time < 7; time++)
      await notifyRegistered(app.db, event, { kind: 'place_free' });
    await drainOutbox(app.db, quiet);
    expect(await queuedMails(app.db)).toHaveLength(4);
    await notifyRegistered(app.db, event, { kind: 'event_cancelled' });
    await drainOutbox(app.db, quiet);
    expect(await queuedMails(app.db)).toHaveLength(5);
  });

  it('changes leave room for a cancellation in a day, too (J9, J10)', async () => {
    const { event } = await crowd(1);
    for (let time = 0; time < 7; time++) {
      await notifyRegistered(app.db, event, { kind: 'event_changed' });
      await drainOutbox(app.db, quiet);
    }
    expect(await queuedMails(app.db)).toHaveLength(5);
    await notifyRegistered(app.db, event, { kind: 'event_cancelled' });
    await drainOutbox(app.db, quiet);
    expect(await queuedMails(app.db)).toHaveLength(6);
    // They tell of no change: nothing is to write them.
    await sql`delete from graphile_worker._private_jobs`.execute(app.db);
    await app.db.deleteFrom('notifications').execute();
  });

  it('the last word on whether an event takes place is told once the day has room again (J9)', async () => {
    const { event } = await crowd(2);
    const say = async (kind: 'event_cancelled' | 'event_restored') => {
      await notifyRegistered(app.db, event, { kind });
      await drainOutbox(app.db, quiet);
    };
    for (let time = 0; time < 5; time++) {
      await say('event_cancelled');
      await say('event_restored');
    }
    await say('event_cancelled');
    expect(await queuedMails(app.db)).toHaveLength(12);
    const waiting = () =>
      app.db.selectFrom('notifications').select('kind').where('sent_at', 'is', null).execute();
    expect(await waiting()).toEqual([{ kind: 'event_cancelled' }, { kind: 'event_cancelled' }]);
    await sql`update notifications set
      sent_at = sent_at - interval '25 hours', due_at = due_at - interval '25 hours'`.execute(
      app.db,
    );
    await drainOutbox(app.db, quiet);
    expect(await queuedMails(app.db)).toHaveLength(14);
    expect(await waiting()).toEqual([]);
  });

  it('mails with codes go before those about events (N12)', async () => {
    const { event } = await crowd(5);
    await notifyRegistered(app.db, event);
    await drainOutbox(app.db, quiet);
    await app.visitor().submit('/app/auth/register', {
      ...{
        firstName: 'Jo',
        lastName: 'Ma',
        email: 'eilig@verein.example',
        password: 'Geheim-lang',
      },
    });
    const { rows } = await sql<{ template: string }>`
      select j.payload ->> 'template' as template from graphile_worker._private_jobs j
      where j.payload ->> 'template' is not null order by j.priority, j.run_at, j.id limit 1`.execute(
      app.db,
    );
    expect(rows).toEqual([{ template: 'activation' }]);
    await sql`delete from graphile_worker._private_jobs`.execute(app.db);
  });
});
