import { sql } from 'kysely';
import { inDays } from '../support/events';
import { insertRows } from '../support/rows';
import type { SpecClub } from '../support/spec-club';
import { type Row, walk } from '../support/spec-table';
import {
  actions,
  button,
  columns,
  count,
  dialog,
  failure,
  fields,
  fill,
  heading,
  isAt,
  noDialog,
  nothing,
  open,
  press,
  refused,
  row,
  type Sight,
  success,
  tap,
  tapIn,
  text,
  words,
} from '../support/spec-words';

/** The specification's polls: list, administration, and the modal in which members answer. */

const MEMBER = 'a member';
const EDITOR = 'an editor of events';

type PollFields = {
  name?: string;
  options?: string[];
  closed?: boolean;
  /** Whose answer there is, to which option. */
  answered?: readonly [typeof MEMBER | typeof EDITOR, number];
  /** Of an event that has every field. */
  every?: boolean;
};

/** A poll of its own for a row. */
async function makePoll(club: SpecClub, { answered, every, ...fields }: PollFields) {
  const date = inDays(30);
  const more = every ? club.everyField(date) : {};
  const event = await club.limited('Abendessen', date, 5, more);
  const poll = await club.app.make.poll(event, { name: 'Was gibt es?', ...fields });
  if (answered) {
    const [who, option] = answered;
    await club.app.make.answer(poll, { uuid: club.people[who].member }, option);
  }
  return poll;
}

const listOf = (fields: PollFields) => async (club: SpecClub) =>
  `/app/events/${(await makePoll(club, fields)).event}/polls`;
const shown = (fields: PollFields) => async (club: SpecClub) => {
  const poll = await makePoll(club, fields);
  return `/app/events/${poll.event}/polls/${poll.uuid}`;
};
const edited = (fields: PollFields) => async (club: SpecClub) =>
  `${await shown(fields)(club)}/edit/`;

const FOOD = { options: ['Suppe', 'Salat'] };

/** The badge of an option, or what stands in its place. */
const option = (name: string, state: string): Sight =>
  text(state, {
    part: (page) =>
      page.getByRole('dialog').getByRole('listitem').filter({ hasText: name }).first(),
  });

