import { createServer, connect as dial, type Server, type Socket } from 'node:net';

/**
 * A TCP proxy in front of Postgres that can be cut, frozen, redirected and reopened at one address.
 */
export class Way {
  #to: URL;
  readonly #sockets = new Set<Socket>();
  #server: Server | null = null;
  #cutAt: string | null = null;
  #frozenAt: string | null = null;
  #frozen = false;
  readonly #counts = new Map<string, number>();
  port = 0;

  /** @param url of the database */
  constructor(url: string) {
    this.#to = new URL(url);
  }

  /** The database's address through this proxy. */
  get url(): string {
    const through = new URL(this.#to);
    through.port = String(this.port);
    return through.href;
  }

  async open(): Promise<void> {
    this.#server = createServer((socket) => {
      const onward = dial(Number(this.#to.port), this.#to.hostname);
      for (const each of [socket, onward]) {
        this.#sockets.add(each);
        each.on('error', () => {});
        each.on('close', () => {
          this.#sockets.delete(each);
          // When one side ends, the other must not wait for it.
          socket.destroy();
          onward.destroy();
        });
      }
      this.#carry(socket, onward);
      this.#carry(onward, socket);
    });
    await new Promise<void>((resolve) => this.#server?.listen(this.port, '127.0.0.1', resolve));
    this.port = (this.#server.address() as { port: number }).port;
  }

  #carry(from: Socket, to: Socket): void {
    from.on('data', (data) => {
      for (const [words, count] of this.#counts)
        if (data.includes(words)) this.#counts.set(words, count + 1);
      if (this.#cutAt !== null && data.includes(this.#cutAt)) {
        this.#cutAt = null;
        this.cut();
      }
      if (this.#frozenAt !== null && data.includes(this.#frozenAt)) {
        this.#frozenAt = null;
        to.write(data);
        this.freeze();
        return;
      }
      // A frozen network swallows everything.
      if (!this.#frozen) to.write(data);
    });
    from.on('end', () => this.#frozen || to.end());
  }

  /** Counts messages with these words from now on. @returns a function for the count so far */
  counting(words: string): () => number {
    this.#counts.set(words, 0);
    return () => this.#counts.get(words) ?? 0;
  }

  /**
   * Stops forwarding silently: connections stay open, and new ones are accepted but get no reply.
   */
  freeze(): void {
    this.#frozen = true;
  }

  /** Freezes once these words are sent to Postgres, which still receives them. */
  freezeAt(words: string): void {
    this.#frozenAt = words;
  }

  /** Forwards again; swallowed data are lost. */
  thaw(): void {
    this.#frozen = false;
  }

  /** Redirects to another database and breaks existing connections. */
  lead(url: string): void {
    this.#to = new URL(url);
    for (const socket of this.#sockets) socket.destroy();
  }

  /** Cuts all connections once these words are sent to Postgres. */
  cutAt(words: string): void {
    this.#cutAt = words;
  }

  cut(): void {
    this.#server?.close();
    for (const socket of this.#sockets) socket.destroy();
  }
}
