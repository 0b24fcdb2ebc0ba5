/**
 * Bounds the memory held for clients: each gets a little for free, and everything beyond that comes
 * out of one shared room. When it is full, one client gives way, however many connections there
 * are.
 */
export class Room {
  readonly #holders = new Set<Holder>();
  #held = 0;

  /**
   * @param bytes of all clients together
   * @param free bytes of each client that do not count
   * @param first which client gives way: the one that holds most, or the one that entered first
   */
  constructor(
    private readonly bytes: number,
    private readonly free: number,
    private readonly first: 'largest' | 'oldest',
  ) {}

  /** @param giveWay releases the memory; called at most once */
  enter(giveWay: () => void): Holder {
    const holder = new Holder(giveWay, this.free, (change) => this.#count(holder, change));
    this.#holders.add(holder);
    return holder;
  }

  /** Bytes held now, without the free ones. */
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

/** The memory held for one client. */
export class Holder {
  #bytes = 0;
  #left = false;
  /** False once it can no longer give way. */
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

  /** Reports that nothing is held any more. */
  leave(): void {
    if (this.#left) return;
    this.#left = true;
    this.report('left');
  }
}
