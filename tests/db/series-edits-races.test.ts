import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { daysFrom } from '~/dates.server';
import { deleteDates, deleteEvent, updateEvent } from '~/features/events/operations/events.server';
import { changeRepetition } from '~/features/series/operations/changing.server';
import { Outdated } from '~/kernel/version.server';
import { AnswerSheet } from '../support/answer-sheet';
import { inDays } from '../support/events';
import { seeded } from '../support/random';
import { datesIn, extend, makeSeries } from '../support/series';
import { seriesClub, seriesLab } from '../support/series-lab';
import { brokenRules } from '../support/waiting-list';

const lab = seriesLab();
const SEED = Number(process.env.SERIES_SEED ?? 5);

/** A club with a series of ten dates and members who may answer. */
async function setting({ members = 4, max = 2, count = 10 } = {}) {
  const club = await seriesClub(lab);
  const people = await Promise.all(
    Array.from({ length: members }, () => lab.make.member(club.organization)),
  );
  const date = inDays(7);
  const series = await makeSeries(lab, club.organization, {
    rule: `FREQ=WEEKLY;BYDAY=${['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'][new Date(date).getUTCDay()]};COUNT=${count}`,
    max,
    event: { date, start_time: '18:00' },
  });
  const given = {
    name: 'Training',
    date,
    eventType: 'LIMITED_EVENT' as const,
    maxParticipants: max,
  };
  /** What a form posts about a date of it. */
  const edit = (at: number) => {
    const day = daysFrom(date, 7 * at);
    return { ...given, date: day, event: series.dates.get(day) ?? '' };
  };
  return { club, people, series, edit, date, sheet: new AnswerSheet(lab.pool) };
}

const deadlocks = async () => {
  const { rows } = await sql<{ count: number }>`
    select deadlocks::integer as count from pg_stat_database where datname = current_database()`.execute(
    lab.db,
  );
  return rows[0]?.count ?? 0;
};

