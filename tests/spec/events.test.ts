import { inClubDays, inDays } from '../support/events';
import type { SpecClub } from '../support/spec-club';
import { type Row, walk } from '../support/spec-table';
import {
  actions,
  badge,
  choose,
  columns,
  dialog,
  failure,
  fieldHas,
  fields,
  fill,
  fillDate,
  heading,
  isAt,
  noDialog,
  noFailure,
  nothing,
  press,
  refused,
  row,
  rowsInOrder,
  type Sight,
  success,
  tap,
  tapIn,
  text,
  tick,
  words,
} from '../support/spec-words';
import { calendar } from './calendar';

/** The specification's events: list, dialogs, capacity, form, messages and calendar. */

const LIST = '/app/events';
const EVENT_PAGE = /^\/app\/events\/[\da-f-]{36}$/;
const FOR_ALL = 'a member';
const EDITOR = 'an editor of events';

const soon = inDays(30);

/** What the list shows, each event being one of the states that a row can have. */
async function prepare(club: SpecClub) {
  const { app, organization, people, limited, taken, everyField, dateOfSeries } = club;
  const { make, db } = app;
  const me = { uuid: people[FOR_ALL].member };
  await make.event(organization, { name: 'Lang her, offen', date: inDays(-31) });
  await taken('Lang her, frei', 4, 1, inDays(-30));
  await taken('Lang her, voll', 2, 2, inDays(-29));
  await limited('Heute begonnen', inClubDays(0), 9, { start_time: '00:00' });
  await make.event(organization, { name: 'Grillfest', date: '2030-02-02' });
  await limited('Niemand darf', soon, 0);
  await taken('Alle da', 2, 2);
  await taken('Vier von fünf', 5, 4);
  await taken('Drei von vier', 4, 3);
  await limited('Vereinsausflug', soon, 4);
  await make.registration(await limited('Schon dabei', soon, 4), me);
  await make.registration(await limited('Alles angegeben', soon, 4, everyField(soon)), me);
  await limited('Noch alles offen', soon, 4, everyField(soon));
  await make.event(organization, { name: 'Offen, mit allem', date: soon }, everyField(soon));
  await make.event(
    organization,
    { name: 'Sagt zu oder ab', date: soon },
    { ...everyField(soon), asks_answer: true },
  );
  const queue = await taken('Andere warten', 1, 1, soon, { waiting_list: true });
  await make.waiting(queue, await make.member(organization));
  await dateOfSeries('Jede Woche', soon, 6);
  const off = await limited('Fällt aus, begrenzt', soon, 4);
  await make.registration(off, me);
  const open = await make.event(organization, { name: 'Fällt aus, offen', date: soon });
  await db
    .updateTable('events')
    .set({ cancelled_at: new Date(), cancel_reason: 'Sturm' })
    .where('uuid', 'in', [off.uuid, open.uuid])
    .execute();
  await make.poll(await limited('Mit Umfragen', soon, 4), {});
}

/** A row of the list: its badge and colour, what follows, what members and editors can do. */
interface State {
  readonly badge: readonly [string, 'green' | 'orange' | 'red' | 'grey'];
  /** Badges beside it. */
  readonly and?: readonly string[];
  readonly taken?: string;
  readonly member: readonly string[];
}

