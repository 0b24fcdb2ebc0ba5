import { expect, it } from 'vitest';
import { answerLab } from '../support/answer-lab';

const lab = answerLab({ connections: 2 });

const MEMBERS = 5000;

/** Pages of tables and indexes that a statement touches. */
async function pagesOf(statement: string, values: readonly unknown[]): Promise<number> {
  const { rows } = await lab.pool.query(`explain (analyze, buffers, format json) ${statement}`, [
    ...values,
  ]);
  const plan = rows[0]['QUERY PLAN'][0].Plan;
  return plan['Shared Hit Blocks'] + plan['Shared Read Blocks'];
}

it('promotion reads no more of a waiting list of thousands than moves up (X7, K3)', async () => {
  const club = await lab.club(MEMBERS);
  const others = await Promise.all(Array.from({ length: 40 }, () => club.event(0)));
  const event = await club.event(0);
  for (const each of [event, ...others])
    await lab.pool.query(
      `insert into answers (answer, event_uuid, member_uuid, organization_uuid)
       select 'waiting', $1, uuid, organization_uuid from members where organization_uuid = $2
       order by last_name limit $3`,
      [each, club.organization, each === event ? MEMBERS : 200],
    );
  await lab.pool.query('vacuum analyze answers, members, events');

  /** Promotes so many, for whom there is room without anybody having noticed. */
  const promote = async (count: number) => {
    await lab.pool.query(
      `begin; set local session_replication_role = replica;
       update events set max_participants = registered_participants + ${count} where uuid = '${event}';
       commit`,
    );
    return pagesOf('select promote($1)', [event]);
  };
  await promote(1);
  const [one, ten] = [await promote(1), await promote(10)];
  process.stdout.write(`promotion of 1: ${one} pages, of 10: ${ten}\n`);
  expect(one).toBeLessThan(300);
  expect(ten).toBeLessThan(10 * 100 + 300);
  expect(await club.answers(event)).toMatchObject({ places: 12, entries: MEMBERS - 12 });
});
