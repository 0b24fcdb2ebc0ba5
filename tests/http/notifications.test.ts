import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { notify } from '~/features/outbox/queries.server';
import { testApp } from '../support/app';
import { leave, set, wait } from '../support/notifications';
import { changeRows, deleteRows } from '../support/rows';

const app = testApp();

/** A club, an event with one place, the member who holds it and the one who waits for it. */
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

describe('mails to waiting members', () => {
  it('a member who moves up is told by mail: what, when, where, and how to sign off (K11)', async () => {
    const { event, comes, waits } = await fullEvent();
    await leave(app.db, event, comes.member);
    const [mail, ...others] = await app.mailsTo(waits.email);
    expect(others).toEqual([]);
    expect(mail?.sender).toBe('TSV Grünau über Vereinsheim');
    expect(mail?.subject).toBe('Sie sind dabei: Kletterkurs');
    expect(mail?.text).toBe(`Hallo Anna,

ein Platz ist frei geworden, und Sie sind von der Warteliste nachgerückt: Sie sind jetzt angemeldet.

Kletterkurs
Samstag, 15. März 2031, 18:00 bis 20:00 Uhr
Halle am Berg

Zur Veranstaltung:
${app.origin}/app/events/${event.uuid}

Können Sie doch nicht kommen? Dann melden Sie sich dort bitte ab, damit andere den Platz bekommen.

„TSV Grünau“ schreibt Ihnen, weil Sie angemeldet sind.

Alle Einstellungen zu E-Mails:
${app.origin}/app/account/notifications?organization=${event.organization}

Diese Nachricht wurde von Vereinsheim automatisch verschickt.`);
    expect(await app.mailsTo(comes.email)).toEqual([]);
  });

  it('members who move up after the deadline for signing off are sent to the leaders (K11, J4)', async () => {
    const { event, comes, waits } = await fullEvent();
    await set(app.db, event, { sign_off_until: new Date(0) });
    await leave(app.db, event, comes.member);
    const [mail] = await app.mailsTo(waits.email);
    expect(mail?.text).toContain(
      '\n\nKönnen Sie doch nicht kommen? Dann sagen Sie bitte der Leitung Bescheid.\n\n',
    );
  });

  it('a member who moves up with companions is told how many places are theirs (J2, K11)', async () => {
    const { event, comes, waits } = await fullEvent();
    await sql`update answers set places = 2 where answer = 'waiting' and event_uuid = ${event.uuid}`.execute(
      app.db,
    );
    await set(app.db, event, { max_participants: 2 });
    await leave(app.db, event, comes.member);
    const [mail] = await app.mailsTo(waits.email);
    expect(mail?.text.replace(/\s+/g, ' ')).toContain(
      'es sind Plätze frei geworden, und Sie sind von der Warteliste nachgerückt: Sie sind jetzt angemeldet. Für Sie sind 2 Plätze reserviert.',
    );
  });

  it('a member who has signed off again before the mail is written gets none (K11)', async () => {
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
    expect(mail?.text).toContain(`Zur Veranstaltung:\n${app.origin}/app/events/${event.uuid}\n`);
    expect(mail?.text).toContain('weil Sie auf der Warteliste stehen.');
  });

  it('who is told of a free place takes it by the link in the mail, without a log-in (K4, N7)', async () => {
    const { event, comes, waits } = await fullEvent();
    await begin(event);
    await leave(app.db, event, comes.member);
    const [mail] = await app.mailsTo(waits.email);
    const linkBelow = (label: string) =>
      new RegExp(`${label}:\n\\S*?(/app/answer/\\S+)`).exec(mail?.text ?? '')?.[1] ?? '';
    const take = linkBelow('Platz nehmen');
    expect(linkBelow('Von der Warteliste nehmen')).toContain('answer=no');
    const visitor = app.visitor();
    expect((await visitor.get(take)).page).toContain(
      'Bitte bestätigen Sie die Änderung: Platz nehmen',
    );
    expect((await visitor.submit(take, { answer: 'yes' })).status).toBe(303);
    const answers = await app.db
      .selectFrom('answers')
      .select(['member_uuid', 'answer'])
      .where('event_uuid', '=', event.uuid)
      .where('answer', '<>', 'no')
      .execute();
    expect(answers).toEqual([{ member_uuid: waits.member, answer: 'yes' }]);
  });

  it('nobody is told of a free place that is taken by then (K4)', async () => {
    const { event, comes, waits } = await fullEvent();
    await begin(event);
    await leave(app.db, event, comes.member);
    await app.make.registration(event, { uuid: comes.member });
    expect(await app.mailsTo(waits.email)).toEqual([]);
  });

  it('a member who waited for an event that is now open is told that they can come (K9)', async () => {
    const { event, waits } = await fullEvent();
    await set(app.db, event, { event_type: 'OPEN_EVENT', max_participants: 0 });
    const [mail] = await app.mailsTo(waits.email);
    expect(mail?.subject).toBe('Jetzt offen: Kletterkurs');
    expect(mail?.text).toContain('die Veranstaltung ist jetzt offen. Sie können einfach kommen.');
    expect(mail?.text).toContain('weil Sie auf der Warteliste standen.');
  });

  it.each([
    [{}, true],
    [{ sign_up_until: new Date(0) }, false],
  ])('a now open event that asks, with %j, asks those who waited: %j (K9)', async (more, asks) => {
    const { event, waits } = await fullEvent();
    const open = { event_type: 'OPEN_EVENT', max_participants: 0, asks_answer: true } as const;
    await set(app.db, event, { ...open, ...more });
    const [mail] = await app.mailsTo(waits.email);
    expect(mail?.subject).toBe('Jetzt offen: Kletterkurs');
    expect(mail?.text.replace(/\s+/g, ' ').includes('Sagen Sie bitte noch zu oder ab.')).toBe(asks);
  });

  it('a member taken off the waiting list is told, and whom to ask (K11)', async () => {
    const { event, waits } = await fullEvent();
    await deleteRows(app.db, 'answers', { answer: 'waiting', event_uuid: event.uuid });
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
    await changeRows(app.db, 'users', club.waits.uuid, { activated: false });
    await noMail();
  });

  it('users who have left the organisation no longer hear from it (N3)', async () => {
    await deleteRows(app.db, 'organization_users', { user_uuid: club.waits.uuid });
    await noMail();
  });

  it("whose member is somebody else's by now learns nothing of it (N3)", async () => {
    const other = await app.make.user();
    await app.make.belongs(other, club.organization);
    await changeRows(app.db, 'members', club.waits.member, { user_uuid: other.uuid });
    await noMail();
    expect(await app.mailsTo(other.email)).toEqual([]);
  });

  it('no mail is written about an event that is deleted, over or cancelled by then (J9, K9)', async () => {
    await set(app.db, club.event, { date: '2020-03-15' });
    await noMail();
    const cancelled = await fullEvent();
    await leave(app.db, cancelled.event, cancelled.comes.member);
    await set(app.db, cancelled.event, { cancelled_at: new Date() });
    expect(await app.mailsTo(cancelled.waits.email)).toEqual([]);
    const deleted = await fullEvent();
    await leave(app.db, deleted.event, deleted.comes.member);
    await deleteRows(app.db, 'events', deleted.event.uuid);
    expect(await app.mailsTo(deleted.waits.email)).toEqual([]);
  });

  it('notify() passes over who cannot be reached: no user, no confirmed address, not in the club, event over (N3)', async () => {
    const { organization, event } = club;
    const without = await app.make.member(organization);
    const { uuid: gone, member: goneMember } = await app.make.userOf(organization);
    await deleteRows(app.db, 'organization_users', { user_uuid: gone });
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
