/** The memory held for one client. */
interface Holder {
  bytes: number;
  /** False once it can no longer give way. */
  yields: boolean;
  /** Releases the memory; called at most once. */
  readonly giveWay: () => void;
}

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

  enter(giveWay: () => void): Holder {
    const holder = { bytes: 0, yields: true, giveWay };
    this.#holders.add(holder);
    return holder;
  }

  /** Has no effect for a client that has left or given way. */
  add(holder: Holder, bytes: number): void {
    if (!this.#holders.has(holder)) return;
    this.#held -= this.#counted(holder);
    holder.bytes += bytes;
    this.#held += this.#counted(holder);
    while (this.#held > this.bytes) {
      const next = this.#next();
      if (!next) return;
      this.leave(next);
      next.giveWay();
    }
  }

  /** Nothing is held for this client any more. */
  leave(holder: Holder): void {
    if (this.#holders.delete(holder)) this.#held -= this.#counted(holder);
  }

  #counted({ bytes }: Holder): number {
    return Math.max(0, bytes - this.free);
  }

  #next(): Holder | undefined {
    let chosen: Holder | undefined;
    for (const holder of this.#holders) {
      if (!holder.yields || holder.bytes <= this.free) continue;
      if (this.first === 'oldest') return holder;
      if (!chosen || holder.bytes > chosen.bytes) chosen = holder;
    }
    return chosen;
  }
}
