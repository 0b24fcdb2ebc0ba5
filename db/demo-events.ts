import { sql } from 'kysely';
import type { Database } from './connection';
import { type Team, teamsNamed } from './demo-groups';
import { dayFrom, makeTrainingSeries, TRAININGS } from './demo-series';

/** The events of the demo, with their answers. Dates are relative to today. */

type DemoEvent = readonly [
  name: string,
  daysFromToday: number,
  /** null: open */
  places: number | null,
  signedUp: number,
  more?: DemoDetails,
];

/** Further properties of an event. */
interface DemoDetails {
  /** '18:00', or '18:00 20:00' with an end. */
  readonly times?: string;
  /** Days that it goes on. */
  readonly lasts?: number;
  readonly place?: string;
  readonly description?: string;
  /** Days before, at 18:00. */
  readonly signUpUntil?: number;
  readonly signOffUntil?: number;
  /** An open event that asks who comes. */
  readonly asks?: true;
  readonly companions?: number;
  readonly comingVisible?: 'editors' | 'members';
  readonly waiting?: number;
  readonly declined?: number;
  readonly cancelled?: string;
  /** The groups it is for; by default everyone. */
  readonly teams?: readonly Team['name'][];
}

const EVENTS: readonly DemoEvent[] = [
  ['Neujahrsempfang mit den Freunden und Förderern des Vereins', -320, null, 0],
  ['Skifreizeit im Zillertal', -275, 16, 16],
  ['Jahreshauptversammlung mit Neuwahl der Vorstandschaft', -240, null, 0],
  ['Kindersportabzeichen', -120, 40, 31],
  ['Arbeitseinsatz am Vereinsheim', -23, 20, 11],
  ['Kuchenbacken für den Flohmarkt', -2, 12, 9],
  [
    'Schnuppertraining für Kinder',
    3,
    12,
    4,
    {
      times: '15:30 17:00',
      place: 'Kleine Turnhalle, Schulstraße 4',
      description:
        'Für Kinder von 4 bis 10 Jahren, die den Sport einmal ausprobieren möchten.\n\nBitte mitbringen: Hallenschuhe mit heller Sohle, etwas zu trinken und ein Handtuch.',
      comingVisible: 'members',
      declined: 3,
    },
  ],
  [
    'Wanderung zum Hohenstein mit anschließender Einkehr',
    8,
    25,
    20,
    {
      times: '09:30 16:00',
      place: 'Parkplatz am Vereinsheim, Grünauer Weg 12',
      description:
        'Wir wandern gemütlich hinauf (12 km, 450 Höhenmeter) und kehren danach im Gasthaus ein.\n\nKarte und Höhenprofil: https://wandern.example/hohenstein (zum Ausdrucken).\nBei Regen entscheiden wir am Vorabend.',
      signUpUntil: 2,
      signOffUntil: 1,
      companions: 3,
      declined: 6,
    },
  ],
  [
    'Erste-Hilfe-Kurs',
    15,
    10,
    10,
    {
      times: '09:00 17:00',
      place: 'Feuerwehrhaus Grünau',
      description: 'Der Kurs gilt auch für den Führerschein. Die Kosten trägt der Verein.',
      waiting: 7,
      declined: 2,
    },
  ],
  [
    'Vereinsfest',
    29,
    null,
    21,
    {
      times: '15:00 23:00',
      place: 'Festwiese hinter dem Vereinsheim',
      description:
        'Mit Kaffee und Kuchen, Spielen für die Kinder, Grillen am Abend und Musik.\n\nBitte sagen Sie zu, damit wir wissen, für wie viele wir einkaufen.',
      asks: true,
      companions: 5,
      comingVisible: 'members',
      declined: 5,
    },
  ],
  [
    'Busfahrt zum Auswärtsspiel',
    36,
    30,
    25,
    { times: '08:30', place: 'Busbahnhof, Steig 3', signUpUntil: 7, companions: 1 },
  ],
  [
    'Trainerfortbildung',
    50,
    8,
    6,
    {
      times: '10:00 16:00',
      place: 'Landessportschule',
      cancelled: 'Der Referent ist erkrankt. Wir suchen einen neuen Termin im Frühjahr.',
    },
  ],
  [
    'Zeltlager der Jugend',
    71,
    40,
    0,
    {
      times: '14:00 11:00',
      lasts: 4,
      place: 'Jugendzeltplatz am Waldsee, Platz 7, hinter dem Forsthaus links den Weg hinauf',
      signUpUntil: 14,
    },
  ],
  [
    'Freundschaftsspiel Damen gegen A-Jugend',
    10,
    null,
    7,
    {
      times: '11:00 13:00',
      place: 'Sportplatz Grünau',
      description: 'Danach wird gegrillt. Zuschauer sind willkommen.',
      asks: true,
      declined: 2,
      teams: ['Damen', 'A-Jugend'],
    },
  ],
  ['Gerätewart gesucht: Werkstatttag', 90, 0, 0],
  ['Mitgliederehrung und Familiennachmittag', 118, null, 0],
  ['Fahrt zum Deutschen Turnfest nach Leipzig', 140, 45, 37],
  ...TRAININGS.flatMap(({ name, day, weeks, places, details }) =>
    everyWeek(name, day, weeks, places, details),
  ),
  ...everyWeek('Yoga für den Rücken', 2, [-8, 12], 14, {
    times: '18:00 19:15',
    place: 'Gymnastikraum',
  }),
];

