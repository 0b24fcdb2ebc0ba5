import type { Locator, Page } from 'playwright';
import { expect as expectOf } from 'playwright/test';
import { expect } from 'vitest';
import type { TestApp } from './app';
import type { SpecClub } from './spec-club';

/** The vocabulary of the rows of tests/spec. */

/** A page in one of the four ways in which the table is walked. */
export interface Seen {
  readonly page: Page;
  readonly width: 360 | 1280;
  readonly scripts: boolean;
  readonly club: SpecClub;
  readonly app: TestApp;
}

/** Something to see on the page; waits for it for a while. */
export type Sight = (seen: Seen) => Promise<void>;
/** One thing that a person does. */
export type Step = (seen: Seen) => Promise<void>;
type Part = (page: Page) => Locator;

/** The timeout for what is missing, on a busy machine. */
const PATIENCE = { timeout: 30_000, interval: 50 };
const expectPage = expectOf.configure({ timeout: PATIENCE.timeout });

const whole: Part = (page) => page.locator('body');
/** The dialog that is open; without one, the page. */
const inFront: Part = (page) => page.locator('body:not(:has(dialog[open])), dialog[open]').last();

/** Names of what opened it are in the list below, too. */
const inDialog: Part = (page) => page.locator('dialog[open]').last();

/** A row of a table, by the text in it. */
export const row =
  (text: string): Part =>
  (page) =>
    page.locator('main tr, #inhalt tr').filter({ hasText: text }).first();

// What is to be seen

/** This text alone in an element, large enough to be read, with this colour. */
export const text =
  (words: string, { colour, part = inFront }: { colour?: Colour; part?: Part } = {}): Sight =>
  async ({ page }) => {
    const found = part(page).getByText(words, { exact: true }).filter({ visible: true }).first();
    await isInSight(found, words);
    if (colour) await hasColour(found, colour);
  };

/** These words somewhere among others. */
export const words =
  (some: string | RegExp, { part = inFront }: { part?: Part } = {}): Sight =>
  async ({ page }) =>
    isInSight(part(page).getByText(some).filter({ visible: true }).last(), String(some));

export const heading =
  (name: string | RegExp): Sight =>
  async ({ page }) =>
    isInSight(inFront(page).getByRole('heading', { name, exact: true }), `heading ${name}`);

/** Nobody sees this text, or a control of this name, anywhere. */
export const nothing =
  (name: string, { part = whole }: { part?: Part } = {}): Sight =>
  async ({ page }) => {
    const shown = part(page);
    await expectPage(shown.getByText(name, { exact: true }).filter({ visible: true })).toHaveCount(
      0,
    );
    for (const role of ['link', 'button'] as const)
      await expectPage(shown.getByRole(role, { name, exact: true })).toHaveCount(0);
  };

/** A link that leads there. */
export const link =
  (name: string, to: string | RegExp): Sight =>
  async ({ page }) => {
    const found = inFront(page).getByRole('link', { name, exact: true }).last();
    await isInSight(found, `link ${name}`);
    await expectPage(found).toHaveAttribute('href', to);
  };

/** Links and buttons of a navigation in this order, in sight; others may be among them. */
export const linksInOrder =
  (navigation: string, ...names: string[]): Sight =>
  async ({ page }) => {
    const shown = page.getByRole('navigation', { name: navigation });
    await expect
      .poll(async () => {
        const all = await shown.evaluate(actionsIn);
        const found = all.filter((each) => names.includes(each));
        return found.join() === names.join() ? names : all;
      }, PATIENCE)
      .toEqual(names);
  };

export const button =
  (
    name: string,
    { disabled = false, part = inFront }: { disabled?: boolean; part?: Part } = {},
  ): Sight =>
  async ({ page }) => {
    const found = part(page)
      .getByRole('button', { name: named(name) })
      .first();
    await isInSight(found, `button ${name}`);
    await expectPage(found)[disabled ? 'toBeDisabled' : 'toBeEnabled']();
  };

/** A table's columns, all of them and in this order. A phone shows cards, which keep their names. */
export const columns =
  (...names: string[]): Sight =>
  async ({ page }) => {
    const shown = inFront(page).locator('table:visible').first().getByRole('columnheader');
    await expectPage(shown).toHaveText(names);
  };

