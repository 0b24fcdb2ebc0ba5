import type { Database } from './connection';
import { insertDemoEvents } from './demo-events';
import { insertTeams } from './demo-groups';

/** The demo data: two clubs with typical people and events. Dates are relative to today. */

export const DEMO_PASSWORD = 'vereinsheim';

/** The log-ins that the demo prints, by permission. */
export const DEMO_LOGINS = [
  {
    email: 'petra@demo.example',
    firstName: 'Petra',
    lastName: 'Öztürk',
    role: 'Administratorin, darf alles',
  },
  {
    email: 'jens@demo.example',
    firstName: 'Jens',
    lastName: 'Großmann',
    role: 'Administrator in beiden Vereinen, leitet die 1. Mannschaft',
  },
  {
    email: 'mia@demo.example',
    firstName: 'Mia',
    lastName: 'Jäger',
    role: 'bearbeitet Veranstaltungen, leitet das Seniorenturnen',
  },
  {
    email: 'uwe@demo.example',
    firstName: 'Uwe',
    lastName: 'Schäfer',
    role: 'bearbeitet Mitglieder',
  },
  {
    email: 'lena@demo.example',
    firstName: 'Lena',
    lastName: 'Weiß',
    role: 'Mitglied ohne besondere Rechte, spielt bei den Damen',
  },
  {
    email: 'sami@demo.example',
    firstName: 'Sami',
    lastName: 'Yıldız',
    role: 'leitet die Damen und die A-Jugend, sonst ohne Rechte',
  },
] as const;

const MEMBERS =
  `Anneliese Ackermann, Bülent Aydın, Björn Bäcker, Sophie Böhm, Lukas Braun, Käthe Brückner, Cem Çelik,
  Hannah Dietrich, Jürgen Döring, Emilia Engel, Günther Fröhlich, Zoë Fuchs, Frieda Günther, Matthias Hoffmann,
  Änne Huber, Noah Kaiser, Ilse Keßler, Sören König, Marlene Krämer, Dörte Krüger, Finn Lehmann, Jörg Löwe,
  Ayşe Maier, Paul Meißner, Rosa Möller, Heinz-Jürgen Müller, Charlotte von der Mühlen, Ömer Öz, Theresa Peters,
  Ruth Pfeiffer, Anton Richter, Gisela Rößler, Elif Şahin, Karl-Heinz Schröder, Greta Schütz, Felix Thiel,
  Ursula Übel, Moritz Vogel, Wilhelmine Zöllner, Maximilian Freiherr von Hohenlohe-Langenburg, Ida Baumgärtner,
  Hans-Christoph Brandstätter, Nele Dörfler, Emre Erdoğan, Lotte Fürst, Mathilda Großkopf-Schellenberger, Till Haase,
  Svetlana Iwanowa, Carlotta Jäger, Konstantin Kühn, Zeynep Korkmaz, Oskar Lübke, Marie-Luise Mühlbauer, Linh Nguyễn,
  Aleksander Przybylski, Sebastian Süß`
    .split(',')
    .map((name) => name.trim().split(' '))
    .map(([firstName = '', ...rest]) => ({ firstName, lastName: rest.join(' ') }));

/**
 * Fills an empty database with demo data; does nothing if there are users already.
 * @param passwordHash of DEMO_PASSWORD
 * @param today 'YYYY-MM-DD'
 * @returns true if it filled the database
 */
export async function seedDemo(
  db: Database,
  passwordHash: string,
  today: string,
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    // Two demos starting on one database at once must not both find it empty.
    await trx
      .selectFrom('kysely_migration_lock' as never)
      .selectAll()
      .forUpdate()
      .execute();
    const { users } = await trx
      .selectFrom('users')
      .select((eb) => eb.fn.countAll<number>().as('users'))
      .executeTakeFirstOrThrow();
    if (users > 0) return false;
    await seedSportsClub(trx, passwordHash, today);
    return true;
  });
}