const list: Row[] = [
  {
    line: 'Table of name and actions.',
    who: MEMBER,
    at: listOf({ ...FOOD, every: true }),
    sees: [
      heading('Umfragen: Abendessen'),
      columns('Name', 'Aktionen'),
      actions('Was gibt es?', 'Anzeigen'),
      nothing('Umfrage erstellen'),
    ],
  },
  {
    line: "Anzeigen is labelled 'Anzeigen (Umfrage beendet)' and gray when the poll is closed.",
    who: MEMBER,
    at: listOf({ closed: true }),
    sees: [
      actions('Was gibt es?', 'Anzeigen (Umfrage beendet)'),
      text('Anzeigen (Umfrage beendet)', { colour: 'grey', part: row('Was gibt es?') }),
    ],
  },
  {
    line: 'For EDIT_EVENTS holders: Umfrage erstellen, Bearbeiten, Löschen with a confirm.',
    who: EDITOR,
    at: listOf(FOOD),
    sees: [
      columns('Name', 'Aktionen'),
      actions('Was gibt es?', 'Anzeigen', 'Bearbeiten', 'Löschen'),
    ],
    steps: [tapIn('Was gibt es?', 'Löschen')],
    after: [dialog('Umfrage löschen', 'Löschen'), words('Was gibt es?')],
  },
  {
    line: 'for poll create, delete, close and open',
    who: EDITOR,
    at: listOf(FOOD),
    steps: [tapIn('Was gibt es?', 'Löschen'), press('Löschen')],
    after: [
      success('Umfrage „Was gibt es?“ gelöscht.'),
      noDialog,
      text('Keine Umfragen verfügbar'),
    ],
  },
  {
    line: "Empty state: 'Keine Umfragen verfügbar'.",
    who: MEMBER,
    at: async ({ limited }) => `/app/events/${(await limited('Leer', inDays(9), 3)).uuid}/polls`,
    sees: [text('Keine Umfragen verfügbar')],
  },
  {
    line: '/events/{event}/polls : poll list of an event, with a Zurück button back to /events.',
    who: MEMBER,
    at: listOf(FOOD),
    steps: [tap('Zurück')],
    after: [isAt('/app/events'), heading('Veranstaltungen')],
  },
  {
    line: 'Umfrage erstellen',
    who: EDITOR,
    at: listOf(FOOD),
    steps: [tap('Umfrage erstellen')],
    after: [
      dialog('Umfrage erstellen', 'Umfrage erstellen'),
      fields('Name', 'Beschreibung', 'Option 1', 'Option 2'),
    ],
  },
  {
    line: 'for poll create, delete, close and open',
    who: EDITOR,
    at: listOf(FOOD),
    steps: [
      tap('Umfrage erstellen'),
      fill('Name', 'Und dazu?'),
      fill('Option 1', 'Wasser'),
      press('Umfrage erstellen'),
    ],
    after: [
      success('Umfrage „Und dazu?“ erstellt.'),
      noDialog,
      actions('Und dazu?', 'Anzeigen', 'Bearbeiten', 'Löschen'),
    ],
  },
  {
    line: 'Poll: name required.',
    who: EDITOR,
    at: listOf(FOOD),
    steps: [tap('Umfrage erstellen'), fill('Option 1', 'Wasser'), press('Umfrage erstellen')],
    after: [refused('Name')],
  },
  {
    line: "At least one non-empty answer option is needed, otherwise 'Keine gültige Antwortoption.'.",
    who: EDITOR,
    at: listOf(FOOD),
    steps: [tap('Umfrage erstellen'), fill('Name', 'Ohne'), press('Umfrage erstellen')],
    after: [words('Keine gültige Antwortoption.')],
  },
  {
    line: 'On the option inputs a plus button on the last row adds another.',
    who: EDITOR,
    at: listOf(FOOD),
    steps: [tap('Umfrage erstellen'), fill('Option 1', 'Wasser'), press('Weitere Antwortoption')],
    after: [fields('Option 1', 'Option 2', 'Option 3')],
  },
];

const administration: Row[] = [
  {
    line: 'Back button, close/reopen button, warning banner when closed, name, description.',
    who: EDITOR,
    at: edited(FOOD),
    sees: [heading('Was gibt es?'), button('Umfrage beenden')],
    steps: [tap('Umfrage beenden')],
    after: [
      success('Umfrage „Was gibt es?“ beendet.'),
      text('Die Umfrage ist beendet.'),
      button('Umfrage wieder öffnen'),
    ],
  },
  {
    line: 'Admins close and reopen it.',
    who: EDITOR,
    at: edited({ closed: true }),
    sees: [text('Die Umfrage ist beendet.')],
    steps: [tap('Umfrage wieder öffnen')],
    after: [
      success('Umfrage „Was gibt es?“ wieder geöffnet.'),
      button('Umfrage beenden'),
      nothing('Die Umfrage ist beendet.'),
    ],
  },
  {
    line: 'Back button',
    who: EDITOR,
    at: edited(FOOD),
    steps: [tap('Zurück')],
    after: [isAt(/^\/app\/events\/[^/]+\/polls$/), heading('Umfragen: Abendessen')],
  },
  {
    line: "Options ordered by index, each expandable to show answers (No., answered on, name, remove-answer button) or 'Noch keine Antworten'.",
    who: EDITOR,
    at: edited({ ...FOOD, answered: [MEMBER, 1] }),
    steps: [
      async (seen) => {
        const names = await seen.page.locator('main details summary').allTextContents();
        if (!names[0]?.startsWith('Suppe') || !names[1]?.startsWith('Salat'))
          throw new Error(`options in the order of ${names}`);
      },
      open('main details:nth-of-type(1) summary'),
      open('main details:nth-of-type(2) summary'),
    ],
    after: [
      text('Noch keine Antworten'),
      columns('Nr.', 'Beantwortet am', 'Name', 'Aktionen'),
      actions('Anna', 'Antwort entfernen'),
    ],
  },
  {
    line: 'an admin can remove an answer',
    who: EDITOR,
    at: edited({ ...FOOD, answered: [MEMBER, 1] }),
    steps: [open('main details:nth-of-type(2) summary'), tapIn('Anna', 'Antwort entfernen')],
    after: [success('Antwort entfernt.'), noDialog],
  },
  {
    line: 'poll administration, only for holders of EDIT_EVENTS (otherwise redirect to /)',
    who: MEMBER,
    at: edited(FOOD),
    sees: [isAt('/app/')],
  },
];

