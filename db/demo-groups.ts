import type { Database } from './connection';

/** The teams of the demo, with their leaders. */

export interface Team {
  readonly uuid: string;
  readonly name: (typeof TEAMS)[number]['name'];
  /** Their UUIDs. */
  readonly members: readonly string[];
}

/** By first names, which are unique in the demo; the first one leads. */
const TEAMS = [
  {
    name: '1. Mannschaft',
    color: 'blue',
    people:
      'Jens Bülent Björn Lukas Cem Matthias Sören Jörg Paul Ömer Felix Moritz Maximilian Emre Till Konstantin Aleksander Sebastian',
  },
  {
    name: 'Damen',
    color: 'red',
    people:
      'Sami Lena Sophie Hannah Emilia Zoë Marlene Ayşe Theresa Elif Greta Ida Nele Zeynep Linh',
  },
  {
    name: 'A-Jugend',
    color: 'green',
    people: 'Sami Noah Finn Anton Lotte Mathilda Carlotta Oskar Marie-Luise Svetlana',
  },
  {
    name: 'Seniorenturnen',
    color: 'orange',
    people:
      'Mia Anneliese Käthe Jürgen Günther Frieda Änne Ilse Dörte Rosa Heinz-Jürgen Ruth Gisela Karl-Heinz Ursula Wilhelmine',
  },
] as const;

/** @param members all members of the club, with their UUIDs */
export async function insertTeams(
  db: Database,
  club: string,
  members: ReadonlyArray<{ readonly uuid: string; readonly firstName: string }>,
): Promise<Team[]> {
  const rows = await db
    .insertInto('groups')
    .values(TEAMS.map(({ name, color }) => ({ organization_uuid: club, name, color })))
    .returning('uuid')
    .execute();
  const teams = TEAMS.map(({ name, people }, at) => ({
    uuid: rows[at]?.uuid ?? '',
    name,
    members: people.split(' ').map((person) => {
      const found = members.find(({ firstName }) => firstName === person);
      if (!found) throw new Error(`the demo has no ${person}`);
      return found.uuid;
    }),
  }));
  await db
    .insertInto('group_members')
    .values(
      teams.flatMap((team) =>
        team.members.map((member, nth) => ({
          organization_uuid: club,
          group_uuid: team.uuid,
          member_uuid: member,
          leader: nth === 0,
        })),
      ),
    )
    .execute();
  return teams;
}

export const teamsNamed = (teams: readonly Team[], names: readonly string[] = []): Team[] =>
  teams.filter(({ name }) => names.includes(name));
