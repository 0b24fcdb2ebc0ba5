import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { noteRefusal } from '~/mail/failures.server';
import { testApp } from '../support/app';
import { clubWithEvent, flat, foot, links } from '../support/event-mails';
import { set, wait } from '../support/notifications';
import { deleteRows, insertRows } from '../support/rows';
import { datesOf, mailsTelling, type Told, withoutTokens } from '../support/told';

const app = testApp();

const TUESDAYS = ['2031-03-04', '2031-03-11', '2031-03-18', '2031-03-25'] as const;

/** Dates of a training, each at six in the evening. */
async function trainings(organization: { uuid: string }, ...days: readonly string[]) {
  const made = [];
  for (const date of days)
    made.push(
      await app.make.event(organization, { name: 'Training', date }, { start_time: '18:00' }),
    );
  return made;
}

describe('a new event', () => {
  it('is told with both answers, until when, and the way to fewer mails (N2, N7, N10)', async () => {
    const { told, event, organization } = await clubWithEvent(app, {
      asks_answer: true,
      sign_up_until: new Date('2031-07-01T16:00:00Z'),
    });
    const [mail, ...others] = await mailsTelling(app, [{ ...told, kind: 'event_new' }]);
    expect(others).toEqual([]);
    expect(mail?.sender).toBe('TSV Grünau über Vereinsheim');
    expect(mail?.subject).toBe('Neu: Sommerfest');
    expect(withoutTokens(mail?.text)).toBe(`Hallo Anna,

es gibt eine neue Veranstaltung:

Sommerfest
Samstag, 5. Juli 2031, 15:00 bis 22:00 Uhr
Vereinsgarten

Bitte antworten Sie bis Dienstag, 1. Juli 2031, 18:00 Uhr.

Zusagen:
${app.origin}/app/answer/…?answer=yes
Absagen:
${app.origin}/app/answer/…?answer=no

Zur Veranstaltung:
${app.origin}/app/events/${event.uuid}

„TSV Grünau“ schreibt Ihnen, weil Sie zu diesem Verein gehören.
${foot(app, organization)}`);
    expect(mail).toMatchObject({
      list: { organization: organization.uuid, name: 'TSV Grünau' },
      thread: event.uuid,
      unsubscribe: links(mail?.html).find((href) => href.includes('/unsubscribe/')),
    });
  });

  it.each([
    [{ max: 3 }, ['Anmelden', 'Absagen'], ''],
    [{ max: 0 }, ['Auf die Warteliste', 'Absagen'], 'aber es gibt eine Warteliste.'],
    [{ max: 0, waiting_list: false }, ['Absagen'], 'Alle Plätze sind schon vergeben.'],
    [{ max: 3, sign_up_until: new Date(0) }, ['Absagen'], 'Man kann sich nicht mehr anmelden.'],
    [
      { asks_answer: true, sign_up_until: new Date(0) },
      ['Absagen'],
      'Man kann nicht mehr zusagen.',
    ],
    [{}, [], ''],
  ])('%j offers %j (N7)', async (columns, buttons, says) => {
    const { told } = await clubWithEvent(app, columns);
    const [mail] = await mailsTelling(app, [{ ...told, kind: 'event_new' }]);
    const labels = [...(mail?.text ?? '').matchAll(/^(.*):\n.*\/app\/answer\//gm)];
    expect(labels.map(([, label]) => label)).toEqual(buttons);
    expect(mail?.text).toContain(says);
  });

  it('a user without a member gets no answer links, one who has answered reads so (N3, N7)', async () => {
    const { told, organization, event } = await clubWithEvent(app, { max: 3 });
    const user = await app.make.user();
    await app.make.belongs(user, organization);
    const [mail] = await mailsTelling(app, [{ kind: 'event_new', user, organization, event }]);
    expect(mail?.text).not.toContain('/app/answer/');
    await app.make.registration(event, { uuid: told.member });
    const [known] = await mailsTelling(app, [{ ...told, kind: 'event_new' }]);
    expect(flat(known?.text)).toContain('Sie sind angemeldet. Abmelden: ');
    const full = await clubWithEvent(app, { max: 0 });
    await app.make.waiting(full.event, { uuid: full.told.member });
    const [waits] = await mailsTelling(app, [{ ...full.told, kind: 'event_new' }]);
    expect(flat(waits?.text)).toContain(
      'Sie stehen auf der Warteliste. Von der Warteliste nehmen: ',
    );
  });

  it('the event of which a series was made is announced as one of its dates, and not once more (L9, N4)', async () => {
    const { told, organization } = await clubWithEvent(app);
    const series = await app.make.series(organization);
    const of = async (name: string, day: string, { uuid } = series) =>
      app.make.event(
        organization,
        { name, date: `2031-03-${day}` },
        { start_time: '18:00', series_uuid: uuid, series_date: `2031-03-${day}` },
      );
    const [first, second, third] = [
      await of('Training', '04'),
      await of('Training', '11'),
      await of('Training', '18'),
    ];
    const dates = { ...datesOf([second, third]), count: 11 };
    const both = [
      { ...told, kind: 'event_new', event: first },
      { ...told, kind: 'series_new', event: second, details: dates },
    ] as const;
    const [mail, ...others] = await mailsTelling(app, both);
    expect(others).toEqual([]);
    expect(mail?.subject).toBe('12 neue Termine: Training, dienstags 18:00');
    expect(flat(mail?.text)).toContain(
      'Dienstag, 4. März 2031, 18:00 Uhr Dienstag, 11. März 2031,',
    );
    expect(flat(mail?.text)).toContain('und 9 weitere');

    const single = await app.make.event(organization, { name: 'Ausflug', date: '2031-04-01' });
    const [news] = await mailsTelling(app, [
      { ...told, kind: 'event_new', event: single },
      ...both,
    ]);
    expect(news?.subject).toContain('1 Serie, 1 Veranstaltung');
    // The series before single events, and its rule before its dates, of which it names the first.
    expect(flat(news?.text)).toMatch(
      /Training 12 neue Termine, dienstags 18:00 Zuerst am Dienstag, 4\. März 2031, 18:00 Uhr Zum ersten Termin.*Ausflug/,
    );
    expect(flat(news?.text)).not.toContain('11. März');
  });

  it.each([
    ['mail', 'es gibt neue Termine: Training', 'März 2031, 18:00 Uhr und 196 weitere'],
    ['digest', '200 neue Termine, dienstags 18:00', 'Zuerst am Dienstag, 4. März 2031, 18:00 Uhr'],
  ] as const)('by %s, a long series says how many dates it has (L9)', async (way, says, when) => {
    const { told, organization } = await clubWithEvent(app);
    const events = await trainings(organization, ...TUESDAYS);
    const details = { ...datesOf(events), count: 200 };
    const [mail] = await mailsTelling(
      app,
      [{ ...told, kind: 'series_new', event: events[0], details } as Told],
      way,
    );
    expect(flat(mail?.text)).toContain(says);
    expect(flat(mail?.text)).toContain(when);
    if (way === 'mail') expect(mail?.subject).toBe('200 neue Termine: Training, dienstags 18:00');
  });
});

it('a digest lists the dates of a series that does not come every week (L9)', async () => {
  const { told, organization } = await clubWithEvent(app);
  const events = await trainings(organization, '2031-03-04', '2031-03-18', '2031-04-01');
  const [mail] = await mailsTelling(
    app,
    [{ ...told, kind: 'series_new', event: events[0], details: datesOf(events) } as Told],
    'digest',
  );
  expect(flat(mail?.text)).toContain(
    '3 neue Termine, dienstags 18:00 Dienstag, 4. März 2031, 18:00 Uhr Dienstag, 18. März 2031,',
  );
});

describe('reminders', () => {
  it('members who have not answered are asked to, and until when (N4)', async () => {
    const { told, event, organization } = await clubWithEvent(app, { asks_answer: true });
    const [mail] = await mailsTelling(app, [{ ...told, kind: 'answer_missing' }]);
    expect(mail?.subject).toBe('Bitte antworten: Sommerfest');
    expect(withoutTokens(mail?.text)).toBe(`Hallo Anna,

zu dieser Veranstaltung fehlt noch Ihre Antwort:

Sommerfest
Samstag, 5. Juli 2031, 15:00 bis 22:00 Uhr
Vereinsgarten

Bitte antworten Sie, bevor es losgeht.

Zusagen:
${app.origin}/app/answer/…?answer=yes
Absagen:
${app.origin}/app/answer/…?answer=no

Auch eine Absage hilft: Dann wissen alle, mit wem sie rechnen können.

Zur Veranstaltung:
${app.origin}/app/events/${event.uuid}

„TSV Grünau“ schreibt Ihnen, weil Sie noch nicht geantwortet haben.
${foot(app, organization)}`);
  });

  it('members who come read when it is, and how to sign off (N4)', async () => {
    const { told, event } = await clubWithEvent(app, { max: 3 });
    await app.make.registration(event, { uuid: told.member });
    await sql`update events set start_time = null, end_time = null,
      date = (now() at time zone 'Europe/Berlin')::date + 1 where uuid = ${event.uuid}`.execute(
      app.db,
    );
    const [mail] = await mailsTelling(app, [{ ...told, kind: 'event_soon' }]);
    expect(mail?.subject).toBe('Morgen: Sommerfest');
    expect(flat(mail?.text)).toContain(
      'Sie sind angemeldet. Können Sie doch nicht kommen? Dann melden Sie sich bitte noch ab, ' +
        'damit andere den Platz bekommen. Abmelden: ',
    );
    expect(mail?.text).not.toContain('answer=yes');
    await set(app.db, event, { sign_off_until: new Date(0) });
    const [late] = await mailsTelling(app, [{ ...told, kind: 'event_soon' }]);
    expect(flat(late?.text)).toContain('Dann sagen Sie bitte der Leitung Bescheid.');
    expect(late?.text).not.toContain('/app/answer/');
  });

  it('polls: what is asked, of which event, and where (N4)', async () => {
    const { told, event } = await clubWithEvent(app);
    const poll = await app.make.poll(event, { name: 'Wer bringt Salat?' });
    const [mail] = await mailsTelling(app, [{ ...told, kind: 'poll_missing', poll }]);
    expect(mail?.subject).toBe('Bitte antworten: Wer bringt Salat?');
    expect(flat(mail?.text)).toContain(
      'zu dieser Umfrage fehlt noch Ihre Antwort: Wer bringt Salat? Zur Veranstaltung „Sommerfest“ ' +
        `Samstag, 5. Juli 2031, 15:00 bis 22:00 Uhr Zur Umfrage: ${app.origin}/app/events/${event.uuid}/polls/${poll.uuid} `,
    );
    const [fresh] = await mailsTelling(app, [{ ...told, kind: 'poll_new', poll }]);
    expect(fresh?.subject).toBe('Neue Umfrage: Wer bringt Salat?');
    await app.make.answer(poll, { uuid: told.member });
    expect(await mailsTelling(app, [{ ...told, kind: 'poll_missing', poll }])).toEqual([]);
  });
});

describe('what holds no more when the mail is written', () => {
  it.each([
    ['event_new', { cancelled_at: new Date() }],
    ['event_new', { date: '2020-07-05' }],
    ['answer_missing', { cancelled_at: new Date() }],
    ['answer_missing', { sign_up_until: new Date(0) }],
    ['answer_missing', { asks_answer: false }],
    ['event_soon', { place: 'Garten' }],
    ['poll_new', { cancelled_at: new Date() }],
  ] as const)('%s of an event with %j is not told (N1, N4)', async (kind, columns) => {
    const { told, event } = await clubWithEvent(app, { asks_answer: true });
    const poll = await app.make.poll(event);
    await set(app.db, event, columns);
    expect(
      await mailsTelling(app, [{ ...told, kind, ...(kind === 'poll_new' && { poll }) }]),
    ).toEqual([]);
  });

  it('waiting members are not told that it is soon, and those who said no are not asked about a poll (N4)', async () => {
    const { told, event } = await clubWithEvent(app, { max: 1 });
    await wait(app.db, event, []);
    await app.make.registration(event, await app.make.member({ uuid: event.organization }));
    await app.make.waiting(event, { uuid: told.member });
    expect(await mailsTelling(app, [{ ...told, kind: 'event_soon' }])).toEqual([]);
    const poll = await app.make.poll(event);
    const count = async (kind: 'poll_new' | 'poll_missing') =>
      (await mailsTelling(app, [{ ...told, kind, poll }])).length;
    expect([await count('poll_new'), await count('poll_missing')]).toEqual([1, 1]);
    await deleteRows(app.db, 'answers', { answer: 'waiting', member_uuid: told.member });
    await app.make.decline(event, { uuid: told.member });
    expect([await count('poll_new'), await count('poll_missing')]).toEqual([0, 0]);
  });

  it('members who have answered, or wait, are not asked (N4)', async () => {
    const { told, event } = await clubWithEvent(app, { max: 1 });
    await wait(app.db, event, []);
    await app.make.decline(event, { uuid: told.member });
    expect(await mailsTelling(app, [{ ...told, kind: 'answer_missing' }])).toEqual([]);
  });

  it('users who have turned a kind off by then, or whose address is blocked, only get replies to their own actions (N2, N13)', async () => {
    const { told, event, organization, reader } = await clubWithEvent(app, { max: 3 });
    await app.make.registration(event, { uuid: told.member });
    const off = {
      user_uuid: reader.uuid,
      organization_uuid: organization.uuid,
      way: 'off' as const,
    };
    await insertRows(app.db, 'notification_settings', { ...off, topic: 'event_new' });
    const count = async (kind: 'event_new' | 'event_soon' | 'promoted') =>
      (await mailsTelling(app, [{ ...told, kind }])).length;
    expect([await count('event_new'), await count('event_soon')]).toEqual([0, 1]);
    await noteRefusal(app.db, reader.email, { code: '5.1.1', gone: true });
    expect([await count('event_soon'), await count('promoted')]).toEqual([0, 1]);
  });
});