describe('edits of a series at the same time', () => {
  it('of two that started from the same dates one is carried out, and the other learns of it (L7)', async () => {
    for (let round = 0; round < 12; round++) {
      const { club, edit } = await setting();
      const [first, second] = [round % 5, (round * 3) % 7];
      const outcomes = await Promise.all([
        club.perform(updateEvent, { ...edit(first), place: 'Halle', scope: 'following' }, 1),
        club.perform(updateEvent, { ...edit(second), startTime: '19:00', scope: 'all' }, 1),
      ]);
      const refused = outcomes.filter(({ problem }) => problem);
      expect(refused.map(({ problem }) => problem?.status)).toEqual([409]);
      const events = [...(await club.events()).values()];
      const halls = events.filter(({ place }) => place === 'Halle').length;
      const late = events.filter(({ startTime }) => startTime === '19:00:00').length;
      expect([halls, late]).toEqual(outcomes[0].problem ? [0, 10] : [10 - first, 0]);
    }
  });

  it('that name no version are both kept (L7)', async () => {
    for (let round = 0; round < 12; round++) {
      const { club, edit } = await setting();
      const outcomes = await Promise.all([
        club.perform(updateEvent, { ...edit(3), place: 'Halle', scope: 'all' }),
        club.perform(updateEvent, { ...edit(6), startTime: '19:00', scope: 'all' }),
        club.perform(updateEvent, {
          ...edit(4),
          description: 'Bitte Schläger mitbringen',
          scope: 'only',
        }),
      ]);
      expect(outcomes.map(({ problem }) => problem)).toEqual([undefined, undefined, undefined]);
      for (const { place, startTime } of (await club.events()).values())
        expect([place, startTime]).toEqual(['Halle', '19:00:00']);
      const texts = [...(await club.events()).values()].filter(({ description }) => description);
      expect(texts.map(({ own }) => own)).toEqual([['description']]);
    }
  });

  it('never move or delete what somebody answers meanwhile without showing it (L6, L7)', async () => {
    const seen = { refused: 0, carriedOut: 0 };
    for (let round = 0; round < 20; round++) {
      const { club, people, series, edit, sheet } = await setting({ max: 3 });
      const uuids = [...series.dates.values()];
      const signUps = people.map(async ({ uuid: member }, at) => {
        const event = uuids[(round + at * 3) % uuids.length] ?? '';
        return { member, event, outcome: await sheet.signUp(member, event) };
      });
      const poll = await lab.make.poll({
        uuid: uuids[8] ?? '',
        organization: club.organization.uuid,
      });
      const answer = lab.make.answer(poll, people[0] ?? { uuid: '' }).then(
        () => true,
        () => false,
      );
      const change =
        round % 2 === 0
          ? club.perform(deleteDates, { event: edit(2).event, scope: 'all' })
          : club.perform(updateEvent, {
              ...edit(0),
              date: daysFrom(edit(0).date, 1),
              scope: 'all',
            });
      const { problem } = await change;
      seen[problem ? 'refused' : 'carriedOut']++;
      if (problem)
        expect([problem.status, problem.errors?.listed?.length ?? 0]).toEqual([
          422,
          (problem.errors?.unlisted?.length ?? 0) + 1,
        ]);
      const before = new Map([...series.dates].map(([day, uuid]) => [uuid, day]));
      const after = await club.events();
      for (const { member, event, outcome } of await Promise.all(signUps)) {
        if (outcome !== 'done' && outcome !== '23503') throw new Error(outcome);
        const now = after.get(event);
        // A sign-up that waited for the deletion finds no event; one that came before is kept.
        if (problem) expect(now?.date).toBe(before.get(event));
        if (outcome === 'done' && now && !problem)
          expect(now.date).toBe(daysFrom(before.get(event) ?? '', round % 2));
        if (outcome === 'done') {
          const { rows } =
            await sql`select from answers where answer = 'yes' and event_uuid = ${event} and member_uuid = ${member}`.execute(
              lab.db,
            );
          // A sign-up without an event did not happen: nothing was deleted then.
          expect(rows).toHaveLength(now ? 1 : 0);
          if (round % 2 === 0) expect(now === undefined, 'a sign-up is lost').toBe(false);
        }
      }
      if (await answer) expect((await club.events()).has(poll.event)).toBe(true);
    }
    expect(seen.refused).toBeGreaterThan(0);
  });

  it('end in no error whatever else happens to the series (L7)', async () => {
    const before = await deadlocks();
    const statuses: Record<string, number> = {};
    for (let round = 0; round < 10; round++) {
      const random = seeded(SEED + round);
      const below = (count: number) => Math.floor(random() * count);
      const { club, people, series, edit, sheet } = await setting({ members: 12, max: 2 });
      const uuids = [...series.dates.values()];
      const event = () => uuids[below(uuids.length)] ?? '';
      const member = () => people[below(people.length)]?.uuid ?? '';
      for (const uuid of uuids)
        for (let at = 0; at < 6; at++)
          await (at < 2 ? sheet.signUp : sheet.join).call(sheet, people[at]?.uuid ?? '', uuid);
      const wide = { listed: uuids };
      const work = [
        ...Array.from(
          { length: 4 },
          () => () =>
            club.perform(updateEvent, {
              ...edit(below(10)),
              maxParticipants: 1 + below(5),
              scope: (['following', 'all'] as const)[below(2)] ?? 'all',
            }),
        ),
        () =>
          club.perform(updateEvent, {
            ...edit(1),
            date: daysFrom(edit(1).date, 1),
            scope: 'all',
            ...wide,
          }),
        () =>
          club.perform(changeRepetition, {
            event: edit(below(10)).event,
            rule: 'FREQ=WEEKLY;BYDAY=MO,TU',
            scope: 'following',
            ...wide,
          }),
        () => club.perform(deleteEvent, { event: event() }),
        () =>
          club.perform(deleteDates, {
            event: edit(8).event,
            scope: 'following',
            answered: 'cancel',
            ...wide,
          }),
        () => extend(lab.db, series.uuid),
        () => sql`delete from members where uuid = ${member()}`.execute(lab.db),
        () => sql`delete from members where uuid = ${member()}`.execute(lab.db),
        ...Array.from({ length: 12 }, () => () => sheet.signUp(member(), event())),
        ...Array.from({ length: 12 }, () => () => sheet.leave(member(), event())),
        ...Array.from({ length: 6 }, () => () => sheet.join(member(), event())),
        ...(round === 9 ? [() => sheet.deleteOrganization(club.organization.uuid)] : []),
      ];
      const order = work
        .map((task) => ({ task, at: random() }))
        .sort((one, other) => one.at - other.at);
      for (const outcome of await Promise.all(order.map(({ task }) => task()))) {
        const problem =
          typeof outcome === 'object' && 'problem' in outcome ? outcome.problem : undefined;
        if (problem && !(problem instanceof Outdated)) {
          statuses[problem.status] = (statuses[problem.status] ?? 0) + 1;
          expect([403, 404, 409, 422]).toContain(problem.status);
        }
      }
      expect(await brokenRules(lab.pool)).toEqual([]);
      expect(await extend(lab.db, series.uuid)).toBe(0);
      expect((await datesIn(lab.db, series.uuid)).size).toBeLessThanOrEqual(200);
    }
    // Postgres ends none of them, so that none has to be done again.
    expect([(await deadlocks()) - before, Object.keys(statuses)]).toEqual([0, expect.anything()]);
  });
});