/** The first words of rows, in this order; other rows may be among them. */
export const rowsInOrder =
  (...names: string[]): Sight =>
  async ({ page }) =>
    expect
      .poll(async () => {
        const all = await page.locator('main tr').allTextContents();
        const places = names.map((name) => all.findIndex((each) => each.includes(name)));
        return places.every((place, at) => place > (places[at - 1] ?? -1)) ? names : all;
      }, PATIENCE)
      .toEqual(names);

/** What can be done in a row: all of it in this order, each in sight and of this name. */
export const actions =
  (of: string, ...names: string[]): Sight =>
  async ({ page }) => {
    const shown = row(of)(page).locator('.row-actions');
    await expectPage(shown).toBeAttached();
    await expect.poll(() => shown.evaluate(actionsIn), PATIENCE).toEqual(names);
  };

/** A badge in a row, in this colour. */
export const badge = (of: string, words: string, colour: Colour): Sight =>
  text(words, { colour, part: row(of) });

/** The open dialog has this title, and the buttons among others. */
export const dialog =
  (title: string | RegExp, ...buttons: string[]): Sight =>
  async (seen) => {
    const shown = seen.page.getByRole('dialog', { name: title, exact: true });
    await isInSight(shown.getByRole('heading').first(), `dialog ${title}`);
    for (const each of buttons) await button(each)(seen);
  };

export const noDialog: Sight = ({ page }) =>
  expectPage(page.locator('dialog[open]')).toHaveCount(0);

/** Labels of fields in this order; others may be among them. An optional one says so. */
export const fields =
  (...labels: string[]): Sight =>
  async ({ page }) =>
    expect
      .poll(async () => {
        const all = await inFront(page).evaluate(labelsIn);
        const shown = all.filter((each) => labels.includes(each));
        return shown.join() === labels.join() ? labels : all;
      }, PATIENCE)
      .toEqual(labels);

export const onlyFields =
  (...labels: string[]): Sight =>
  async ({ page }) =>
    expect.poll(() => inFront(page).evaluate(labelsIn), PATIENCE).toEqual(labels);

export const fieldHas =
  (label: string, value: string): Sight =>
  ({ page }) =>
    expectPage(field(page, label)).toHaveValue(value);

/** The field is marked as wrong; if a message is given, with that. */
export const refused =
  (label: string, message?: string): Sight =>
  async ({ page }) => {
    await expectPage(field(page, label)).toHaveAttribute('aria-invalid', 'true');
    if (message !== undefined) await expectPage(errorAt(page, label)).toHaveText(message);
  };

/** The field is marked as wrong, and says nothing. */
export const refusedSilently =
  (label: string): Sight =>
  async (seen) => {
    await refused(label)(seen);
    await expectPage(errorAt(seen.page, label)).toHaveCount(0);
  };

const errorAt = (page: Page, label: string) =>
  inFront(page)
    .locator('[data-invalid]')
    .filter({ has: page.getByLabel(label, { exact: true }) })
    .locator('.field-error');

/** A green notification of this title. */
export const success = (title: string | RegExp): Sight => notification('success', title);

/** A red notification with a title after 'Error: ' and a message; any where the wording is ours. */
export const failure =
  (title: string, message: string | RegExp = /\S/): Sight =>
  async (seen) => {
    await notification('error', `Error: ${title}`)(seen);
    const texts = seen.page.locator('[data-kind=error]').last().getByText(message, { exact: true });
    await isInSight(texts.last(), String(message));
  };

function notification(kind: 'success' | 'error', title: string | RegExp): Sight {
  return async ({ page, scripts }) => {
    const shown = page.locator(`[data-kind=${kind}]`).last();
    await isInSight(shown.getByText(title, { exact: true }), `notification ${title}`);
    await hasColour(shown, kind === 'success' ? 'green' : 'red');
    // Screens before the log-in have no scripts, so it stands in the page.
    const isToast = scripts && (await page.locator('script[type=module]').count()) > 0;
    if (isToast) await expectPage(shown).toHaveAttribute('data-toast');
  };
}

/** No red notification is there. */
export const noFailure: Sight = ({ page }) =>
  expectPage(page.locator('[data-kind=error]')).toHaveCount(0);

