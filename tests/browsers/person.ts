import type { Page } from './page';

/** How long a person waits for what they look for: engines and machines may be slow. */
const PATIENCE_MS = 60_000;

/** Where people look: on the whole page, in the dialog above it, or in the row of a table. */
export const PAGE = '//body';
export const DIALOG = '//dialog[@open]';
export const rowOf = (name: string) => `//tr[th[contains(${plain()}, ${quoted(name)})]]`;

/** An element's words without the places where they may break. */
const plain = (node = '.') => `normalize-space(translate(${node}, '\u00AD', ''))`;
const quoted = (words: string) => `"${words}"`;

function fieldOf(label: string, within: string): string {
  return `${within}//*[@id = ${within}//label[starts-with(${plain()}, ${quoted(label)})]/@for]`;
}

/** Somebody who sees words and uses controls by their names. Waits for everything they look for. */
export class Person {
  constructor(
    readonly page: Page,
    readonly origin: string,
  ) {}

  /** Opens an address as typed. */
  open(path: string): Promise<void> {
    return this.page.go(this.origin + path);
  }

  /** Reads until all words are there. */
  sees(words: readonly string[], within = PAGE): Promise<void> {
    return this.#tries(async () => {
      const text = await this.#read(within);
      const absent = words.filter((each) => !text.includes(each));
      if (absent.length > 0) throw new Error(`“${absent.join('”, “')}” is not in “${text}”`);
    });
  }

  /** Follows a link, presses a button or chooses one of several, by how its name begins. */
  clicks(name: string, within = PAGE): Promise<void> {
    const named = `(@aria-label = ${quoted(name)} or starts-with(@aria-label, ${quoted(`${name}:`)}) or starts-with(${plain()}, ${quoted(name)}))`;
    const kinds = 'self::a or self::button or self::label or self::summary or @role = "button"';
    return this.clicksAt(`${within}//*[(${kinds}) and ${named}]`);
  }

  clicksAt(xpath: string): Promise<void> {
    return this.#tries(() => this.#first(xpath, (id) => this.page.click(id)));
  }

  async finds(xpath: string): Promise<void> {
    await this.#tries(() => this.#first(xpath, async () => {}));
  }

  /** Fills in a field by how its label begins, and sees the text in it. */
  fills(label: string, text: string, within = PAGE): Promise<void> {
    return this.#tries(() =>
      this.#first(fieldOf(label, within), async (id) => {
        await this.page.fill(id, text);
        const value = await this.page.value(id);
        if (value !== text) throw new Error(`“${label}” has “${value}” instead of “${text}”`);
      }),
    );
  }

  async reads(label: string): Promise<string> {
    let value = '';
    await this.#tries(() =>
      this.#first(fieldOf(label, PAGE), async (id) => {
        value = await this.page.value(id);
      }),
    );
    return value;
  }

  /** @throws if a control of this name can be used */
  async cannot(name: string, within: string): Promise<void> {
    const found = await this.page.find(`${within}//a[starts-with(${plain()}, ${quoted(name)})]`);
    if (found.length > 0) throw new Error(`“${name}” can be used`);
  }

  /** Waits for the address. */
  isAt(path: string): Promise<void> {
    return this.#tries(async () => {
      const url = await this.page.url();
      if (new URL(url).pathname !== path) throw new Error(`${url} is not ${path}`);
    });
  }

  /** Does something with the first element that can take it. */
  async #first(xpath: string, act: (id: string) => Promise<void>): Promise<void> {
    let fault: unknown = new Error(`nothing is at ${xpath}`);
    for (const id of await this.page.find(xpath)) {
      try {
        return await act(id);
      } catch (error) {
        fault = error;
      }
    }
    throw fault;
  }

  async #read(within: string): Promise<string> {
    const [element] = await this.page.find(within);
    if (!element) throw new Error(`${within} is not there`);
    const text = await this.page.text(element);
    return text.replaceAll('\u00AD', '').replace(/\s+/g, ' ');
  }

  /** Until it succeeds: pages come and go meanwhile. @throws the last reason, and what was seen */
  async #tries(attempt: () => Promise<void>): Promise<void> {
    for (const deadline = Date.now() + PATIENCE_MS; ; ) {
      try {
        return await attempt();
      } catch (error) {
        if (Date.now() > deadline) throw error;
      }
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}
