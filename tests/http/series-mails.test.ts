import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { daysFrom } from '~/dates.server';
import {
  type ChangedDate,
  notifyOfChange,
  notifySeriesCancelled,
  notifySeriesChange,
} from '~/features/events/queries/changes.server';
import { testApp } from '../support/app';
import { flat } from '../support/event-mails';
import { leave, mailsLater, set, wait } from '../support/notifications';
import { insertRow } from '../support/rows';
import { datesOf, mailsTelling, withoutTokens } from '../support/told';

const app = testApp();

/** Not near enough to today to be over, and a Tuesday. */
const FIRST = '2031-03-04';

/** A weekly training of so many dates, whose series exists, and three members. */
async function training(dates: number, columns: object = {}) {
  const { organization, admin } = await app.make.club({ name: 'TSV Grünau' });
  const { rows } = await sql<{ uuid: string }>`
    insert into series (organization_uuid, rule, starts_on, template)
    values (${organization.uuid}, 'FREQ=WEEKLY;BYDAY=TU', ${FIRST}, '{}') returning uuid`.execute(
    app.db,
  );
  const series = rows[0]?.uuid ?? '';
  const events = [];
  for (let week = 0; week < dates; week++) {
    const date = daysFrom(FIRST, 7 * week);
    const event = await app.make.event(
      organization,
      { name: 'Training', date, max: 20 },
      {
        series_uuid: series,
        series_date: date,
        start_time: '18:00',
        end_time: '20:00',
        place: 'Halle am Berg',
        ...columns,
      },
    );
    events.push(event);
  }
  const [anna, ben] = [
    await app.make.userOf(organization),
    await app.make.userOf(organization),
  ] as const;
  return { organization, admin, events, anna, ben };
}

type Training = Awaited<ReturnType<typeof training>>;

const comes = (club: Training, { member }: { member: string }, events = club.events) =>
  Promise.all(events.map((event) => app.make.registration(event, { uuid: member })));

/** Changes these dates, and tells of it. @returns how many will get a mail */
async function edit(
  club: Training,
  { start_time, end_time, place }: { start_time?: string; end_time?: string; place?: string },
  { days = 0, events = club.events, alone = false } = {},
) {
  const changes: ChangedDate[] = [];
  for (const { uuid } of events) {
    const { rows } = await sql<ChangedDate>`
      with was as (select * from events where uuid = ${uuid}),
      changed as (
        update events set date = date + ${days}::int,
          start_time = coalesce(${start_time ?? null}, start_time),
          end_time = coalesce(${end_time ?? null}, end_time), place = coalesce(${place ?? null}, place)
        where uuid = ${uuid} returning *)
      select ${shape('was')} as before, ${shape('changed')} as after from was, changed`.execute(
      app.db,
    );
    changes.push(...rows);
  }
  const telling = { but: club.admin, open: false };
  const [first] = changes;
  if (alone && first) return notifyOfChange(app.db, first.before, first.after, telling);
  return notifySeriesChange(app.db, changes, telling);
}

const shape = (table: string) => {
  const of = (column: string) => sql.ref(`${table}.${column}`);
  return sql`json_build_object('uuid', ${of('uuid')}, 'organization', ${of('organization_uuid')},
    'series', ${of('series_uuid')}, 'asksAnswer', ${of('asks_answer')}, 'date', ${of('date')},
    'startTime', to_char(${of('start_time')}, 'HH24:MI'), 'endDate', ${of('end_date')},
    'endTime', to_char(${of('end_time')}, 'HH24:MI'), 'place', ${of('place')})`;
};

async function cancel(club: Training, events = club.events, reason = '') {
  for (const event of events)
    await set(app.db, event, { cancelled_at: new Date(), cancel_reason: reason });
  return notifySeriesCancelled(app.db, club.admin, events);
}

