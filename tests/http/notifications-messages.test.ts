import { describe, expect, it } from 'vitest';
import { testApp } from '../support/app';
import { clubWithEvent, flat, foot } from '../support/event-mails';
import { mailsTelling, withoutTokens, writtenBy } from '../support/told';

const app = testApp();

describe('messages', () => {
  it('says who writes to whom, keeps paragraphs and days, and makes no link of anything (N11)', async () => {
    const { told, organization, admin, event } = await clubWithEvent(app);
    const message = await writtenBy(app, admin, organization, {
      subject: 'Aufbau am Samstag',
      event,
      replies: true,
      audience: ['coming', 'waiting'],
      body: 'Liebe Helfer,\nwir treffen uns am 05.07.2031, 14:00–15:00 im Garten.\n\nMehr auf www.evil.de oder 0171 2345678.',
    });
    const [mail] = await mailsTelling(app, [{ ...told, kind: 'message', message }]);
    expect(mail?.subject).toBe('Aufbau am Samstag');
    expect(mail?.replyTo).toBe(admin.email);
    expect(withoutTokens(mail?.text)).toBe(`Hallo Anna,

Anna Lindner schreibt zu „Sommerfest“ an alle, die angemeldet sind oder auf der Warteliste stehen:

Aufbau am Samstag

Liebe Helfer,
wir treffen uns am 05.07.2031, 14:00–15:00 im Garten.

Mehr auf www. evil. de oder 0171 · 2345 · 678.

Rundmail in Vereinsheim lesen:
${app.origin}/app/messages/${message.uuid}

Wenn Sie auf diese E-Mail antworten, geht Ihre Antwort an Anna Lindner.

„TSV Grünau“ schreibt Ihnen, weil Sie zu diesem Verein gehören.
${foot(app, organization, 'Anna Lindner')}`);
  });

  it('without the tick nobody learns the address of the writer (N11)', async () => {
    const { told, organization, admin } = await clubWithEvent(app);
    const message = await writtenBy(app, admin, organization);
    const [mail] = await mailsTelling(app, [
      { kind: 'message', user: told.user, organization, message },
    ]);
    expect(mail?.replyTo).toBeUndefined();
    expect(JSON.stringify(mail)).not.toContain(admin.email);
    expect(flat(mail?.text)).toContain('schreibt an alle Mitglieder: Halle gesperrt');
    expect(flat(mail?.text)).toContain(
      'Eine Antwort auf diese E-Mail erreicht Anna Lindner nicht.',
    );
  });
});