async function seedSportsClub(db: Database, passwordHash: string, today: string): Promise<void> {
  const users = await db
    .insertInto('users')
    .values(
      DEMO_LOGINS.map(({ email, firstName, lastName }) => ({
        email,
        first_name: firstName,
        last_name: lastName,
        password_hash: passwordHash,
        activated: true,
      })),
    )
    .returning(['uuid', 'first_name', 'last_name'])
    .execute();
  const [petra, jens, mia, uwe] = users.map(({ uuid }) => uuid);
  if (!petra || !jens || !mia || !uwe) throw new Error('the demo lost its users');

  const club = await organization(
    db,
    'TSV Grünau 1904',
    'Am Samstag ist ab 9 Uhr Arbeitseinsatz am Vereinsheim.\nBitte Handschuhe mitbringen.\n\nFür Kuchen und Kaffee ist gesorgt!',
  );
  await join(
    db,
    club,
    users.map(({ uuid }) => uuid),
  );
  await grant(db, club, petra, ['ORGANIZATION_ADMIN', 'EDIT_EVENTS', 'EDIT_MEMBERS']);
  await grant(db, club, jens, ['ORGANIZATION_ADMIN', 'EDIT_EVENTS', 'EDIT_MEMBERS']);
  await grant(db, club, mia, ['EDIT_EVENTS']);
  await grant(db, club, uwe, ['EDIT_MEMBERS']);
  const people = [
    ...users.map(({ uuid, first_name, last_name }) => ({
      firstName: first_name,
      lastName: last_name,
      user: uuid,
    })),
    ...MEMBERS,
  ];
  const members = await insertMembers(db, club, people);
  const teams = await insertTeams(
    db,
    club,
    people.map(({ firstName }, at) => ({ firstName, uuid: members[at] ?? '' })),
  );
  const events = await insertDemoEvents(db, club, today, members, { teams });
  const ask = (...question: [event: string, name: string, closed: boolean, options: string[]]) =>
    poll(db, club, events, members, ...question);
  await ask('Vereinsfest', 'Was bringst du mit?', false, [
    'Kuchen',
    'Salat',
    'Grillgut',
    'Nur gute Laune',
  ]);
  await ask('Vereinsfest', 'Welche Musik?', true, ['Blaskapelle', 'DJ', 'Beides']);
  await ask('Vereinsfest', 'Wer hilft beim Abbau?', false, ['Ich', 'Leider nicht']);
  await ask('Busfahrt zum Auswärtsspiel', 'Abfahrt um', false, ['8:00 Uhr', '9:30 Uhr']);
  await ask('Schnuppertraining für Kinder', 'Wer betreut eine Gruppe?', false, [
    'Die Kleinen (4 bis 6 Jahre)',
    'Die Großen (7 bis 10 Jahre)',
  ]);
  await ask('Kuchenbacken für den Flohmarkt', 'Welcher Kuchen?', true, ['Apfel', 'Käse', 'Nuss']);

  const choir = await organization(db, 'Liederkranz Unterböhringen', '');
  await join(db, choir, [jens]);
  await grant(db, choir, jens, ['ORGANIZATION_ADMIN', 'EDIT_EVENTS', 'EDIT_MEMBERS']);
  const singers = await insertMembers(db, choir, [
    { firstName: 'Jens', lastName: 'Großmann', user: jens },
    ...MEMBERS.slice(0, 7),
  ]);
  await insertDemoEvents(db, choir, today, singers, {
    events: [
      ['Chorprobe', 5, null, 0],
      ['Adventskonzert', 60, 20, 5],
    ],
  });
}

async function organization(db: Database, name: string, motd: string): Promise<string> {
  const row = await db
    .insertInto('organizations')
    .values({ name, motd })
    .returning('uuid')
    .executeTakeFirstOrThrow();
  return row.uuid;
}

async function join(db: Database, club: string, users: string[]): Promise<void> {
  const rows = users.map((user) => ({ organization_uuid: club, user_uuid: user }));
  await db.insertInto('organization_users').values(rows).execute();
}

type Permission = 'ORGANIZATION_ADMIN' | 'EDIT_EVENTS' | 'EDIT_MEMBERS';

async function grant(
  db: Database,
  club: string,
  user: string,
  permissions: Permission[],
): Promise<void> {
  const rows = permissions.map((permission) => ({
    organization_uuid: club,
    user_uuid: user,
    permission,
  }));
  await db.insertInto('permissions').values(rows).execute();
}

async function insertMembers(
  db: Database,
  club: string,
  people: ReadonlyArray<{ firstName: string; lastName: string; user?: string }>,
): Promise<string[]> {
  const rows = people.map(({ firstName, lastName, user }, at) => ({
    organization_uuid: club,
    first_name: firstName,
    last_name: lastName,
    custom_member_identifier: `M-${String(at + 1).padStart(3, '0')}`,
    user_uuid: user ?? null,
  }));
  const inserted = await db.insertInto('members').values(rows).returning('uuid').execute();
  return inserted.map(({ uuid }) => uuid);
}

async function poll(
  db: Database,
  club: string,
  events: Map<string, string>,
  members: string[],
  event: string,
  name: string,
  closed: boolean,
  options: string[],
): Promise<void> {
  const { uuid } = await db
    .insertInto('polls')
    .values({ organization_uuid: club, event_uuid: events.get(event) ?? '', name })
    .returning('uuid')
    .executeTakeFirstOrThrow();
  const rows = await db
    .insertInto('poll_options')
    .values(
      options.map((option, index) => ({
        organization_uuid: club,
        poll_uuid: uuid,
        index,
        name: option,
      })),
    )
    .returning('uuid')
    .execute();
  const answers = members.slice(8, 26).map((member, at) => ({
    organization_uuid: club,
    poll_uuid: uuid,
    member_uuid: member,
    option_uuid: rows[(at * at) % rows.length]?.uuid ?? '',
  }));
  await db.insertInto('poll_answers').values(answers).execute();
  if (closed) await db.updateTable('polls').set({ closed }).where('uuid', '=', uuid).execute();
}
