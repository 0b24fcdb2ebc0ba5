// Preloaded into a server: measures what requests cost its main thread, for tests/running/costs.test.ts.
// TURNS is the path of the socket that it answers at.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { isMainThread } from 'node:worker_threads';

/** CPU time of this thread in milliseconds, which a busy machine does not inflate. */
const cpu = process.threadCpuUsage
  ? () => {
      const { user, system } = process.threadCpuUsage();
      return (user + system) / 1000;
    }
  : () =>
      Number(readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;

let last = cpu();
let longest = 0;
let least = 0;
let most = 0;

// A timer comes once in each turn of the event loop, if a millisecond has passed: what was used since
// the last one is a turn, or some turns of less than a millisecond.
function look() {
  const now = cpu();
  longest = Math.max(longest, now - last);
  most = Math.max(most, process.memoryUsage.rss());
  last = cpu();
}

// Password threads load this, too.
if (isMainThread) {
  let looking;
  createServer((request, response) => {
    look();
    clearInterval(looking);
    if (request.url === '/begin') {
      globalThis.gc?.();
      // Not before: a thousand looks a second cost as much as what is measured.
      looking = setInterval(look, 1).unref();
      last = cpu();
      [longest, least] = [0, process.memoryUsage.rss()];
      most = least;
    }
    response.end(JSON.stringify({ turn: longest, memory: (most - least) / 2 ** 20 }));
  }).listen(process.env.TURNS);
}
