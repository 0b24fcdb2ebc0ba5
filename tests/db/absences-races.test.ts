import type pg from 'pg';
import { expect, it } from 'vitest';
import { daysFrom } from '~/dates.server';
import { retryingConflicts } from '~/kernel/transaction.server';
import { type AbsenceClub, absenceLab, brokenAbsences } from '../support/absence-lab';
import { deadlocks, untilWaiting } from '../support/gate';
import { seeded } from '../support/random';

const SEED = Number(process.env.ABSENCES_SEED ?? 9);

const lab = absenceLab({ connections: 40 });

const SUMMER = { from: '2031-07-01', until: '2031-08-31' };
const JULY = { date: '2031-07-15' };

/** A transaction of its own, to be interleaved with others. */
async function begin(): Promise<{ client: pg.PoolClient; commit(): Promise<void> }> {
  const client = await lab.pool.connect();
  await client.query('begin');
  return {
    client,
    async commit() {
      await client.query('commit');
      client.release();
    },
  };
}

const insertEvent = `insert into events (organization_uuid, name, date, event_type, max_participants)
  values ($1, 'Fest', $2, 'LIMITED_EVENT', 5) returning uuid`;

async function answerOf({ pool }: AbsenceClub, event: string, member: string) {
  const { rows } = await pool.query<{ answer: string; absence: string | null }>(
    'select answer, absence from own_answer($1, $2)',
    [event, member],
  );
  expect(rows.length).toBeLessThan(2);
  return rows[0] && (rows[0].absence ? 'absent' : rows[0].answer);
}

it('an event that is being created while somebody enters an absence is declined by the second look (L8)', async () => {
  const club = await lab.club(1);
  const member = club.member(0);
  const { client, commit } = await begin();
  const { rows } = await client.query(insertEvent, [club.organization, JULY.date]);
  const absence = (await club.absences.enter(member, SUMMER)) ?? expect.fail('not entered');
  // The job waits for those who write events.
  const look = club.absences.lookAgain(absence);
  await untilWaiting(lab);
  await commit();
  expect(await answerOf(club, rows[0].uuid, member)).toBeUndefined();
  await look;
  expect(await answerOf(club, rows[0].uuid, member)).toBe('absent');
});

it('an event that is being moved into an absence meanwhile is declined, too (L8)', async () => {
  const club = await lab.club(1);
  const member = club.member(0);
  const event = await club.event(5, { date: '2031-10-01' });
  const { client, commit } = await begin();
  await client.query('update events set date = $2 where uuid = $1', [event, JULY.date]);
  const absence = (await club.absences.enter(member, SUMMER)) ?? expect.fail('not entered');
  const look = club.absences.lookAgain(absence);
  await untilWaiting(lab);
  await commit();
  await look;
  expect(await answerOf(club, event, member)).toBe('absent');
});

it('of an absence and a sign-up at once there is one answer, the yes, no matter which comes first (E7, L8)', async () => {
  for (let round = 0; round < 10; round++) {
    const club = await lab.club(1);
    const member = club.member(0);
    const event = await club.event(5, JULY);
    await Promise.all([
      club.absences.enter(member, SUMMER),
      club.absences.answer(member, event, 'yes'),
    ]);
    expect(await answerOf(club, event, member)).toBe('yes');
  }
});

it('an event that is created while an absence is taken back is not declined for it (L8)', async () => {
  for (let round = 0; round < 10; round++) {
    const club = await lab.club(1);
    const member = club.member(0);
    const absence = (await club.absences.enter(member, SUMMER)) ?? '';
    const [inserted] = await Promise.all([
      lab.pool.query(insertEvent, [club.organization, JULY.date]),
      club.absences.withdraw(member, absence),
    ]);
    expect(await answerOf(club, inserted.rows[0].uuid, member)).toBeUndefined();
  }
});

it('taking an absence back waits for an event that is written into it, and finds its decline (L8)', async () => {
  const club = await lab.club(1);
  const member = club.member(0);
  const absence = (await club.absences.enter(member, SUMMER)) ?? '';
  const { client, commit } = await begin();
  const { rows } = await client.query(insertEvent, [club.organization, JULY.date]);
  const withdrawn = club.absences.withdraw(member, absence);
  await untilWaiting(lab);
  await commit();
  await withdrawn;
  expect(await answerOf(club, rows[0].uuid, member)).toBeUndefined();
});

