import { setImmediate as nextTurn } from 'node:timers/promises';
import { FairQueue } from './fair-queue';

/** Bytes that nearly every form and call fits in. */
const LARGE = 16 * 1024;

/**
 * Shares the thread among requests: one piece of work begins in each turn of the event loop, and in
 * between everybody else is heard. Of 250 large forms that came at once, the last one would otherwise
 * be done before anything that came after them.
 * @returns waits for the turn of a network's request, whose body has so many bytes. Networks take
 *   turns, and so do a network's large and small requests
 */
export function threadTurns(): (network: string, bytes: number) => Promise<void> {
  const queue = new FairQueue(1);
  return (network, bytes) =>
    new Promise((begin, fail) => {
      const owner = bytes > LARGE ? `${network}, large` : network;
      const held = queue.run(owner, () => {
        begin();
        return nextTurn();
      });
      held.catch(fail);
    });
}
