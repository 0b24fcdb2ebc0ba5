import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Database } from '#db/connection';
import { Pieces } from '~/kernel/pieces.server';
import { accountSections } from './account-sections.server';
import { clubSections } from './club-sections.server';
import { mailSections } from './mail-sections.server';
import { collected, type Entry, type Most } from './queries/collected.server';
import type { Whose } from './queries/whose.server';
import type { Field, Section } from './section.server';
import { withoutOthers } from './view';
import { BASES, CLUBS_LOG, NAMESAKE_IN_LOG, NOT_THE_ACCOUNT } from './wording';

/**
 * All that is stored about people, in the order of a report. A new column with personal data
 * belongs here, or needs an exception with a reason (X5, tests/http/personal-columns.test.ts).
 */
export const SECTIONS: readonly Section[] = [...accountSections, ...clubSections, ...mailSections];

/** Those for a user themselves, or for a member on behalf of their club. */
const sectionsFor = (whose: Whose): readonly Section[] =>
  SECTIONS.filter(({ only }) => only !== ('member' in whose ? 'user' : 'club'));

export interface ReportSection extends Pick<Section, 'name' | 'title' | 'purpose' | 'origin'> {
  readonly basis: string;
  readonly storage: string;
  /** What the person should know about missing data. */
  readonly note: string | null;
  readonly fields: readonly Field[];
  /** The newest first. */
  readonly entries: readonly Entry[];
  /** Whether there are older ones beyond these. */
  readonly more: boolean;
}

/** What is stored about a person (article 15 GDPR), without the names of others (S1). */
export interface Report {
  /** The person's name. */
  readonly about: string;
  /** The club that gives it; null for a user's own. */
  readonly club: string | null;
  readonly createdAt: Date;
  readonly timeZone: string;
  /** What it cannot say. */
  readonly limits: string;
  readonly sections: readonly ReportSection[];
}

/** A report whose sections are only read while it is sent. */
export interface ReportFile extends Omit<Report, 'sections'> {
  readonly sections: Pieces<ReportSection>;
}

interface About {
  readonly name: string;
  readonly club: string | null;
  readonly timeZone: string;
  readonly whose: Whose;
  /** Whether another member of the club has the same name. */
  readonly hasNamesake?: boolean;
}

interface Settings {
  readonly auditDays: number;
  /** Of each section. */
  readonly most: Most;
}

/** Entries converted per turn of the event loop. */
const IN_ONE_TURN = 200;

/** A report as a file, which may be long: each part is only in memory while it is sent. */
export function reportFileOn(db: Database, about: About, settings: Settings): ReportFile {
  const sections = new Pieces(async function* () {
    yield (await reportOn(db, about, settings)).sections;
  });
  return { ...headOf(about), sections };
}

const headOf = ({ name, club, timeZone }: About) => ({
  about: name,
  club,
  createdAt: new Date(),
  timeZone,
  limits: club === null ? CLUBS_LOG : NOT_THE_ACCOUNT,
});

/** Reads a report, in one statement. It is then converted in pieces, so that others can run. */
export async function reportOn(
  db: Database,
  about: About,
  { auditDays, most }: Settings,
): Promise<Report> {
  const { name, club, whose, hasNamesake = false } = about;
  const chosen = sectionsFor(whose);
  const { found, clubs } = await collected(db, chosen, whose, most);
  const entriesOf = async (section: string, change: (entry: Entry) => Entry) => {
    const entries: Entry[] = [];
    for (const text of found.get(section)?.entries ?? []) {
      entries.push(change(JSON.parse(text)));
      if (entries.length % IN_ONE_TURN === 0) await nextTurn();
    }
    return entries;
  };
  const members = await entriesOf('members', (member) => member);
  const names = new Set([name, ...members.map(nameOf)]);
  const clubOf = clubFinder(clubs, members);
  const sections: ReportSection[] = [];
  for (const { name, title, purpose, origin, storage, ...section } of chosen) {
    const fields = section.fields.filter(({ own }) => club === null || !own);
    sections.push({
      name,
      title,
      purpose,
      basis: section.basis ?? BASES.membership,
      origin,
      storage: typeof storage === 'string' ? storage : storage({ auditDays }),
      note: name === 'auditAbout' && hasNamesake ? NAMESAKE_IN_LOG : null,
      fields,
      entries: await entriesOf(name, (entry) => ({
        ...(club === null && clubOf(entry)),
        ...told(fields, entry, names),
      })),
      more: found.get(name)?.more ?? false,
    });
  }
  return { ...headOf(about), sections };
}

const nameOf = ({ firstName, lastName }: Entry) => `${firstName} ${lastName}`;

/** Which club an entry belongs to: it says so itself, or its member does. */
function clubFinder(clubs: Readonly<Record<string, string>>, members: readonly Entry[]) {
  const ofMember = new Map(members.map(({ uuid, organization }) => [uuid, organization]));
  return ({ organization, member }: Entry): { club?: string } => {
    const club = clubs[String(organization ?? ofMember.get(member))];
    return club === undefined ? {} : { club };
  };
}

/** Keeps only an entry's report fields; the rest is just for the own data file. */
function told(fields: readonly Field[], entry: Entry, names: ReadonlySet<string>): Entry {
  return Object.fromEntries(
    fields.map(({ key }) => {
      const value = entry[key] ?? null;
      return [key, key === 'action' ? withoutOthers(String(value), names) : value];
    }),
  );
}
