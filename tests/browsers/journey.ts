import { DEMO_PASSWORD } from '#db/demo';
import { dateToText, dayToText, monthToText } from '~/dates';
import { DIALOG, PAGE, type Person, rowOf } from './person';

/** What a journey meets, apart from all other journeys in the same club. */
export interface Scene {
  readonly scripts: boolean;
  readonly width: number;
  /** From 1, and up to 14: of each a day of its own. */
  readonly number: number;
}

type Step = readonly [title: string, walk: (person: Person, scene: Scene) => Promise<void>];

const LOGIN = '/app/login';
const PETRA = 'petra@demo.example';
const LENA = 'lena@demo.example';
const BELOW_WIDE = 640;
/** The chosen day's events, below a month of signs. */
const DAY_BELOW = '//section[@aria-labelledby="day"]';

const eventOf = ({ number }: Scene) => `Fest ${number}a`;
const pollOf = ({ number }: Scene) => `Essen ${number}a`;
const memberOf = ({ number }: Scene) => `Aal ${number}a`;

/** A day of the next month, 'YYYY-MM-DD'. */
function dayNextMonth(day: number): string {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, day))
    .toISOString()
    .slice(0, 10);
}
const firstDay = ({ number }: Scene) => dayNextMonth(number);
const secondDay = ({ number }: Scene) => dayNextMonth(number + 14);

