import { expect, it } from 'vitest';
import { FairQueue, QueueFull } from '~/server/fair-queue';

/** Jobs that a test ends by hand, and the order in which they began. */
function bench(slots: number, places: number) {
  const queue = new FairQueue(slots, places);
  const began: string[] = [];
  const ends: Array<() => void> = [];
  const ask = (owner: string) =>
    queue.run(owner, () => {
      began.push(owner);
      return new Promise<void>((resolve) => ends.push(resolve));
    });
  /** Ends running jobs one after the other until none is left. */
  async function finish(): Promise<void> {
    for (let end = ends.shift(); end; end = ends.shift()) {
      end();
      await new Promise(setImmediate);
    }
  }
  return { queue, began, ask, finish };
}

it('log-ins are served by network in turn, however many wait from one (ASVS V15.2.2)', async () => {
  const { began, ask, finish } = bench(1, 400);
  const all = Array.from({ length: 100 }, () => ask('flood'));
  all.push(ask('home'), ask('home'), ask('train'));
  await finish();
  await Promise.all(all);
  expect(began.slice(0, 6)).toEqual(['flood', 'flood', 'home', 'train', 'flood', 'home']);
  expect(began).toHaveLength(103);
});

it('one network takes at most half of the queue, and others still find a place (A8)', async () => {
  const { queue, ask, finish } = bench(1, 40);
  const flood = (network: string) => {
    while (queue.hasRoom(network)) ask(network);
  };
  ask('running');
  flood('one');
  expect(queue.hasRoom('one')).toBe(false);
  flood('two');
  expect(queue.hasRoom('two')).toBe(false);
  for (let network = 0; network < 20; network++) {
    expect(queue.hasRoom(`home ${network}`)).toBe(true);
    ask(`home ${network}`);
  }
  // The queue is bounded, so that a distributed flood of a minute does not last an hour.
  expect(queue.hasRoom('one more')).toBe(false);
  await finish();
  expect(queue.hasRoom('one')).toBe(true);
});

it('log-ins beyond the limit are refused even if all found room before any had taken it', async () => {
  const { queue, ask, finish } = bench(1, 40);
  const offered = Array.from({ length: 100 }, () => queue.hasRoom('flood'));
  expect(offered).not.toContain(false);
  const all = offered.map(() => ask('flood'));
  expect(queue.hasRoom('home')).toBe(true);
  const settled = Promise.allSettled(all);
  await new Promise(setImmediate);
  await finish();
  const refused = (await settled).filter(({ status }) => status === 'rejected');
  expect(refused).toHaveLength(79);
  expect(refused).toContainEqual({ status: 'rejected', reason: expect.any(QueueFull) });
});

it('the queue continues after a failed job', async () => {
  const queue = new FairQueue(1, 4);
  const failing = queue.run('a', () => Promise.reject(new Error('broken')));
  const next = queue.run('b', async () => 'done');
  await expect(failing).rejects.toThrow('broken');
  expect(await next).toBe('done');
});
