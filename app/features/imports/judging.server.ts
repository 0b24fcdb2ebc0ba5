import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Database } from '#db/connection';
import { plannedEachTime } from '#db/prepared-statements';
import { today } from '~/dates.server';
import { groupKey } from '~/features/groups/fields';
import {
  digitsOf,
  type GivenMember,
  type WrittenField,
  writtenColumns,
  writtenFieldNames,
  writtenFields,
} from '~/features/members/fields';
import { archived, nameOf } from '~/features/members/wording';
import { type ReadRow, readRow } from './cells.server';
import type { Target } from './fields';
import type { Verdict } from './wording';

/** Finds out whom each row is about, and what should happen to it (O5). */

/** Rows that are judged at a time. */
const SLICE = 500;

type Fields = Partial<GivenMember>;

/** A member whom a row may be about. */
export interface Candidate extends Fields {
  readonly uuid: string;
  /** The keys of the names of their groups. */
  readonly groups: readonly string[];
  /** Members who have left join no group by a table, which may be older. */
  readonly hasLeft: boolean;
}

/** The row's groups that the member should join. */
export const joinedBy = (groups: readonly string[], member: Candidate | null) =>
  member?.hasLeft ? [] : groups.filter((name) => !member?.groups.includes(groupKey(name)));

interface Judged {
  readonly line: number;
  readonly verdict: Verdict;
  readonly choice: 'create' | 'update' | 'skip';
  readonly member: string | null;
  readonly given: Fields;
  readonly groups: readonly string[];
  readonly said: string;
}

interface Import {
  readonly uuid: string;
  readonly organization: string;
  readonly fields: readonly Target[];
}

/**
 * Judges all rows of a table again, a slice at a time.
 * @param keeps what people chose for rows that stay unclear
 */
export async function judge(
  db: Database,
  { uuid, organization, fields }: Import,
  keeps = false,
): Promise<void> {
  const above = new Above();
  const unused = await archivedGroups(db, organization);
  for (let after = 0; ; ) {
    const rows = await db
      .selectFrom('import_rows')
      .select(['line', 'cells'])
      .where('import_uuid', '=', uuid)
      .where('line', '>', after)
      .orderBy('line')
      .limit(SLICE)
      .execute();
    const last = rows.at(-1);
    if (!last) return;
    after = last.line;
    const read = rows.map(({ line, cells }) => ({ line, ...readRow(cells, fields, today()) }));
    const found = await candidatesOf(db, organization, read);
    const judged = read.map((row) => {
      const candidates = found.get(row.line) ?? [];
      return above.judged(withoutUnused(row, candidates, unused), candidates);
    });
    await store(db, uuid, judged, keeps);
    // Let others run between the slices of a long table.
    await nextTurn();
  }
}

/**
 * Judges new rows once more, as somebody may have entered these people since. Those who came by the
 * same table were known.
 * @returns the lines that are no longer new; what is to become of them, people say
 */
export async function overtaken(
  db: Database,
  { uuid, organization }: Pick<Import, 'uuid' | 'organization'>,
  rows: ReadonlyArray<Pick<Judged, 'line' | 'given' | 'groups'>>,
): Promise<ReadonlySet<number>> {
  if (rows.length === 0) return new Set();
  const sound = rows.map((row) => ({ ...row, fault: '', faults: [] }));
  const found = await candidatesOf(db, organization, sound);
  const candidates = [...found.values()].flat();
  const own = await db
    .selectFrom('import_rows')
    .select('member_uuid')
    .where('import_uuid', '=', uuid)
    .where('member_uuid', '=', sql<string>`any(${candidates.map((each) => each.uuid)}::uuid[])`)
    .execute();
  const known = new Set(own.map(({ member_uuid }) => member_uuid));
  const judged = rows.flatMap((row): Judged[] => {
    const others = (found.get(row.line) ?? []).filter((each) => !known.has(each.uuid));
    const { match, said } = matchOf(row.given, others);
    if (!match && !said) return [];
    const member = match?.uuid ?? null;
    return [{ ...row, verdict: 'unclear', choice: 'skip', member, said: said ?? ENTERED }];
  });
  await store(db, uuid, judged);
  return new Set(judged.map(({ line }) => line));
}

const ENTERED = 'Inzwischen hat jemand dieses Mitglied eingetragen.';

