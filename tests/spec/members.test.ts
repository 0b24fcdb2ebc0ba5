import { sql } from 'kysely';
import type { SpecClub } from '../support/spec-club';
import { type Row, walk } from '../support/spec-table';
import {
  actions,
  button,
  columns,
  dialog,
  failure,
  fieldHas,
  fields,
  fill,
  heading,
  isAt,
  noDialog,
  nothing,
  press,
  refused,
  row,
  rowsInOrder,
  success,
  tap,
  tapIn,
  text,
  words,
} from '../support/spec-words';

/** The specification's members, invitations, permissions and users. */

const LIST = '/app/members';
const USERS = '/app/admin/permissions';
const EDITOR = 'an editor of members';

/** Members without a user, in an order that only their last names give. */
async function prepare({ app, organization }: SpecClub) {
  for (const [firstName, lastName] of [
    ['Xaver', 'Oppel'],
    ['Bert', 'Öz'],
    ['Anton', 'Zander'],
  ])
    await app.make.member(organization, { firstName, lastName });
}

/** A member of their own for a row. */
const member =
  (lastName: string, path: 'edit' | 'delete' | '' = '') =>
  async ({ app, organization }: SpecClub) => {
    const { uuid } = await app.make.member(organization, { firstName: 'Mia', lastName });
    return path ? `${LIST}/${uuid}/${path}` : LIST;
  };

const list: Row[] = [
  {
    line: 'Columns Vorname, Nachname, Aktionen.',
    who: 'a member',
    at: LIST,
    sees: [
      heading('Mitglieder'),
      columns('Vorname', 'Nachname', 'Aktionen'),
      nothing('Mitglied erstellen'),
      nothing('Bearbeiten'),
      nothing('Löschen'),
    ],
  },
  {
    line: 'Sorted by last name.',
    who: 'a member',
    at: LIST,
    sees: [rowsInOrder('Oppel', 'Öz', 'Zander')],
  },
  {
    line: "For EDIT_MEMBERS holders: a 'Mitglied erstellen' button and per-row Bearbeiten and Löschen modals.",
    who: EDITOR,
    at: LIST,
    sees: [
      columns('Vorname', 'Nachname', 'Aktionen'),
      actions('Oppel', 'Bearbeiten', 'Löschen'),
      actions('Zander', 'Bearbeiten', 'Löschen'),
    ],
    steps: [tap('Mitglied erstellen')],
    after: [
      dialog('Mitglied erstellen', 'Mitglied erstellen'),
      fields('Vorname', 'Nachname', 'Kennung', 'Beschreibung'),
    ],
  },
  {
    line: 'Columns Vorname, Nachname, Aktionen.',
    who: 'an admin who edits',
    at: LIST,
    sees: [columns('Vorname', 'Nachname', 'Aktionen'), actions('Oppel', 'Bearbeiten', 'Löschen')],
  },
  {
    line: 'Success notifications exist for event and member save, create and delete',
    who: EDITOR,
    at: `${LIST}/new`,
    steps: [fill('Vorname', 'Mia'), fill('Nachname', 'Neumann'), tap('Mitglied erstellen')],
    after: [success('Mia Neumann eingetragen.'), noDialog, isAt(LIST)],
  },
  {
    line: 'Success notifications exist for event and member save, create and delete',
    who: EDITOR,
    at: member('Ändermann'),
    steps: [tapIn('Ändermann', 'Bearbeiten'), fill('Kennung', 'M-17'), press('Speichern')],
    after: [success('Mia Ändermann gespeichert.'), noDialog, isAt(LIST)],
  },
  {
    line: 'Success notifications exist for event and member save, create and delete',
    who: EDITOR,
    at: member('Löschmann'),
    steps: [tapIn('Löschmann', 'Löschen'), press('Löschen')],
    after: [success('Mia Löschmann gelöscht.'), noDialog, isAt(LIST)],
  },
  {
    line: 'Member: first and last name required.',
    who: EDITOR,
    at: `${LIST}/new`,
    steps: [fill('Kennung', 'M-18'), tap('Mitglied erstellen')],
    after: [refused('Vorname'), refused('Nachname'), fieldHas('Kennung', 'M-18')],
  },
];

/** The edit modal of an invited member. */
const invited =
  (lastName: string) =>
  async (club: SpecClub): Promise<string> => {
    const { member } = await club.invited({ firstName: 'Ida', lastName });
    return `${LIST}/${member.uuid}/edit`;
  };

const BOTH = 'an admin who edits';

