import { beforeAll, expect, it } from 'vitest';
import { messages } from '../support/all-messages';
import { testApp } from '../support/app';
import type { Browser } from '../support/browser';
import { everyScreen } from '../support/every-screen';
import { type Club, makeClub } from '../support/every-screen-club';
import { unescaped } from '../support/html';

/**
 * The browser says that a form failed where no answer comes (B6). What a form at its own page's
 * address says is in that page (notices-failed-forms); a form that is sent elsewhere brings it along.
 */
const app = testApp();
let club: Club;
let admin: Browser;
/** Every page with a form, and what some forms show next. */
const shown: [path: string, html: string][] = [];

beforeAll(async () => {
  club = await makeClub(app);
  await app.make.answer(club.poll, { uuid: club.admin.member }, 0);
  admin = await app.as(club.admin, club.organization);
  for await (const page of pages()) shown.push(page);
});

/** The log-out leaves the page in any case; for another club it says that no answer came. */
const WITHOUT_WORDS = ['/app/logout', '/app/organizations/active'];

const attribute = (name: string, tag: string) => {
  const value = new RegExp(` ${name}="([^"]*)"`, 'i').exec(tag)?.[1];
  return value === undefined ? undefined : unescaped(value);
};

/** The addresses other than its own that a page's forms and buttons post to, and what they say. */
function sentElsewhere(path: string, html: string) {
  const here = new URL(path, app.origin).pathname;
  const forms = [...html.matchAll(/(<form\b[^>]*>)(.*?)<\/form>/gs)].filter(
    ([, form = '']) => attribute('method', form) === 'post',
  );
  return forms
    .flatMap(([, form = '', inside = '']) =>
      [form, ...(inside.match(/<button\b[^>]*>/g) ?? [])].map((tag) => ({
        to: attribute('formaction', tag) ?? attribute('action', form) ?? path,
        says: attribute('data-failure', tag) ?? attribute('data-failure', form),
      })),
    )
    .filter(({ to }) => {
      const { pathname } = new URL(to, app.origin);
      // A form behind the open dialog is out of reach, and a file is no request of scripts.
      const isBehind = here.startsWith(`${pathname}/`) || pathname.endsWith('.json');
      return pathname !== here && !isBehind && !WITHOUT_WORDS.includes(pathname);
    });
}

async function* pages(): AsyncGenerator<[path: string, html: string]> {
  for (const { path, open } of everyScreen(club))
    if (!open) yield [path, (await admin.visit(path)).text];
  const rule = { 'rule.days[0]': 'MO', 'rule.end': 'never' };
  const previews: [string, Record<string, string>][] = [
    [`/app/events/${club.open.uuid}/series`, { 'rule.every': 'FREQ=WEEKLY', ...rule }],
    [
      `/app/events/${club.repeated.event.uuid}/series/change`,
      { 'rule.every': 'FREQ=WEEKLY;INTERVAL=2', ...rule, scope: 'all' },
    ],
    ['/app/messages/new', { subject: 'Hallenzeit', text: 'Ab Montag um acht.' }],
    [`/app/members/${club.member.uuid}/invitation`, {}],
    ['/app/messages/new/sending', { subject: '', text: '' }],
    [`/app/events/${club.open.uuid}/series/creation`, {}],
  ];
  for (const [path, fields] of previews) {
    const { status, text } = await admin.submit(path, fields);
    expect([200, 422], path).toContain(status);
    yield [path, text];
  }
  const invited = `/app/members/${club.member.uuid}/edit`;
  yield [invited, (await admin.get(invited)).text];
}

it('a form that is sent to another address than its page brings along what that says when it fails (B6)', async () => {
  const wrong: string[] = [];
  const told = new Set<string>();
  for (const [path, html] of shown) {
    for (const { to, says } of sentElsewhere(path, html)) {
      const { title, message } = JSON.parse(says ?? '{}');
      const isOurs = Object.values(messages).some(
        (each) => 'message' in each && each.message === message && each.title === title,
      );
      const { pathname, search } = new URL(to, app.origin);
      const page = await admin.get(`${pathname}.data${search}`);
      // The board's forms are told apart by the query, and have no page of their own.
      const isRight = pathname === '/app/' ? isOurs : page.text.includes(`"${message}"`);
      if (!isOurs || !isRight) wrong.push(`${path}: ${to} says ${says}`);
      told.add(message);
    }
  }
  expect(wrong).toEqual([]);
  expect([...told].sort()).toEqual(
    [
      'Die Rundmail wurde nicht geschickt.',
      'Einladung erstellen ist fehlgeschlagen.',
      'Fehler beim Ablehnen der Einladung.',
      'Fehler beim Abbestellen der Fragen.',
      'Fehler beim Absagen der Veranstaltung.',
      'Fehler beim Anlegen der Serie.',
      'Fehler beim Anmelden zur Veranstaltung.',
      'Fehler beim Erstellen des Kalender-Abos.',
      'Fehler beim Speichern des Bundeslands.',
      'Fehler beim Versenden der Einladung.',
      'Fehler beim Widerrufen der Einladung.',
      'Fehler beim entfernen der Antwort.',
      'Fehler beim Ändern der Serie.',
      'Schliessen der Umfrage fehlgeschlagen.',
      'Öffnen der Umfrage fehlgeschlagen.',
    ].sort(),
  );
});

it('every page of a logged-in user, errors included, offers to log out (B3, ASVS V7.4.4)', () => {
  for (const [path, html] of shown)
    expect(html, path).toMatch(/<form[^>]*action="\/app\/logout"[^>]*>.*?Abmelden/s);
});
