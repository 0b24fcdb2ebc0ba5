import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { connect } from '#db/connection';
import { findPostmaster } from '#db/embedded/postmaster';
import { startEmbeddedPostgres } from '#db/embedded/server';
import { newClub } from '../support/answer-lab';
import { afterwards } from '../support/leftovers';
import { seeded } from '../support/random';
import { newDataFolder, until } from '../support/server-process';
import { brokenRules, watchCommits } from '../support/waiting-list';

const KILLS = 4;
const SEED = Number(process.env.CHAOS_SEED ?? Date.now() % 1_000_000);

/** A Postgres of our own that comes back when it is killed, with fsync. */
async function startDatabase() {
  const dataDir = join(await newDataFolder(), 'postgres');
  const server = await startEmbeddedPostgres({ dataDir });
  afterwards(() => server.stop());
  const { db, pool } = connect(server.connectionString, { max: 30 });
  afterwards(() => db.destroy());
  const kill = () => {
    const postmaster = findPostmaster(join(dataDir, 'cluster'));
    if (postmaster) process.kill(postmaster.pid, 'SIGKILL');
  };
  return { pool, kill, revive: server.revive };
}

it('killing Postgres with promotions under way leaves each whole or undone, and nobody waiting who fits (K2, K3)', async () => {
  const random = seeded(SEED);
  const { pool, kill, revive } = await startDatabase();
  const seen = await watchCommits(pool);
  const club = await newClub(pool, 200);
  const events = await Promise.all([5, 20, 40].map((places) => club.event(places)));
  const pick = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)] as Item;
  let going = true;
  const outcomes = { done: 0, lost: 0 };

  /** Members in and out, and raises that promote dozens at once. */
  async function work() {
    while (going) {
      const [member, event] = [pick(club.members), pick(events)];
      const act = random();
      const doing =
        act < 0.35
          ? club.sheet.signUp(member, event)
          : act < 0.7
            ? club.sheet.join(member, event, 1 + Math.floor(random() * 2))
            : act < 0.9
              ? club.sheet.decline(member, event)
              : club.sheet.limit(event, Math.floor(random() * 80));
      await doing.then(
        () => outcomes.done++,
        async () => {
          outcomes.lost++;
          await sleep(50);
        },
      );
    }
  }

  const workers = Array.from({ length: 24 }, work);
  const more = async (count: number) => {
    const wanted = outcomes.done + count;
    await until(async () => {
      // The backends of a killed postmaster live a little longer, so it is gone only later.
      await revive();
      return outcomes.done >= wanted;
    });
  };
  for (let count = 0; count < KILLS; count++) {
    await more(300);
    kill();
  }
  await more(300);
  going = false;
  await Promise.all(workers);
  expect(await brokenRules(pool), `seed ${SEED}`).toEqual([]);
  expect(await seen.broken(), `seed ${SEED}`).toEqual([]);
  expect(await seen.untold(), `seed ${SEED}`).toEqual([]);
  expect(outcomes.lost).toBeGreaterThan(KILLS);
  expect((await club.told('promoted')).length).toBeGreaterThan(20);
  process.stdout.write(`promotion: seed ${SEED}, ${KILLS} kills, ${JSON.stringify(outcomes)}\n`);
});
