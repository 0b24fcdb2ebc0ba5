import { type Row, walk } from '../support/spec-table';
import {
  button,
  count,
  failure,
  fields,
  fill,
  heading,
  isAt,
  link,
  linksInOrder,
  measured,
  nothing,
  open,
  type Sight,
  type Step,
  success,
  tap,
  text,
  words,
} from '../support/spec-words';

/** The specification's main shell, dashboard, organisation and invitation screens, and guards. */

const HOME = '/app/';
const ORGANIZATION = '/app/admin/organization';

/** A phone has the navigation behind one button (section 9: collapsing below the small breakpoint). */
const unfold: Step = async (seen) => {
  if (seen.width === 360) await open('summary[aria-label="Menü"]')(seen);
};

/** On a phone the places that everybody needs are in the bar at its lower edge, and nowhere twice. */
const navigation =
  (...more: string[]): Sight =>
  async (seen) => {
    const places = ['Übersicht', 'Veranstaltungen', 'Mitglieder'];
    if (seen.width === 360) await linksInOrder('Schnellzugriff', ...places)(seen);
    const inMenu = seen.width === 360 ? more : [...places, ...more];
    await linksInOrder('Hauptmenü', ...inMenu)(seen);
  };

const shell: Row[] = [
  {
    line: 'Header: logo, welcome text and organisation selector (dropdown list max height 300, width 200).',
    who: 'a member',
    at: HOME,
    sees: [measured('header', { height: 60 }), measured('header svg', { width: 36, height: 36 })],
    steps: [unfold],
    after: [words('Willkommen, Anna')],
  },
  {
    line: 'organisation selector (dropdown list max height 300, width 200)',
    who: 'somebody with two clubs',
    at: HOME,
    steps: [open('header summary')],
    after: [
      measured('header details > div', { width: 200, 'max-height': '300px' }),
      button('TSV Beispiel'),
      button('Chor Nebenan'),
    ],
  },
  ...[true, false].map(
    (scripts): Row => ({
      line: 'A user belongs to one or more organisations and picks the active one from a dropdown in the header.',
      who: 'somebody with two clubs',
      at: HOME,
      only: { scripts },
      steps: [open('header summary'), tap('Chor Nebenan')],
      after: [heading(/für Chor Nebenan$/)],
    }),
  ),
  {
    line: 'Side navigation: Übersicht, Veranstaltungen, Mitglieder. Then Abmelden.',
    who: 'a member',
    at: HOME,
    steps: [unfold],
    after: [navigation('Abmelden'), nothing('Meine Organisation'), nothing('Berechtigungen')],
  },
  {
    line: 'For admins also Meine Organisation and Berechtigungen.',
    who: 'an admin',
    at: HOME,
    steps: [unfold],
    after: [navigation('Meine Organisation', 'Berechtigungen', 'Abmelden')],
  },
  {
    line: 'Side navigation',
    who: 'an admin',
    at: HOME,
    steps: (
      [
        ['Veranstaltungen', '/app/events'],
        ['Mitglieder', '/app/members'],
        ['Meine Organisation', '/app/admin/organization'],
        ['Berechtigungen', '/app/admin/permissions'],
      ] as const
    ).flatMap(([name, path]) => [unfold, tap(name), isAt(path), heading(name)]),
  },
  {
    line: 'Then Abmelden.',
    who: 'a member',
    at: HOME,
    steps: [unfold, tap(/^Abmelden/)],
    after: [isAt(/^\/app\/login/), button('Einloggen')],
  },
  {
    line: "'Abmelden fehlgeschlagen.'",
    who: 'a member',
    at: HOME,
    steps: [unfold, tap(/^Abmelden/)],
    unwritable: 'sessions',
    after: [failure('Abmeldung', 'Abmelden fehlgeschlagen.')],
  },
  {
    line: 'Footer with an imprint link.',
    who: 'a member',
    at: HOME,
    sees: [link('Impressum', '/app/imprint')],
  },
  {
    line: 'Header height 60. Navbar width 300, collapsing below the small breakpoint.',
    who: 'a member',
    at: HOME,
    only: { width: 1280 },
    sees: [measured('header.header', { height: 60 }), measured('nav.nav', { width: 300 })],
  },
  {
    line: 'Navbar width 300, collapsing below the small breakpoint.',
    who: 'a member',
    at: HOME,
    only: { width: 360 },
    sees: [
      async ({ page }) => {
        await page.locator('nav.nav').waitFor({ state: 'hidden' });
      },
    ],
  },
  {
    line: "A 'refresh' query parameter is removed and the page is reloaded.",
    who: 'a member',
    at: '/app/members?refresh=1&q=x',
    sees: [isAt('/app/members?q=x')],
  },
  ...['/app/', '/app/events'].map(
    (at): Row => ({
      line: "With no organisation available, everything except /invite/{code} shows 'Keine Organisationen verfügbar.'.",
      who: 'somebody without a club',
      at,
      sees: [text('Keine Organisationen verfügbar.')],
    }),
  ),
  {
    line: 'While login status or organisations load, a loading indicator is shown.',
    who: 'a member',
    at: HOME,
    only: { scripts: true },
    steps: [
      async (seen) => {
        let go = () => {};
        const held = new Promise<void>((resolve) => {
          go = resolve;
        });
        await seen.page.route('**/members.data*', async (route) => {
          await held;
          await route.continue();
        });
        await unfold(seen);
        try {
          await tap('Mitglieder')(seen);
          await seen.page.getByRole('progressbar', { name: 'Seite wird geladen' }).waitFor();
          // Quick pages must not flicker.
          await measured('[role=progressbar]', { 'animation-delay': '0.15s' })(seen);
        } finally {
          go();
          await seen.page.unrouteAll({ behavior: 'wait' });
        }
      },
    ],
    after: [heading('Mitglieder')],
  },
];

