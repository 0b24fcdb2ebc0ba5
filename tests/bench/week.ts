import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '#db/connection';
import { announceInJob } from '~/features/notifications/announcements.server';
import { remindInJob } from '~/features/notifications/reminders.server';
import { drainAll, mailsOf } from '../support/outbox-lab';
import type { BenchServer } from './database';
import { table } from './table';

/** A week of a club, simulated: which mails leave, and whom reminders reach (U12). */

interface WeekSize {
  readonly members: number;
  /** Members with an account. */
  readonly accounts: number;
  readonly teams: number;
  readonly teamSize: number;
  /** A week, of one team each. */
  readonly trainings: number;
}

const CLUB: WeekSize = {
  members: 350,
  accounts: 213,
  teams: 6,
  teamSize: 25,
  trainings: 10,
};

interface Week {
  /** Mails by the kind that they tell first; collected ones are 'digest'. */
  readonly mails: ReadonlyMap<string, number>;
  readonly perPerson: number;
  /** Reminders to members whom the event is not for, or who have answered. */
  readonly remindedUnasked: number;
  /** Members who are asked, have not answered and hear nothing although it is time. */
  readonly unreminded: number;
  readonly reminders: number;
}

const DAYS = 7;
const HOUR = 3_600_000;

interface Person {
  readonly member: string;
  readonly hasAccount: boolean;
}

interface Occasion {
  readonly uuid: string;
  readonly name: string;
  /** Whom it is for, in truth; with or without groups, others do not answer. */
  readonly people: ReadonlySet<string>;
  readonly answered: Set<string>;
  readonly told: Set<string>;
  /** In hours, from the beginning of the week. */
  start: number;
  cancelled: boolean;
}

/** The same number for the same words, from 0 to 1: people do not behave differently with groups. */
const chance = (...words: string[]) =>
  createHash('sha256').update(words.join()).digest().readUInt32BE(0) / 2 ** 32;

/**
 * Lives through a week of trainings of one team each that ask, those of the week after being near its
 * end. Half of a team answers early, and half of those whom a reminder reaches then.
 * @param db an empty database of a superuser
 * @param grouped false: every event is for everyone
 * @param busy with a match of two teams, and a feast for all, too; one training is cancelled and one
 *   moved, and two more events are announced
 */
