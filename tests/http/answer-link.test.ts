import { describe, expect, it } from 'vitest';
import { watchQueries } from '../plans/sent-queries';
import { answerLink, everything, scan } from '../support/answer-link';
import { answerOf, answerSetting, setEvent } from '../support/answers';
import { testApp } from '../support/app';
import type { TestResponse } from '../support/browser';
import { sendRaw } from '../support/raw-request';

/** The screen that a mail's buttons open, without a log-in (N7). */
const app = testApp();

type Setting = Awaited<ReturnType<typeof answerSetting>>;
type Details = Parameters<typeof answerSetting>[1];

/** A club with an event, and the link in a mail to one of its users. */
async function linkSetting(details?: Details, preset?: 'yes' | 'no') {
  const setting = await answerSetting(app, details);
  return { ...setting, link: await answerLink(app, setting, preset) };
}

/** The buttons of a page, in their order: 'Zusagen: yes', with '!' for the main one. */
const buttonsOf = ({ text }: Pick<TestResponse, 'text'>): string[] =>
  [...text.matchAll(/<form.*?<\/form>/gs)].map(([form]) => {
    const [, value] = /name="answer" value="(\w+)"/.exec(form) ?? [];
    const label = form.replace(/<[^>]+>/g, '').trim();
    return `${label}: ${value}${form.includes('data-variant="primary"') ? '!' : ''}`;
  });

const asks = { set: { asks_answer: 'true' } };
const own = ({ event, member }: Setting) => answerOf(app, event, member.uuid);
/** As it stands in pages. */
const pathOf = (link: string) => link.split('?')[0] ?? '';