/** The capacity display and the row actions, whatever else an event has. */
const STATES: Readonly<Record<string, State>> = {
  Grillfest: { badge: ['Offene Veranstaltung', 'grey'], member: ['Umfragen'] },
  'Niemand darf': {
    badge: ['Keine freien Plätze mehr.', 'red'],
    taken: '(0 von 0 belegt)',
    member: ['Anmelden (disabled)', 'Umfragen'],
  },
  'Alle da': {
    badge: ['Keine freien Plätze mehr.', 'red'],
    taken: '(2 von 2 belegt)',
    member: ['Anmelden (disabled)', 'Umfragen'],
  },
  'Vier von fünf': {
    badge: ['Nur noch wenige freie Plätze.', 'orange'],
    taken: '(4 von 5 belegt)',
    member: ['Anmelden', 'Umfragen'],
  },
  'Drei von vier': {
    badge: ['Freie Plätze.', 'green'],
    taken: '(3 von 4 belegt)',
    member: ['Anmelden', 'Umfragen'],
  },
  'Schon dabei': {
    badge: ['Freie Plätze.', 'green'],
    taken: '(1 von 4 belegt)',
    member: ['Abmelden', 'Umfragen'],
  },
  // Polls do not change what the action is called.
  'Mit Umfragen': {
    badge: ['Freie Plätze.', 'green'],
    taken: '(0 von 4 belegt)',
    member: ['Anmelden', 'Umfragen'],
  },
  // With every field that the specification does not know.
  'Alles angegeben': {
    badge: ['Freie Plätze.', 'green'],
    taken: '(1 von 4 belegt)',
    member: ['Abmelden', 'Umfragen'],
  },
  'Noch alles offen': {
    badge: ['Freie Plätze.', 'green'],
    taken: '(0 von 4 belegt)',
    member: ['Anmelden', 'Umfragen'],
  },
  'Offen, mit allem': { badge: ['Offene Veranstaltung', 'grey'], member: ['Umfragen'] },
  // Asking for an answer is beyond the specification, and so is 'Zusagen'.
  'Sagt zu oder ab': {
    badge: ['Offene Veranstaltung', 'grey'],
    member: ['Zusagen', 'Umfragen'],
  },
  'Andere warten': {
    badge: ['Keine freien Plätze mehr.', 'red'],
    taken: '(1 von 1 belegt)',
    member: ['Anmelden (disabled)', 'Umfragen'],
  },
  'Jede Woche': {
    badge: ['Freie Plätze.', 'green'],
    taken: '(0 von 6 belegt)',
    member: ['Anmelden', 'Umfragen'],
  },
  // Nobody signs up for what is called off; what it was stays to be seen.
  'Fällt aus, begrenzt': {
    badge: ['Fällt aus', 'red'],
    and: ['Freie Plätze.'],
    taken: '(1 von 4 belegt)',
    member: ['Umfragen'],
  },
  'Fällt aus, offen': {
    badge: ['Fällt aus', 'red'],
    and: ['Offene Veranstaltung'],
    member: ['Umfragen'],
  },
  'Lang her, frei': {
    badge: ['Freie Plätze.', 'green'],
    taken: '(1 von 4 belegt)',
    member: ['Anmelden', 'Umfragen'],
  },
  'Lang her, voll': {
    badge: ['Keine freien Plätze mehr.', 'red'],
    taken: '(2 von 2 belegt)',
    member: ['Anmelden (disabled)', 'Umfragen'],
  },
  // A start that somebody set ends the sign-up (decision 16).
  'Heute begonnen': {
    badge: ['Freie Plätze.', 'green'],
    and: ['Hat begonnen'],
    taken: '(0 von 9 belegt)',
    member: ['Umfragen'],
  },
};

const seenInRow = ([name, state]: [string, State]): Sight[] => [
  badge(name, ...state.badge),
  ...(state.and ?? []).map((each) => text(each, { part: row(name) })),
  ...(state.taken ? [words(state.taken, { part: row(name) })] : []),
];

