export class QueueFull extends Error {}

/**
 * Queues work for a few threads, in turn by owner: after a hundred jobs of one network, the next
 * network is second, not a hundred and first.
 */
export class FairQueue {
  /** Waiting work by owner; the first owner is next. */
  readonly #waiting = new Map<string, Array<() => void>>();
  #total = 0;
  #running = 0;

  /**
   * @param slots how many may run at a time
   * @param places how many may wait
   */
  constructor(
    private readonly slots: number,
    private readonly places: number,
  ) {}

  /**
   * True if one more may wait. One owner gets at most half of the places. Half as many again are
   * reserved for owners without waiting work.
   */
  hasRoom(owner: string): boolean {
    const own = this.#waiting.get(owner)?.length ?? 0;
    if (own === 0) return this.#total < this.places * 1.5;
    return this.#total < this.places && own < this.places / 2;
  }

  /**
   * Runs the work when it is its turn.
   * @throws QueueFull if there is no room to wait; a hundred callers may have seen hasRoom() at
   *   once
   */
  async run<Result>(owner: string, work: () => Promise<Result>): Promise<Result> {
    if (this.#running < this.slots) this.#running++;
    else if (this.hasRoom(owner)) await this.#turn(owner);
    else throw new QueueFull();
    try {
      return await work();
    } finally {
      // The next one takes over the slot.
      if (!this.#next()) this.#running--;
    }
  }

  #turn(owner: string): Promise<void> {
    return new Promise((resolve) => {
      const line = this.#waiting.get(owner);
      if (line) line.push(resolve);
      else this.#waiting.set(owner, [resolve]);
      this.#total++;
    });
  }

  #next(): boolean {
    for (const [owner, line] of this.#waiting) {
      const begin = line.shift();
      // Move the owner to the end of the round: a Map keeps insertion order.
      this.#waiting.delete(owner);
      if (line.length > 0) this.#waiting.set(owner, line);
      if (!begin) continue;
      this.#total--;
      begin();
      return true;
    }
    return false;
  }
}
