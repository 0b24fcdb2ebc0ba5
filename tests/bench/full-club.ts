import { weeksOf } from '~/features/events/month-view';
import { PERMISSIONS } from '~/kernel/actor';
import type { Factories } from '../support/factories';
import type { Screen } from './budgets';

const ROWS = 100;

/** Each as long as a list shows one. */
const PLACES = [
  'Parkplatz am Vereinsheim, Grünauer Weg 1',
  'Sportheim am Mühlbach, großer Saal, oben',
  'Gasthaus zum Hirschen, Nebenzimmer links',
  'Bahnhof Grünau, Gleis 2, vorderer Eingang',
  'Turnhalle der Grundschule, Schulstraße 4',
];

/** As clubs name their teams; each third event is of two. */
const TEAMS = [
  '1. Mannschaft',
  'Damen',
  'A-Jugend',
  'Seniorenturnen',
  'Eltern-Kind-Gruppe',
  'Chor',
];

/**
 * Creates a club with full lists, and a session of its admin, who sees every action.
 * @param grouped each of its events is for groups
 */
export async function makeFullClub(
  make: Factories,
  { grouped = false } = {},
): Promise<{ token: string; screens: Screen[] }> {
  const organization = await make.organization({
    name: 'TSV Grünau 1904',
    motd: 'Am Samstag ist Arbeitseinsatz.\n\nFür Kuchen ist gesorgt!',
  });
  const admin = await make.userOf(organization, PERMISSIONS);
  // After the page of the list that is visited.
  const answered = await make.event(
    organization,
    { name: 'Wanderung zum Hohenstein', date: '2050-01-01', max: 500 },
    { start_time: '09:30', place: PLACES[0], description: 'Bitte Schuhe mitbringen. '.repeat(20) },
  );
  const series = await make.series(organization);
  const teams: string[] = [];
  for (const name of grouped ? TEAMS : [])
    teams.push((await make.group(organization, [{ uuid: admin.member }], { name })).uuid);
  const groupsOf = (row: number) =>
    teams.filter((_, at) => at === row % 6 || (row % 3 === 0 && at === (row + 1) % 6)).sort();
  for (let row = 0; row < ROWS; row++) {
    const member = await make.member(organization, {
      firstName: `Anneliese-${row}`,
      lastName: `Ackermann-${row % 7}${row}`,
    });
    await make.registration(answered, member);
    const day = new Date(Date.UTC(2040, 0, 1 + 3 * row)).toISOString().slice(0, 10);
    await make.event(
      organization,
      { name: `${row + 1}. Wanderung`, date: day, max: 5 + (row % 40) },
      {
        start_time: `${8 + (row % 12)}:30`,
        place: PLACES[row % PLACES.length],
        groups: groupsOf(row),
        ...(row % 2 === 0 && { series_uuid: series.uuid, series_date: day }),
      },
    );
  }
  await fullMonth(make, organization, admin);
  const event = await make.event(organization, { name: 'Sommerfest', date: '2040-01-01' });
  for (let row = 0; row < ROWS; row++)
    await make.poll(event, {
      name: `Was bringst du am ${row + 1}. Tag mit?`,
      options: ['Kuchen', 'Salat'],
    });
  return {
    token: await make.session(admin, organization),
    screens: screensOf(event.uuid, answered.uuid),
  };
}

const FULL_MONTH = '2049-05';

/** Five events on each day of a month's weeks, one more than it shows. */
async function fullMonth(
  make: Factories,
  organization: { uuid: string },
  admin: { member: string },
) {
  for (const [at, date] of weeksOf(FULL_MONTH).flat().entries())
    for (let nth = 0; nth < 5; nth++) {
      const event = await make.event(
        organization,
        {
          name: `${at}. Übungsabend der Gruppe ${'ABCDE'[nth]}`,
          date,
          max: 20,
        },
        { start_time: `${15 + nth}:${(at * 5) % 60}` },
      );
      if (nth === 0) await make.registration(event, { uuid: admin.member });
    }
}

function screensOf(event: string, answered: string): Screen[] {
  const outside = [
    '/app/login',
    '/app/auth/register',
    '/app/auth/register/confirmation',
    '/app/auth/verify/unknown',
    '/app/auth/password-reset',
    '/app/auth/password-reset/some-code',
    '/app/imprint',
    '/app/privacy',
  ];
  const polls = `/app/events/${event}/polls`;
  const lists = [
    '/app/',
    '/app/events',
    `/app/events/calendar?month=${FULL_MONTH}`,
    '/app/members',
    '/app/admin/permissions',
    polls,
  ];
  const asking = ['/app/account', `/app/events/${answered}`, `/app/events/${answered}/answers`];
  return [
    ...outside.map((path) => ({ path, kind: 'public' }) as const),
    ...lists.map((path) => ({ path, kind: path === '/app/' ? 'board' : 'list' }) as const),
    ...asking.map((path) => ({ path, kind: 'asking' }) as const),
    { path: '/app/members/new', kind: 'form', over: '/app/members' },
    // Sixteen fields, of which most are folded: 2 KiB of markup.
    { path: '/app/events/new', kind: 'form', over: '/app/events', adds: 25 },
    { path: `/app/events/${event}/edit`, kind: 'form', over: '/app/events', adds: 25 },
    // Questions have no fields, so they do not load the code of fields.
    { path: `/app/events/${event}/registration`, kind: 'form', over: '/app/events', adds: 9 },
    { path: `/app/events/${event}/delete`, kind: 'form', over: '/app/events', adds: 9 },
    // Its rows grow as one types, and change with Enter.
    { path: `${polls}/new`, kind: 'form', over: polls, adds: 23 },
  ];
}
