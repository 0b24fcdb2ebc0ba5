import fc from 'fast-check';
import type pg from 'pg';
import { beforeAll, expect, it } from 'vitest';
import type { Database } from '#db/connection';
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
import { brokenRules } from '../support/waiting-list';

const MEMBERS = 6;
const EVENTS = 3;

let pool: pg.Pool;
let db: Database;
let make: Factories;

beforeAll(async () => {
  const database = await createDatabase();
  ({ db, pool } = database.patient);
  make = new Factories(db, NO_PASSWORDS);
});

/** What somebody does; numbers are members and events by their places. */
const at = fc.nat(MEMBERS - 1);
const step = fc.oneof(
  { weight: 6, arbitrary: fc.tuple(fc.constant('answer' as const), at, fc.nat(EVENTS - 1)) },
  { weight: 2, arbitrary: fc.tuple(fc.constant('decline' as const), at, fc.nat(EVENTS - 1)) },
  { weight: 3, arbitrary: fc.tuple(fc.constant('leave' as const), at, fc.nat(1)) },
  { weight: 2, arbitrary: fc.tuple(fc.constant('return' as const), at, fc.nat(1)) },
  { weight: 3, arbitrary: fc.tuple(fc.constant('merge' as const), at, at) },
  { weight: 1, arbitrary: fc.tuple(fc.constant('delete' as const), at, fc.nat(1)) },
);

type Standing = 'in' | 'no';

/** The members of a club as plain words have them. */
interface Modelled {
  readonly uuid: string;
  answers: Map<number, Standing>;
}

async function newClub() {
  const organization = await make.organization();
  const members: (Modelled | null)[] = [];
  for (let index = 0; index < MEMBERS; index++) {
    const user = await make.userOf(organization, index < 2 ? ['ORGANIZATION_ADMIN'] : []);
    members.push({ uuid: user.member, answers: new Map() });
  }
  const events = [];
  for (const max of [1, 2, 9])
    events.push((await make.event(organization, { date: '2031-05-01', max })).uuid);
  return { organization, members, events };
}

type Club = Awaited<ReturnType<typeof newClub>>;

async function answer({ organization, members, events }: Club, who: number, event: number) {
  const member = members[who];
  if (!member || member.answers.has(event)) return;
  const insert = (given: string) =>
    pool.query(
      `insert into answers (event_uuid, member_uuid, organization_uuid, answer) values ($1, $2, $3, $4)`,
      [events[event], member.uuid, organization.uuid, given],
    );
  const refused = await insert('yes').catch(({ code }) => code);
  if (refused === 'VH001') await insert('waiting');
  const { rows } = await pool.query<{ left: boolean }>(
    'select left_on is not null as left from members where uuid = $1',
    [member.uuid],
  );
  expect(refused === 'VH011').toBe(rows[0]?.left);
  if (refused !== 'VH011') member.answers.set(event, 'in');
}

async function decline({ organization, members, events }: Club, who: number, event: number) {
  const member = members[who];
  if (!member || member.answers.has(event)) return;
  await pool.query(
    `insert into answers (event_uuid, member_uuid, organization_uuid, answer) values ($1, $2, $3, 'no')`,
    [events[event], member.uuid, organization.uuid],
  );
  member.answers.set(event, 'no');
}

/** Whether nobody else administers the club than the user of a member. */
async function isLastAdmin({ uuid }: Modelled): Promise<boolean> {
  const { rows } = await pool.query<{ last: boolean }>(
    `select array_agg(p.user_uuid) = array[m.user_uuid] as last
     from members m join permissions p on p.organization_uuid = m.organization_uuid
     where m.uuid = $1 and p.permission = 'ORGANIZATION_ADMIN' group by m.user_uuid`,
    [uuid],
  );
  return rows[0]?.last ?? false;
}

async function leave(club: Club, who: number) {
  const member = club.members[who];
  if (!member) return;
  await pool.query('update members set left_on = $2 where uuid = $1', [member.uuid, '2020-01-01']);
  const isLast = await isLastAdmin(member);
  const left = await leaveIfDue(db, member.uuid);
  if (isLast) {
    expect(left).toBe(false);
    await pool.query('update members set left_on = null where uuid = $1', [member.uuid]);
    return;
  }
  // Members who had already left have nothing more to lose.
  if (!left) return;
  for (const [event, standing] of member.answers)
    if (standing === 'in') member.answers.delete(event);
}

