import type { CDPSession, Page } from 'playwright';
import { focusFault } from './focus';

/** A stop of the Tab key: role and name as Chromium reports them to screen readers. */
interface Stop {
  readonly role: string;
  readonly name: string;
}

/** More stops than this make a screen unusable by keyboard. */
const MOST_STOPS = 60;

/** A notification may cover the focus until it disappears. */
const PATIENCE_MS = 20_000;

/**
 * A person who only uses a keyboard. Every stop must show the focus: a ring with enough contrast,
 * inside the window and not covered.
 */
export class Keyboard {
  /** Number of stops so far. */
  stops = 0;
  #accessibility: Promise<CDPSession> | undefined;

  constructor(
    readonly page: Page,
    readonly origin: string,
    readonly scripting: boolean,
  ) {}

  /** Opens an address as typed or from a mail: only for the way in. */
  async open(address: string): Promise<void> {
    await this.page.goto(new URL(address, this.origin).href, { waitUntil: 'networkidle' });
  }

  /** Waits until the screen shows this text. */
  async sees(text: string | RegExp): Promise<void> {
    await this.page.getByText(text).filter({ visible: true }).first().waitFor();
    await this.page.waitForLoadState('networkidle');
  }

  /** Waits until a page with this heading is open, which takes the focus if scripts changed to it. */
  async arrives(heading: string): Promise<void> {
    const title = this.page.getByRole('heading', { level: 1, name: heading, exact: true });
    await title.waitFor();
    if (this.scripting)
      await title.and(this.page.locator(':focus')).waitFor({ timeout: PATIENCE_MS });
    await this.page.waitForLoadState('networkidle');
  }

  /** Waits until a dialog (with this title) is open, or with null until none is. */
  async dialog(title: string | RegExp | null): Promise<void> {
    if (title === null) await this.page.locator('dialog').waitFor({ state: 'detached' });
    else await this.page.getByRole('dialog', { name: title }).waitFor();
    await this.page.waitForLoadState('networkidle');
    // With scripts, a dialog becomes modal and takes the focus once they run.
    if (title !== null && this.scripting)
      await this.page.waitForFunction(() => !document.querySelector('dialog[open]:not(:modal)'));
  }

  /** Presses keys in sequence. */
  async press(...keys: string[]): Promise<void> {
    for (const key of keys) await this.page.keyboard.press(key);
  }

  /**
   * Presses a key that moves the focus inside a widget, such as a calendar, and waits for the move.
   */
  async move(key: string, name: RegExp): Promise<void> {
    await this.press(key);
    let at = await this.focused();
    for (
      const until = Date.now() + PATIENCE_MS;
      !name.test(at?.name ?? '');
      at = await this.focused()
    ) {
      if (Date.now() > until) throw new Error(`${key} led to '${at?.name}' and not to ${name}`);
      await this.page.waitForTimeout(20);
    }
    await this.#looks(`${at?.role} '${at?.name}'`);
  }

  /** Replaces the text of the focused field. */
  async type(text: string): Promise<void> {
    await this.press('Control+a');
    await this.page.keyboard.type(text);
  }

  /**
   * Presses Tab (or `key`) until an element with this role and name has the focus, which may be the
   * case already.
   * @param row part of the heading of the table row
   */
  async to(
    role: string,
    name: string | RegExp,
    { row, key = 'Tab' }: { row?: string; key?: string } = {},
  ): Promise<void> {
    const seen: string[] = [];
    for (let count = 0; count <= MOST_STOPS; count++) {
      if (count > 0) await this.press(key);
      const stop = await this.focused();
      if (!stop) continue;
      seen.push(`${stop.role} '${stop.name}'`);
      if (count > 0) await this.#looks(seen.at(-1) ?? '');
      const isNamed = typeof name === 'string' ? stop.name === name : name.test(stop.name);
      if (stop.role !== role || !isNamed) continue;
      if (row === undefined || (await this.#row()).includes(row)) return;
    }
    throw new Error(
      `no way by ${key} to ${role} '${name}' on ${this.page.url()}:\n${seen.join('\n')}`,
    );
  }

  /** Presses a key repeatedly and returns the stops, each of which must show the focus. */
  async stopsBy(key: string, times: number): Promise<Stop[]> {
    const stops: Stop[] = [];
    for (let count = 0; count < times; count++) {
      await this.press(key);
      const stop = await this.focused();
      if (!stop) continue;
      await this.#looks(`${stop.role} '${stop.name}'`);
      stops.push(stop);
    }
    return stops;
  }

  /** Tabs to a control and presses Enter. */
  async activate(role: string, name: string | RegExp, options?: { row?: string }): Promise<void> {
    await this.to(role, name, options);
    await this.press('Enter');
  }

  /** Tabs to a field and replaces its text. */
  async fill(name: string | RegExp, text: string, role = 'textbox'): Promise<void> {
    await this.to(role, name);
    await this.type(text);
  }

  /** The focused stop, or null if the document itself has the focus. */
  async focused(): Promise<Stop | null> {
    this.#accessibility ??= this.#described();
    const session = await this.#accessibility;
    const { result } = await session.send('Runtime.evaluate', {
      expression: 'document.activeElement',
    });
    if (!result.objectId || /^(body|html)\b/.test(result.description ?? '')) return null;
    const { nodes } = await session.send('Accessibility.getPartialAXTree', {
      objectId: result.objectId,
      fetchRelatives: false,
    });
    return { role: String(nodes[0]?.role?.value), name: String(nodes[0]?.name?.value ?? '') };
  }

  async #described(): Promise<CDPSession> {
    const session = await this.page.context().newCDPSession(this.page);
    // Chromium would otherwise make its whole tree anew for each stop.
    await session.send('Accessibility.enable');
    return session;
  }

  /** The heading of the table row that has the focus, or '' outside a table body. */
  #row(): Promise<string> {
    return this.page.evaluate(
      () => document.activeElement?.closest('tbody > tr')?.querySelector('th')?.textContent ?? '',
    );
  }

  /** Throws unless the focus is visible. */
  async #looks(stop: string): Promise<void> {
    this.stops++;
    let fault = await this.page.evaluate(focusFault);
    for (const until = Date.now() + PATIENCE_MS; fault && Date.now() < until; ) {
      await this.page.waitForTimeout(100);
      fault = await this.page.evaluate(focusFault);
    }
    if (fault) throw new Error(`the focus on ${stop} of ${this.page.url()} ${fault}`);
  }
}
