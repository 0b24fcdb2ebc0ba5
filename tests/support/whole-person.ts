import { sql } from 'kysely';
import { newSecret } from '~/kernel/secret.server';
import type { TestApp } from './app';
import { makeFeed } from './calendars';
import { changeRows, insertRow, insertRows } from './rows';

/** The name of everybody else involved with a whole person; no report may show it. */
export const SOMEBODY = { firstName: 'Kunigunde', lastName: 'Geheimrath' };

/**
 * A member with an account about whom everything possible is stored, with no field empty: at least
 * one row of each kind.
 */
export async function wholePerson(app: TestApp) {
  const { make, db } = app;
  const organization = await make.organization({ name: 'TSV Grünau' });
  const created = await make.user({ firstName: 'Anna', lastName: 'Lindner' });
  await make.belongs(created, organization, 'EDIT_EVENTS');
  const member = await make.member(organization, {
    firstName: 'Anna',
    lastName: 'Lindner',
    identifier: 'M-17',
    user: created,
  });
  const user = { ...created, member: member.uuid };
  const other = await make.user(SOMEBODY);
  await make.belongs(other, organization, 'ORGANIZATION_ADMIN', 'EDIT_MEMBERS');
  const others = await make.member(organization, { ...SOMEBODY, user: other });
  const here = { organization_uuid: organization.uuid };
  const own = { ...here, member_uuid: member.uuid };
  const account = { ...here, user_uuid: user.uuid };
  await changeRows(db, 'members', member.uuid, {
    description: 'Trainiert die Bambini',
    email: 'anna.lindner@post.example',
    phone: '0621 4711',
    mobile: '+49 170 4712',
    birthday: '1984-02-29',
    gender: 'w',
    street: 'Deichweg 5',
    postal_code: '68199',
    city: 'Mannheim',
    joined_on: '2019-09-01',
    left_on: '2033-12-31',
    released: ['mobile'],
    retention_hold: 'Beitrag offen',
    former_names: ['Anna Fuchs'],
  });
  // A day of leaving takes another one back.
  await changeRows(db, 'members', member.uuid, { erase_on: '2040-01-01' });
  await changeRows(
    db,
    'organization_users',
    { user_uuid: user.uuid },
    { digest_rhythm: 'weekly', events_shown: 'mine' },
  );

  const coming = await make.event(organization, { name: 'Sommerfest', max: 9 });
  const full = await make.event(organization, { name: 'Kanutour', max: 0 });
  const declined = await make.event(organization, { name: 'Trainingslager' });
  const entered = { ...own, acted_by: other.uuid };
  await insertRows(db, 'answers', {
    answer: 'yes',
    ...entered,
    event_uuid: coming.uuid,
    places: 2,
    note: 'Bringt Salat mit',
    promoted_at: new Date(),
  });
  await insertRows(db, 'answers', {
    answer: 'waiting',
    ...entered,
    event_uuid: full.uuid,
    places: 3,
    note: 'Nur mit Kindern',
  });
  const absence = await insertRow(db, 'absences', {
    ...own,
    from_date: '2030-08-01',
    until_date: '2030-08-14',
    left_open: [coming.uuid],
  });
  await insertRows(db, 'answers', {
    answer: 'no',
    ...entered,
    event_uuid: declined.uuid,
    absence_uuid: absence,
    note: 'Bandscheibe',
  });
  await insertRows(db, 'participations', { ...own, event_uuid: coming.uuid });
  const poll = await make.poll(coming, { name: 'Was essen wir?', options: ['Suppe'] });
  await make.answer(poll, member);

  const group = await make.group(organization, [], { name: 'Damen' });
  await insertRows(db, 'group_members', {
    ...own,
    group_uuid: group.uuid,
    leader: true,
    until: sql<Date>`now()`,
  });
  await insertRows(db, 'group_mutes', { ...account, group_uuid: group.uuid });
  const series = await make.series(organization);
  await insertRows(db, 'series_opt_outs', { ...own, series_uuid: series.uuid });

  const invite = (to: string, by: string) =>
    insertRows(db, 'invitations', {
      ...here,
      member_uuid: to,
      created_by: by,
      code_hash: newSecret().hash,
    });
  await invite(member.uuid, other.uuid);
  await invite(others.uuid, user.uuid);
  await insertRows(db, 'accepted_invitations', { ...account, code_hash: newSecret().hash });

  await insertRows(db, 'notification_settings', {
    ...account,
    topic: 'event_new',
    way: 'off',
    former: 'digest',
  });
  const message = (sender: string, subject: string, body: string) =>
    insertRow(db, 'messages', {
      ...here,
      sender_uuid: sender,
      event_uuid: coming.uuid,
      audience: ['coming'],
      subject,
      body,
      replies: true,
      count: 3,
    });
  const received = await message(other.uuid, 'Parkplätze', `Grüße von ${SOMEBODY.lastName}`);
  await message(user.uuid, 'Salate', 'Wer bringt welchen Salat mit?');
  await insertRows(db, 'notifications', {
    ...account,
    member_uuid: member.uuid,
    event_uuid: coming.uuid,
    poll_uuid: poll.uuid,
    message_uuid: received,
    kind: 'message',
    dedupe: 'message',
    sent_at: new Date(),
    withheld: 'off',
  });
  await sql`
    insert into mail_failures (address_hash, refused_at, code, blocked_at)
    values (mail_address_hash(${user.email}), array[now()], '5.1.1', now())
    on conflict do nothing`.execute(db);

  await make.session(user, organization);
  await changeRows(
    db,
    'sessions',
    { user_uuid: user.uuid },
    {
      code_proved_at: sql`now()`,
      user_agent: 'Mozilla/5.0 Firefox/140.0',
      network: '203.0.113.0/24',
    },
  );
  await insertRows(db, 'codes', {
    user_uuid: user.uuid,
    code_hash: newSecret().hash,
    purpose: 'email',
    email: 'neu@verein.example',
    expires_at: sql<Date>`now()`,
    used_at: new Date(),
  });
  await insertRows(db, 'known_devices', { user_uuid: user.uuid, device_hash: newSecret().hash });
  await insertRows(db, 'totp', {
    user_uuid: user.uuid,
    secret: 'sealed',
    confirmed_at: new Date(),
    last_step: 60_000_000,
  });
  await insertRows(db, 'recovery_codes', {
    user_uuid: user.uuid,
    code_hash: newSecret().hash,
    used_at: new Date(),
  });
  const feed = await makeFeed(app, user, { organization });
  await changeRows(db, 'calendar_feeds', feed.uuid, { used_at: new Date(), calls_in_hour: 7 });
  const quoted = `Mitglied „${SOMEBODY.firstName} ${SOMEBODY.lastName}“`;
  const log = (actor: string, action: string) =>
    insertRows(db, 'audit_log', {
      ...here,
      actor_uuid: actor,
      operation: 'Test',
      action,
      request_id: '0',
    });
  await log(user.uuid, `${quoted} geändert`);
  await log(other.uuid, 'Mitglied „Anna Lindner“ geändert');
  return { organization, user, member, other, events: { coming, full, declined } };
}