const dashboard: Row[] = [
  {
    line: "It shows 'Willkommen bei ... für {organisation name}'.",
    who: 'a member',
    at: HOME,
    sees: [heading('Willkommen bei Vereinsheim für TSV Beispiel')],
  },
  {
    line: "If the message of the day is non-empty it shows an 'Information' card with the text line by line (empty lines become breaks).",
    who: 'a member',
    at: HOME,
    sees: [
      heading('Information'),
      text('Erste Zeile'),
      text('Dritte Zeile'),
      count('div:has(+ br + div)', 1),
    ],
  },
  {
    line: 'If the message of the day is non-empty',
    who: 'somebody with two clubs',
    at: ({ other }) => `/app/?organization=${other.uuid}`,
    sees: [heading(/für Chor Nebenan$/), nothing('Information')],
  },
  {
    line: "A load failure shows the error notification 'Organisation' / 'Fehler beim laden der Daten.'.",
    who: 'a member',
    at: HOME,
    unreadable: 'organizations.motd',
    sees: [failure('Organisation', 'Fehler beim laden der Daten.')],
  },
];

const organization: Row[] = [
  {
    line: '/admin/organization : edit of the message of the day, admin only. The text area has at least 5 rows.',
    who: 'an admin',
    at: ORGANIZATION,
    sees: [
      fields('Nachricht des Tages (optional)'),
      async ({ page }) => {
        const area = page.getByLabel(/^Nachricht des Tages/);
        const rows = Number(await area.getAttribute('rows'));
        if (!(rows >= 5)) throw new Error(`the text area has ${rows} rows`);
      },
    ],
    steps: [fill('Nachricht des Tages', 'Erste Zeile\n\nDritte Zeile'), tap('Speichern')],
    after: [success('TSV Beispiel gespeichert.')],
  },
];

const NO_INVITATION = 'Ungültiger Einladungscode.';