export async function simulateWeek(
  db: Database,
  size: WeekSize,
  { grouped, busy }: { grouped: boolean; busy: boolean },
): Promise<Week> {
  const club = await makeClub(db, size);
  const { organization, people, teams } = club;
  const all = new Set(people.map(({ member }) => member));
  const dates: Occasion[] = [];
  const add = async (name: string, start: number, of: readonly Team[], early = 0.5) => {
    const groups = grouped ? of.map(({ uuid }) => uuid).sort() : [];
    const uuid = await insertEvent(db, organization, name, start, groups);
    const its = of.length > 0 ? new Set(of.flatMap(({ members }) => members)) : all;
    const date = {
      uuid,
      name,
      start,
      people: its,
      answered: new Set<string>(),
      told: new Set<string>(),
      cancelled: false,
    };
    for (const member of its) {
      const said = chance(name, member);
      if (said < early) await answer(db, organization, date, member, said < early * 0.8, '3 days');
    }
    dates.push(date);
    return date;
  };
  const teamOf = (nth: number) => teams[nth % teams.length] ?? { uuid: '', members: [] };
  for (let nth = 0; nth < size.trainings * 2; nth++)
    await add(`Training ${nth}`, 7 + (nth * 24 * DAYS) / size.trainings, [teamOf(nth)]);
  if (busy) {
    await add('Spiel', 5 * 24 + 3, [teamOf(0), teamOf(1)]);
    await add('Vereinsfest', 6 * 24 + 5, [], 0.2);
  }

  const disturb = async (day: number) => {
    const [next] = dates.filter(({ start }) => start > day * 24 + 26);
    if (day === 1) {
      const match = await add('Turnier', 20 * 24, [teamOf(2), teamOf(3)], 0);
      await announce(db, club.author, match);
    }
    if (day === 2 && next) {
      await sql`update events set cancelled_at = now() where uuid = ${next.uuid}`.execute(db);
      next.cancelled = true;
    }
    if (day === 3) await announce(db, club.author, await add('Arbeitseinsatz', 25 * 24, [], 0));
    if (day === 4 && next) {
      await sql`update events set date = date + 1 where uuid = ${next.uuid}`.execute(db);
      next.start += 24;
    }
  };
  const reminded = { all: 0, unasked: 0, missing: 0 };
  for (let day = 0; day < DAYS; day++) {
    const now = day * 24;
    if (busy) await disturb(day);
    const due = dates.filter(
      ({ start, cancelled }) => !cancelled && start - now > 2 && start - now <= 48,
    );
    const asked = new Set(
      due.flatMap((date) =>
        people
          .filter(
            ({ member, hasAccount }) =>
              hasAccount &&
              (grouped ? date.people : all).has(member) &&
              !date.answered.has(member) &&
              !date.told.has(member),
          )
          .map(({ member }) => `${date.uuid} ${member}`),
      ),
    );
    const before = await remindersIn(db, organization);
    await remindAll(db);
    const told = (await remindersIn(db, organization)).filter((pair) => !before.includes(pair));
    reminded.all += told.length;
    reminded.unasked += told.filter((pair) => !asked.has(pair)).length;
    reminded.missing += [...asked].filter((pair) => !told.includes(pair)).length;
    for (const pair of told) {
      const [event, member = ''] = pair.split(' ');
      const date = dates.find(({ uuid }) => uuid === event);
      date?.told.add(member);
      if (date?.people.has(member) && chance(date.name, member, 'reminded') < 0.5)
        await answer(db, organization, date, member, true, '0 days');
    }
    await drainAll(db);
    await passDay(db);
  }
  const mails = new Map<string, number>();
  for (const { way, tells } of await mailsOf(db, { uuid: organization })) {
    const kind = way === 'digest' ? way : (tells[0] ?? '');
    mails.set(kind, (mails.get(kind) ?? 0) + 1);
  }
  const sum = [...mails.values()].reduce((all, count) => all + count, 0);
  return {
    mails,
    perPerson: sum / size.accounts,
    reminders: reminded.all,
    remindedUnasked: reminded.unasked,
    unreminded: reminded.missing,
  };
}

interface Team {
  readonly uuid: string;
  readonly members: readonly string[];
}

async function makeClub(db: Database, { members, accounts, teams, teamSize }: WeekSize) {
  const { rows: clubs } = await sql<{ uuid: string }>`
    insert into organizations (name) values ('TSV Grünau') returning uuid`.execute(db);
  const organization = clubs[0]?.uuid ?? '';
  const { rows: users } = await sql<{ uuid: string }>`
    insert into users (email, first_name, last_name, password_hash, activated)
    select 'woche' || n || '-' || left(${organization}, 8) || '@verein.example', 'Anna', 'Woche', 'x', true
    from generate_series(1, ${accounts}) n returning uuid`.execute(db);
  await sql`insert into organization_users (organization_uuid, user_uuid)
    select ${organization}, unnest(${users.map(({ uuid }) => uuid)}::uuid[])`.execute(db);
  const { rows } = await sql<{ member: string; hasAccount: boolean }>`
    insert into members (organization_uuid, first_name, last_name, user_uuid)
    select ${organization}, 'Anna', 'Woche' || n, (${users.map(({ uuid }) => uuid)}::uuid[])[n]
    from generate_series(1, ${members}) n
    returning uuid as member, user_uuid is not null as "hasAccount"`.execute(db);
  // Spread over the teams, and over those with and without an account; a few are in two.
  const people: Person[] = rows.toSorted((one, other) => (one.member < other.member ? -1 : 1));
  const made: Team[] = [];
  for (let nth = 0; nth < teams; nth++) {
    const first = nth * (teamSize - 3);
    const its = people.slice(first, first + teamSize).map(({ member }) => member);
    const { rows: groups } = await sql<{ uuid: string }>`
      insert into groups (organization_uuid, name) values (${organization}, ${`Team ${nth + 1}`})
      returning uuid`.execute(db);
    const uuid = groups[0]?.uuid ?? '';
    await sql`insert into group_members (organization_uuid, group_uuid, member_uuid, since)
      select ${organization}, ${uuid}, unnest(${its}::uuid[]), now() - interval '1 year'`.execute(
      db,
    );
    made.push({ uuid, members: its });
  }
  return { organization, people, teams: made, author: users[0]?.uuid ?? '' };
}

