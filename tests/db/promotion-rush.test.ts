import { expect, it } from 'vitest';
import { answerLab } from '../support/answer-lab';
import { brokenRules } from '../support/waiting-list';

const lab = answerLab({ connections: 100 });

it('when 1,000 sign up at once for 10 places, the 990 others wait (K2)', async () => {
  const club = await lab.club(1000);
  const event = await club.event(10);
  const joined: string[] = [];
  await Promise.all(
    club.members.map(async (member) => {
      if ((await club.sheet.signUp(member, event)) === 'done') return;
      expect(await club.sheet.join(member, event)).toBe('done');
      joined.push(member);
    }),
  );
  expect(joined).toHaveLength(990);
  const { places, entries, registered, waiting } = await club.answers(event);
  expect([places, registered.length, entries, waiting.length]).toEqual([10, 10, 990, 990]);
  expect(await brokenRules(lab.pool)).toEqual([]);
});

it('raising the maximum promotes 490 in one statement, each told once (K3)', async () => {
  const club = await lab.club(500);
  const event = await club.event(10);
  await lab.pool.query(
    `insert into answers (answer, event_uuid, member_uuid, organization_uuid)
     select 'yes', $1, uuid, organization_uuid from members where organization_uuid = $2 and last_name <= '000010'`,
    [event, club.organization],
  );
  await lab.pool.query(
    `insert into answers (answer, event_uuid, member_uuid, organization_uuid)
     select 'waiting', $1, uuid, organization_uuid from members where organization_uuid = $2 and last_name > '000010' order by last_name`,
    [event, club.organization],
  );
  const start = performance.now();
  expect(await club.sheet.limit(event, 500)).toBe('done');
  process.stdout.write(`490 promotions: ${Math.round(performance.now() - start)} ms\n`);
  const { places, entries, waiting } = await club.answers(event);
  expect({ places, entries, waiting }).toEqual({ places: 500, entries: 0, waiting: [] });
  const told = await club.told('promoted');
  expect(told).toHaveLength(490);
  expect(new Set(told).size).toBe(490);
  // One job drains them all.
  const { rows } = await lab.pool.query(
    `select count(*)::int as jobs from graphile_worker.jobs where task_identifier = 'notifications'`,
  );
  expect(rows).toEqual([{ jobs: 1 }]);
  expect(await club.sheet.limit(event, 501)).toBe('done');
  expect(await club.told('promoted')).toHaveLength(490);
});
