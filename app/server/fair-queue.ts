/** Thrown where a work finds no place to wait in. */
export class QueueFull extends Error {}

/**
 * Work that waits for a few threads, in turn by whom it is for: one network that asks a hundred
 * times waits for itself, and the next to come is second and not a hundred and first.
 */
export class FairQueue {
  /** Who waits, the one whose turn is next first. */
  readonly #waiting = new Map<string, Array<() => void>>();
  #total = 0;
  #running = 0;

  /**
   * @param slots how many run at a time
   * @param places how many may wait in all
   */
  constructor(
    private readonly slots: number,
    private readonly places: number,
  ) {}

  /**
   * Whether one more may wait. Nobody may take more than half of the places. Where all are taken,
   * half as many again are kept for those of whom nobody waits yet.
   */
  hasRoom(owner: string): boolean {
    const own = this.#waiting.get(owner)?.length ?? 0;
    if (own === 0) return this.#total < this.places * 1.5;
    return this.#total < this.places && own < this.places / 2;
  }

  /**
   * Runs it when it is its turn.
   * @throws QueueFull if it would have to wait and may not: whoever asked hasRoom() may have asked
   *   at the same moment as a hundred others
   */
  async run<Result>(owner: string, work: () => Promise<Result>): Promise<Result> {
    if (this.#running < this.slots) this.#running++;
    else if (this.hasRoom(owner)) await this.#turn(owner);
    else throw new QueueFull();
    try {
      return await work();
    } finally {
      // Whoever is next takes over this one's slot.
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
      // To the end of the round, as a Map keeps the order in which keys came.
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