describe('a change of many dates of a series', () => {
  it('24 dates at another time are one mail: how many, the first five with old and new, and the way to the first (L9)', async () => {
    const club = await training(24);
    await comes(club, club.anna);
    expect(await edit(club, { start_time: '19:00', end_time: '21:00' })).toBe(1);
    expect(await app.mailsTo(club.anna.email)).toEqual([]);
    const [mail, ...others] = await mailsLater(app, club.anna);
    expect(others).toEqual([]);
    expect(mail?.sender).toBe('TSV Grünau über Vereinsheim');
    expect(mail?.subject).toBe('Training, dienstags 19:00: 24 Termine geändert');
    expect(withoutTokens(mail?.text)).toBe(`Hallo Anna,

bei 24 Terminen hat sich die Zeit geändert. Jetzt gilt:

Training
Dienstag, 4. März 2031, 19:00 bis 21:00 Uhr (bisher 18:00 bis 20:00 Uhr)
Dienstag, 11. März 2031, 19:00 bis 21:00 Uhr (bisher 18:00 bis 20:00 Uhr)
Dienstag, 18. März 2031, 19:00 bis 21:00 Uhr (bisher 18:00 bis 20:00 Uhr)
Dienstag, 25. März 2031, 19:00 bis 21:00 Uhr (bisher 18:00 bis 20:00 Uhr)
Dienstag, 1. April 2031, 19:00 bis 21:00 Uhr (bisher 18:00 bis 20:00 Uhr)
und 19 weitere
Halle am Berg

Zum ersten Termin:
${app.origin}/app/events/${club.events[0]?.uuid}

Ihre Antworten gelten weiter. Wenn Sie einmal nicht kommen können, melden Sie sich dort bitte ab.

„TSV Grünau“ schreibt Ihnen, weil Sie angemeldet sind.

Solche E-Mails abbestellen:
${app.origin}/app/unsubscribe/…

Alle Einstellungen zu E-Mails:
${app.origin}/app/account/notifications?organization=${club.organization.uuid}

Diese Nachricht wurde von Vereinsheim automatisch verschickt.`);
  });

  it('each user is told of the dates that they count on, and the actor of none (L9)', async () => {
    const club = await training(8);
    await comes(club, club.anna, club.events.slice(6));
    await comes(club, club.ben, club.events.slice(2, 3));
    await comes(club, club.admin);
    expect(await edit(club, { place: 'Stadthalle' })).toBe(2);
    const [anna] = await mailsLater(app, club.anna);
    expect(anna?.subject).toBe('Training, dienstags 18:00: 2 Termine geändert');
    expect(flat(anna?.text)).toContain(
      'bei 2 Terminen hat sich der Ort geändert. Jetzt gilt: Training ' +
        'Dienstag, 15. April 2031, 18:00 bis 20:00 Uhr ' +
        'Dienstag, 22. April 2031, 18:00 bis 20:00 Uhr Stadthalle Bisher: Halle am Berg ',
    );
    expect(anna?.text).toContain(`/app/events/${club.events[6]?.uuid}`);
    const [ben] = await app.mailsTo(club.ben.email);
    expect(ben?.subject).toBe('Training, dienstags 18:00: 1 Termin geändert');
    expect(flat(ben?.text)).toContain('bei einem Termin hat sich der Ort geändert.');
    expect(await app.mailsTo(club.admin.email)).toEqual([]);
  });

  it('waiting members are told, too (L9)', async () => {
    const club = await training(2, { max_participants: 1 });
    await comes(club, club.anna);
    for (const event of club.events) await wait(app.db, event, [{ uuid: club.ben.member }]);
    expect(await edit(club, { start_time: '19:00' })).toBe(2);
    const [mail] = await mailsLater(app, club.ben);
    expect(flat(mail?.text)).toContain('weil Sie auf der Warteliste stehen.');
  });

  it('those who declined are told of another day if answers are asked for (L9)', async () => {
    const club = await training(2, { event_type: 'OPEN_EVENT', max_participants: 0 });
    for (const event of club.events) {
      await set(app.db, event, { asks_answer: true });
      await app.make.decline(event, { uuid: club.anna.member });
    }
    expect(await edit(club, { start_time: '19:00' })).toBe(0);
    expect(await edit(club, { start_time: '18:00' }, { days: 2 })).toBe(1);
    const [mail] = await mailsLater(app, club.anna);
    expect(mail?.subject).toBe('Training, donnerstags 18:00: 2 Termine geändert');
    expect(flat(mail?.text)).toContain(
      'Donnerstag, 6. März 2031, 18:00 bis 20:00 Uhr (bisher Dienstag, 4. März 2031, 19:00 bis 20:00 Uhr) ',
    );
    expect(flat(mail?.text)).toContain(
      'Sie hatten abgesagt. Wenn es Ihnen jetzt passt, können Sie dort noch zusagen.',
    );
    expect(flat(mail?.text)).toContain('weil Sie abgesagt haben.');
  });

  it('absent members are not told that they may come after all (L8)', async () => {
    const club = await training(1, { event_type: 'OPEN_EVENT', max_participants: 0 });
    const [event = expect.fail('no event')] = club.events;
    await set(app.db, event, { asks_answer: true });
    const uuid = await insertRow(app.db, 'absences', {
      organization_uuid: event.organization,
      member_uuid: club.anna.member,
      from_date: '2031-01-01',
      until_date: '2031-12-31',
    });
    await sql`insert into answers (answer, event_uuid, member_uuid, organization_uuid, absence_uuid)
      values ('no', ${event.uuid}, ${club.anna.member}, ${event.organization}, ${uuid})
      on conflict do nothing`.execute(app.db);
    expect(await edit(club, {}, { days: 1 })).toBe(0);
  });

  it('edits within five minutes are one mail, from the oldest to the newest (L9)', async () => {
    const club = await training(4);
    await comes(club, club.anna);
    await edit(club, { start_time: '18:30' }, { events: club.events.slice(0, 3) });
    await edit(club, { start_time: '19:00' }, { events: club.events.slice(1) });
    const [mail, ...others] = await mailsLater(app, club.anna);
    expect(others).toEqual([]);
    expect(mail?.subject).toBe('Training, dienstags: 4 Termine geändert');
    expect(flat(mail?.text)).toContain(
      'Dienstag, 4. März 2031, 18:30 bis 20:00 Uhr (bisher 18:00 bis 20:00 Uhr) ' +
        'Dienstag, 11. März 2031, 19:00 bis 20:00 Uhr (bisher 18:00 bis 20:00 Uhr)',
    );
    await edit(club, { start_time: '17:00' }, { events: club.events.slice(0, 1) });
    const [single, ...earlier] = await mailsLater(app, club.anna);
    expect(earlier).toHaveLength(1);
    expect(flat(single?.text)).toMatch(
      / Zum Termin: .* Ihre Antwort gilt weiter\. Wenn Sie nicht kommen können, melden /,
    );
  });

  it('of one date and of many within five minutes are one mail, in either order (L9, N5)', async () => {
    const club = await training(3);
    await comes(club, club.anna);
    const one = { events: club.events.slice(0, 1), alone: true };
    await edit(club, { start_time: '18:30' }, one);
    await edit(club, { start_time: '19:00' });
    await mailsLater(app, club.anna);
    await edit(club, { start_time: '17:00' });
    await edit(club, { start_time: '17:30' }, one);
    const [second, first, ...others] = (await mailsLater(app, club.anna)).map(({ text }) =>
      flat(text),
    );
    expect(others).toEqual([]);
    expect(first).toContain(', 4. März 2031, 19:00 bis 20:00 Uhr (bisher 18:00 bis 20:00 Uhr)');
    expect(second).toContain(', 4. März 2031, 17:30 bis 20:00 Uhr (bisher 19:00 bis 20:00 Uhr)');
    expect(second).toContain(', 11. März 2031, 17:00 bis 20:00 Uhr (bisher 19:00 bis 20:00 Uhr)');
  });

  it('what holds no longer when the mail is written is left out: taken back, cancelled, signed off (L9)', async () => {
    const club = await training(5);
    const [back, cancelled, left] = club.events;
    if (!back || !cancelled || !left) expect.fail('no events');
    await comes(club, club.anna);
    await edit(club, { start_time: '19:00' });
    await set(app.db, back, { start_time: '18:00' });
    await set(app.db, cancelled, { cancelled_at: new Date() });
    await leave(app.db, left, club.anna.member);
    const [mail] = await mailsLater(app, club.anna);
    expect(mail?.subject).toBe('Training, dienstags 19:00: 2 Termine geändert');
    expect(mail?.text).toContain(`/app/events/${club.events[3]?.uuid}`);
  });

  it('nothing left to tell is no mail; nor is a change of name alone (L9)', async () => {
    const club = await training(2);
    await comes(club, club.anna);
    expect(await edit(club, {})).toBe(0);
    await edit(club, { start_time: '19:00' });
    for (const event of club.events) await leave(app.db, event, club.anna.member);
    expect(await mailsLater(app, club.anna)).toEqual([]);
  });

  it("nobody is told of dates that are over, nor somebody else's club (L9)", async () => {
    const club = await training(2);
    const [first = expect.fail('no event')] = club.events;
    await comes(club, club.anna);
    await set(app.db, first, { date: '2020-03-03' });
    expect(await edit(club, { start_time: '19:00' })).toBe(1);
    const { rows } = await sql<{ dates: string[] }>`
      select array(select jsonb_object_keys(details -> 'dates')) as dates from notifications
      where user_uuid = ${club.anna.uuid}`.execute(app.db);
    expect(rows).toEqual([{ dates: [club.events[1]?.uuid] }]);
    const { organization } = await app.make.club();
    const strange = club.events.map((event) => ({ ...event, organization: organization.uuid }));
    expect(await notifySeriesCancelled(app.db, club.admin, strange)).toBe(0);
  });
});