const linked: Row[] = [
  {
    line: "The member edit modal has a 'Verknüpfter Benutzer' section for admins.",
    who: BOTH,
    at: member('Ohne', 'edit'),
    sees: [
      dialog('Mitglied bearbeiten', 'Speichern', 'Einladung erstellen'),
      heading('Verknüpfter Benutzer'),
    ],
  },
  {
    line: "The member edit modal has a 'Verknüpfter Benutzer' section for admins.",
    who: EDITOR,
    at: member('Ohne Verwaltung', 'edit'),
    sees: [
      dialog('Mitglied bearbeiten', 'Speichern'),
      nothing('Verknüpfter Benutzer'),
      nothing('Einladung erstellen'),
    ],
  },
  {
    line: 'If loading the connected user fails, the section is hidden.',
    who: BOTH,
    at: member('Ohne Einladungen', 'edit'),
    steps: [
      // The list below needs the table as well, so only what this section alone reads is gone.
      async (seen) => {
        await sql`alter table invitations rename column created_at to gone`.execute(seen.app.db);
        try {
          await seen.page.reload();
          await dialog('Mitglied bearbeiten', 'Speichern')(seen);
          await nothing('Verknüpfter Benutzer')(seen);
          await fields('Vorname', 'Nachname')(seen);
        } finally {
          await sql`alter table invitations rename column gone to created_at`.execute(seen.app.db);
          seen.app.errors.splice(0);
        }
      },
    ],
  },
  {
    line: 'Shows the invite link with a copy button and the warning that the link can only be viewed once.',
    who: BOTH,
    at: member('Einladen', 'edit'),
    steps: [tap('Einladung erstellen')],
    after: [
      text('Der Link kann nur einmal angezeigt werden.'),
      fields('Einladungslink'),
      async (seen) => {
        // Copying needs a script; without one the field is there to select from.
        if (seen.scripts) await button('Kopieren')(seen);
        const value = await seen.page.getByLabel('Einladungslink').inputValue();
        if (!value.startsWith(`${seen.app.origin}/app/invite/`))
          throw new Error(`not a link: ${value}`);
      },
    ],
  },
  {
    line: 'Invitation links are viewable once only.',
    who: BOTH,
    at: member('Einmal', 'edit'),
    steps: [
      async (seen) => {
        const at = seen.page.url();
        await tap('Einladung erstellen')(seen);
        await text('Der Link kann nur einmal angezeigt werden.')(seen);
        await seen.page.goto(at);
      },
    ],
    after: [text('Einladung erstellt'), nothing('Einladungslink')],
  },
  {
    line: "then invited ('Einladung erstellt' plus Widerrufen, which revokes)",
    who: BOTH,
    at: invited('Widerruf'),
    sees: [text('Einladung erstellt', { colour: 'green' }), button('Widerrufen')],
    steps: [tap('Widerrufen')],
    after: [
      success('Einladung widerrufen.'),
      dialog('Mitglied bearbeiten', 'Einladung erstellen'),
      nothing('Einladung erstellt'),
    ],
  },
  {
    line: 'then accepted (shows the linked user name)',
    who: BOTH,
    at: ({ people }) => `${LIST}/${people['a member'].member}/edit`,
    sees: [
      async (seen) => words(`Anna ${seen.club.people['a member'].lastName} (`)(seen),
      nothing('Einladung erstellen'),
    ],
  },
];

/** A user of their own for a row, called by their last name. */
const user =
  (path: '' | 'remove' | 'list' = '') =>
  async ({ app, organization }: SpecClub) => {
    const { uuid } = await app.make.userOf(organization, ['EDIT_EVENTS']);
    return `${USERS}/${uuid}${path ? `/${path}` : ''}`;
  };

