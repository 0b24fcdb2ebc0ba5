import { expect, it } from 'vitest';
import { simulateWeek } from '../bench/week';
import { seriesLab } from '../support/series-lab';

const lab = seriesLab({ patient: true });

/** The week of `npm run bench -- --week`, of a smaller club. */
const SIZE = { members: 40, accounts: 26, teams: 3, teamSize: 10, trainings: 5 };

it('in a week, reminders reach everybody who is asked and nobody else, with groups and without (U12)', async () => {
  const before = await simulateWeek(lab.db, SIZE, { grouped: false, busy: true });
  const after = await simulateWeek(lab.db, SIZE, { grouped: true, busy: true });
  for (const week of [before, after])
    expect(week).toMatchObject({ remindedUnasked: 0, unreminded: 0 });
  expect(after.reminders).toBeGreaterThan(20);
  expect(before.reminders).toBeGreaterThan(2 * after.reminders);
  expect(after.perPerson).toBeLessThan(before.perPerson);
});
