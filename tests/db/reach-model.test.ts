import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { daysFrom } from '~/dates.server';
import { type ChangedDate, notifySeriesChange } from '~/features/events/queries/changes.server';
import { reachOfEvent } from '~/features/events/queries/reach.server';
import { eventColumns } from '~/features/events/queries.server';
import { inDays } from '../support/events';
import { seeded } from '../support/random';
import { changeRows, insertRows } from '../support/rows';
import { makeSeries, weekdayOf } from '../support/series';
import { seriesLab } from '../support/series-lab';

const SEED = Number(process.env.REACH_SEED ?? 3);
const ROUNDS = Number(process.env.REACH_ROUNDS ?? 12);
const PEOPLE = 12;

const lab = seriesLab();

/** A club whose members are in every state, and a series with dates of their own groups. */
async function randomClub(chance: (of: number) => boolean) {
  const { make, db } = lab;
  const organization = await make.organization();
  const both = { organization_uuid: organization.uuid };
  const editor = await make.userOf(organization, ['EDIT_EVENTS']);
  const people = [{ user: editor.uuid as string | null, uuid: editor.member }];
  for (let nth = 0; nth < PEOPLE; nth++) {
    if (chance(0.2)) {
      people.push({ user: null, uuid: (await make.member(organization)).uuid });
      continue;
    }
    const { uuid, member } = await make.userOf(organization);
    people.push({ user: uuid, uuid: member });
    if (chance(0.2)) await changeRows(db, 'users', uuid, { activated: false });
    if (chance(0.4))
      await insertRows(db, 'notification_settings', {
        ...both,
        user_uuid: uuid,
        topic: 'event_changed',
        way: chance(0.5) ? 'off' : 'digest',
      });
  }
  if (chance(0.3))
    await insertRows(db, 'notification_defaults', { ...both, topic: 'event_changed', way: 'off' });
  const some = () => people.filter(() => chance(0.4));
  const groups = [await make.group(organization, some()), await make.group(organization, some())];
  const first = inDays(7);
  const series = await makeSeries(lab, organization, {
    rule: `FREQ=WEEKLY;BYDAY=${weekdayOf(first)};COUNT=5`,
    event: { date: first, asks_answer: true },
  });
  for (const uuid of series.dates.values()) {
    const its = chance(0.3) ? [] : groups.filter(() => chance(0.6)).map((each) => each.uuid);
    await changeRows(db, 'events', uuid, { groups: its });
    for (const member of people.filter(() => chance(0.3)))
      await insertRows(db, 'answers', {
        ...both,
        event_uuid: uuid,
        member_uuid: member.uuid,
        answer: chance(0.5) ? 'yes' : 'no',
      });
  }
  for (const { uuid } of people) {
    if (chance(0.2))
      await changeRows(db, 'members', uuid, { left_on: inDays(chance(0.5) ? 15 : 29) });
    if (chance(0.15))
      await insertRows(db, 'series_opt_outs', {
        ...both,
        series_uuid: series.uuid,
        member_uuid: uuid,
      });
  }
  return { editor, series };
}

it('a change of one, some or all dates is told to as many as were counted before (U7)', async () => {
  let told = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const random = seeded(SEED + round);
    const { editor, series } = await randomClub((of) => random() < of);
    const dates = await lab.db
      .selectFrom('events')
      .select(eventColumns)
      .where('series_uuid', '=', series.uuid)
      .orderBy('series_date')
      .execute();
    const at = Math.floor(random() * dates.length);
    const event = dates[at];
    if (!event) throw new Error('no dates');
    const reach = await reachOfEvent(lab.db, event, editor);
    const changed = { only: [event], following: dates.slice(at), all: dates };
    for (const scope of ['only', 'following', 'all'] as const) {
      const { answered, open, declined } = reach[scope];
      const tells = async (change: object, isOpen: boolean) => {
        const changes = changed[scope].map(
          (after): ChangedDate => ({
            before: { ...after, ...change },
            after,
          }),
        );
        const trx = await lab.db.startTransaction().execute();
        const count = await notifySeriesChange(trx, changes, { but: editor, open: isOpen });
        await trx.rollback().execute();
        return count;
      };
      const counted = {
        answered: answered.reached,
        both: answered.reached + open.reached,
        moved: answered.reached + declined.reached,
      };
      const really = {
        answered: await tells({ place: 'anderswo' }, false),
        both: await tells({ place: 'anderswo' }, true),
        moved: await tells({ date: daysFrom(event.date, -1) }, false),
      };
      expect(really, `seed ${SEED + round}, ${scope}`).toEqual(counted);
      told += counted.both;
    }
  }
  expect(told).toBeGreaterThan(ROUNDS * 6);
  const { rows } = await sql`select from notifications`.execute(lab.db);
  expect(rows).toEqual([]);
});