it('writing an event passes over a member that is being deleted, without a deadlock (L8)', async () => {
  const club = await lab.club(2);
  for (const member of club.members) await club.absences.enter(member, SUMMER);
  const before = await deadlocks(lab);
  const { client, commit } = await begin();
  await client.query('delete from members where uuid = $1', [club.member(0)]);
  const event = await club.event(5, JULY);
  await commit();
  expect(await club.answers(event)).toMatchObject({ declined: [1] });
  expect(await deadlocks(lab)).toBe(before);
});

it('200 dates of a series are declined in one statement, while others enter and answer (L3, L8)', async () => {
  const club = await lab.club(30);
  const before = await deadlocks(lab);
  const dates = () =>
    lab.pool.query(
      `insert into events (organization_uuid, name, date, event_type, max_participants)
       select $1, 'Training', date '2031-07-01' + n, 'LIMITED_EVENT', 20 from generate_series(0, 199) n`,
      [club.organization],
    );
  const entered = Promise.all(club.members.map((member) => club.absences.enter(member, SUMMER)));
  const [absences] = await Promise.all([entered, dates(), dates()]);
  await Promise.all(absences.map((absence) => absence && club.absences.lookAgain(absence)));
  const { rows } = await lab.pool.query(
    `select count(*) from answers where answer = 'no' and organization_uuid = $1`,
    [club.organization],
  );
  // July and August, twice, for each.
  expect(rows).toEqual([{ count: 30 * 62 * 2 }]);
  expect(await brokenAbsences(lab.pool)).toEqual([]);
  expect(await deadlocks(lab)).toBe(before);
});

it('holds when everything happens at once: nobody has two answers, nothing in an absence none (L8)', async () => {
  const random = seeded(SEED);
  const below = (count: number) => Math.floor(random() * count);
  const pick = <Item>(items: readonly Item[]) => items[below(items.length)] as Item;
  const day = () => daysFrom('2031-07-01', below(40));
  for (let round = 0; round < 2; round++) {
    const club = await lab.club(12);
    const events = await Promise.all(
      Array.from({ length: 10 }, () => club.event(50, { date: day() })),
    );
    const entered: { member: string; absence: string }[] = [];
    const anything = async (): Promise<unknown> => {
      const [member, event, kind] = [pick(club.members), pick(events), below(100)];
      if (kind < 30) return club.absences.answer(member, event, pick(['yes', 'no', null] as const));
      if (kind < 50) {
        const from = day();
        const absence = await club.absences.enter(member, {
          from,
          until: daysFrom(from, below(9)),
        });
        if (absence) entered.push({ member, absence });
        return;
      }
      if (kind < 60 && entered.length > 0) {
        const [taken] = entered.splice(below(entered.length), 1);
        return taken && club.absences.withdraw(taken.member, taken.absence);
      }
      if (kind < 85)
        return lab.pool.query('update events set date = $2 where uuid = $1', [event, day()]);
      if (kind < 90) return club.sheet.cancel(event, random() < 0.5);
      if (kind < 94)
        return lab.pool.query(
          'update events set date = date + 1 where uuid in (select uuid from events where organization_uuid = $1 order by uuid for no key update)',
          [club.organization],
        );
      if (kind < 97) return events.push(await club.event(50, { date: day() }));
      if (kind < 98)
        return club.sheet.deleteMember(club.members.splice(below(club.members.length), 1)[0] ?? '');
      if (kind < 99) return club.members.push(...(await club.insertMembers(1)));
      return club.sheet.deleteEvent(events.splice(below(events.length), 1)[0] ?? '');
    };
    let left = 600;
    const worker = async () => {
      while (left-- > 0) await retryingConflicts(anything);
    };
    await Promise.all(Array.from({ length: 20 }, worker));
    const { rows } = await lab.pool.query<{ uuid: string }>('select uuid from absences');
    for (const { uuid } of rows) await club.absences.lookAgain(uuid);
    expect(await brokenAbsences(lab.pool), `seed ${SEED}`).toEqual([]);
  }
}, 120_000);
