import { beforeAll, describe, expect, it } from 'vitest';
import { messages } from '../support/all-messages';
import { testApp } from '../support/app';
import { everyScreen } from '../support/every-screen';
import { type Club, makeClub } from '../support/every-screen-club';

/** One word for each thing (Y2): what people read, without the words that were given up (docs/style.md). */
const app = testApp();
let club: Club;

beforeAll(async () => {
  club = await makeClub(app);
});

/** What the specification quotes keeps its words. */
const QUOTED = [
  // The requirement names it (B4).
  'Organisation erstellen',
  'Meine Organisation',
  'Keine Organisationen verfügbar.',
  'Sie sind bereits Mitglieder dieser Organisation.',
  'Eigene Berechtigung zur Administration der Organisation wirklich entfernen?',
  'Fehler beim entfernen des Benutzers aus der Organisation.',
  'Error: Organisation',
  'Fehler beim laden der Daten.',
  'Fehler beim registrieren.',
  'Fehler beim zurücksetzen des Passworts.',
  'Fehler beim speichern der Veranstaltung.',
  'Fehler beim löschen der Veranstaltung.',
  'Fehler beim speichern der Berechtigungen.',
  'Fehler beim entfernen der Antwort.',
];

const GIVEN_UP = [
  /Organisation(en)?\b(?!:)/,
  /Kommen Sie\?/,
  /Zur Anmeldung/,
  /[Mm]elden Sie sich (bitte )?(wieder |noch einmal |damit )?an\b/,
  /Offenen? erinnern/,
  /Antwort offen/,
  /(Veranstaltung|Termine?) (ist |sind )?abgesagt/,
  /Veranstaltung absagen/,
  /Fehler beim (?!erneuten)[a-zäöü]+en\b/,
  /Serien (ausblenden|anzeigen)/,
  /[Zz]weite[nr]? Faktor/,
];

const readable = (text: string) =>
  QUOTED.reduce((left, quoted) => left.replaceAll(quoted, ''), text.replaceAll('\u00ad', ''));

/** The words of this text that were given up, with what is around them. */
const givenUpIn = (text: string) =>
  GIVEN_UP.flatMap((words) => {
    const found = new RegExp(`.{0,30}${words.source}.{0,20}`, 's').exec(readable(text));
    return found ? [found[0]] : [];
  });

describe('the words that people read', () => {
  it('every screen says each thing in one word (Y2)', async () => {
    const faults: string[] = [];
    for (const { path, open } of everyScreen(club)) {
      const headers: HeadersInit = open ? {} : { Cookie: `session=${club.token}` };
      const html = await (await fetch(app.origin + path, { headers })).text();
      const text = html
        .replace(/<(script|style)\b.*?<\/\1>/gs, ' ')
        .replace(/<(?!input|button|a|nav|table)[^>]+>/g, ' ');
      faults.push(...givenUpIn(text).map((found) => `${path}: ${found}`));
    }
    expect(faults).toEqual([]);
  }, 120_000);

  it('notifications do (Y2)', () => {
    const fixed = Object.values(messages).flatMap((each) =>
      typeof each === 'function' ? [] : [JSON.stringify(each)],
    );
    expect(fixed.length).toBeGreaterThan(40);
    const own = fixed.map((text) => text.replace('"title":"Organisation"', ''));
    expect(own.flatMap(givenUpIn)).toEqual([]);
  });

  it('the check finds what was given up, and lets the specification be', () => {
    expect(givenUpIn('Die Veranstaltung ist abgesagt.')).toHaveLength(1);
    expect(givenUpIn('Fehler beim anlegen der Pause.')).toHaveLength(1);
    expect(givenUpIn('Fehler beim speichern der Veranstaltung.')).toEqual([]);
  });
});