it('a member being deleted is skipped: waiting for them would be a deadlock (L9)', async () => {
  const club = await training(2);
  await comes(club, club.anna);
  await comes(club, club.ben);
  const deleting = await app.pool.connect();
  try {
    await deleting.query('begin');
    await deleting.query('select from members where uuid = $1 for update', [club.anna.member]);
    expect(await cancel(club)).toBe(1);
  } finally {
    await deleting.query('rollback');
    deleting.release();
  }
});

describe('dates of a series that do not take place', () => {
  it('are one mail with the reason, at once (L9)', async () => {
    const club = await training(7);
    await comes(club, club.anna);
    expect(await cancel(club, club.events.slice(0, 6), 'Die Halle wird renoviert.')).toBe(1);
    const [mail, ...others] = await app.mailsTo(club.anna.email);
    expect(others).toEqual([]);
    expect(mail?.subject).toBe('Training, dienstags 18:00: 6 Termine fallen aus');
    expect(flat(mail?.text)).toContain(
      'diese 6 Termine finden nicht statt: Training Dienstag, 4. März 2031, 18:00 bis 20:00 Uhr',
    );
    expect(flat(mail?.text)).toContain(
      'und 1 weiterer Halle am Berg Grund: Die Halle wird renoviert. Zum ersten Termin:',
    );
    await cancel(club, club.events.slice(6));
    const [single] = await app.mailsTo(club.anna.email);
    expect(flat(single?.text)).toMatch(
      /dieser Termin findet nicht statt: Training Dienstag, 15\. .* Zum Termin: .* Findet er doch statt, schreiben wir/,
    );
  });

  it('that moved before anybody had a mail about it are named with the day that is known (L9, J10)', async () => {
    const club = await training(2);
    await comes(club, club.anna);
    await edit(club, { start_time: '18:00' }, { days: 1 });
    await cancel(club);
    const [mail, ...others] = await mailsLater(app, club.anna);
    expect(others).toEqual([]);
    expect(flat(mail?.text)).toContain(
      'Mittwoch, 5. März 2031, 18:00 bis 20:00 Uhr (bisher Dienstag, 4. März 2031, 18:00 bis 20:00 Uhr) ',
    );
  });

  it('in a digest they are a sentence: one does not take place, several do not (L9, N9)', async () => {
    const { organization, anna, events } = await training(3);
    for (const event of events) {
      await app.make.registration(event, { uuid: anna.member });
      await set(app.db, event, { cancelled_at: new Date() });
    }
    const told = async (dates: typeof events) => {
      const [event] = dates;
      const details = datesOf(dates);
      const about = { organization, user: anna, member: anna.member, event, details };
      const [mail] = await mailsTelling(app, [{ kind: 'series_cancelled', ...about }], 'digest');
      return flat(mail?.text);
    };
    expect(await told(events)).toMatch(
      /Training 3 Termine \(dienstags 18:00\) finden nicht statt\. Dienstag, /,
    );
    expect(await told(events.slice(0, 1))).toContain('1 Termin (dienstags 18:00) findet nicht');
  });

  it('in a digest a change of place says where they were (L9, N9)', async () => {
    const { organization, anna, events } = await training(1);
    const [event = expect.fail('no event')] = events;
    await app.make.registration(event, { uuid: anna.member });
    const former = { date: FIRST, endDate: null, startTime: '18:00', endTime: '20:00' };
    const details = datesOf(events, { ...former, place: 'Stadthalle' });
    const about = { organization, user: anna, member: anna.member, event, details };
    const [mail] = await mailsTelling(app, [{ kind: 'series_changed', ...about }], 'digest');
    expect(flat(mail?.text)).toContain('Halle am Berg Bisheriger Ort: Stadthalle');
  });

  it('what takes place after all by then is left out (L9)', async () => {
    const club = await training(3);
    const [first = expect.fail('no event')] = club.events;
    await comes(club, club.anna);
    await cancel(club);
    await set(app.db, first, { cancelled_at: null });
    const [mail] = await app.mailsTo(club.anna.email);
    expect(mail?.subject).toBe('Training, dienstags 18:00: 2 Termine fallen aus');
  });
});