async function insertEvent(
  db: Database,
  organization: string,
  name: string,
  start: number,
  groups: readonly string[],
): Promise<string> {
  const moment = new Date(Date.now() + start * HOUR);
  const { rows } = await sql<{ uuid: string }>`
    insert into events (organization_uuid, name, date, start_time, event_type, asks_answer, groups, created_at)
    select uuid, ${name}, (${moment}::timestamptz at time zone time_zone)::date,
      date_trunc('minute', ${moment}::timestamptz at time zone time_zone)::time,
      'OPEN_EVENT', true, ${groups}::uuid[], now() - interval '30 days'
    from organizations where uuid = ${organization} returning uuid`.execute(db);
  return rows[0]?.uuid ?? '';
}

async function answer(
  db: Database,
  organization: string,
  date: Occasion,
  member: string,
  comes: boolean,
  ago: string,
): Promise<void> {
  date.answered.add(member);
  await sql`insert into answers (organization_uuid, event_uuid, member_uuid, answer, created_at)
    values (${organization}, ${date.uuid}, ${member}, ${comes ? 'yes' : 'no'}, now() - ${ago}::interval)`.execute(
    db,
  );
}

const announce = (db: Database, actor: string, { uuid: event }: Occasion) =>
  announceInJob(db, { kind: 'event_new', actor, event });

async function remindersIn(db: Database, organization: string): Promise<string[]> {
  const { rows } = await sql<{ pair: string }>`
    select event_uuid || ' ' || member_uuid as pair from notifications
    where organization_uuid = ${organization} and kind = 'answer_missing'`.execute(db);
  return rows.map(({ pair }) => pair);
}

/** As housekeeping does: what failed is tried again. */
async function remindAll(db: Database): Promise<void> {
  for (let tries = 1; ; tries++) {
    const failed: object[] = [];
    await remindInJob(db, { warn: (why: object) => failed.push(why) });
    if (failed.length === 0) return;
    if (tries === 5) throw new Error('reminders fail', { cause: failed[0] });
  }
}

/** Lets a day pass, by putting everything a day back; nobody is told of that. */
async function passDay(db: Database): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`set local session_replication_role = 'replica'`.execute(trx);
    await sql`update events set date = date - 1, created_at = created_at - interval '1 day',
      starts_at = starts_at - interval '1 day', begun_by = begun_by - interval '1 day',
      ends_at = ends_at - interval '1 day', closes_at = closes_at - interval '1 day'`.execute(trx);
    await sql`update answers set created_at = created_at - interval '1 day'`.execute(trx);
    await sql`update notifications set due_at = due_at - interval '1 day',
      sent_at = sent_at - interval '1 day'`.execute(trx);
    await sql`update reminders set at = at - interval '1 day'`.execute(trx);
  });
}

/** Prints the mails of a week with every event for everyone, and with groups. */
export async function measureWeek(postgres: BenchServer): Promise<void> {
  const weeks: Week[] = [];
  for (const busy of [false, true])
    for (const grouped of [false, true]) {
      // Each in a database of its own, since days pass for all clubs of one.
      const database = await postgres.create(`week_${weeks.length}`);
      weeks.push(await simulateWeek(database.db, CLUB, { grouped, busy }));
      await database.drop();
    }
  const kinds = [...new Set(weeks.flatMap(({ mails }) => [...mails.keys()]))].sort();
  const row = (name: string, figure: (week: Week) => number, digits = 0) => [
    name,
    ...weeks.map((week) => figure(week).toFixed(digits)),
  ];
  console.log('\nMails a person and week, ten trainings; and with a match, a feast and changes\n');
  console.log(
    table(
      ['', 'for everyone', 'with groups', 'busy, for everyone', 'busy, with groups'],
      [
        ...kinds.map((kind) => row(kind, ({ mails }) => (mails.get(kind) ?? 0) / CLUB.accounts, 2)),
        row('all', ({ perPerson }) => perPerson, 2),
        row('reminders', ({ reminders }) => reminders),
        row('… to those not asked', ({ remindedUnasked }) => remindedUnasked),
        row('asked and not reminded', ({ unreminded }) => unreminded),
      ],
    ),
  );
}
