import { memberLabels, type WrittenField, writtenFieldNames } from '~/features/members/fields';

/** What the columns of a table hold (O5). */

/** From reading a table to its import, and to undoing that. */
export const STATES = ['read', 'judged', 'running', 'done', 'undoing', 'undone'] as const;
export type State = (typeof STATES)[number];

/** A field of members, their groups, or nothing to import. */
export type Target = WrittenField | 'group' | 'none';

export const TARGETS: readonly Target[] = ['none', ...writtenFieldNames, 'group'];

export const targetLabels: Readonly<Record<Target, string>> = {
  none: 'Nicht übernehmen',
  ...memberLabels,
  group: 'Gruppe',
};

/** Common column headings, besides our own labels; without case, spaces and punctuation. */
const HEADINGS: Partial<Record<Target, string>> = {
  firstName: 'vorname vornamen rufname firstname givenname',
  lastName: 'nachname name familienname zuname lastname surname',
  email: 'email emailadresse mail mailadresse emailprivat',
  mobile: 'handy mobil mobiltelefon handynummer mobilnummer telefonmobil mobile',
  phone: 'telefon tel telefonnummer festnetz telefonprivat telnr rufnummer phone',
  street: 'strasse strassehausnummer strasseundhausnummer strassenr adresse anschrift street',
  postalCode: 'plz postleitzahl zip',
  city: 'ort wohnort stadt city',
  birthday: 'geburtstag geburtsdatum gebdatum geb geboren geborenam birthday',
  gender: 'geschlecht mw mwd gender anrede',
  joinedOn: 'eintritt eintrittsdatum mitgliedseit beitritt beitrittsdatum eingetretenam',
  customMemberIdentifier: 'kennung mitgliedsnummer mitgliedsnr mitgliednr mitgliedernummer mnr nr',
  // All members see it, so an office's notes are not imported as it by default.
  description: 'beschreibung',
  group: 'gruppe gruppen abteilung abteilungen mannschaft team sparte riege',
};

const plain = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replace(/[^a-zäöü]/g, '');

const BY_HEADING: ReadonlyMap<string, Target> = new Map(
  TARGETS.filter((target) => target !== 'none').flatMap((target) =>
    [plain(targetLabels[target]), ...(HEADINGS[target]?.split(' ') ?? [])].map(
      (heading) => [heading, target] as const,
    ),
  ),
);

const fieldOf = (heading: string): Target => BY_HEADING.get(plain(heading)) ?? 'none';

/** Guesses a column without a telling heading by what most of its cells look like. */
const LOOKS: ReadonlyArray<readonly [Target, RegExp]> = [
  ['email', /^[^\s@]+@[^\s@]+\.[a-z]{2,}$/i],
  ['birthday', /^(\d{1,2}\.\d{1,2}\.(19|20)?\d\d|(19|20)\d\d-\d\d-\d\d)$/],
  ['gender', /^(m|w|d|männlich|weiblich|divers|herr|frau)$/i],
  ['postalCode', /^\d{5}$/],
  ['mobile', /^(\+49|0049|0)\s?\(?1[5-7]\d[\d\s/()-]{6,}$/],
  ['phone', /^(\+|00?)[1-9][\d\s/()-]{4,}$/],
];

function looksLike(cells: readonly string[]): Target {
  const filled = cells.filter(Boolean);
  const found = LOOKS.find(
    ([, look]) =>
      filled.length > 0 && filled.filter((cell) => look.test(cell)).length > 0.8 * filled.length,
  );
  return found?.[0] ?? 'none';
}

/** Marks columns that are left out although recognised, because another column holds the same. */
export function leftOut({ headings, fields }: Heads): string[] {
  return headings.flatMap((heading, at) => {
    const target = fieldOf(heading);
    const taken = fields.indexOf(target);
    if (fields[at] !== 'none' || target === 'none' || taken < 0) return [];
    return `Spalte ${at + 1} („${heading}“) bleibt draußen: ${targetLabels[target]} kommt schon aus Spalte ${taken + 1}.`;
  });
}

interface Heads {
  /** Of each column; '' if the table has none. */
  readonly headings: readonly string[];
  readonly fields: readonly Target[];
}

/** Rows among which headings are looked for: there may be a title and a date above them. */
const MOST_ABOVE = 10;

/** The row of the headings: the one that has the names, else the first one if it has any; -1 for none. */
function headOf(top: ReadonlyArray<readonly string[]>): number {
  const named = top
    .slice(0, MOST_ABOVE)
    .findIndex((row) => row.some((cell) => /^(first|last)Name$/.test(fieldOf(cell))));
  if (named >= 0) return named;
  return top[0]?.some((cell) => fieldOf(cell) !== 'none') ? 0 : -1;
}

/**
 * Recognises columns by heading, else by content; except for groups, no two are the same field.
 * @param top the first rows, all of the same length
 * @returns also how many of them end with the headings
 */
export function guessed(top: ReadonlyArray<readonly string[]>): Heads & { above: number } {
  const above = headOf(top) + 1;
  const rest = top.slice(above);
  const headings = (top[Math.max(above - 1, 0)] ?? []).map((cell) =>
    above > 0 ? cell.slice(0, 200) : '',
  );
  const taken = new Set<Target>();
  const once = (target: Target): Target => {
    if (target === 'none' || taken.has(target)) return 'none';
    if (target !== 'group') taken.add(target);
    return target;
  };
  const named = headings.map((heading) => once(fieldOf(heading)));
  const fields = named.map((target, at) =>
    target === 'none' ? once(looksLike(rest.map((row) => row[at] ?? ''))) : target,
  );
  return { headings, fields, above };
}
