/** The work was not started: the queue was full, or the wait too long. */
export class NoTurn extends Error {}

interface Waiting {
  begin(): void;
  giveUp(): void;
}

/**
 * Queues work that only so many may do at a time, in turn by owner: after a hundred jobs of one
 * network, the next network is second, not a hundred and first. An owner may take every place that
 * nobody else needs; work that has waited too long is dropped (docs/decisions/0009).
 */
export class FairQueue {
  /** Waiting work by owner; the first owner is next. */
  readonly #waiting = new Map<string, Waiting[]>();
  #total = 0;
  #running = 0;

  /**
   * @param slots how many may run at a time
   * @param places how many may wait; any number if absent
   * @param patienceMs how long each may wait; for ever if absent
   */
  constructor(
    private readonly slots: number,
    private readonly places = Number.POSITIVE_INFINITY,
    private readonly patienceMs?: number,
  ) {}

  /** True if nothing runs, and so nothing waits. */
  get isIdle(): boolean {
    return this.#running === 0;
  }

  /** True if one more may wait, perhaps in the place of an owner who has taken more. */
  hasRoom(owner: string): boolean {
    if (this.#total < this.places) return true;
    const [, most] = this.#longest();
    return (this.#waiting.get(owner)?.length ?? 0) + 1 < most.length;
  }

  /**
   * Runs the work when it is its turn.
   * @throws NoTurn if it is not started, as a hundred callers may have seen hasRoom() at once
   */
  async run<Result>(owner: string, work: () => Promise<Result>): Promise<Result> {
    if (this.#running < this.slots) this.#running++;
    else await this.#turn(owner);
    try {
      return await work();
    } finally {
      // The next one takes over the slot.
      if (!this.#next()) this.#running--;
    }
  }

  #turn(owner: string): Promise<void> {
    if (!this.hasRoom(owner)) throw new NoTurn();
    if (this.#total >= this.places) {
      const [most, line] = this.#longest();
      // The last one has waited least.
      const last = line.at(-1);
      if (last) this.#leave(most, last);
      last?.giveUp();
    }
    return new Promise((resolve, reject) => {
      const tooLong = () => {
        this.#leave(owner, waiting);
        waiting.giveUp();
      };
      const { patienceMs } = this;
      const late = patienceMs === undefined ? undefined : setTimeout(tooLong, patienceMs).unref();
      const waiting: Waiting = {
        begin() {
          clearTimeout(late);
          resolve();
        },
        giveUp() {
          clearTimeout(late);
          reject(new NoTurn());
        },
      };
      const line = this.#waiting.get(owner);
      if (line) line.push(waiting);
      else this.#waiting.set(owner, [waiting]);
      this.#total++;
    });
  }

  #next(): boolean {
    const [first] = this.#waiting;
    if (!first) return false;
    const [owner, line] = first;
    const [next] = line;
    if (next) this.#leave(owner, next);
    // Move the owner to the end of the round: a Map keeps insertion order.
    if (this.#waiting.delete(owner)) this.#waiting.set(owner, line);
    next?.begin();
    return next !== undefined;
  }

  #leave(owner: string, leaving: Waiting): void {
    const line = this.#waiting.get(owner) ?? [];
    line.splice(line.indexOf(leaving), 1);
    if (line.length === 0) this.#waiting.delete(owner);
    this.#total--;
  }

  #longest(): readonly [owner: string, line: Waiting[]] {
    let longest: readonly [string, Waiting[]] = ['', []];
    for (const each of this.#waiting) if (each[1].length > longest[1].length) longest = each;
    return longest;
  }
}
