import fc from 'fast-check';
import { sql } from 'kysely';
import type pg from 'pg';
import { beforeAll, expect, it } from 'vitest';
import type { Database } from '#db/connection';
import { importInJob } from '~/features/imports/job.server';
import { judge } from '~/features/imports/judging.server';
import { leaveIfDue } from '~/features/leaving/departures.server';
import {
  lockRecords,
  mergeRecords,
  type Side,
  twoRecords,
} from '~/features/merging/queries.server';
import type { Actor, Scope } from '~/kernel/actor';
import { createDatabase } from '../support/database';
import { Factories, NO_PASSWORDS } from '../support/factories';
import { changeRows, insertRows, valuesOf } from '../support/rows';
import { brokenRules } from '../support/waiting-list';

let pool: pg.Pool;
let db: Database;
let make: Factories;

beforeAll(async () => {
  const database = await createDatabase();
  ({ db, pool } = database.patient);
  make = new Factories(db, NO_PASSWORDS);
});

const PEOPLE = 6;
const FIELDS = [
  'lastName',
  'firstName',
  'customMemberIdentifier',
  'mobile',
  'city',
  'group',
] as const;
const VALUES = ['', '0171 1', '0171/1', '0172 2', '0173 3'];
const CITIES = ['', 'Köln', 'Ulm', 'Trier'];
const GROUPS = ['', 'Chor', 'Turnen'];

/** A row of a table: a person by number, and what it says of them. */
const row = fc.tuple(fc.nat(PEOPLE - 1), fc.nat(4), fc.nat(3), fc.nat(2));
const table = fc.uniqueArray(row, { minLength: 1, maxLength: 5, selector: ([who]) => who });
const who = fc.nat(PEOPLE - 1);
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ does: fc.constant('import' as const), table }) },
  { weight: 3, arbitrary: fc.record({ does: fc.constant('undo' as const), nth: fc.nat(5) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      does: fc.constant('edit' as const),
      who,
      field: fc.constantFrom('mobile' as const, 'city' as const),
      value: fc.nat(3),
    }),
  },
  { weight: 4, arbitrary: fc.record({ does: fc.constant('answer' as const), who }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('merge' as const), who, other: who }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('leave' as const), who }) },
);

type Field = 'mobile' | 'city';

/** What an import made of a member: of whom there was none before, of nothing; and the group joined by it. */
interface Written {
  readonly member: string;
  readonly isNew: boolean;
  readonly fields: Array<{ readonly field: Field; was: string; readonly is: string }>;
  readonly group: string;
}

const NOBODY = { mobile: '', city: '', answered: false, left: false, merged: false };

interface Modelled {
  readonly uuid: string;
  mobile: string;
  city: string;
  groups: Set<string>;
  answered: boolean;
  left: boolean;
  /** Somebody else's record, too. */
  merged: boolean;
}

async function newClub() {
  const { organization } = await make.club();
  const event = await make.event(organization, { date: '2031-05-01', max: 2 });
  return {
    organization,
    event,
    people: Array<Modelled | null>(PEOPLE).fill(null),
    imports: [] as Array<{ uuid: string; written: Written[]; isUndone: boolean }>,
  };
}
type Club = Awaited<ReturnType<typeof newClub>>;

const cellsOf = ([person, mobile, city, group]: readonly number[]) => [
  ...[`Bach${person}`, `Anna${person}`, `${1000 + (person ?? 0)}`],
  ...[VALUES[mobile ?? 0] ?? '', CITIES[city ?? 0] ?? '', GROUPS[group ?? 0] ?? ''],
];

async function judged({ organization }: Club, rows: ReadonlyArray<readonly number[]>) {
  const { uuid } = await db
    .insertInto('imports')
    .values({
      organization_uuid: organization.uuid,
      file_name: 'a.csv',
      state: 'judged',
      headings: FIELDS.map(() => ''),
      fields: [...FIELDS],
    })
    .returning('uuid')
    .executeTakeFirstOrThrow();
  await insertRows(
    db,
    'import_rows',
    rows.map((each, at) => ({
      import_uuid: uuid,
      organization_uuid: organization.uuid,
      line: at + 1,
      cells: cellsOf(each),
    })),
  );
  await judge(db, { uuid, organization: organization.uuid, fields: FIELDS });
  return { uuid, verdicts: await valuesOf(db, 'import_rows', { import_uuid: uuid }, 'verdict') };
}