/** One event a week, from the first to before the last one counted from now. */
function everyWeek(
  name: string,
  day: number,
  [first, last]: readonly [number, number],
  places: number | null,
  more: DemoDetails,
): DemoEvent[] {
  return Array.from({ length: last - first }, (_, at) => {
    const week = first + at;
    // People sign up for near events; in the past a few were missing each time.
    const most = places ?? 11;
    const signedUp = week < 0 ? most - ((at * 5) % 9) : Math.max(0, most - 4 - 6 * week);
    return [name, day + 7 * week, places, signedUp, more];
  });
}

/** @returns the events' ids by name */
export async function insertDemoEvents(
  db: Database,
  club: string,
  today: string,
  members: string[],
  { events = EVENTS, teams = [] }: { events?: readonly DemoEvent[]; teams?: readonly Team[] } = {},
): Promise<Map<string, string>> {
  const ids = new Map<string, string>();
  for (const [at, [name, day, places, signedUp, more = {}]] of events.entries()) {
    const its = teamsNamed(teams, more.teams);
    const { uuid } = await db
      .insertInto('events')
      .values({
        organization_uuid: club,
        name,
        groups: its.map((team) => team.uuid),
        date: dayFrom(today, day),
        event_type: places === null ? 'OPEN_EVENT' : 'LIMITED_EVENT',
        max_participants: places ?? 0,
        ...detailsOf(dayFrom(today, day), more),
      })
      .returning('uuid')
      .executeTakeFirstOrThrow();
    ids.set(name, uuid);
    const asked = its.length > 0 ? its.flatMap((team) => team.members) : members;
    const answers = { event: uuid, club, members: asked, isOurs: at % 4 === 3 };
    await insertAnswers(db, answers, signedUp, more);
    if (more.cancelled)
      await db
        .updateTable('events')
        .set({ cancelled_at: sql`now()`, cancel_reason: more.cancelled })
        .where('uuid', '=', uuid)
        .execute();
    const present = membersOf(answers, signedUp).slice(1);
    if (present.length > 0 && day < 0)
      await db
        .insertInto('participations')
        .values(present.map((member) => rowOf(answers, member)))
        .execute();
  }
  if (teams.length > 0) await makeTrainingSeries(db, club, today, teams);
  return ids;
}

function detailsOf(date: string, more: DemoDetails) {
  const [start = null, end = null] = more.times?.split(' ') ?? [];
  const deadline = (days: number | undefined) =>
    days === undefined
      ? null
      : sql<Date>`(${dayFrom(date, -days)}::date + time '18:00') at time zone 'Europe/Berlin'`;
  return {
    start_time: start,
    end_time: end,
    end_date: more.lasts ? dayFrom(date, more.lasts) : null,
    place: more.place ?? '',
    description: more.description ?? '',
    sign_up_until: deadline(more.signUpUntil),
    sign_off_until: deadline(more.signOffUntil),
    asks_answer: more.asks ?? false,
    companions: more.companions ?? 0,
    coming_visible: more.comingVisible ?? ('registered' as const),
  };
}

interface DemoAnswers {
  readonly event: string;
  readonly club: string;
  readonly members: readonly string[];
  /** Whether the log-ins' members are among those who come. */
  readonly isOurs: boolean;
}

const rowOf = ({ event, club }: DemoAnswers, member: string) => ({
  organization_uuid: club,
  event_uuid: event,
  member_uuid: member,
});

/**
 * The members who signed up. The log-ins' members come first: they have signed up for every fourth
 * event, and can still answer the others.
 */
const membersOf = ({ members, isOurs }: DemoAnswers, signedUp: number) =>
  isOurs ? members.slice(0, signedUp) : members.slice(members.length - signedUp);

const NOTES = ['Komme etwas später.', '', 'Bringe Kuchen mit.', '', ''];
const REASONS = ['Bin im Urlaub.', '', 'Leider krank.', 'Muss arbeiten.'];

async function insertAnswers(
  db: Database,
  answers: DemoAnswers,
  signedUp: number,
  { companions = 0, waiting = 0, declined = 0, times }: DemoDetails,
): Promise<void> {
  const coming = membersOf(answers, signedUp);
  if (coming.length > 0)
    await db
      .insertInto('answers')
      .values(
        coming.map((member, at) => ({
          ...rowOf(answers, member),
          answer: 'yes',
          places: companions > 0 && at < 4 ? 1 + (at % 2) : 1,
          note: times && at < 8 ? (NOTES[at % NOTES.length] ?? '') : '',
        })),
      )
      .execute();
  const silent = answers.members.slice(4).filter((member) => !coming.includes(member));
  // Lena is third on the waiting list.
  const [lena = '', ...others] = silent;
  const queue = [...others.slice(0, 2), lena, ...others.slice(2)].slice(0, waiting);
  for (const member of queue)
    await db
      .insertInto('answers')
      .values({ ...rowOf(answers, member), answer: 'waiting' })
      .execute();
  const refusing = others.slice(-declined);
  if (declined > 0)
    await db
      .insertInto('answers')
      .values(
        refusing.map((member, at) => ({
          ...rowOf(answers, member),
          answer: 'no',
          note: REASONS[at % REASONS.length] ?? '',
        })),
      )
      .execute();
}
