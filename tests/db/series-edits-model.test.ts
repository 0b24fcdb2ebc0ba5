import { expect, it } from 'vitest';
import { daysFrom } from '~/dates.server';
import { inDays } from '../support/events';
import { makeSeries } from '../support/series';
import { Game } from '../support/series-game';
import { judge, judgeSeries } from '../support/series-judge';
import { seriesClub, seriesLab } from '../support/series-lab';

const SEED = Number(process.env.SERIES_SEED ?? 11);
const ROUNDS = Number(process.env.SERIES_ROUNDS ?? 8);
const STEPS = 25;

const lab = seriesLab();

const RULES = [
  'FREQ=WEEKLY;BYDAY=TU',
  'FREQ=WEEKLY;INTERVAL=2;BYDAY=TH',
  'FREQ=WEEKLY;BYDAY=MO,WE',
  'FREQ=WEEKLY;BYDAY=FR;COUNT=14',
  'FREQ=MONTHLY;BYDAY=1SA',
];

it('keeps answers, exceptions and what is over, whatever is done to a series (L5, L6, L7)', async () => {
  const total = { carriedOut: 0, refused: 0, listed: 0 };
  for (let round = 0; round < ROUNDS; round++) {
    const club = await seriesClub(lab);
    const members = await Promise.all(
      Array.from({ length: 5 }, () => lab.make.member(club.organization)),
    );
    const game = new Game(
      lab,
      club,
      members.map(({ uuid }) => uuid),
      SEED + round,
    );
    const date = inDays(game.below(16) - 10);
    await makeSeries(lab, club.organization, {
      rule: game.pick(RULES),
      max: 3,
      event: {
        date,
        start_time: '18:00',
        end_time: '20:00',
        sign_up_until: game.chance(0.5) ? `${daysFrom(date, -1)}T10:00:00+01:00` : null,
      },
      skipHolidays: game.chance(0.5) ? 'BY' : undefined,
    });
    const history: string[] = [];
    let before = await club.events();
    for (let count = 0; count < STEPS; count++) {
      if (![...before.values()].some(({ series }) => series)) break;
      const step = await game.step(before);
      history.push(`${step.what}${step.refused ? ' refused' : ''}`);
      const after = await club.events();
      try {
        judge(before, after, step);
        await judgeSeries(lab, club);
      } catch (error) {
        throw new Error(`seed ${SEED + round}: ${history.slice(-8).join('; ')}`, { cause: error });
      }
      total[step.refused ? 'refused' : 'carriedOut']++;
      before = await club.events();
    }
    total.listed += game.done.listed;
  }
  expect(total.carriedOut).toBeGreaterThan(ROUNDS * 8);
  expect(total.listed).toBeGreaterThan(ROUNDS / 2);
});
