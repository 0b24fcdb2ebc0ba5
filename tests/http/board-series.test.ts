import { expect, it } from 'vitest';
import { testApp } from '../support/app';
import { eventSetting, inDays } from '../support/events';
import { weeklySeries } from '../support/series-club';

const app = testApp();

/** The leaves of the board, by their names. */
const leavesOf = (text: string) =>
  [...text.matchAll(/<h3[^>]*><a [^>]*>([^<]+)/g)].map(([, name]) => name);

it('on the board a series has its next date only, and leaves room for what comes once (L1)', async () => {
  const { user, organization } = await eventSetting(app);
  await weeklySeries(app.pool, organization, { count: 12, dates: 104, from: inDays(0) });
  await app.make.event(organization, { name: 'Weihnachtsfeier', date: inDays(200) });
  await app.make.event(organization, { name: 'Sommerfest', date: inDays(300) });
  const leaves = leavesOf((await user.get('/app/')).text);
  expect(leaves).toHaveLength(5);
  expect(leaves.slice(3)).toEqual(['Weihnachtsfeier', 'Sommerfest']);
  expect(new Set(leaves).size).toBe(5);
});

it('the board of a club with nothing but series shows one date of each (L1)', async () => {
  const { user, organization } = await eventSetting(app);
  await weeklySeries(app.pool, organization, { count: 4, dates: 10, from: inDays(0) });
  const leaves = leavesOf((await user.get('/app/')).text);
  expect([...leaves].sort()).toEqual([1, 2, 3, 4].map((nth) => `Training der Abteilung ${nth}`));
});

it('own registrations are all on the board, whatever series they are of (L1)', async () => {
  const { user, organization, member } = await eventSetting(app);
  const [series] = await weeklySeries(app.pool, organization, {
    count: 1,
    dates: 10,
    from: inDays(7),
  });
  const { rows } = await app.pool.query<{ uuid: string }>(
    'select uuid from events where series_uuid = $1 order by date limit 3',
    [series],
  );
  for (const { uuid } of rows)
    await app.make.registration({ uuid, organization: organization.uuid }, member);
  const { text } = await user.get('/app/');
  const own = text.slice(text.indexOf('>Dabei<')).split('</section>')[0] ?? '';
  for (const { uuid } of rows) expect(own).toContain(uuid);
  expect(leavesOf(text)).toHaveLength(3);
});
