/**
 * Memory that is held for clients: of each a little for nothing, and all beyond that out of one
 * room that they share. Where it is full one of them gives way, so that nobody can make the process
 * hold more, with however many connections.
 */
export class Room {
  readonly #holders = new Set<Holder>();
  #held = 0;

  /**
   * @param bytes of all together
   * @param free bytes of each that are not counted
   * @param first who gives way: who holds most, or who has held for longest
   */
  constructor(
    private readonly bytes: number,
    private readonly free: number,
    private readonly first: 'largest' | 'oldest',
  ) {}

  /** @param giveWay lets go of what is held; called at most once */
  enter(giveWay: () => void): Holder {
    const holder = new Holder(giveWay, this.free, (change) => this.#count(holder, change));
    this.#holders.add(holder);
    return holder;
  }

  /** Bytes held now, without what is free. */
  get held(): number {
    return this.#held;
  }

  #count(holder: Holder, change: number | 'left'): void {
    if (change === 'left') {
      this.#holders.delete(holder);
      this.#held -= holder.counted;
      return;
    }
    this.#held += change;
    while (this.#held > this.bytes) {
      const next = this.#next();
      if (!next) return;
      next.yield();
    }
  }

  #next(): Holder | undefined {
    let chosen: Holder | undefined;
    for (const holder of this.#holders) {
      if (!holder.yields || holder.counted === 0) continue;
      if (this.first === 'oldest') return holder;
      if (!chosen || holder.counted > chosen.counted) chosen = holder;
    }
    return chosen;
  }
}

/** What is held for one client. */
export class Holder {
  #bytes = 0;
  #left = false;
  /** Whether it can still be asked to give way. */
  yields = true;

  constructor(
    private readonly giveWay: () => void,
    private readonly free: number,
    private readonly report: (change: number | 'left') => void,
  ) {}

  get counted(): number {
    return Math.max(0, this.#bytes - this.free);
  }

  add(bytes: number): void {
    if (this.#left) return;
    const before = this.counted;
    this.#bytes += bytes;
    this.report(this.counted - before);
  }

  yield(): void {
    this.leave();
    this.giveWay();
  }

  /** Nothing is held any more. */
  leave(): void {
    if (this.#left) return;
    this.#left = true;
    this.report('left');
  }
}