/** The current path and query. */
export const isAt =
  (path: string | RegExp | ((club: SpecClub) => string)): Sight =>
  async ({ page, app, club }) => {
    const expected = typeof path === 'function' ? path(club) : path;
    const at = () => page.url().slice(app.origin.length);
    if (typeof expected === 'string') await expect.poll(at, PATIENCE).toBe(expected);
    else await expect.poll(at, PATIENCE).toMatch(expected);
  };

/** Sizes in CSS pixels, and styles, of the first element. */
export const measured =
  (selector: string, expected: Readonly<Record<string, number | string>>): Sight =>
  async ({ page }) => {
    const measure = (element: Element, names: string[]) => {
      const box = element.getBoundingClientRect();
      const style = getComputedStyle(element);
      const known: Record<string, number | string> = {
        width: box.width,
        height: box.height,
        'from the right': document.documentElement.clientWidth - box.right,
        'from the bottom': innerHeight - box.bottom,
      };
      return Object.fromEntries(
        names.map((name) => [name, known[name] ?? style.getPropertyValue(name)]),
      );
    };
    const names = Object.keys(expected);
    await expectPage(page.locator(selector).first()).toBeVisible();
    await expect
      .poll(() => page.locator(selector).first().evaluate(measure, names), PATIENCE)
      .toEqual(expected);
  };

/** The texts of the elements that this selects, all of them and in this order. */
export const texts =
  (selector: string, ...expected: string[]): Sight =>
  ({ page }) =>
    expectPage(page.locator(selector)).toHaveText(expected);

/** How many elements this selects. */
export const count =
  (selector: string, number: number): Sight =>
  ({ page }) =>
    expectPage(page.locator(selector)).toHaveCount(number);

// What is done

/** One click or tap on what has this name, in the dialog if one is open. */
export const tap =
  (name: string | RegExp, { part = inFront }: { part?: Part } = {}): Step =>
  async ({ page }) => {
    const shown = part(page);
    const found = shown
      .getByRole('link', { name: named(name) })
      .or(shown.getByRole('button', { name: named(name) }))
      .filter({ visible: true })
      .last();
    await isInSight(found, `to tap: ${name}`);
    await found.click();
  };

/** One click or tap in the dialog that the step before has opened. */
export const press = (name: string | RegExp): Step => tap(name, { part: inDialog });

/** One click or tap on an action of a row. */
export const tapIn = (of: string, name: string): Step => tap(name, { part: row(of) });

/** A click on what only its selector names. */
export const open =
  (selector: string): Step =>
  async ({ page }) =>
    page.locator(selector).first().click();

export const fill =
  (label: string, value: string | ((seen: Seen) => string)): Step =>
  async (seen) => {
    await field(seen.page, label).fill(typeof value === 'string' ? value : value(seen));
  };

/** A date: as the picker takes it, or as the native field does. */
export const fillDate =
  (label: string, day: string): Step =>
  async ({ page, scripts }) => {
    const [year, month, date] = day.split('-');
    await field(page, label).fill(scripts ? `${date}.${month}.${year}` : day);
  };

/** Chooses one of several. */
export const choose =
  (label: string | RegExp): Step =>
  async ({ page }) => {
    await inFront(page).getByRole('radio', { name: label }).check();
  };

export const tick =
  (label: string | RegExp): Step =>
  async ({ page }) => {
    await inFront(page).getByRole('checkbox', { name: label }).check();
  };

// How it is found

const field = (page: Page, label: string) =>
  inFront(page)
    .getByLabel(label, { exact: true })
    .or(inFront(page).getByLabel(`${label} (optional)`, { exact: true }))
    .filter({ visible: true })
    .first();

/** 'Bearbeiten' is also called 'Bearbeiten: Sommerfest', for screen readers. */
const named = (name: string | RegExp) =>
  name instanceof RegExp ? name : new RegExp(`^${escaped(name)}(, [^:]+)?(: .*)?$`, 's');

const escaped = (words: string) => words.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Not just present, but in the window, large enough and opaque. */
async function isInSight(found: Locator, what: string): Promise<void> {
  await expectPage(found, what).toBeVisible();
  const hidden = () =>
    found.evaluate((element) => {
      const { left, right, width, height } = element.getBoundingClientRect();
      const small = width < 6 || height < 6;
      const outside = right > document.documentElement.clientWidth + 1 || left < -1;
      const { opacity, clipPath } = getComputedStyle(element);
      return [
        small && `only ${width} x ${height}`,
        outside && `from ${left} to ${right}`,
        opacity === '0' && 'see-through',
        clipPath === 'inset(50%)' && 'clipped',
      ].filter(Boolean);
    });
  await expect.poll(hidden, { ...PATIENCE, message: `${what} is to be seen` }).toEqual([]);
}