const run = async (uuid: string, state: 'running' | 'undoing') => {
  await changeRows(db, 'imports', uuid, { state });
  await importInJob(db, uuid);
};

async function stored({ organization }: Club) {
  const { rows } = await pool.query<{
    uuid: string;
    identifier: string;
    mobile: string;
    city: string;
  }>(
    `select uuid, custom_member_identifier as identifier, mobile, city from members
     where organization_uuid = $1 and custom_member_identifier <> ''`,
    [organization.uuid],
  );
  return new Map(rows.map((each) => [Number(each.identifier) - 1000, each]));
}

async function importTable(club: Club, rows: ReadonlyArray<readonly number[]>) {
  const { uuid } = await judged(club, rows);
  const written: Written[] = [];
  await run(uuid, 'running');
  const now = await stored(club);
  for (const each of rows) {
    const [person = 0] = each;
    const [, , , mobile = '', city = '', group = ''] = cellsOf(each);
    const found = now.get(person);
    if (!found) throw new Error('nobody was made of a row');
    const known = club.people[person];
    const one = known ?? { ...NOBODY, uuid: found.uuid, groups: new Set<string>() };
    club.people[person] = one;
    const digits = (text: string) => text.replace(/\D/g, '');
    const fields: Written['fields'] = [];
    if (mobile && digits(mobile) !== digits(one.mobile))
      fields.push({ field: 'mobile', was: one.mobile, is: mobile });
    if (city && city !== one.city) fields.push({ field: 'city', was: one.city, is: city });
    for (const { field, is } of fields) one[field] = is;
    const joins = group !== '' && !one.left && !one.groups.has(group);
    if (joins) one.groups.add(group);
    written.push({ member: one.uuid, isNew: !known, fields, group: joins ? group : '' });
  }
  club.imports.push({ uuid, written, isUndone: false });
  // The same again is nothing new, and nothing else than what it says.
  const again = await judged(club, rows);
  expect(again.verdicts.filter((verdict) => verdict !== 'same')).toEqual([]);
}

/** By value: what still is as the import wrote it goes, or is what it was before. */
async function undo(club: Club, which: number) {
  const found = club.imports[which % Math.max(club.imports.length, 1)];
  if (!found || found.isUndone) return;
  found.isUndone = true;
  await run(found.uuid, 'undoing');
  const later = club.imports.slice(club.imports.indexOf(found) + 1).filter((one) => !one.isUndone);
  const stays: string[] = [];
  for (const { member, isNew, fields, group } of found.written) {
    const at = club.people.findIndex((person) => person?.uuid === member);
    const one = club.people[at];
    if (!one) continue;
    // Somebody new who stays is still in theirs.
    if (!isNew) one.groups.delete(group);
    if (isNew || fields.some(({ field, is }) => one[field] !== is)) stays.push(member);
    for (const { field, was, is } of isNew ? [] : fields) {
      if (one[field] === is) one[field] = was;
      // What a later import wrote over it goes back to what was before both.
      else
        for (const other of later.flatMap(({ written }) => written))
          for (const change of other.member === member ? other.fields : [])
            if (change.field === field && change.was === is && !other.isNew) change.was = was;
    }
    // Members created by this import, or by one undone before, are deleted again.
    const made = club.imports
      .filter((one) => one.isUndone)
      .flatMap(({ written }) => written.filter((each) => each.member === member && each.isNew))[0];
    const wrote = (name: Field) => made?.fields.find(({ field }) => field === name)?.is ?? '';
    const joined = [...one.groups].some((name) => name !== made?.group);
    const isUsed = one.answered || one.left || one.merged || joined;
    if (made && !isUsed && one.mobile === wrote('mobile') && one.city === wrote('city'))
      club.people[at] = null;
  }
  const present = new Set(club.people.map((person) => person?.uuid));
  const { rows } = await pool.query<{ member: string }>(
    'select member_uuid as member from import_rows where import_uuid = $1',
    [found.uuid],
  );
  expect(rows.map((row) => row.member).sort()).toEqual(
    stays.filter((member) => present.has(member)).sort(),
  );
}

