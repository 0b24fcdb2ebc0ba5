import { sql } from 'kysely';
import { newSecret } from '~/kernel/secret.server';
import type { TestApp } from './app';
import { makeFeed } from './calendars';

/** The name of everybody else who has to do with a whole person: no report may show it. */
export const SOMEBODY = { firstName: 'Kunigunde', lastName: 'Geheimrath' };

/**
 * A member with an account of whom everything is stored that can be, and nothing of it is empty:
 * one row at least of each kind.
 */
export async function wholePerson(app: TestApp) {
  const { make, db } = app;
  const organization = await make.organization({ name: 'TSV Grünau' });
  const created = await make.user({ firstName: 'Anna', lastName: 'Lindner' });
  await make.belongs(created, organization, 'EDIT_EVENTS');
  const member = await make.member(organization, {
    ...{ firstName: 'Anna', lastName: 'Lindner', identifier: 'M-17', user: created },
  });
  const user = { ...created, member: member.uuid };
  const other = await make.user(SOMEBODY);
  await make.belongs(other, organization, 'ORGANIZATION_ADMIN', 'EDIT_MEMBERS');
  const others = await make.member(organization, { ...SOMEBODY, user: other });
  const here = { organization_uuid: organization.uuid };
  const own = { ...here, member_uuid: member.uuid };
  const account = { ...here, user_uuid: user.uuid };
  await db
    .updateTable('members')
    .set({
      ...{ description: 'Trainiert die Bambini', email: 'anna.lindner@post.example' },
      ...{ phone: '0621 4711', mobile: '+49 170 4712', birthday: '1984-02-29', gender: 'w' },
      ...{ street: 'Deichweg 5', postal_code: '68199', city: 'Mannheim' },
      ...{ joined_on: '2019-09-01', left_on: '2033-12-31', released: ['mobile'] },
      retention_hold: 'Beitrag offen',
    })
    .where('uuid', '=', member.uuid)
    .execute();
  // A day of leaving takes another one back.
  await db
    .updateTable('members')
    .set({ erase_on: '2040-01-01' })
    .where('uuid', '=', member.uuid)
    .execute();
  await db
    .updateTable('organization_users')
    .set({ digest_rhythm: 'weekly', events_shown: 'mine' })
    .where('user_uuid', '=', user.uuid)
    .execute();

  const coming = await make.event(organization, { name: 'Sommerfest', max: 9 });
  const full = await make.event(organization, { name: 'Kanutour', max: 0 });
  const declined = await make.event(organization, { name: 'Trainingslager' });
  const entered = { ...own, acted_by: other.uuid };
  await db
    .insertInto('answers')
    .values({
      answer: 'yes',
      ...{ ...entered, event_uuid: coming.uuid },
      ...{ places: 2, note: 'Bringt Salat mit', promoted_at: new Date() },
    })
    .execute();
  await db
    .insertInto('answers')
    .values({
      answer: 'waiting',
      ...entered,
      event_uuid: full.uuid,
      places: 3,
      note: 'Nur mit Kindern',
    })
    .execute();
  const { uuid: absence } = await db
    .insertInto('absences')
    .values({
      ...own,
      ...{ from_date: '2030-08-01', until_date: '2030-08-14', left_open: [coming.uuid] },
    })
    .returning('uuid')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('answers')
    .values({
      answer: 'no',
      ...{ ...entered, event_uuid: declined.uuid, absence_uuid: absence, note: 'Bandscheibe' },
    })
    .execute();
  await db
    .insertInto('participations')
    .values({ ...own, event_uuid: coming.uuid })
    .execute();
  const poll = await make.poll(coming, { name: 'Was essen wir?', options: ['Suppe'] });
  await make.answer(poll, member);

  const group = await make.group(organization, [], { name: 'Damen' });
  await db
    .insertInto('group_members')
    .values({ ...own, group_uuid: group.uuid, leader: true, until: sql<Date>`now()` })
    .execute();
  await db
    .insertInto('group_mutes')
    .values({ ...account, group_uuid: group.uuid })
    .execute();
  const series = await make.series(organization);
  await db
    .insertInto('series_opt_outs')
    .values({ ...own, series_uuid: series.uuid })
    .execute();

  const invite = (to: string, by: string) =>
    db
      .insertInto('invitations')
      .values({ ...here, member_uuid: to, created_by: by, code_hash: newSecret().hash })
      .execute();
  await invite(member.uuid, other.uuid);
  await invite(others.uuid, user.uuid);
  await db
    .insertInto('accepted_invitations')
    .values({ ...account, code_hash: newSecret().hash })
    .execute();

  await db
    .insertInto('notification_settings')
    .values({ ...account, topic: 'event_new', way: 'off', former: 'digest' })
    .execute();
  const message = (sender: string, subject: string, body: string) =>
    db
      .insertInto('messages')
      .values({
        ...{ ...here, sender_uuid: sender, event_uuid: coming.uuid, audience: ['coming'] },
        ...{ subject, body, replies: true, count: 3 },
      })
      .returning('uuid')
      .executeTakeFirstOrThrow();
  const received = await message(other.uuid, 'Parkplätze', `Grüße von ${SOMEBODY.lastName}`);
  await message(user.uuid, 'Salate', 'Wer bringt welchen Salat mit?');
  await db
    .insertInto('notifications')
    .values({
      ...{ ...account, member_uuid: member.uuid, event_uuid: coming.uuid, poll_uuid: poll.uuid },
      ...{ message_uuid: received.uuid, kind: 'message', dedupe: 'message', sent_at: new Date() },
      withheld: 'off',
    })
    .execute();
  await sql`
    insert into mail_failures (address_hash, refused_at, code, blocked_at)
    values (mail_address_hash(${user.email}), array[now()], '5.1.1', now())
    on conflict do nothing`.execute(db);

  const session = await make.session(user, organization);
  await db
    .updateTable('sessions')
    .set({
      code_proved_at: sql`now()`,
      user_agent: 'Mozilla/5.0 Firefox/140.0',
      network: '203.0.113.0/24',
    })
    .where('user_uuid', '=', user.uuid)
    .execute();
  await db
    .insertInto('codes')
    .values({
      ...{ user_uuid: user.uuid, code_hash: newSecret().hash, purpose: 'email' },
      ...{ email: 'neu@verein.example', expires_at: sql<Date>`now()`, used_at: new Date() },
    })
    .execute();
  await db
    .insertInto('known_devices')
    .values({ user_uuid: user.uuid, device_hash: newSecret().hash })
    .execute();
  await db
    .insertInto('totp')
    .values({
      user_uuid: user.uuid,
      secret: 'sealed',
      confirmed_at: new Date(),
      last_step: 60_000_000,
    })
    .execute();
  await db
    .insertInto('recovery_codes')
    .values({ user_uuid: user.uuid, code_hash: newSecret().hash, used_at: new Date() })
    .execute();
  const feed = await makeFeed(app, user, { organization });
  await db
    .updateTable('calendar_feeds')
    .set({ used_at: new Date(), calls_in_hour: 7 })
    .where('uuid', '=', feed.uuid)
    .execute();
  const quoted = `Mitglied „${SOMEBODY.firstName} ${SOMEBODY.lastName}“`;
  const log = (actor: string, action: string) =>
    db
      .insertInto('audit_log')
      .values({ ...here, actor_uuid: actor, operation: 'Test', action, request_id: '0' })
      .execute();
  await log(user.uuid, `${quoted} geändert`);
  await log(other.uuid, 'Mitglied „Anna Lindner“ geändert');
  return { organization, user, member, other, session, events: { coming, full, declined } };
}
