import { expect } from 'vitest';
import { PASSWORD } from '../support/factories';
import type { SpecClub, Who } from '../support/spec-club';
import { type Row, walk } from '../support/spec-table';
import {
  button,
  fieldHas,
  fill,
  heading,
  isAt,
  link,
  measured,
  onlyFields,
  refused,
  refusedSilently,
  type Step,
  tap,
  text,
  texts,
  words,
} from '../support/spec-words';

/** The specification's public area and log-in: everything before one is inside. */

const REGISTER = '/app/auth/register';
const RESET = '/app/auth/password-reset';
const LOGIN = '/app/login';
const nobody = 'nobody' as const;

/** The code of the newest mail to an address. */
async function codeTo({ app }: SpecClub, address: string): Promise<string> {
  const [mail] = await app.mailsTo(address);
  return /\/auth\/(?:verify|password-reset)\/([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
}

/** A code that a user asked for, as it is mailed. */
async function resetCode(club: SpecClub): Promise<string> {
  const { email } = await club.app.make.user();
  await club.app.visitor().call('POST', '/login/password/reset', { email });
  return codeTo(club, email);
}

async function activationCode(club: SpecClub): Promise<string> {
  const email = `${crypto.randomUUID()}@verein.example`;
  const body = { email, firstname: 'Jo', lastname: 'Ma', password: PASSWORD };
  await club.app.visitor().call('POST', '/registration', body);
  return codeTo(club, email);
}

const newPassword = (one: string, other: string): Step[] => [
  fill('Passwort', one),
  fill('Passwort wiederholen', other),
  tap('Passwort setzen'),
];

const logInAs = (who: Exclude<Who, 'nobody'>, password = PASSWORD): Step[] => [
  fill('E-Mail', ({ club }) => club.people[who].email),
  fill('Passwort', password),
  tap('Einloggen'),
];

const frame: Row[] = [
  {
    line: 'This area has a header bar with logo and product title, and a footer with an imprint link.',
    who: nobody,
    at: REGISTER,
    sees: [
      link('Vereinsheim', '/app/'),
      link('Impressum', '/app/imprint'),
      measured('header svg', { width: 36, height: 36 }),
      measured('header', { height: 60 }),
    ],
  },
  {
    line: 'This area has a header bar with logo and product title, and a footer with an imprint link.',
    who: nobody,
    at: REGISTER,
    steps: [tap('Impressum')],
    after: [heading('Impressum')],
  },
];

const reset: Row[] = [
  {
    line: 'requests a password reset. One field, E-Mail.',
    who: nobody,
    at: RESET,
    sees: [onlyFields('E-Mail')],
  },
  {
    line: "After submit it shows 'E-Mail wurde versendet.'.",
    who: nobody,
    at: RESET,
    steps: [fill('E-Mail', 'jemand@verein.example'), tap('Link senden')],
    after: [text('E-Mail wurde versendet.')],
  },
  {
    line: "Password reset request: the e-mail must match a non-space@non-space pattern. The error is 'Ungültige E-Mail'.",
    who: nobody,
    at: RESET,
    steps: [fill('E-Mail', 'ohne-at'), tap('Link senden')],
    after: [refused('E-Mail', 'Ungültige E-Mail'), fieldHas('E-Mail', 'ohne-at')],
  },
  {
    line: 'Password reset request: the e-mail must match a non-space@non-space pattern.',
    who: nobody,
    at: RESET,
    steps: [fill('E-Mail', 'a@b'), tap('Link senden')],
    after: [text('E-Mail wurde versendet.')],
  },
  {
    line: 'sets a new password with fields Passwort and Passwort wiederholen.',
    who: nobody,
    at: `${RESET}/irgendein-code`,
    sees: [onlyFields('Passwort', 'Passwort wiederholen')],
  },
  {
    line: "A missing code shows 'Fehler beim zurücksetzen des Passworts. Ungültiger Code.'.",
    who: nobody,
    at: `${RESET}/%20`,
    sees: [text('Fehler beim zurücksetzen des Passworts. Ungültiger Code.')],
  },
  {
    line: "Success shows 'Passwort erfolgreich gesetzt. Sie können sich nun einloggen.' with a link to /app/login.",
    who: nobody,
    at: async (club) => `${RESET}/${await resetCode(club)}`,
    steps: newPassword('x', 'x'),
    after: [
      text('Passwort erfolgreich gesetzt. Sie können sich nun einloggen.'),
      link('Zum Einloggen', LOGIN),
    ],
  },
  {
    line: "Failure shows 'Fehler beim zurücksetzen des Passworts. Code falsch oder abgelaufen.'.",
    who: nobody,
    at: `${RESET}/verbraucht`,
    steps: newPassword('x', 'x'),
    after: [words('Fehler beim zurücksetzen des Passworts. Code falsch oder abgelaufen.')],
  },
  {
    line: 'New password: password1 non-empty.',
    who: nobody,
    at: `${RESET}/verbraucht`,
    steps: newPassword('', ''),
    after: [refused('Passwort')],
  },
  {
    line: "password2 must equal password1, with the message 'Passwörter sind nicht gleich'.",
    who: nobody,
    at: `${RESET}/verbraucht`,
    steps: newPassword('eins', 'zwei'),
    after: [refused('Passwort wiederholen', 'Passwörter sind nicht gleich')],
  },
];

const complete = (email: string): Step[] => [
  fill('Vorname', 'Vera'),
  fill('Nachname', 'Vogt'),
  fill('E-Mail', email),
  fill('Passwort', 'x'),
  tap('Benutzerkonto erstellen'),
];

const register: Row[] = [
  {
    line: "/register: two steps, 'Benutzerkonto erstellen' and then 'E-Mail bestätigen'.",
    who: nobody,
    at: REGISTER,
    sees: [
      texts('[aria-label=Schritte] > li', 'Benutzerkonto erstellen', 'E-Mail bestätigen'),
      texts('[aria-label=Schritte] > [aria-current=step]', 'Benutzerkonto erstellen'),
    ],
  },
  {
    line: 'Fields: Vorname, Nachname, E-Mail, Passwort.',
    who: nobody,
    at: REGISTER,
    sees: [onlyFields('Vorname', 'Nachname', 'E-Mail', 'Passwort')],
  },
  {
    line: "A privacy-policy link and notice sit under the form. The submit button reads 'Benutzerkonto erstellen'.",
    who: nobody,
    at: REGISTER,
    sees: [
      link('Datenschutzerklärung', '/app/privacy'),
      words('Mit dem Erstellen des Benutzerkontos nehmen Sie die'),
      button('Benutzerkonto erstellen'),
    ],
  },
  {
    line: "Success shows 'Account wurde erfolgreich angelegt.' and 'Eine E-Mail zur Bestätigung wurde verschickt.'.",
    who: nobody,
    at: REGISTER,
    steps: [
      async (seen) => {
        for (const step of complete(`${crypto.randomUUID()}@verein.example`)) await step(seen);
      },
    ],
    after: [
      text('Account wurde erfolgreich angelegt.'),
      text('Eine E-Mail zur Bestätigung wurde verschickt.'),
      texts('[aria-label=Schritte] > [aria-current=step]', 'E-Mail bestätigen'),
    ],
  },
  {
    line: 'firstName, lastName and password must be non-empty after trimming. Field errors show no custom text.',
    who: nobody,
    at: REGISTER,
    steps: [
      fill('Vorname', '  '),
      fill('Nachname', ''),
      fill('E-Mail', ''),
      fill('Passwort', '   '),
      tap('Benutzerkonto erstellen'),
    ],
    after: ['Vorname', 'Nachname', 'E-Mail', 'Passwort'].map(refusedSilently),
  },
  {
    line: 'The e-mail must match {email} with a TLD of 2 or more letters.',
    who: nobody,
    at: REGISTER,
    steps: ['vera', 'vera@verein', 'vera@verein.x', '@verein.example'].flatMap((address) => [
      ...complete(address),
      refusedSilently('E-Mail'),
    ]),
    after: [fieldHas('Vorname', 'Vera')],
  },
];

/** Scripts send the form by themselves, where the specification verifies on load. */
const confirm: Step = async (seen) => {
  if (!seen.scripts) await tap('E-Mail-Adresse bestätigen')(seen);
};

const verify: Row[] = [
  {
    line: "Failure shows the alert 'Validierung fehlgeschlagen' / 'Validierungscode wurde nicht gefunden.'.",
    who: nobody,
    at: '/app/auth/verify/unbekannt',
    steps: [confirm],
    after: [
      text('Validierung fehlgeschlagen'),
      text('Validierungscode wurde nicht gefunden.'),
      texts(
        'main [role=alert] p',
        'Validierung fehlgeschlagen',
        'Validierungscode wurde nicht gefunden.',
      ),
    ],
  },
  {
    line: "Success shows 'Validierung erfolgreich' / 'Account wurde erfolgreich validiert. Sie können sich nun einloggen.' with a link to /app/login.",
    who: nobody,
    at: async (club) => `/app/auth/verify/${await activationCode(club)}`,
    steps: [confirm],
    after: [
      text('Validierung erfolgreich'),
      text('Account wurde erfolgreich validiert. Sie können sich nun einloggen.'),
      link('Zum Einloggen', LOGIN),
    ],
  },
  {
    line: 'verifies the code on load, with a loader while waiting.',
    who: nobody,
    at: LOGIN,
    only: { scripts: true },
    steps: [
      async ({ page, app }) => {
        // While it waits nobody can look into the page, so it says what it shows.
        let say = (_shown: string) => {};
        const waiting = new Promise<string>((resolve) => {
          say = resolve;
        });
        await page.exposeFunction('shows', (shown: string) => say(shown));
        await page.addInitScript(() => {
          addEventListener('pageshow', () =>
            setTimeout(() => Object(window).shows(document.body.innerText)),
          );
        });
        await page.route('**/verify/**', async (route) => {
          if (route.request().method() === 'POST') await waiting;
          await route.continue();
        });
        await page.goto(`${app.origin}/app/auth/verify/unbekannt`);
        await page.unrouteAll({ behavior: 'wait' });
        expect(await waiting).toContain('E-Mail-Adresse wird bestätigt …');
      },
    ],
    after: [text('Validierung fehlgeschlagen')],
  },
];

const login: Row[] = [
  {
    line: "Header 'Willkommen bei ...'. Fields E-Mail and Passwort.",
    who: nobody,
    at: LOGIN,
    sees: [
      heading('Willkommen bei Vereinsheim'),
      onlyFields('E-Mail', 'Passwort'),
      button('Einloggen'),
    ],
  },
  {
    line: "A 'Passwort vergessen' button goes to the auth password-reset route.",
    who: nobody,
    at: LOGIN,
    steps: [tap('Passwort vergessen')],
    after: [isAt(RESET), onlyFields('E-Mail')],
  },
  {
    line: "An 'Einloggen' button submits. Otherwise it navigates up one level.",
    who: nobody,
    at: LOGIN,
    steps: logInAs('a member'),
    after: [isAt('/app/'), heading(/TSV Beispiel/)],
  },
  {
    line: 'if redirect is present and is not an absolute URL, the browser goes to the host plus that path.',
    who: nobody,
    at: `${LOGIN}?redirect=/app/members?q=x`,
    steps: logInAs('a member'),
    after: [isAt('/app/members?q=x')],
  },
  {
    line: 'If it is present on load and parses as an absolute URL, the parameter is cleared and the user goes up one level.',
    who: nobody,
    at: `${LOGIN}?redirect=https://anderswo.example/`,
    // One level up is /app/, which leads those who are not logged in back.
    sees: [isAt(LOGIN), button('Einloggen')],
  },
  {
    line: "Failed login: both the e-mail and password fields show 'E-Mail oder Passwort falsch.'.",
    who: nobody,
    at: LOGIN,
    steps: logInAs('a member', 'falsch'),
    after: [
      refused('E-Mail', 'E-Mail oder Passwort falsch.'),
      refused('Passwort', 'E-Mail oder Passwort falsch.'),
    ],
  },
  {
    line: "Login: the same e-mail rule and message. The password must be non-empty, with the message 'Passwort eingeben'.",
    who: nobody,
    at: LOGIN,
    steps: [fill('E-Mail', 'unsinn'), fill('Passwort', ''), tap('Einloggen')],
    after: [refused('E-Mail', 'Ungültige E-Mail'), refused('Passwort', 'Passwort eingeben')],
  },
  ...['/app/', '/app/events'].map(
    (at): Row => ({
      line: 'Any 401 response redirects the browser to /app/login.',
      who: nobody,
      at,
      sees: [
        isAt(
          `${LOGIN}?${new URLSearchParams({ redirect: at })}`.replace(/\?redirect=%2Fapp%2F$/, ''),
        ),
        button('Einloggen'),
      ],
    }),
  ),
  {
    line: 'If the current path starts with /app/invite/, the user is sent to the login page with a redirect parameter holding that path.',
    who: nobody,
    at: '/app/invite/ein-code',
    sees: [isAt(`${LOGIN}?redirect=%2Fapp%2Finvite%2Fein-code`)],
  },
];

walk({ frame, reset, register, verify, login });