/** What a club does with its product every week, by two people in one browser. */
export const JOURNEY: readonly Step[] = [
  [
    'a wrong password is refused',
    async (person) => {
      await person.open(LOGIN);
      await logsIn(person, PETRA, 'falsch');
      await person.sees(['E-Mail oder Passwort falsch.']);
    },
  ],
  [
    'the right one logs in',
    async (person) => {
      await logsIn(person, PETRA);
      await person.sees(['TSV Grünau 1904', 'Information']);
    },
  ],
  [
    'create an event of one place',
    async (person, scene) => {
      await person.open('/app/events');
      await person.clicks('Veranstaltung erstellen');
      await person.fills('Name', eventOf(scene), DIALOG);
      await picksFirstDay(person, scene);
      await person.clicks('Begrenzte Teilnehmerzahl', DIALOG);
      await person.fills('Maximale Teilnehmerzahl', '1', DIALOG);
      await person.clicks('Erstellen', DIALOG);
      await person.sees([eventOf(scene), 'Für die Leitung']);
      await person.open('/app/events');
      await seesRow(person, scene, dateToText(firstDay(scene)), '(0 von 1 belegt)');
    },
  ],
  [
    'sign up',
    async (person, scene) => {
      await person.clicks('Anmelden', rowOf(eventOf(scene)));
      await person.clicks('Anmelden', DIALOG);
      await seesRow(person, scene, 'Angemeldet', '(1 von 1 belegt)');
    },
  ],
  ['log out', logsOut],
  [
    'a second member finds it full',
    async (person, scene) => {
      await logsIn(person, LENA);
      await person.sees(['TSV Grünau 1904']);
      await person.open('/app/events');
      await seesRow(person, scene, 'Keine freien Plätze mehr.', '(1 von 1 belegt)');
      await person.cannot('Anmelden', rowOf(eventOf(scene)));
      await person.cannot('Bearbeiten', rowOf(eventOf(scene)));
      await logsOut(person, scene);
    },
  ],
  [
    'sign off',
    async (person, scene) => {
      await logsIn(person, PETRA);
      await person.sees(['TSV Grünau 1904']);
      await person.open('/app/events');
      await person.clicks('Abmelden', rowOf(eventOf(scene)));
      await person.clicks('Abmelden', DIALOG);
      await seesRow(person, scene, '(0 von 1 belegt)');
    },
  ],
  [
    'create a poll',
    async (person, scene) => {
      await person.clicks('Umfragen', rowOf(eventOf(scene)));
      await person.sees(['Keine Umfragen verfügbar']);
      await person.clicks('Umfrage erstellen');
      await person.fills('Name', pollOf(scene), DIALOG);
      await person.fills('Option 1', 'Kuchen', DIALOG);
      await person.fills('Option 2', 'Salat', DIALOG);
      await person.clicks('Umfrage erstellen', DIALOG);
      await person.sees(['Keine Antworten'], rowOf(pollOf(scene)));
    },
  ],
  [
    'answer it',
    async (person, scene) => {
      await person.clicks('Anzeigen', rowOf(pollOf(scene)));
      await person.clicks('Eintragen: Salat', DIALOG);
      await person.sees(['Ausgewählt', 'Nicht ausgewählt'], DIALOG);
      await person.clicks('Schließen', DIALOG);
    },
  ],
  [
    'close it',
    async (person, scene) => {
      await person.clicks('Bearbeiten', rowOf(pollOf(scene)));
      await person.clicks('Umfrage beenden');
      await person.sees(['Die Umfrage ist beendet.', 'Umfrage wieder öffnen']);
    },
  ],
  [
    'move the event to another day',
    async (person, scene) => {
      await person.open('/app/events');
      await person.clicks('Bearbeiten', rowOf(eventOf(scene)));
      const day = secondDay(scene);
      const [year, month, date] = day.split('-');
      // Scripts read German days; without them it is the browser's own field.
      if (scene.scripts) await person.finds(`${DIALOG}//button[@aria-label="Kalender"]`);
      await person.fills('Datum', scene.scripts ? `${date}.${month}.${year}` : day, DIALOG);
      await person.clicks('Speichern', DIALOG);
      await seesRow(person, scene, dateToText(day));
    },
  ],
  [
    'find it in the month',
    async (person, scene) => {
      await person.clicks('Monat');
      const day = secondDay(scene);
      await person.clicks(`${monthToText(day.slice(0, 7))} ${day.slice(0, 4)}`);
      const isNarrow = scene.width < BELOW_WIDE;
      if (isNarrow) await person.clicks(`${dayToText(day)}:`);
      await person.clicks(eventOf(scene), isNarrow ? DAY_BELOW : PAGE);
      await person.sees([eventOf(scene), 'Für die Leitung']);
    },
  ],
  [
    'go back',
    async (person, scene) => {
      await person.page.back();
      await person.isAt('/app/events/calendar');
      await person.sees([monthToText(secondDay(scene).slice(0, 7))]);
      await person.finds(`//a[contains(., "${eventOf(scene)}")]`);
      // The session remembers which of the two was chosen.
      await person.clicks('Liste');
      await person.isAt('/app/events');
    },
  ],
  [
    'subscribe to a calendar, and end that',
    async (person, scene) => {
      const device = `Handy ${scene.number}`;
      await person.open('/app/account/calendars');
      await person.clicks('Link für ein anderes Gerät');
      await person.fills('Gerät', device, DIALOG);
      await person.clicks('Alle Termine', DIALOG);
      await person.clicks('Abo anlegen', DIALOG);
      const calendar = await fetch(await person.reads('Adresse des Abos'));
      const text = await calendar.text();
      if (!text.includes(`SUMMARY:${eventOf(scene)}`)) throw new Error(text.slice(0, 200));
      await person.clicks('Fertig', DIALOG);
      // Nobody may have more than ten, and there are twelve scenes.
      await person.clicks('Löschen', rowOf(device));
      await person.clicks('Löschen', DIALOG);
      await person.sees(['Kalender-Abo gelöscht.']);
    },
  ],
  [
    'create a member',
    async (person, scene) => {
      await person.open('/app/members');
      await person.clicks('Mitglied erstellen');
      await person.fills('Vorname', 'Änne', DIALOG);
      await person.fills('Nachname', memberOf(scene), DIALOG);
      await person.clicks('Mitglied erstellen', DIALOG);
      await person.sees([memberOf(scene), 'Bearbeiten'], `//tr[contains(., "${memberOf(scene)}")]`);
    },
  ],
  [
    'invite from the list of users',
    async (person) => {
      await person.open('/app/admin/permissions');
      await person.clicks('Einladen');
      await person.sees(['Mitglieder einladen']);
    },
  ],
  [
    'cancel the event',
    async (person, scene) => {
      await person.open('/app/events');
      await person.clicks(eventOf(scene), rowOf(eventOf(scene)));
      await person.clicks('Mehr');
      await person.clicks('Veranstaltung fällt aus');
      await person.fills('Grund', 'Sturm', DIALOG);
      await person.clicks('Ausfallen lassen', DIALOG);
      await person.sees(['Fällt aus', 'Sturm', 'Für die Leitung']);
    },
  ],
  [
    'after the log-out a screen asks for the log-in',
    async (person, scene) => {
      await logsOut(person, scene);
      await person.open('/app/members');
      await person.isAt(LOGIN);
      await person.sees(['Einloggen']);
    },
  ],
];

async function logsIn(person: Person, email: string, password: string = DEMO_PASSWORD) {
  await person.fills('E-Mail', email);
  await person.fills('Passwort', password);
  await person.clicks('Einloggen');
}

/** A phone has it in the folded menu. */
async function logsOut(person: Person, { width }: Scene) {
  if (width < BELOW_WIDE) await person.clicksAt(`${PAGE}//summary[@aria-label="Menü"]`);
  await person.clicks('Abmelden: Sitzung beenden');
  await person.isAt(LOGIN);
}

/** By the calendar where scripts run, and else in the browser's own field. */
async function picksFirstDay(person: Person, scene: Scene) {
  const day = firstDay(scene);
  if (!scene.scripts) return person.fills('Datum', day, DIALOG);
  await person.clicks('Kalender', DIALOG);
  await person.clicks('Nächster Monat', DIALOG);
  const month = `${monthToText(day.slice(0, 7))} ${day.slice(0, 4)}`;
  await person.sees([month], DIALOG);
  const days = '//*[@data-part="table-cell-trigger" and not(@data-outside-range)]';
  await person.clicksAt(`${DIALOG}${days}[normalize-space() = "${scene.number}"]`);
}

function seesRow(person: Person, scene: Scene, ...words: string[]) {
  return person.sees(words, rowOf(eventOf(scene)));
}