describe('the subject of a mail about a series', () => {
  const subjectOf = async (name: string) => {
    const club = await training(2, { name });
    await comes(club, club.anna);
    await cancel(club);
    const [mail] = await app.mailsTo(club.anna.email);
    expect([...(mail?.subject ?? '')].length).toBeLessThan(60);
    return mail?.subject;
  };

  it('keeps below 60 characters: without the day where the name needs the room (L9)', async () => {
    expect(await subjectOf('Eltern-Kind-Turnen')).toBe(
      'Eltern-Kind-Turnen, dienstags 18:00: 2 Termine fallen aus',
    );
    expect(await subjectOf('Leistungsgruppe Geräteturnen')).toBe(
      'Leistungsgruppe Geräteturnen: 2 Termine fallen aus',
    );
    expect(await subjectOf('Donaudampfschifffahrt'.repeat(4))).toBe(
      'DonaudampfschifffahrtDonaudampfschif…: 2 Termine fallen aus',
    );
  });
});

describe('the subject of a mail about one date of a series', () => {
  it('names its day, and keeps below 60 characters (J9, L9)', async () => {
    const subjects = async (name: string) => {
      const club = await training(2, { name });
      await comes(club, club.anna);
      const admin = await app.as(club.admin, club.organization);
      const state = `/event/${club.events[0]?.uuid}/state`;
      await admin.call('PUT', `${state}/cancel`);
      const [cancelled] = await mailsLater(app, club.anna);
      return cancelled?.subject;
    };
    expect(await subjects('Training')).toBe('Fällt aus: Training am Di, 4.3.');
    expect(await subjects('Donaudampfschifffahrt'.repeat(4))).toBe(
      'Fällt aus: DonaudampfschifffahrtDonaudampfschi… am Di, 4.3.',
    );
  });
});