/** In the page. The names of links and buttons of a row that are in sight, without whom they are about. */
function actionsIn(part: Element): string[] {
  const isShown = (element: Element) => {
    const { left, right, width, height } = element.getBoundingClientRect();
    const isInside = left >= -1 && right <= document.documentElement.clientWidth + 1;
    const { opacity, visibility } = getComputedStyle(element);
    return isInside && width >= 24 && height >= 24 && opacity !== '0' && visibility === 'visible';
  };
  return [...part.querySelectorAll('a[href], button')].filter(isShown).map((element) => {
    const said = element.getAttribute('aria-label');
    const named = element.cloneNode(true) as Element;
    // What is hidden from the name stands beside the action, such as a number.
    for (const hidden of named.querySelectorAll('[aria-hidden="true"]')) hidden.remove();
    const shown = (named.textContent ?? '').trim();
    const disabled = (element as HTMLButtonElement).disabled ? ' (disabled)' : '';
    return `${said === null ? shown : said.replace(/[,:] .*/s, '')}${disabled}`;
  });
}

/**
 * In the page. The labels of the fields in sight; of several buttons for one choice, its legend where
 * the first of them stands.
 */
function labelsIn(part: Element): string[] {
  const own = (element: Element | null | undefined) => {
    const copy = element?.cloneNode(true) as Element | undefined;
    for (const other of copy?.querySelectorAll('input, button, svg, .visually-hidden') ?? [])
      other.remove();
    return copy?.textContent?.replace(/\s+/g, ' ').trim() ?? '';
  };
  const controls = [...part.querySelectorAll('input, textarea, select')].filter(
    (each) =>
      each.checkVisibility({ visibilityProperty: true }) &&
      (each as HTMLInputElement).type !== 'hidden' &&
      !each.closest('[role=search], .visually-hidden'),
  );
  const groups = controls.map((each) =>
    each.matches('[type=radio]') ? (each as HTMLInputElement).name : null,
  );
  const fields = controls.filter(
    (_each, at) => groups[at] === null || groups.indexOf(groups[at] ?? null) === at,
  );
  const labels = fields.map((each) => {
    const control = each as HTMLInputElement;
    if (control.type === 'radio') return own(control.closest('fieldset')?.querySelector('legend'));
    return own(control.labels?.[0]) || (control.getAttribute('aria-label') ?? '');
  });
  return labels.filter((label, at) => label !== labels[at - 1]);
}

/** A colour as people name it. */
type Colour = 'green' | 'orange' | 'red' | 'grey';

const hasColour = (found: Locator, colour: Colour) =>
  expect.poll(() => found.evaluate(colourOf), PATIENCE).toBe(colour);

/** In the page. The colour of an element's ground, or of its words if it has none. */
function colourOf(element: Element): string {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = 1;
  const pixel = canvas.getContext('2d', { willReadFrequently: true });
  if (!pixel) return 'unknown';
  const channels = (colour: string) => {
    pixel.clearRect(0, 0, 1, 1);
    pixel.fillStyle = colour;
    pixel.fillRect(0, 0, 1, 1);
    return [...pixel.getImageData(0, 0, 1, 1).data];
  };
  const { backgroundColor, color } = getComputedStyle(element);
  const ground = channels(backgroundColor);
  const [red = 0, green = 0, blue = 0] = ground[3] === 0 ? channels(color) : ground;
  const most = Math.max(red, green, blue);
  const spread = most - Math.min(red, green, blue);
  if (spread < 0.06 * most) return 'grey';
  const turn =
    most === red ? (green - blue) / spread : most === green ? 2 + (blue - red) / spread : 4;
  const hue = (turn * 60 + 360) % 360;
  if (ground[3] === 0 && spread < 0.25 * most) return 'grey';
  if (hue < 18 || hue > 340) return 'red';
  if (hue < 65) return 'orange';
  return hue < 190 ? 'green' : 'blue';
}