describe('the screen of a link', () => {
  it('shows club, event, time, place and who answers, and two buttons (N7)', async () => {
    const { link, organization, user, event } = await linkSetting({
      set: {
        ...asks.set,
        place: "'Sporthalle Nord'",
        start_time: "'18:30'",
        description: "'Geheim'",
      },
    });
    const shown = await app.visitor().get(link);
    expect(shown.status).toBe(200);
    for (const words of [
      organization.name,
      'Zeltlager',
      'Dienstag, 5. März 2030, 18:30 Uhr',
      'Ort: Sporthalle Nord',
      'Sind Sie dabei?',
      `Sie antworten für ${user.firstName} ${user.lastName}.`,
    ])
      expect(shown.page).toContain(words);
    expect(buttonsOf(shown)).toEqual(['Zusagen: yes!', 'Absagen: no']);
    expect(shown.text).toContain(`href="/app/events/${event.uuid}"`);
    // What else the event's page has is for those who are logged in.
    expect(shown.text).not.toContain('Geheim');
  });

  it("the mail's button comes first, and still has to be pressed (N7)", async () => {
    const setting = await linkSetting(asks, 'no');
    const before = await everything(app);
    const shown = await app.visitor().get(setting.link);
    expect(buttonsOf(shown)).toEqual(['Absagen: no!', 'Zusagen: yes']);
    expect(shown.page).toContain('Bitte bestätigen Sie Ihre Antwort:');
    const yes = await app.visitor().get(await answerLink(app, setting, 'yes'));
    expect(buttonsOf(yes)).toEqual(['Zusagen: yes!', 'Absagen: no']);
    for (const odd of ['?answer=maybe', '?answer=', '?answer=__proto__', '?answer=yes&answer=no'])
      expect((await app.visitor().get(pathOf(setting.link) + odd)).status).toBe(200);
    expect(await everything(app)).toBe(before);
  });

  it('a yes and a no are one tap each, and the screen says what holds now (N7)', async () => {
    const setting = await linkSetting(asks, 'yes');
    const { link } = setting;
    const visitor = app.visitor();
    const said = await visitor.submit(link, { answer: 'yes' });
    expect([said.status, said.location]).toEqual([303, pathOf(link)]);
    expect(await own(setting)).toBe('yes 1');
    const after = await visitor.get(said.location);
    expect(after.page).toContain('Sie haben zugesagt.');
    expect(buttonsOf(after)).toEqual(['Absagen: no']);
    const other = await visitor.get(await answerLink(app, setting, 'no'));
    expect(other.page).toContain('Sie haben zugesagt. Bitte bestätigen Sie die Änderung:');
    expect((await visitor.submit(link, { answer: 'no' })).status).toBe(303);
    expect(await own(setting)).toBe('no');
    const declined = await visitor.get(link);
    expect(declined.page).toContain('Sie haben abgesagt.');
    expect(buttonsOf(declined)).toEqual(['Zusagen: yes!']);
  });

  it('where places are limited one signs up and off, and waits where there is none (N7, K5)', async () => {
    const setting = await linkSetting({ max: 1 });
    const { link, event, another, answer } = setting;
    const visitor = app.visitor();
    expect(buttonsOf(await visitor.get(link))).toEqual(['Anmelden: yes!', 'Absagen: no']);
    await another.call('PUT', answer, { answer: 'yes' });
    expect(buttonsOf(await visitor.get(link))).toEqual([
      'Auf die Warteliste: wait!',
      'Absagen: no',
    ]);
    // A member who saw the button while there was room is told, and can wait.
    const late = await visitor.submit(link, { answer: 'yes' });
    expect([late.status, late.location]).toEqual([409, '']);
    expect(late.page).toContain('Keine freien Plätze mehr.');
    expect(buttonsOf(late)).toEqual(['Auf die Warteliste: wait!', 'Absagen: no']);
    await visitor.submit(link, { answer: 'wait' });
    expect(await own(setting)).toBe('waiting 1');
    const waiting = await visitor.get(link);
    expect(waiting.page).toContain('Warteliste: Platz 1 von 1');
    expect(waiting.page).toContain(
      'Wenn Sie die Warteliste verlassen, verlieren Sie Ihren Platz darauf.',
    );
    expect(buttonsOf(waiting)).toEqual(['Von der Warteliste nehmen: leave']);
    // Only the mail about a free place, read late, led to one.
    const taken = 'Der Platz ist nicht mehr frei.';
    expect((await visitor.get(`${link}?answer=yes`)).page).not.toContain(taken);
    expect((await visitor.get(`${link}?answer=take`)).page).toContain(taken);
    await visitor.submit(link, { answer: 'leave' });
    expect(await own(setting)).toBeUndefined();
    await visitor.submit(link, { answer: 'wait' });
    await another.call('PUT', answer, { answer: 'no' });
    expect(await own(setting)).toBe('yes 1');
    expect((await visitor.submit(link, { answer: 'leave' })).page).toContain(
      'Sie sind inzwischen nachgerückt und haben einen Platz.',
    );
    await setEvent(app, event, { waiting_list: 'false' });
    expect(buttonsOf(await visitor.get(link))).toEqual(['Abmelden: no']);
  });

  it('a deadline that has passed is said, and nothing is lost (N7, J6)', async () => {
    const setting = await linkSetting({ max: 3 });
    const { link, event, person, answer } = setting;
    await person.call('PUT', answer, { answer: 'yes', note: 'Mit Kuchen' });
    await setEvent(app, event, { sign_off_until: "now() - interval '1 hour'" });
    const refused = await app.visitor().submit(link, { answer: 'no' });
    expect(refused.status).toBe(409);
    expect(refused.page).toMatch(/Die Abmeldung war bis .* möglich\. Bitte wenden Sie sich/);
    expect(refused.text).toContain('<title>Fehler: Ihre Antwort');
    expect(await own(setting)).toBe('yes 1 Mit Kuchen');
  });

  it('notes and places stay as they are (N7)', async () => {
    const setting = await linkSetting({ max: 9, set: { companions: '3' } });
    const { link, person, answer } = setting;
    await person.call('PUT', answer, { answer: 'yes', places: 3, note: 'Vegetarisch' });
    await app.visitor().submit(link, { answer: 'yes' });
    expect(await own(setting)).toBe('yes 3 Vegetarisch');
    // Nor can they be sent along, nor another member.
    const more = { answer: 'yes', places: '1', note: 'x', member: setting.other.member };
    expect((await app.visitor().submit(link, more)).status).toBe(303);
    expect(await own(setting)).toBe('yes 3 Vegetarisch');
    expect(await answerOf(app, setting.event, setting.other.member)).toBeUndefined();
  });

  it('an event that is cancelled says so, and takes no answer (N7, J9)', async () => {
    const { link, event } = await linkSetting(asks);
    await setEvent(app, event, { cancelled_at: 'now()', cancel_reason: "'Sturmwarnung'" });
    const shown = await app.visitor().get(link);
    expect(shown.page).toContain('Diese Veranstaltung fällt aus. Sturmwarnung');
    expect(buttonsOf(shown)).toEqual([]);
    expect((await app.visitor().submit(link, { answer: 'yes' })).status).toBe(409);
  });

  it('an event that asks nobody has no button (J3)', async () => {
    const { link } = await linkSetting();
    const shown = await app.visitor().get(link);
    expect(shown.page).toContain('eine Anmeldung ist nicht nötig');
    expect(buttonsOf(shown)).toEqual([]);
    expect((await app.visitor().submit(link, { answer: 'yes' })).status).toBe(409);
  });

  it('a leader answers by a link as everybody does: not past deadlines (N7, J7)', async () => {
    const setting = await answerSetting(app, { max: 3 });
    const { event, leader, editor, answer } = setting;
    await setEvent(app, event, { sign_up_until: "now() - interval '1 hour'" });
    const link = await answerLink(app, { event, user: leader });
    expect((await app.visitor().submit(link, { answer: 'yes' })).status).toBe(409);
    expect((await editor.call('PUT', answer, { answer: 'yes' })).status).toBe(200);
  });

  it('the log names the user, and that it was a link, and no token (N7, X6)', async () => {
    const { link, user, organization } = await linkSetting(asks);
    await app.visitor().submit(link, { answer: 'yes' });
    await app.visitor().submit(link, { answer: 'yes' });
    const entries = await app.db
      .selectFrom('audit_log')
      .selectAll()
      .where('organization_uuid', '=', organization.uuid)
      .execute();
    expect(entries).toEqual([
      expect.objectContaining({
        action: 'Bei „Zeltlager“ am 05. März 2030 zugesagt (über den Link in einer E-Mail)',
      }),
    ]);
    expect(JSON.stringify(entries)).toContain(user.uuid);
    expect(JSON.stringify(entries)).not.toContain(pathOf(link).slice('/app/answer/'.length));
  });
});