describe('too many mails about a series', () => {
  it('thirty a day, the last change told once there is room; a cancellation far ahead comes with the digest (L9)', async () => {
    const club = await training(2);
    await comes(club, club.anna);
    await edit(club, { start_time: '17:10' });
    await mailsLater(app, club.anna);
    // Others of the same day, as if they had left.
    await sql`insert into notifications overriding system value
      select (jsonb_populate_record(n, jsonb_build_object('id', -nth, 'dedupe', nth))).*
      from notifications n cross join generate_series(1, 28) as nth
      where n.user_uuid = ${club.anna.uuid} and n.kind = 'series_changed'`.execute(app.db);
    for (const minute of [14, 15]) {
      await edit(club, { start_time: `17:${minute}` });
      await mailsLater(app, club.anna);
    }
    expect(await app.mailsTo(club.anna.email)).toHaveLength(2);
    await edit(club, { start_time: '17:30' });
    await cancel(club, club.events.slice(1));
    expect(await app.mailsTo(club.anna.email)).toHaveLength(2);
    expect(app.errors).toEqual([]);
    await sql`update notifications set
      sent_at = sent_at - interval '25 hours', due_at = due_at - interval '25 hours'`.execute(
      app.db,
    );
    const mails = await mailsLater(app, club.anna);
    expect(mails).toHaveLength(4);
    // Two jobs send them, side by side.
    const last = (subject: string) => mails.find((mail) => mail.subject === subject);
    const change = last('Training, dienstags 17:30: 1 Termin geändert');
    const digest = last('Neues: Training');
    expect(flat(change?.text)).toContain('17:30 bis 20:00 Uhr (bisher 17:14 bis 20:00 Uhr)');
    expect(flat(digest?.text)).toContain('1 Termin (dienstags 17:30) findet nicht statt.');
  });
});