/** The keys of the names of a club's archived groups, which nobody can join (U11). */
async function archivedGroups(db: Database, organization: string): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ key: string }>`
    select group_key(name) as key from groups
    where organization_uuid = ${organization} and archived_at is not null`.execute(db);
  return new Set(rows.map(({ key }) => key));
}

/** Members who already belong to an archived group stay in it. */
function withoutUnused<Row extends ReadRow>(
  row: Row,
  candidates: readonly Candidate[],
  unused: ReadonlySet<string>,
): Row {
  const named = row.groups.find((name) => {
    const key = groupKey(name);
    return unused.has(key) && !candidates.some(({ groups }) => groups.includes(key));
  });
  return named && !row.fault ? { ...row, fault: archived(named) } : row;
}

/** The columns of a member `m` as one JSON object, by the names of their fields. */
export const fieldsAsJson = sql<Fields>`jsonb_build_object(${sql.join(
  writtenFieldNames.flatMap((name) => [sql.lit(name), sql.ref(`m.${writtenColumns[name]}`)]),
)})`;

/** A member `m` as a Candidate. */
export const candidate = sql`${fieldsAsJson} || jsonb_build_object(
  'uuid', m.uuid, 'hasLeft', has_left(m), 'groups', array(
    select group_key(g.name) from group_members gm join groups g on g.uuid = gm.group_uuid
    where gm.member_uuid = m.uuid and gm.until is null))`;

/** Members with a row's identifier or name, by line: a handful each at most. */
async function candidatesOf(
  db: Database,
  organization: string,
  rows: ReadonlyArray<ReadRow & { line: number }>,
): Promise<ReadonlyMap<number, readonly Candidate[]>> {
  const sound = rows.filter(({ fault }) => fault === '');
  const column = (name: 'customMemberIdentifier' | 'firstName' | 'lastName') =>
    sound.map(({ given }) => given[name] ?? '');
  const identifiers = column('customMemberIdentifier');
  const { rows: found } = await sql<{ line: number; candidates: Candidate[] }>`
    with identified as materialized (
      select * from members where organization_uuid = ${organization}
        and custom_member_identifier <> '' and custom_member_identifier = any(${identifiers}::text[])
    )
    select given.line, json_agg(${candidate} order by m.uuid) as candidates
    from unnest(
      ${sound.map(({ line }) => line)}::int[], ${identifiers}::text[],
      ${column('firstName')}::text[], ${column('lastName')}::text[]
    ) as given (line, identifier, first_name, last_name)
    cross join lateral (
      (select * from identified where custom_member_identifier = given.identifier limit 5)
      union
      -- As the index has it (0034-names-of-imports.sql).
      (select * from members where organization_uuid::text || ' ' || lower(last_name) || ' ' || lower(first_name)
          = ${organization} || ' ' || lower(given.last_name collate "de-x-icu") || ' '
            || lower(given.first_name collate "de-x-icu") limit 20)
    ) as m
    group by given.line ${plannedEachTime}`.execute(db);
  return new Map(found.map(({ line, candidates }) => [line, candidates]));
}

async function store(
  db: Database,
  uuid: string,
  judged: readonly Judged[],
  keeps = false,
): Promise<void> {
  await sql`
    update import_rows r set verdict = j.verdict, member_uuid = j.member, given = j.given,
      choice = case when ${keeps} and r.verdict = 'unclear' and j.verdict = 'unclear'
        and r.member_uuid is not distinct from j.member then r.choice else j.choice end,
      groups = array(select jsonb_array_elements_text(j.groups)), said = j.said
    from jsonb_to_recordset(${JSON.stringify(judged)}::jsonb)
      as j (line int, verdict text, choice text, member uuid, given jsonb, groups jsonb, said text)
    where r.import_uuid = ${uuid} and r.line = any(${judged.map(({ line }) => line)}::int[])
      and r.line = j.line`.execute(db);
}

/** How many members of one name are told apart. */
const NAMESAKES = 100;

/** The rows above: of two about the same person, only one is accepted by default. */
class Above {
  readonly #members = new Map<string, number>();
  readonly #names = new Map<string, Array<{ line: number; given: Fields }>>();