const users: Row[] = [
  {
    line: "Users table: Name, Verknüpftes Mitglied (the mapped member or 'Kein verknüpftes Mitglied'), and actions Berechtigungen and Benutzer entfernen (with a confirm modal).",
    who: 'an admin',
    at: USERS,
    sees: [
      heading('Berechtigungen'),
      columns('Name', 'Verknüpftes Mitglied', 'Aktionen'),
      async (seen) => {
        const { people } = seen.club;
        const loose = people['somebody without a member'].lastName;
        const { lastName } = people['a member'];
        await text('Kein verknüpftes Mitglied', { part: row(loose) })(seen);
        await words(`Anna ${lastName}`, {
          part: (page) => row(lastName)(page).locator('td').first(),
        })(seen);
        await actions(loose, 'Berechtigungen', 'Benutzer entfernen')(seen);
        await actions(lastName, 'Berechtigungen', 'Benutzer entfernen')(seen);
      },
    ],
  },
  {
    line: 'The permissions modal lists Administration, Veranstaltungen bearbeiten, Mitglieder bearbeiten, each with its Aktiviert state and an Aktivieren/Deaktivieren action.',
    who: 'an admin',
    at: user(),
    sees: [
      dialog(/^Berechtigungen von Anna /),
      text('Administration'),
      text('Veranstaltungen bearbeiten'),
      text('Mitglieder bearbeiten'),
      text('Aktiviert', { colour: 'green' }),
      button('Aktivieren: Administration'),
      button('Deaktivieren: Veranstaltungen bearbeiten'),
      button('Aktivieren: Mitglieder bearbeiten'),
    ],
  },
  ...(
    [
      ['Aktivieren: Administration', 'Deaktivieren: Administration'],
      ['Aktivieren: Mitglieder bearbeiten', 'Deaktivieren: Mitglieder bearbeiten'],
      ['Deaktivieren: Veranstaltungen bearbeiten', 'Aktivieren: Veranstaltungen bearbeiten'],
    ] as const
  ).map(
    ([pressed, shown]): Row => ({
      line: 'each with its Aktiviert state and an Aktivieren/Deaktivieren action',
      who: 'an admin',
      at: user(),
      steps: [tap(pressed)],
      after: [success('Berechtigungen gespeichert.'), button(shown)],
    }),
  ),
  {
    line: 'Benutzer entfernen (with a confirm modal)',
    who: 'an admin',
    at: USERS,
    steps: [
      async (seen) => {
        const { app, organization } = seen.club;
        const { lastName, uuid } = await app.make.userOf(organization);
        await seen.page.goto(`${app.origin}${USERS}?q=${lastName}`);
        await tapIn(lastName, 'Benutzer entfernen')(seen);
        await isAt(new RegExp(`${uuid}/remove`))(seen);
        await dialog('Benutzer entfernen', 'Benutzer entfernen')(seen);
        await press('Benutzer entfernen')(seen);
        await success(`Anna ${lastName} entfernt.`)(seen);
      },
    ],
    after: [noDialog],
  },
  {
    line: "Removing one's own admin permission requires confirmation: 'Eigene Berechtigung zur Administration der Organisation wirklich entfernen?'.",
    who: BOTH,
    at: ({ people }) => `${USERS}/${people[BOTH].uuid}`,
    steps: [tap('Deaktivieren: Administration')],
    after: [
      dialog(/./, 'Berechtigung entfernen'),
      text('Eigene Berechtigung zur Administration der Organisation wirklich entfernen?'),
    ],
  },
  // Last: they give up what the rows before need.
  {
    line: 'They are reloaded after a user changes their own permissions. After removing their own permission the user is sent to /.',
    who: BOTH,
    at: ({ people }) => `${USERS}/${people[BOTH].uuid}`,
    steps: [tap('Deaktivieren: Mitglieder bearbeiten')],
    after: [isAt('/app/'), success('Berechtigungen gespeichert.')],
  },
  {
    line: 'They are reloaded after a user changes their own permissions.',
    follows: true,
    who: BOTH,
    at: LIST,
    sees: [nothing('Mitglied erstellen')],
  },
  {
    // As below, but without scripts, and the permission stays for that.
    line: "'Fehler beim speichern der Berechtigungen.'",
    who: BOTH,
    at: ({ people }) => `${USERS}/${people[BOTH].uuid}`,
    only: { scripts: false },
    steps: [tap('Deaktivieren: Administration'), press('Berechtigung entfernen')],
    unwritable: 'permissions',
    after: [failure('Berechtigungen', 'Fehler beim speichern der Berechtigungen.')],
  },
  {
    line: 'After removing their own permission the user is sent to /.',
    who: BOTH,
    only: { scripts: true },
    at: ({ people }) => `${USERS}/${people[BOTH].uuid}`,
    steps: [tap('Deaktivieren: Administration'), press('Berechtigung entfernen')],
    after: [isAt('/app/'), success('Sie verwalten diesen Verein nicht mehr.')],
  },
];

const deletion: Row[] = [
  {
    line: 'DELETE /api/organization/{uuid}.',
    who: 'an admin',
    at: '/app/admin/organization/delete',
    only: { scripts: false },
    steps: [fill('Name des Vereins', 'TSV'), tap('Verein löschen')],
    after: [refused('Name des Vereins', 'Das ist nicht der Name des Vereins.')],
  },
  {
    // Section 7 has the call; the screen is ours, and asks for the name alone.
    line: 'GET and DELETE /api/organization/{uuid}.',
    who: 'an admin',
    at: '/app/admin/organization/delete',
    only: { scripts: true },
    steps: [fill('Name des Vereins', 'TSV Beispiel'), tap('Verein löschen')],
    after: [success('TSV Beispiel gelöscht.'), text('Keine Organisationen verfügbar.')],
  },
];

walk({ list, linked, users, deletion }, prepare);