const list: Row[] = [
  {
    line: 'Table with columns Name, Datum, Informationen, Aktionen.',
    who: FOR_ALL,
    at: LIST,
    sees: [
      heading('Veranstaltungen'),
      columns('Name', 'Datum', 'Informationen', 'Aktionen'),
      nothing('Veranstaltung erstellen'),
    ],
  },
  {
    line: 'Rows are sorted by date ascending.',
    who: FOR_ALL,
    at: LIST,
    sees: [
      rowsInOrder('Lang her, frei', 'Lang her, voll', 'Vereinsausflug'),
      rowsInOrder('Heute begonnen', 'Vereinsausflug', 'Alle da', 'Grillfest'),
    ],
  },
  {
    line: "Dates are shown like 'DD. MMMM YYYY'.",
    who: FOR_ALL,
    at: LIST,
    sees: [words('02. Februar 2030', { part: row('Grillfest') })],
  },
  {
    line: "The name cell shows the badge 'Angemeldet' if the user is registered.",
    who: FOR_ALL,
    at: LIST,
    sees: ['Schon dabei', 'Alles angegeben'].map((name) => badge(name, 'Angemeldet', 'green')),
  },
  {
    line: "The info badge shows 'Offene Veranstaltung' for open events. For limited events it shows availability plus '(X von Y belegt)'.",
    who: FOR_ALL,
    at: LIST,
    sees: Object.entries(STATES).flatMap(seenInRow),
  },
  ...(
    [
      [
        "'Keine freien Plätze mehr.' (red) when the percentage filled is at least 100 or max is 0.",
        'Keine freien Plätze mehr.',
        'red',
        ['Niemand darf', 'Alle da'],
      ],
      [
        "'Nur noch wenige freie Plätze.' (orange) above 75 percent.",
        'Nur noch wenige freie Plätze.',
        'orange',
        ['Vier von fünf'],
      ],
      [
        "Otherwise 'Freie Plätze.' (green).",
        'Freie Plätze.',
        'green',
        ['Drei von vier', 'Jede Woche'],
      ],
    ] as const
  ).map(
    ([line, text, colour, names]): Row => ({
      line,
      who: EDITOR,
      at: LIST,
      sees: names.map((name) => badge(name, text, colour)),
    }),
  ),
  {
    line: "Umfragen: goes to the event's polls. Anmelden / Abmelden: for limited events.",
    who: FOR_ALL,
    at: LIST,
    sees: Object.entries(STATES).map(([name, { member }]) => actions(name, ...member)),
  },
  {
    line: "Umfragen: goes to the event's polls.",
    who: FOR_ALL,
    at: LIST,
    steps: [tapIn('Mit Umfragen', 'Umfragen')],
    after: [heading('Umfragen: Mit Umfragen'), isAt(/^\/app\/events\/[^/]+\/polls$/)],
  },
  {
    line: "The info badge shows 'Offene Veranstaltung' for open events.",
    who: FOR_ALL,
    at: LIST,
    // No more than three past ones stand above what is ahead (decision 16).
    steps: [tap('Frühere Veranstaltungen')],
    after: [
      columns('Name', 'Datum', 'Informationen', 'Aktionen'),
      badge('Lang her, offen', 'Offene Veranstaltung', 'grey'),
      actions('Lang her, offen', 'Umfragen'),
    ],
  },
  {
    line: 'For EDIT_EVENTS holders: Bearbeiten, Teilnehmer, Löschen.',
    who: EDITOR,
    at: LIST,
    sees: [
      columns('Name', 'Datum', 'Informationen', 'Aktionen'),
      ...Object.entries(STATES)
        .filter(([name]) => !['Schon dabei', 'Alles angegeben', 'Heute begonnen'].includes(name))
        .map(([name, { member }]) =>
          actions(name, ...member, 'Bearbeiten', 'Teilnehmer', 'Löschen'),
        ),
      // Editors of events still take and change answers (J7).
      actions('Heute begonnen', 'Anmelden', 'Umfragen', 'Bearbeiten', 'Teilnehmer', 'Löschen'),
    ],
  },
  {
    line: "A 'Veranstaltung erstellen' button appears for EDIT_EVENTS holders.",
    who: EDITOR,
    at: LIST,
    steps: [tap('Veranstaltung erstellen')],
    after: [
      dialog('Veranstaltung erstellen', 'Erstellen'),
      fields('Name', 'Datum', 'Art'),
      words('Offene Veranstaltung'),
      words('Begrenzte Teilnehmerzahl'),
    ],
  },
  {
    line: 'Any logged-in user of an organisation: view events and members, register or unregister for limited events, answer polls.',
    who: 'an admin',
    at: LIST,
    sees: [nothing('Veranstaltung erstellen'), actions('Vereinsausflug', 'Anmelden', 'Umfragen')],
  },
];

/** An event of its own for a row. */
const one =
  (name: string, more: { max?: number; every?: boolean; mine?: true } = {}) =>
  async ({ app, organization, people, everyField }: SpecClub) => {
    const event = await app.make.event(
      organization,
      { name, date: soon, ...(more.max === undefined ? {} : { max: more.max }) },
      more.every ? everyField(soon) : {},
    );
    if (more.mine) await app.make.registration(event, { uuid: people[FOR_ALL].member });
    return LIST;
  };