async function edit({ people }: Club, at: number, field: Field, value: number) {
  const person = people[at];
  if (!person) return;
  const text = (field === 'mobile' ? VALUES : CITIES)[value] ?? '';
  if (text === person[field]) return;
  await sql`update members set ${sql.id(field)} = ${text}, version = version + 1
    where uuid = ${person.uuid}`.execute(db);
  person[field] = text;
}

async function answer({ organization, event, people }: Club, at: number) {
  const person = people[at];
  if (!person || person.answered || person.left) return;
  const insert = (given: string) =>
    pool.query(
      'insert into answers (event_uuid, member_uuid, organization_uuid, answer) values ($1, $2, $3, $4)',
      [event.uuid, person.uuid, organization.uuid, given],
    );
  await insert('yes').catch((error) => {
    if (error.code !== 'VH001') throw error;
    return insert('waiting');
  });
  person.answered = true;
}

async function merge({ organization, people }: Club, at: number, other: number) {
  const [kept, gone] = [people[at], people[other]];
  if (!kept || !gone || kept === gone) return;
  const scope = { organization: organization.uuid } as Scope;
  const actor = { systemAdmin: true, organizations: [] } as unknown as Actor;
  const pair = { member: kept.uuid, other: gone.uuid };
  await db.transaction().execute(async (trx) => {
    const sides = (await twoRecords({ db: trx, actor }, pair)) as { kept: Side; gone: Side };
    await lockRecords(trx, scope, sides.kept, sides.gone);
    await mergeRecords(trx, { ...sides, taken: [], user: null });
  });
  kept.answered ||= gone.answered;
  kept.left &&= gone.left;
  kept.merged = true;
  for (const group of gone.groups) kept.groups.add(group);
  people[other] = null;
}

async function leave({ people }: Club, at: number) {
  const person = people[at];
  if (!person || person.left) return;
  await pool.query(`update members set left_on = '2020-01-01' where uuid = $1`, [person.uuid]);
  await leaveIfDue(db, person.uuid);
  person.left = true;
  person.answered = false;
  person.groups.clear();
}

async function compare(club: Club) {
  const { organization, event, people } = club;
  expect(await brokenRules(pool)).toEqual([]);
  const now = await stored(club);
  expect([...now.keys()].sort()).toEqual([...people.keys()].filter((at) => people[at]));
  for (const [at, { mobile, city }] of now)
    expect([at, mobile, city]).toEqual([at, people[at]?.mobile, people[at]?.city]);
  const { rows } = await pool.query<{ member: string; answer: string }>(
    'select member_uuid as member, answer from answers where event_uuid = $1',
    [event.uuid],
  );
  expect(rows.map(({ member }) => member).sort()).toEqual(
    people.flatMap((person) => (person?.answered ? person.uuid : [])).sort(),
  );
  expect(rows.filter(({ answer: given }) => given === 'yes').length).toBeLessThanOrEqual(2);
  const belong = await pool.query<{ member: string; name: string }>(
    `select gm.member_uuid as member, g.name from group_members gm
     join groups g on g.uuid = gm.group_uuid
     where gm.organization_uuid = $1 and gm.until is null`,
    [organization.uuid],
  );
  expect(belong.rows.map(({ member, name }) => `${member} ${name}`).sort()).toEqual(
    people
      .flatMap((person) => [...(person?.groups ?? [])].map((name) => `${person?.uuid} ${name}`))
      .sort(),
  );
}

it('whatever is imported, edited, undone, merged and left: no answer lost, no place twice, nothing of somebody overwritten (O5, O6, O8, O10)', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 20 }), async (steps) => {
      const club = await newClub();
      for (const each of steps) {
        if (each.does === 'import') await importTable(club, each.table);
        else if (each.does === 'undo') await undo(club, each.nth);
        else if (each.does === 'edit') await edit(club, each.who, each.field, each.value);
        else if (each.does === 'answer') await answer(club, each.who);
        else if (each.does === 'merge') await merge(club, each.who, each.other);
        else await leave(club, each.who);
        await compare(club);
      }
    }),
    { numRuns: 25, seed: Number(process.env.IMPORTS_SEED ?? 31) },
  );
});