const answering: Row[] = [
  {
    line: "If the user has not answered and the poll is open, each option has an 'Eintragen' button.",
    who: MEMBER,
    at: shown(FOOD),
    sees: [
      dialog('Was gibt es?'),
      button('Eintragen: Suppe'),
      button('Eintragen: Salat'),
      nothing('Ausgewählt'),
      nothing('Nicht ausgewählt'),
    ],
  },
  {
    line: "Otherwise each option shows 'Ausgewählt' or 'Nicht ausgewählt'.",
    who: MEMBER,
    at: listOf({ ...FOOD, every: true }),
    steps: [tapIn('Was gibt es?', 'Anzeigen'), press('Eintragen: Salat')],
    after: [
      option('Salat', 'Ausgewählt'),
      option('Suppe', 'Nicht ausgewählt'),
      count('dialog button:has-text("Eintragen")', 0),
    ],
  },
  {
    line: 'A closed banner is shown for closed polls. A closed poll accepts no new answers.',
    who: MEMBER,
    at: shown({ ...FOOD, closed: true }),
    sees: [
      text('Die Umfrage ist beendet.'),
      option('Suppe', 'Nicht ausgewählt'),
      option('Salat', 'Nicht ausgewählt'),
      count('dialog button:has-text("Eintragen")', 0),
    ],
  },
  {
    line: 'A user holds only one answer per poll. The user cannot change it',
    who: MEMBER,
    at: shown({ ...FOOD, answered: [MEMBER, 0] }),
    sees: [
      option('Suppe', 'Ausgewählt'),
      option('Salat', 'Nicht ausgewählt'),
      count('dialog button:has-text("Eintragen")', 0),
    ],
  },
  {
    // Decision 16: there it is only written to the console.
    line: 'Failing to add a poll answer only logs to the console and shows nothing.',
    who: MEMBER,
    at: shown(FOOD),
    steps: [tap('Eintragen: Salat')],
    unwritable: 'poll_answers',
    after: [failure('Umfrage')],
  },
  {
    line: 'A poll where the user has more than one answer, or an answer with no unique option',
    who: MEMBER,
    at: async (club) => {
      const poll = await makePoll(club, FOOD);
      await brokenAnswer(club, poll, { member: club.people[MEMBER].member });
      return `/app/events/${poll.event}/polls/${poll.uuid}`;
    },
    sees: [text('Internal error. Please contact the support.')],
  },
  {
    line: "An answer whose member is not found shows 'Fehler: Mitglied nicht gefunden.'.",
    who: EDITOR,
    at: async (club) => {
      const poll = await makePoll(club, FOOD);
      await brokenAnswer(club, poll, { option: poll.options[0]?.uuid });
      return `/app/events/${poll.event}/polls/${poll.uuid}/edit/`;
    },
    steps: [open('main details:nth-of-type(1) summary')],
    after: [words('Fehler: Mitglied nicht gefunden.')],
  },
];

/** An answer that Postgres would refuse: of nobody, or to an option of no poll. */
async function brokenAnswer(
  { app }: SpecClub,
  poll: Awaited<ReturnType<typeof makePoll>>,
  { member = crypto.randomUUID() as string, option = crypto.randomUUID() as string },
) {
  await app.db.transaction().execute(async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx);
    await insertRows(trx, 'poll_answers', {
      organization_uuid: poll.organization,
      poll_uuid: poll.uuid,
      member_uuid: member,
      option_uuid: option,
    });
  });
}

walk({ list, administration, answering });