const invitation: Row[] = [
  {
    line: 'Shows the organisation name with Akzeptieren and Ablehnen.',
    who: 'somebody without a club',
    at: async (club) => `/app/invite/${(await club.invited()).code}`,
    sees: [heading('TSV Beispiel'), button('Akzeptieren'), button('Ablehnen')],
  },
  {
    line: "Shows 'Sie sind bereits Mitglieder dieser Organisation.' if the user is already a member.",
    who: 'a member',
    at: async (club) => `/app/invite/${(await club.invited()).code}`,
    sees: [text('Sie sind bereits Mitglieder dieser Organisation.'), nothing('Akzeptieren')],
  },
  {
    line: "Shows 'Ungültiger Einladungscode.' for an invalid code.",
    who: 'somebody without a club',
    at: '/app/invite/gibt-es-nicht',
    sees: [text(NO_INVITATION)],
  },
  {
    line: 'Reject navigates to /.',
    who: 'a member',
    only: { scripts: true },
    at: async (club) =>
      `/app/invite/${(await club.invited({}, await club.app.make.organization())).code}`,
    steps: [tap('Ablehnen')],
    after: [isAt(HOME), success('Einladung abgelehnt.')],
  },
  ...[true, false].map(
    (scripts): Row => ({
      line: 'Accept navigates to /?refresh.',
      who: 'a member',
      only: { scripts },
      at: async (club) =>
        `/app/invite/${(await club.invited({}, await club.app.make.organization({ name: 'Kegelclub' }))).code}`,
      steps: [
        async (seen) => {
          const refreshed = seen.page.waitForRequest(/\?refresh/);
          await tap('Akzeptieren')(seen);
          await refreshed;
        },
      ],
      after: [isAt(HOME), heading(/für Kegelclub$/)],
    }),
  ),
  ...(['Akzeptieren', 'Ablehnen'] as const).map(
    (name): Row => ({
      line: 'invitation create, revoke, accept and reject errors also exist',
      who: 'somebody without a club',
      at: async (club) => `/app/invite/${(await club.invited()).code}`,
      // As rejecting above is done with scripts.
      only: { scripts: false },
      steps: [tap(name)],
      unwritable: 'invitations',
      after: [failure('Einladung')],
    }),
  ),
];

/** Who else may open which screen: tests/http/access.test.ts. */
const guarded: Row[] = [
  {
    line: 'admin only (otherwise redirect to /). Route guards redirect to / when the needed permission is missing.',
    who: 'a member',
    at: '/app/admin/permissions',
    sees: [isAt(HOME)],
  },
];

/** Saves the message of the day, which is said in a notification. */
const save: Step = tap('Speichern');

const notifications: Row[] = [
  {
    line: '250 ms transition, container width 440, bottom-right position.',
    who: 'an admin',
    at: ORGANIZATION,
    only: { scripts: true, width: 1280 },
    steps: [save],
    after: [
      success('TSV Beispiel gespeichert.'),
      measured('ol:has(> [data-toast])', {
        width: 440,
        'from the right': 0,
        'from the bottom': 0,
        position: 'fixed',
      }),
      measured('[data-toast]', { 'animation-duration': '0.25s' }),
    ],
  },
  {
    line: 'They auto-close after 4000 ms',
    who: 'an admin',
    at: ORGANIZATION,
    only: { scripts: true },
    steps: [
      // From here on time stands still but for what is said.
      ({ page }) => page.clock.install(),
      ({ page }) => page.clock.pauseAt(Date.now() + 60_000),
      save,
      async ({ page }) => {
        await page.locator('[data-toast][data-state=open]').waitFor();
        await page.clock.runFor(3900);
        await page.locator('[data-toast][data-state=open]').waitFor();
        await page.clock.runFor(500);
        await page.locator('[data-toast]').waitFor({ state: 'detached' });
      },
    ],
  },
  {
    line: 'At most 5 are shown at once.',
    who: 'an admin',
    at: ORGANIZATION,
    only: { scripts: true, width: 1280 },
    steps: [
      ({ page }) => page.clock.install(),
      ...Array.from(
        { length: 6 },
        (_none, at): Step =>
          async (seen) => {
            await fill('Name', `Verein Nummer ${at}`)(seen);
            await save(seen);
            await seen.page.getByText(`Verein Nummer ${at} gespeichert.`).first().waitFor();
          },
      ),
    ],
    after: [
      count('[data-toast][data-state=open]', 5),
      // The oldest makes room.
      words('Verein Nummer 1 gespeichert.', {
        part: (page) => page.locator('[data-toast][data-state=open]').first(),
      }),
    ],
  },
];

walk({ shell, dashboard, organization, invitation, guarded, notifications });
