import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { testApp } from '../support/app';
import { flat } from '../support/event-mails';
import { comingAndWaiting, leave, mailsLater, set } from '../support/notifications';
import { deleteRows } from '../support/rows';
import { withoutTokens } from '../support/told';

const app = testApp();

const setting = () =>
  comingAndWaiting(app, { start_time: '18:00', end_time: '20:00', place: 'Halle am Berg' });

type Setting = Awaited<ReturnType<typeof setting>>;

/** The form of the event as it is, posted with these fields changed. */
function save(
  { editor, event }: Pick<Setting, 'editor' | 'event'>,
  fields: Record<string, string>,
) {
  return editor.submit(`/app/events/${event.uuid}/edit`, {
    name: 'Sommerfest',
    date: '2031-07-05',
    eventType: 'LIMITED_EVENT',
    maxParticipants: '1',
    startTime: '18:00',
    endTime: '20:00',
    place: 'Halle am Berg',
    ...fields,
  });
}

describe('telling of a change (J10)', () => {
  it('the form offers to tell, ticked, where somebody comes, waits or (if asked) declined (J10)', async () => {
    const { organization, member, editor, event } = await setting();
    const form = async (uuid: string) => (await editor.get(`/app/events/${uuid}/edit`)).text;
    const box = /<input[^>]*name="notify"[^>]*>/;
    expect(box.exec(await form(event.uuid))?.[0]).toContain('checked=""');
    expect((await editor.get(`/app/events/${event.uuid}/edit`)).page).toContain(
      'Per E-Mail Bescheid sagen, wenn sich Datum, Zeit oder Ort ändern',
    );
    // Where nobody else can be told either (U7).
    await sql`update members set user_uuid = null where organization_uuid = ${organization.uuid}`.execute(
      app.db,
    );
    const nobody = await app.make.event(organization, { max: 3 });
    expect(await form(nobody.uuid)).not.toMatch(box);
    await app.make.decline(nobody, member);
    expect(await form(nobody.uuid)).not.toMatch(box);
    await set(app.db, nobody, { event_type: 'OPEN_EVENT', max_participants: 0, asks_answer: true });
    expect(await form(nobody.uuid)).toMatch(box);
    expect((await editor.get(`/app/events/${nobody.uuid}/edit`)).page).toContain(
      'Angemeldete benachrichtigen, wenn sich Datum, Zeit oder Ort ändern',
    );
    expect((await editor.get('/app/events/new')).text).not.toMatch(box);
  });

  it('a refused form keeps whether to tell (J10)', async () => {
    const club = await setting();
    const box = /<input[^>]*name="notify"[^>]*>/;
    const unticked = await save(club, { date: 'bald' });
    expect(unticked.status).toBe(422);
    expect(box.exec(unticked.text)?.[0]).not.toContain('checked');
    const ticked = await save(club, { date: 'bald', notify: 'on' });
    expect(box.exec(ticked.text)?.[0]).toContain('checked=""');
  });

  it('another time and place: the mail says what holds now and what did before (J10)', async () => {
    const club = await setting();
    const { event, comes, waits, organization } = club;
    const saved = await save(club, { startTime: '19:30', endTime: '', place: '', notify: 'on' });
    expect(saved.status).toBe(303);
    expect(await app.mailsTo(comes.email)).toEqual([]);
    const [mail, ...others] = await mailsLater(app, comes);
    expect(others).toEqual([]);
    expect(mail?.subject).toBe('Geändert: Sommerfest');
    expect(withoutTokens(mail?.text)).toBe(`Hallo Anna,

bei einer Veranstaltung haben sich Zeit und Ort geändert. Jetzt gilt:

Sommerfest
Samstag, 5. Juli 2031, 19:30 Uhr
kein Ort

Bisher: Samstag, 5. Juli 2031, 18:00 bis 20:00 Uhr, Halle am Berg

Zur Veranstaltung:
${app.origin}/app/events/${event.uuid}

Ihre Anmeldung gilt weiter. Wenn Sie nicht kommen können, melden Sie sich dort bitte ab.

„${organization.name}“ schreibt Ihnen, weil Sie angemeldet sind.

Solche E-Mails abbestellen:
${app.origin}/app/unsubscribe/…

Alle Einstellungen zu E-Mails:
${app.origin}/app/account/notifications?organization=${organization.uuid}

Diese Nachricht wurde von Vereinsheim automatisch verschickt.`);
    const [other] = await app.mailsTo(waits.email);
    expect(flat(other?.text)).toContain('Sie stehen weiter auf der Warteliste.');
  });

  it('after the deadline for signing off the mail sends to the leaders (J10, J4)', async () => {
    const club = await setting();
    await save(club, { startTime: '19:30', notify: 'on' });
    await set(app.db, club.event, { sign_off_until: new Date(0) });
    const [mail] = await mailsLater(app, club.comes);
    expect(flat(mail?.text)).toContain(
      'Ihre Anmeldung gilt weiter. Wenn Sie nicht kommen können, sagen Sie bitte der Leitung Bescheid. ',
    );
  });

  it('only what has changed is named (J10)', async () => {
    const club = await setting();
    await save(club, { place: 'Stadthalle', notify: 'on' });
    const [place] = await mailsLater(app, club.comes);
    expect(flat(place?.text)).toContain('hat sich der Ort geändert');
    expect(flat(place?.text)).toContain('Stadthalle Bisher: Halle am Berg Zur Veranstaltung');
    const long = `Halle ${'am Berg '.repeat(20)}hinten links`;
    await save(club, { place: long, notify: 'on' });
    await mailsLater(app, club.comes);
    await save(club, { place: 'Stadthalle', notify: 'on' });
    expect(flat((await mailsLater(app, club.comes))[0]?.text)).toContain(`Bisher: ${long} Zur`);
    await save(club, { place: 'Stadthalle', date: '2031-07-06', notify: 'on' });
    const [time] = await mailsLater(app, club.comes);
    expect(flat(time?.text)).toContain('hat sich die Zeit geändert');
    expect(flat(time?.text)).toContain(
      'Sonntag, 6. Juli 2031, 18:00 bis 20:00 Uhr Stadthalle ' +
        'Bisher: Samstag, 5. Juli 2031, 18:00 bis 20:00 Uhr Zur Veranstaltung',
    );
  });

  it('nobody is told unless it is ticked, nor of another name, maximum or description (J10)', async () => {
    const club = await setting();
    await save(club, { startTime: '19:00' });
    await save(club, { startTime: '19:00', name: 'Fest', description: 'Kuchen', notify: 'on' });
    expect(await mailsLater(app, club.comes)).toEqual([]);
  });

  it('edits within five minutes are one mail, from the oldest to the newest (N5)', async () => {
    const club = await setting();
    await save(club, { startTime: '19:00', notify: 'on' });
    await app.work();
    await save(club, { startTime: '19:30', place: 'Stadthalle', notify: 'on' });
    await app.work();
    // Not ticked, but what is told is what holds in the end.
    await save(club, { startTime: '19:45', place: 'Stadthalle' });
    const mails = await mailsLater(app, club.comes);
    expect(mails).toHaveLength(1);
    expect(flat(mails[0]?.text)).toContain(
      'Samstag, 5. Juli 2031, 19:45 bis 20:00 Uhr Stadthalle ' +
        'Bisher: Samstag, 5. Juli 2031, 18:00 bis 20:00 Uhr, Halle am Berg',
    );
    expect(await mailsLater(app, club.comes)).toHaveLength(1);
  });

  it('each edit puts the mail off: five minutes after the last one (N5)', async () => {
    const club = await setting();
    const due = async () => {
      const { rows } = await sql<{ wait: number }>`
        select round(extract(epoch from due_at - now()) / 60)::int as wait
        from notifications where sent_at is null and event_uuid = ${club.event.uuid}`.execute(
        app.db,
      );
      return rows.map(({ wait }) => wait);
    };
    await save(club, { startTime: '19:00', notify: 'on' });
    await sql`update notifications set due_at = due_at - interval '4 minutes'
      where sent_at is null`.execute(app.db);
    expect(await due()).toEqual([1, 1]);
    await save(club, { startTime: '19:15', notify: 'on' });
    expect(await due()).toEqual([5, 5]);
  });

  it('a change that is taken back in time is no mail (N5)', async () => {
    const club = await setting();
    await save(club, { startTime: '19:00', notify: 'on' });
    await save(club, { notify: 'on' });
    expect(await mailsLater(app, club.comes)).toEqual([]);
  });

  it('a change after the mail is another mail, from what the first one said (N5)', async () => {
    const club = await setting();
    await save(club, { startTime: '19:00', notify: 'on' });
    expect(await mailsLater(app, club.comes)).toHaveLength(1);
    await save(club, { notify: 'on' });
    const [second, ...older] = await mailsLater(app, club.comes);
    expect(older).toHaveLength(1);
    expect(flat(second?.text)).toContain('Bisher: Samstag, 5. Juli 2031, 19:00 bis 20:00 Uhr');
  });

  it('those who declined are told of another day if answers are asked for, and of nothing else (N5)', async () => {
    const { organization, editor, event } = await setting();
    const declined = await app.make.userOf(organization);
    await deleteRows(app.db, 'answers', { answer: 'waiting', event_uuid: event.uuid });
    await set(app.db, event, { event_type: 'OPEN_EVENT', max_participants: 0, asks_answer: true });
    await app.make.decline(event, { uuid: declined.member });
    const change = (fields: Record<string, string>) =>
      save(
        { editor, event },
        { eventType: 'OPEN_EVENT', asksAnswer: 'yes', notify: 'on', ...fields },
      );
    await change({ startTime: '17:00' });
    expect(await mailsLater(app, declined)).toEqual([]);
    await change({ startTime: '17:00', date: '2031-07-12' });
    const [mail] = await mailsLater(app, declined);
    expect(flat(mail?.text)).toContain(
      'Sie hatten abgesagt. Wenn es Ihnen jetzt passt, können Sie dort noch zusagen.',
    );
    expect(flat(mail?.text)).toContain('weil Sie abgesagt haben.');
    await change({ startTime: '17:00', date: '2031-07-19' });
    await set(app.db, event, { sign_up_until: new Date(0) });
    const [late] = await mailsLater(app, declined);
    expect(flat(late?.text)).toContain(
      'Sie hatten abgesagt. Wenn es Ihnen jetzt passt, wenden Sie sich bitte an die Leitung. ',
    );
  });

  it('nobody who has signed off by then learns of a change, and nobody at all of a past or cancelled event (J10)', async () => {
    const club = await setting();
    await save(club, { startTime: '19:00', notify: 'on' });
    await leave(app.db, club.event, club.comes.member);
    expect(await mailsLater(app, club.comes)).toEqual([]);
    const past = await setting();
    await save(past, { date: '2020-07-05', notify: 'on' });
    expect(await mailsLater(app, past.comes)).toEqual([]);
    const cancelled = await setting();
    await save(cancelled, { startTime: '19:00', notify: 'on' });
    await set(app.db, cancelled.event, { cancelled_at: new Date() });
    expect(await mailsLater(app, cancelled.comes)).toEqual([]);
  });

  it('an edit that is refused as outdated tells nobody (J10)', async () => {
    const club = await setting();
    await save(club, { startTime: '19:00' });
    const outdated = await save(club, {
      startTime: '20:00',
      endTime: '',
      notify: 'on',
      __version: '1',
    });
    expect(outdated.status).toBe(409);
    expect(await mailsLater(app, club.comes)).toEqual([]);
  });
});