/** Each dialog, of an event that has all details; the messages below are of events without any. */
const dialogs: Row[] = [
  {
    line: 'Modals: edit, delete confirm, create, participants, register confirm, unregister confirm.',
    who: FOR_ALL,
    at: one('Zum Anmelden', { max: 3, every: true }),
    steps: [tapIn('Zum Anmelden', 'Anmelden')],
    after: [dialog(/./, 'Anmelden'), words('Möchten Sie sich'), words('Zum Anmelden')],
  },
  {
    line: 'Anmelden / Abmelden: for limited events.',
    who: FOR_ALL,
    at: one('Wird gebucht', { max: 3, every: true }),
    steps: [tapIn('Wird gebucht', 'Anmelden'), press('Anmelden')],
    after: [
      noDialog,
      badge('Wird gebucht', 'Angemeldet', 'green'),
      words('(1 von 3 belegt)', { part: row('Wird gebucht') }),
      actions('Wird gebucht', 'Abmelden', 'Umfragen'),
      isAt(LIST),
    ],
  },
  {
    line: 'A registered user sees Abmelden instead.',
    who: FOR_ALL,
    at: one('Wird storniert', { max: 3, every: true, mine: true }),
    steps: [tapIn('Wird storniert', 'Abmelden'), press('Abmelden')],
    after: [
      noDialog,
      words('(0 von 3 belegt)', { part: row('Wird storniert') }),
      actions('Wird storniert', 'Anmelden', 'Umfragen'),
    ],
  },
  {
    line: 'Success notifications exist for event and member save, create and delete',
    who: EDITOR,
    at: one('Zu ändern', { max: 3, every: true }),
    steps: [tapIn('Zu ändern', 'Bearbeiten'), press('Speichern')],
    after: [success('Zu ändern gespeichert.'), noDialog, isAt(LIST)],
  },
  {
    line: 'Modals: edit, delete confirm',
    who: EDITOR,
    at: one('Zu löschen', { max: 3, every: true }),
    steps: [tapIn('Zu löschen', 'Löschen')],
    after: [dialog('Veranstaltung löschen', 'Löschen'), words('Zu löschen')],
  },
  {
    line: 'Success notifications exist for event and member save, create and delete',
    who: EDITOR,
    at: one('Wird gelöscht', { max: 3, every: true }),
    steps: [tapIn('Wird gelöscht', 'Löschen'), press('Löschen')],
    after: [success('Wird gelöscht gelöscht.'), noDialog, isAt(LIST)],
  },
  {
    line: "Participation: a member is added to or removed from an event's participants.",
    who: EDITOR,
    at: one('Wer war da', { max: 3, every: true, mine: true }),
    steps: [
      tapIn('Wer war da', 'Teilnehmer'),
      async (seen) => {
        await dialog(/^Teilnehmer/, 'Speichern')(seen);
        await tick(new RegExp(seen.club.people[FOR_ALL].lastName))(seen);
      },
      press('Speichern'),
    ],
    after: [success('Teilnehmer gespeichert.'), noDialog],
  },
];