async function merge(club: Club, one: number, other: number) {
  const { organization, members } = club;
  const [kept, gone] = [members[one], members[other]];
  if (!kept || !gone || kept === gone) return;
  const scope = { organization: organization.uuid } as Scope;
  const actor = { systemAdmin: true, organizations: [] } as unknown as Actor;
  await db.transaction().execute(async (trx) => {
    const found = await twoRecords({ db: trx, actor }, { member: kept.uuid, other: gone.uuid });
    const sides = found as { kept: Side; gone: Side };
    const user = (sides.kept.user ?? sides.gone.user)?.uuid ?? null;
    await lockRecords(trx, scope, sides.kept, sides.gone);
    await mergeRecords(trx, { ...sides, taken: [], user });
  });
  for (const [event, standing] of gone.answers) {
    const own = kept.answers.get(event);
    if (own === undefined) kept.answers.set(event, standing);
    else if (own !== standing) kept.answers.set(event, await standingOf(club, kept, event));
  }
  members[other] = null;
}

async function standingOf({ events }: Club, { uuid }: Modelled, event: number): Promise<Standing> {
  const { rows } = await pool.query<{ answer: string }>(
    'select answer from answers where event_uuid = $1 and member_uuid = $2',
    [events[event], uuid],
  );
  return rows[0]?.answer === 'no' ? 'no' : 'in';
}

/** Whatever happened: what must hold of Postgres, and what the model says. */
async function compare(club: Club) {
  const { organization, members, events } = club;
  expect(await brokenRules(pool)).toEqual([]);
  const { rows } = await pool.query<{ uuid: string; user: string | null; left: boolean }>(
    `select uuid, user_uuid as "user", left_at is not null as left from members
     where organization_uuid = $1`,
    [organization.uuid],
  );
  expect(rows.map(({ uuid }) => uuid).sort()).toEqual(
    members.flatMap((member) => member?.uuid ?? []).sort(),
  );
  expect(rows.filter(({ user, left }) => left && user !== null)).toEqual([]);
  const administered = await pool.query(
    `select from permissions where organization_uuid = $1 and permission = 'ORGANIZATION_ADMIN'`,
    [organization.uuid],
  );
  expect(administered.rows.length).toBeGreaterThan(0);
  const overbooked = await pool.query(
    'select from events where organization_uuid = $1 and registered_participants > max_participants',
    [organization.uuid],
  );
  expect(overbooked.rows).toEqual([]);
  const answers = await pool.query<{ event: string; member: string; answer: string }>(
    `select event_uuid as event, member_uuid as member,
      case answer when 'no' then 'no' else 'in' end as answer
     from answers where organization_uuid = $1`,
    [organization.uuid],
  );
  const found = answers.rows.map(
    ({ event, member, answer }) => `${member} ${events.indexOf(event)} ${answer}`,
  );
  const expected = members.flatMap((member) =>
    [...(member?.answers ?? [])].map(([event, standing]) => `${member?.uuid} ${event} ${standing}`),
  );
  expect(found.sort()).toEqual(expected.sort());
}

it('leaving, coming back, merging, deleting: no answer lost, no place twice, no access left, an admin kept (O8, O10, C4)', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
      const club = await newClub();
      for (const [kind, one, two] of steps) {
        const member = club.members[one];
        if (kind === 'answer') await answer(club, one, two);
        else if (kind === 'decline') await decline(club, one, two);
        else if (kind === 'leave') await leave(club, one);
        else if (kind === 'merge') await merge(club, one, two);
        else if (kind === 'return' && member)
          await pool.query('update members set left_on = null where uuid = $1', [member.uuid]);
        else if (kind === 'delete' && member) {
          await pool.query('delete from members where uuid = $1', [member.uuid]);
          club.members[one] = null;
        }
        await compare(club);
      }
    }),
    { numRuns: 25, seed: Number(process.env.LEAVING_SEED ?? 8) },
  );
});