describe('what opens links before people do', () => {
  it('scanners, previews and mail programs change nothing (N7)', async () => {
    const setting = await linkSetting(asks);
    const before = await everything(app);
    for (const preset of ['yes', 'no'] as const)
      await scan(app, await answerLink(app, setting, preset));
    for (const method of ['PUT', 'PATCH', 'DELETE'])
      expect((await app.visitor().send(setting.link, { method })).status).toBe(405);
    expect(await everything(app)).toBe(before);
  });

  it('opening one costs two queries at most, and one that is not ours no more (N7)', async () => {
    const { link } = await linkSetting(asks);
    for (const path of [link, '/app/answer/unknown']) {
      const stop = watchQueries();
      await app.visitor().get(path);
      expect(stop().length).toBeLessThanOrEqual(2);
    }
  });
});

describe('on the way', () => {
  it('no session is read, no cookie set, and nobody keeps it or learns its address (N7)', async () => {
    const setting = await linkSetting(asks);
    const { link, another } = setting;
    another.cookies.set('notice', 'x');
    const kept = new Map(another.cookies);
    for (const path of [link, '/app/answer/unknown']) {
      const shown = await another.get(path);
      expect(shown.headers.getSetCookie()).toEqual([]);
      expect(shown.headers.get('Cache-Control')).toBe('no-store');
      expect(shown.headers.get('Referrer-Policy')).toBe('no-referrer');
      expect(shown.headers.get('X-Robots-Tag')).toBe('noindex, nofollow');
      expect(shown.headers.get('X-Frame-Options')).toBe('DENY');
      expect(shown.text).not.toContain('<script');
    }
    // However the path is spelled.
    for (const spelled of [
      link.replace('/app/answer', '/APP/Answer'),
      link.replace('answer', '%61nswer'),
    ])
      expect((await another.get(spelled)).headers.get('Referrer-Policy')).toBe('no-referrer');
    const said = await another.submit(link, { answer: 'yes' });
    expect(said.headers.getSetCookie()).toEqual([]);
    expect(another.cookies).toEqual(kept);
    // It answered for the link's user, not for the one who is logged in.
    expect(await own(setting)).toBe('yes 1');
    expect(await answerOf(app, setting.event, setting.other.member)).toBeUndefined();
  });

  it('it gives no session and opens nothing else (N7)', async () => {
    const { link, event } = await linkSetting(asks);
    const visitor = app.visitor();
    await visitor.submit(link, { answer: 'yes' });
    expect(visitor.cookies.size).toBe(0);
    const page = await visitor.get(`/app/events/${event.uuid}`);
    expect([page.status, page.location]).toEqual([
      302,
      `/app/login?redirect=${encodeURIComponent(`/app/events/${event.uuid}`)}`,
    ]);
    const token = pathOf(link).slice('/app/answer/'.length);
    const bearer = await visitor.call('GET', `/event/${event.uuid}`, undefined, {
      Authorization: `Bearer ${token}`,
    });
    expect(bearer.status).toBe(401);
    expect((await visitor.get(`/app/unsubscribe/${token}`)).status).toBe(404);
  });

  it("a mail program's own view may send it, whatever it says of where it comes from (N7)", async () => {
    const setting = await linkSetting(asks);
    const origins: Array<Record<string, string>> = [
      { Origin: 'null' },
      { Origin: 'null', 'Sec-Fetch-Site': 'cross-site' },
      { Origin: 'https://mail.example', 'Sec-Fetch-Site': 'cross-site' },
      {},
    ];
    for (const [at, origin] of origins.entries()) {
      const answer = at % 2 === 0 ? 'yes' : 'no';
      const said = await app.visitor().send(setting.link, {
        method: 'POST',
        body: new URLSearchParams({ answer }),
        headers: origin,
      });
      expect(said.status).toBe(303);
      expect(await own(setting)).toBe(answer === 'yes' ? 'yes 1' : 'no');
    }
  });

  it('page and styles are below 20 KiB together (N7)', async () => {
    const { link, event, person, answer } = await linkSetting({ max: 5 });
    await setEvent(app, event, {
      name: `'${'Sommerfest '.repeat(18)}'`,
      place: `'${'Halle '.repeat(30)}'`,
    });
    await person.call('PUT', answer, { answer: 'yes' });
    const page = await sendRaw(app.origin, {
      method: 'GET',
      path: link,
      headers: { 'Accept-Encoding': 'br' },
    });
    expect([page.status, page.headers.get('Content-Encoding')]).toEqual([200, 'br']);
    expect(Number(page.headers.get('Content-Length'))).toBeLessThan(20 * 1024);
  });

  it('a first visit has the styles in the page, under its nonce; a browser with a cookie knows them (N7)', async () => {
    const { link } = await linkSetting(asks);
    const first = await app.visitor().get(link);
    const [, nonce, styles = ''] = /<style nonce="([^"]+)">(.*?)<\/style>/s.exec(first.text) ?? [];
    expect(first.headers.get('Content-Security-Policy')).toContain(
      `style-src 'self' 'nonce-${nonce}'`,
    );
    expect(first.text).not.toContain('rel="stylesheet"');
    expect(first.headers.get('Link')).toBeNull();
    const known = app.visitor();
    known.cookies.set('device', 'x');
    const page = await known.get(link);
    expect(page.text).not.toContain('<style');
    const [, file = ''] = /<link rel="stylesheet" href="([^"]+)"/.exec(page.text) ?? [];
    expect(page.headers.get('Link')).toBe(`<${file}>; rel=preload; as=style`);
    expect((await known.get(file)).text.trim()).toBe(styles.trim());
    // Screens that lead on to others never have them.
    expect((await app.visitor().get('/app/login')).text).toContain('rel="stylesheet"');
  });
});

describe('what is sent to it', () => {
  it('anything but one of its answers is refused and changes nothing (N7)', async () => {
    const setting = await linkSetting(asks);
    const before = await everything(app);
    const wrong: Array<Record<string, string | string[]>> = [
      {},
      { answer: 'maybe' },
      { answer: ['yes', 'no'] },
      { answer: 'YES' },
    ];
    for (const fields of wrong)
      expect((await app.visitor().submit(setting.link, fields)).status).toBe(422);
    const json = await app.visitor().send(setting.link, {
      method: 'POST',
      body: '{"answer":"yes"}',
      headers: { 'Content-Type': 'application/json' },
    });
    expect(json.status).toBe(415);
    const many = new URLSearchParams(Array.from({ length: 500 }, () => ['answer', 'yes']));
    expect((await app.visitor().send(setting.link, { method: 'POST', body: many })).status).toBe(
      400,
    );
    const large = 'x'.repeat(1024 * 1024 + 1);
    expect((await app.visitor().send(setting.link, { method: 'POST', body: large })).status).toBe(
      413,
    );
    expect(await everything(app)).toBe(before);
  });
});