const form: Row[] = [
  {
    line: 'Event: name and type required.',
    who: EDITOR,
    at: '/app/events/new',
    steps: [tap('Erstellen')],
    // The date, too: decision 16.
    after: [refused('Name'), refused('Datum')],
  },
  {
    line: 'Success notifications exist for event and member save, create and delete',
    who: EDITOR,
    at: '/app/events/new',
    steps: [fill('Name', 'Nur mit Namen'), fillDate('Datum', '2031-07-05'), tap('Erstellen')],
    // One is then on its page (Y7).
    after: [
      success('Nur mit Namen am 05. Juli 2031 erstellt.'),
      noDialog,
      heading('Nur mit Namen'),
      isAt(EVENT_PAGE),
    ],
  },
  {
    line: 'It is sent on creation only for limited events.',
    who: EDITOR,
    at: '/app/events/new',
    steps: [
      fill('Name', 'Mit Höchstzahl'),
      fillDate('Datum', inDays(10)),
      choose(/^Begrenzte Teilnehmerzahl/),
      fill('Maximale Teilnehmerzahl', '999999999999999'),
      tap('Erstellen'),
      // One is then on its page (Y7).
      isAt(EVENT_PAGE),
      noFailure,
      tap('Veranstaltungen'),
    ],
    after: [
      noFailure,
      noDialog,
      words('(0 von 999999999999999 belegt)', { part: row('Mit Höchstzahl') }),
    ],
  },
  {
    line: 'maxParticipants numeric, from 0 to 999999999999999.',
    who: EDITOR,
    at: '/app/events/new',
    steps: [
      fill('Name', 'Falsche Höchstzahl'),
      fillDate('Datum', '2031-07-07'),
      choose(/^Begrenzte Teilnehmerzahl/),
      // Other wrong numbers are in tests/http/events-creation.test.ts.
      fill('Maximale Teilnehmerzahl', '1000000000000000'),
      tap('Erstellen'),
    ],
    after: [
      dialog('Veranstaltung erstellen'),
      ({ page }) =>
        page
          .getByLabel('Maximale Teilnehmerzahl')
          .and(page.locator('[aria-invalid=true]'))
          .waitFor(),
    ],
  },
  {
    line: 'The max field is visible only for limited.',
    who: EDITOR,
    at: '/app/events/new',
    sees: [nothing('Maximale Teilnehmerzahl')],
    steps: [choose(/^Begrenzte Teilnehmerzahl/)],
    after: [fields('Name', 'Datum', 'Art', 'Maximale Teilnehmerzahl')],
  },
  {
    line: 'Switching to open resets max participants to 0 in the edit form.',
    who: EDITOR,
    at: async ({ limited }) => `/app/events/${(await limited('Wird offen', soon, 7)).uuid}/edit`,
    only: { scripts: true },
    sees: [fieldHas('Maximale Teilnehmerzahl', '7')],
    steps: [choose(/^Offene Veranstaltung/), choose(/^Begrenzte Teilnehmerzahl/)],
    after: [fieldHas('Maximale Teilnehmerzahl', '0')],
  },
  {
    line: 'Edit and delete modals close if loading the item fails.',
    who: EDITOR,
    at: LIST,
    steps: [
      ({ page, app }) => page.goto(`${app.origin}/app/events/${crypto.randomUUID()}/edit`).then(),
    ],
    after: [failure('Veranstaltung'), noDialog, isAt(LIST)],
  },
  {
    line: 'Edit and delete modals close if loading the item fails.',
    who: EDITOR,
    at: LIST,
    steps: [
      ({ page, app }) => page.goto(`${app.origin}/app/events/${crypto.randomUUID()}/delete`).then(),
    ],
    after: [failure('Veranstaltung'), noDialog, isAt(LIST)],
  },
];

const messages: Row[] = [
  {
    line: "'Veranstaltung erstellen ist fehlgeschlagen.'",
    who: EDITOR,
    at: '/app/events/new',
    steps: [fill('Name', 'Nie'), fillDate('Datum', '2031-07-05'), tap('Erstellen')],
    unwritable: 'events',
    after: [failure('Veranstaltung', 'Veranstaltung erstellen ist fehlgeschlagen.')],
  },
  {
    line: 'A network failure raises a fetch error. Failures show an error notification with a title and message, and no retry.',
    who: EDITOR,
    at: '/app/events/new',
    // Without scripts the browser says it.
    only: { scripts: true },
    offline: true,
    steps: [fill('Name', 'Ohne Netz'), fillDate('Datum', '2031-07-05'), tap('Erstellen')],
    after: [
      failure('Veranstaltung', 'Veranstaltung erstellen ist fehlgeschlagen.'),
      fieldHas('Name', 'Ohne Netz'),
    ],
  },
  {
    line: 'view events and members, register or unregister for limited events',
    who: 'somebody without a member',
    at: one('Ohne Mitglied', { max: 3 }),
    sees: [actions('Ohne Mitglied', 'Anmelden', 'Umfragen')],
    steps: [tapIn('Ohne Mitglied', 'Anmelden')],
    // Signing up is by the linked member (E7): the dialog names the remedy.
    after: [words(/mit keinem Mitglied .* verknüpft/)],
  },
];

walk({ list, dialogs, form, messages, calendar }, prepare);