  judged(row: ReadRow & { line: number }, candidates: readonly Candidate[]): Judged {
    const { line, given, groups, fault } = row;
    const judged = (verdict: Verdict, rest: Partial<Judged> = {}): Judged => ({
      line,
      verdict,
      choice: 'skip',
      member: null,
      given,
      groups,
      said: '',
      ...rest,
    });
    if (fault) return judged('faulty', { said: fault });
    const { match, said = '', hint = '' } = matchOf(given, candidates);
    if (!match) {
      if (said) return judged('unclear', { said });
      const twin = this.#twinOf(line, given);
      if (!twin) return judged('new', { choice: 'create', said: hint });
      const isSame = differences(given, twin.given).length === 0;
      return judged('unclear', {
        choice: isSame ? 'skip' : 'create',
        said: `Derselbe Name wie in Zeile ${twin.line}.`,
      });
    }
    const member = match.uuid;
    const before = this.#members.get(member);
    if (before !== undefined)
      return judged('unclear', { member, said: `Dasselbe Mitglied wie in Zeile ${before}.` });
    this.#members.set(member, line);
    if (said) return judged('unclear', { member, said });
    const changes = differences(given, match).length > 0 || joinedBy(groups, match).length > 0;
    return changes ? judged('changed', { choice: 'update', member }) : judged('same', { member });
  }

  /** A new row above that may be about the same person. */
  #twinOf(line: number, given: Fields) {
    const key = JSON.stringify([given.lastName?.toLowerCase(), given.firstName?.toLowerCase()]);
    const namesakes = this.#names.get(key) ?? [];
    this.#names.set(key, namesakes);
    const twin = namesakes.find((other) => !areApart(given, other.given));
    // A table with a single name must cost no more than others.
    if (namesakes.length < NAMESAKES) namesakes.push({ line, given });
    return twin;
  }
}

interface Match {
  readonly match?: Candidate;
  /** Why it is not certain. */
  readonly said?: string;
  /** What is certain, and worth a look all the same. */
  readonly hint?: string;
}

const NAMESAKE = 'Diesen Namen gibt es schon, aber mit anderer Kennung oder anderem Geburtstag.';

/** By identifier, else by name and birthday, else by name and address (O5). */
function matchOf(given: Fields, candidates: readonly Candidate[]): Match {
  const { customMemberIdentifier: identifier } = given;
  const identified = candidates.filter(
    (member) => identifier && member.customMemberIdentifier === identifier,
  );
  if (identified.length > 1) return { said: 'Diese Kennung haben mehrere Mitglieder.' };
  const [owner] = identified;
  if (owner) {
    const shares = same(given.lastName, owner.lastName) || same(given.firstName, owner.firstName);
    return shares
      ? { match: owner }
      : { match: owner, said: `Diese Kennung hat ${called(owner)}.` };
  }
  const namesakes = candidates.filter(
    (member) => same(given.lastName, member.lastName) && same(given.firstName, member.firstName),
  );
  const born = namesakes.filter(({ birthday }) => birthday && birthday === given.birthday);
  const possible = namesakes.filter((member) => !areApart(given, member));
  const addressed = possible.filter(({ email }) => email && same(email, given.email));
  for (const found of [born, addressed]) {
    if (found.length > 1) return { said: 'Dieses Mitglied gibt es mehrmals.' };
    if (found[0]) return { match: found[0] };
  }
  if (possible.length > 1) return { said: 'Diesen Namen gibt es mehrmals.' };
  const [only] = possible;
  if (!only) return namesakes.length > 0 ? { hint: NAMESAKE } : {};
  // With nothing but a name on either side, it is the same person.
  return isBare(given) || isBare(only)
    ? { match: only }
    : { match: only, said: 'Diesen Namen gibt es schon.' };
}

/** If these are known and differ, one name means two people, such as father and son. */
function areApart(one: Fields, other: Fields): boolean {
  return (['customMemberIdentifier', 'birthday'] as const).some(
    (name) => one[name] && other[name] && one[name] !== other[name],
  );
}

const isBare = ({ customMemberIdentifier, birthday, email }: Fields) =>
  !customMemberIdentifier && !birthday && !email;

const same = (one: string | undefined, other: string | undefined) =>
  one !== undefined && one.toLowerCase() === other?.toLowerCase();

export const called = ({ firstName = '', lastName = '' }: Fields) =>
  nameOf({ firstName, lastName });

/** The fields of a row that differ from the member's. */
export function differences(given: Fields, member: Fields): WrittenField[] {
  return (Object.keys(given) as WrittenField[]).filter((name) => {
    const [now, then] = [given[name] ?? '', member[name] ?? ''];
    if (writtenFields[name].type === 'phone') return digitsOf(now) !== digitsOf(then);
    if (writtenFields[name].type === 'email') return now.toLowerCase() !== then.toLowerCase();
    return now !== then;
  });
}
