import { describe, expect, it } from 'vitest';
import { testApp } from '../support/app';
import { clubWithEvent, foot } from '../support/event-mails';
import { set } from '../support/notifications';
import { mailsTelling, type Told, withoutTokens, writtenBy } from '../support/told';
import { wayOf } from '../support/ways';

const app = testApp();

describe('several in one', () => {
  it('a digest asks about a poll without announcing it, too (N9)', async () => {
    const { told, event } = await clubWithEvent(app);
    const poll = await app.make.poll(event, { name: 'Wer bringt Salat?' });
    const about = { ...told, poll };
    const [mail] = await mailsTelling(
      app,
      [
        { ...about, kind: 'poll_new' },
        { ...about, kind: 'poll_missing' },
      ],
      'digest',
    );
    expect(mail?.subject).toBe('Neues: Wer bringt Salat?');
    expect(mail?.text.match(/Wer bringt Salat\?/g)).toHaveLength(1);
    expect(mail?.text).toContain('Umfragen, zu denen Ihre Antwort fehlt');
  });

  it('a digest groups what is asked and what is new, with the answers of each (N9)', async () => {
    const { told, organization, admin, event } = await clubWithEvent(app, { asks_answer: true });
    const poll = await app.make.poll(event, { name: 'Wer bringt Salat?' });
    const message = await writtenBy(app, admin, organization, { event, audience: ['coming'] });
    const walk = await app.make.event(organization, {
      name: 'Wanderung',
      date: '2031-08-02',
      max: 9,
    });
    const gone = await app.make.event(organization, { name: 'Ausflug', date: '2020-08-02' });
    const [mail, ...others] = await mailsTelling(
      app,
      [
        { ...told, kind: 'event_new', event: gone },
        { ...told, kind: 'event_new' },
        { ...told, kind: 'event_new', event: walk },
        { ...told, kind: 'answer_missing' },
        { ...told, kind: 'poll_new', poll },
        { kind: 'message', user: told.user, organization, message },
      ],
      'digest',
    );
    expect(others).toEqual([]);
    expect(mail?.subject).toBe('Neues: 2 Veranstaltungen, 1 Umfrage, 1 Rundmail');
    expect(withoutTokens(mail?.text)).toBe(`Hallo Anna,

das gibt es Neues:


Bitte noch antworten

Sommerfest
Samstag, 5. Juli 2031, 15:00 bis 22:00 Uhr
Vereinsgarten
Bitte antworten Sie, bevor es losgeht.

Zusagen:
${app.origin}/app/answer/…?answer=yes
Absagen:
${app.origin}/app/answer/…?answer=no
Zur Veranstaltung:
${app.origin}/app/events/${event.uuid}


Neue Veranstaltungen

Wanderung
Samstag, 2. August 2031

Anmelden:
${app.origin}/app/answer/…?answer=yes
Absagen:
${app.origin}/app/answer/…?answer=no
Zur Veranstaltung:
${app.origin}/app/events/${walk.uuid}


Neue Umfragen

Wer bringt Salat?
Zur Veranstaltung am 5. Juli 2031: Sommerfest

Zur Umfrage:
${app.origin}/app/events/${event.uuid}/polls/${poll.uuid}


Rundmails

Halle gesperrt
Sommerfest
Anna Lindner schreibt an alle, die zugesagt haben:
Die Halle ist bis Freitag zu.

Rundmail lesen:
${app.origin}/app/messages/${message.uuid}

Alle Veranstaltungen:
${app.origin}/app/events?organization=${organization.uuid}

„TSV Grünau“ schreibt Ihnen, weil Sie zu diesem Verein gehören. Neues bekommen Sie gesammelt, täglich um 18 Uhr.
${foot(app, organization)}`);
    expect(mail?.thread).toBeUndefined();
    // The events of this club, whichever the reader has open.
    const other = await app.make.organization();
    await app.make.belongs(told.user, other);
    const elsewhere = await app.as(told.user, other);
    const list = await elsewhere.visit(`/app/events?organization=${organization.uuid}`);
    expect(list.page).toContain('Wanderung');
  });

  it('of many things it names the first thirty, in a mail that no program cuts (N9)', async () => {
    const { told, organization } = await clubWithEvent(app);
    const name = `${'Donaudampfschifffahrtsgesellschaft '.repeat(5)}`.trim();
    const news: Told[] = [];
    for (let day = 0; day < 40; day++) {
      const event = await app.make.event(organization, { name, max: 3 }, { place: name });
      news.push({ ...told, kind: 'event_new', event });
    }
    const [first, ...others] = news;
    const [mail] = first ? await mailsTelling(app, [first, ...others]) : [];
    expect(mail?.subject).toBe('Neues: 40 Veranstaltungen');
    expect(mail?.html.match(/answer=yes/g)).toHaveLength(30);
    expect(mail?.text).toContain('Und noch 10 mehr, zu viele für eine E-Mail.');
    expect(mail?.text).not.toContain('gesammelt');
    // Gmail shows 102 KiB.
    expect(Buffer.byteLength(mail?.html ?? '')).toBeLessThan(90_000);
  });

  it('news of several kinds in one mail are ended and given back by its one link (N10)', async () => {
    const { told, event, organization } = await clubWithEvent(app);
    const poll = await app.make.poll(event);
    const ways = () =>
      Promise.all(
        (['event_new', 'poll_new', 'event_changed'] as const).map((topic) =>
          wayOf(app, organization, told.user, topic),
        ),
      );
    for (const topic of ['event_new', 'poll_new'] as const)
      await app.db
        .insertInto('notification_defaults')
        .values({ organization_uuid: organization.uuid, topic, way: 'mail' })
        .execute();
    const [mail] = await mailsTelling(app, [
      { ...told, kind: 'event_new' },
      { ...told, kind: 'poll_new', poll },
    ]);
    const { pathname } = new URL(mail?.unsubscribe ?? '');
    const named = '„Neue Veranstaltungen“, „Neue Umfragen“';
    expect((await app.visitor().get(pathname)).page).toContain(`Keine E-Mails mehr zu ${named}?`);
    const ended = await app.visitor().submit(pathname, { 'List-Unsubscribe': 'One-Click' });
    expect(ended.page).toContain(`Sie bekommen keine E-Mails mehr zu ${named}.`);
    expect(await ways()).toEqual(['off', 'off', 'mail']);
    await app.visitor().submit(pathname, { way: 'undo' });
    expect(await ways()).toEqual(['mail', 'mail', 'mail']);
  });

  it('a single thing is named in the subject; of nothing that holds there is no mail (N9)', async () => {
    const { told, event } = await clubWithEvent(app);
    const [mail] = await mailsTelling(app, [{ ...told, kind: 'event_new' }], 'digest');
    expect(mail?.subject).toBe('Neues: Sommerfest');
    // The subject names it, so the line below says when it is.
    expect(mail?.html).toMatch(/<div style="display:none[^>]*>(?!Sommerfest)[^<]*20\d\d/);
    await set(app.db, event, { cancelled_at: new Date() });
    expect(await mailsTelling(app, [{ ...told, kind: 'event_new' }], 'digest')).toEqual([]);
  });
});
