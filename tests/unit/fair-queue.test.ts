import { expect, it, vi } from 'vitest';
import { FairQueue, NoTurn } from '~/server/fair-queue';

/** Jobs that a test ends by hand, and the order in which they began. */
function bench(slots: number, places: number) {
  const queue = new FairQueue(slots, places, 10_000);
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

it('one network may take every place, and gives way to each that has fewer (A8)', async () => {
  const { queue, began, ask, finish } = bench(1, 40);
  const flood = Array.from({ length: 41 }, () => ask('flood'));
  expect(queue.hasRoom('flood')).toBe(false);
  const homes = Array.from({ length: 38 }, (_, home) => {
    expect(queue.hasRoom(`home ${home}`)).toBe(true);
    return ask(`home ${home}`);
  });
  // Two are left to the flood, and one more of a home would have as many.
  expect(queue.hasRoom('home 0')).toBe(false);
  expect(queue.hasRoom('one more')).toBe(true);
  homes.push(ask('one more'));
  // The queue is bounded, so that a distributed flood of a minute does not last an hour.
  expect(queue.hasRoom('too many')).toBe(false);
  const outcomes = Promise.allSettled([...flood, ...homes]);
  await finish();
  const gaveWay = (await outcomes).map(({ status }) => status === 'rejected');
  // Those who had waited longest keep their places.
  expect(gaveWay.slice(0, 41)).toEqual([false, false, ...Array(39).fill(true)]);
  expect(gaveWay.slice(41)).not.toContain(true);
  expect(began.slice(0, 3)).toEqual(['flood', 'flood', 'home 0']);
  expect(queue.hasRoom('flood')).toBe(true);
});

it('sixty people of one network are all served, and others as soon as two of them (A8)', async () => {
  const { began, ask, finish } = bench(2, 80);
  const all = Array.from({ length: 60 }, () => ask('clubhouse'));
  all.push(ask('home'));
  await finish();
  await Promise.all(all);
  expect(began.indexOf('home')).toBe(3);
  expect(began).toHaveLength(61);
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
  expect(refused).toHaveLength(59);
  expect(refused).toContainEqual({ status: 'rejected', reason: expect.any(NoTurn) });
});

it('what has waited for ten seconds is given up and never begins, and its place is free (A8, A11)', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const { queue, began, ask, finish } = bench(1, 2);
    const running = ask('first');
    const early = Promise.allSettled([ask('early'), ask('early')]);
    vi.advanceTimersByTime(6000);
    expect(queue.hasRoom('early')).toBe(false);
    vi.advanceTimersByTime(4000);
    for (const each of await early)
      expect(each).toMatchObject({ status: 'rejected', reason: expect.any(NoTurn) });
    expect(queue.hasRoom('early')).toBe(true);
    const late = ask('late');
    vi.advanceTimersByTime(9999);
    await finish();
    await Promise.all([running, late]);
    vi.advanceTimersByTime(60_000);
    expect(began).toEqual(['first', 'late']);
  } finally {
    vi.useRealTimers();
  }
});

it('the queue continues after a failed job', async () => {
  const queue = new FairQueue(1, 4, 10_000);
  const failing = queue.run('a', () => Promise.reject(new Error('broken')));
  const next = queue.run('b', async () => 'done');
  await expect(failing).rejects.toThrow('broken');
  expect(await next).toBe('done');
});
