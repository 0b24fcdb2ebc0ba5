/** How long somebody waits for their turn. */
const PATIENCE_MS = 10_000;
/** How many of one wait at most. */
const WAITING = 20;

/** Lets one thing at a time be done for each key, in the order of arrival. */
export class Turns {
  /** By key, those that wait; the first is under way. */
  readonly #lines = new Map<string, Array<() => void>>();

  /** @returns what ends the turn; null if too many wait, or it has not come in time */
  enter(key: string): Promise<(() => void) | null> {
    const line = this.#lines.get(key) ?? [];
    if (line.length > WAITING) return Promise.resolve(null);
    this.#lines.set(key, line);
    return new Promise((resolve) => {
      const begin = () => {
        clearTimeout(late);
        resolve(leave);
      };
      const leave = () => {
        if (line[0] !== begin) return;
        line.shift();
        if (line.length === 0) this.#lines.delete(key);
        else line[0]?.();
      };
      const late = setTimeout(() => {
        line.splice(line.indexOf(begin), 1);
        resolve(null);
      }, PATIENCE_MS).unref();
      line.push(begin);
      if (line.length === 1) begin();
    });
  }
}
