import type { Page, Route } from 'playwright';
import { beforeAll, describe, expect, it } from 'vitest';
import { testApp } from '../support/app';
import { violations } from '../support/axe';
import { testChromium } from '../support/chromium';
import { expectPage } from '../support/expect-page';
import { rowOf, rowsOf } from '../support/rows';

/** Unsaved input is never lost without a question, however the dialog is left. */
const app = testApp();
const chromium = testChromium();
let club: Awaited<ReturnType<typeof app.make.club>>;

beforeAll(async () => {
  club = await app.make.club();
});
async function open(path: string, { javaScriptEnabled = true } = {}): Promise<Page> {
  const page = await chromium.visit(app, [club.admin, club.organization], path, {
    javaScriptEnabled,
    viewport: { width: 1280, height: 800 },
  });
  if (javaScriptEnabled && path.includes('/', 5))
    await page.waitForFunction(() => !document.querySelector('dialog[open]:not(:modal)'));
  return page;
}

const question = (page: Page) => page.getByRole('alertdialog', { name: 'Eingaben verwerfen?' });
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Mitglied erstellen' });

const ways = {
  Escape: (page: Page) => page.keyboard.press('Escape'),
  'a click beside it': (page: Page) => page.mouse.click(5, 400),
  'the ×': (page: Page) => dialog(page).getByRole('link', { name: 'Schließen' }).click(),
  Abbrechen: (page: Page) => dialog(page).getByRole('link', { name: 'Abbrechen' }).click(),
  Back: (page: Page) => page.evaluate(() => history.back()),
};

it('a dialog asks before it closes if it has unsaved input, however it is left, and returns the focus to the field', async () => {
  const page = await open('/app/members');
  const opener = page.getByRole('link', { name: 'Mitglied erstellen' }).first();
  for (const [way, leave] of Object.entries(ways)) {
    await opener.click();
    await dialog(page).waitFor();
    await page.getByLabel('Nachname').fill('Doch nicht');
    await page.getByLabel('Nachname').fill('');
    await leave(page);
    await expectPage(page.locator('dialog'), way).toHaveCount(0);

    await opener.click();
    await dialog(page).waitFor();
    await page.getByLabel('Nachname').fill('Halb getippt');
    await page.getByLabel('Kennung').fill('7');
    await leave(page);
    await expectPage(question(page), way).toContainText(
      'Noch nicht gespeichert: Nachname und Kennung.',
    );
    await expectPage(page.getByRole('button', { name: 'Weiter bearbeiten' })).toBeFocused();
    expect(page.url(), way).toContain('/app/members/new');
    // The question is the same whatever it is asked at.
    if (way === 'Escape') expect(await violations(page, 'light')).toEqual([]);

    await page.keyboard.press('Escape');
    await expectPage(question(page), way).toBeHidden();
    await expectPage(page.getByLabel('Kennung'), way).toBeFocused();
    await expectPage(page.getByLabel('Nachname'), way).toHaveValue('Halb getippt');

    await leave(page);
    await page.getByRole('button', { name: 'Weiter bearbeiten' }).click();
    await expectPage(page.getByLabel('Kennung'), way).toBeFocused();

    await leave(page);
    await page.getByRole('button', { name: 'Verwerfen' }).click();
    await expectPage(page.locator('dialog'), way).toHaveCount(0);
    expect(page.url(), way).toMatch(/\/app\/members$/);
    await expectPage(opener, way).toBeFocused();
  }
});

describe('unsaved input', () => {
  it('another form of the dialog asks about unsaved input first, and saving does not ask; nobody is born in a year that is only guessed (O1)', async () => {
    const member = await app.make.member(club.organization, { lastName: 'Vorher' });
    const page = await open(`/app/members/${member.uuid}/edit`);
    await page.getByLabel('Nachname').fill('Nachher');
    await page.getByRole('button', { name: 'Einladung erstellen' }).click();
    await expectPage(question(page)).toContainText('Nachname');
    await page.getByRole('button', { name: 'Weiter bearbeiten' }).click();
    await page.getByText('Anschrift und Daten').click();
    await page.getByLabel('Geburtstag').fill('3.4.');
    await page.getByRole('button', { name: 'Speichern' }).click();
    await page.getByRole('link', { name: 'Geburtstag' }).waitFor();
    await page.getByLabel('Geburtstag').fill('3.4.1961');
    await page.getByRole('button', { name: 'Speichern' }).click();
    await expectPage(page.locator('dialog')).toHaveCount(0);
    await expectPage(page.getByRole('rowheader', { name: 'Nachher' })).toBeVisible();
  });

  it('input after a refusal, dates and choices count as unsaved', async () => {
    const page = await open('/app/events/new');
    await page.getByLabel('Name').fill('Fest');
    await page.getByRole('button', { name: 'Erstellen' }).click();
    await page.locator('.error-summary').waitFor();
    await page.keyboard.press('Escape');
    await expectPage(question(page)).toContainText('Noch nicht gespeichert: Name.');
    await page.keyboard.press('Escape');
    await expectPage(question(page)).toBeHidden();
    await page.getByLabel('Datum').first().fill('5.3.2031');
    await page.getByRole('radio', { name: 'Begrenzte' }).check();
    await page.keyboard.press('Escape');
    await expectPage(question(page)).toContainText('Noch nicht gespeichert: Name, Datum und Art.');
  });

  it('a dialog asks about unsaved input even while the page behind it is loading', async () => {
    const page = await open('/app/events/new');
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    let loads = 0;
    await page.route('**/*.data*', async (route) => {
      if (route.request().method() === 'GET') {
        loads += 1;
        await held;
      }
      await route.continue();
    });
    await page.getByLabel('Name').fill('Fest');
    await page.getByRole('button', { name: 'Erstellen' }).click();
    await page.locator('.error-summary').waitFor();
    await page.keyboard.press('Escape');
    await question(page).waitFor();
    release();
    await page.locator('[role=progressbar]').waitFor({ state: 'detached' });
    expect(loads).toBe(1);
    await expectPage(question(page)).toBeVisible();
    await page.getByRole('button', { name: 'Verwerfen' }).click();
    await expectPage(page.locator('dialog')).toHaveCount(0);
    expect(new URL(page.url()).pathname).toBe('/app/events');
  });

  it('unsaved input survives a second close request that bypasses the key handler', async () => {
    const page = await open('/app/members/new');
    await page.getByLabel('Nachname').fill('X');
    await page.keyboard.press('Escape');
    await question(page).waitFor();
    // A click on the text leaves no button focused, so the browser closes the topmost dialog
    // itself.
    await question(page).getByRole('heading').click();
    await page.keyboard.press('Escape');
    await expectPage(question(page)).toBeHidden();
    await expectPage(page.getByLabel('Nachname')).toBeFocused();
    // A question that reappears would do so within the next frames.
    await page.evaluate(
      () => new Promise((seen) => requestAnimationFrame(() => requestAnimationFrame(seen))),
    );
    await expectPage(question(page)).toBeHidden();
  });

  it('optional days that were filled before count as unsaved once they change, not when a day is only written differently', async () => {
    const lastDay = { end_date: '2031-03-07' };
    const event = await app.make.event(club.organization, { date: '2031-03-05' }, lastDay);
    const page = await open(`/app/events/${event.uuid}/edit`);
    await expectPage(page.getByLabel('Letzter Tag')).toHaveValue('07. März 2031');
    await page.getByLabel('Datum').first().fill('05.03.2031');
    await page.keyboard.press('Escape');
    await expectPage(page.locator('dialog')).toHaveCount(0);
    await page.goBack();
    await page.getByLabel('Letzter Tag').fill('8.3.2031');
    await page.keyboard.press('Escape');
    await expectPage(question(page)).toContainText('Noch nicht gespeichert: Letzter Tag.');
  });

  it('the last day of several moves along with the first until it is chosen itself (J1)', async () => {
    const lastDay = { end_date: '2031-03-07' };
    const event = await app.make.event(club.organization, { date: '2031-03-05' }, lastDay);
    const page = await open(`/app/events/${event.uuid}/edit`);
    const [first, last] = [page.getByLabel('Datum').first(), page.getByLabel('Letzter Tag')];
    await expectPage(first).toHaveValue('05. März 2031');
    await first.fill('30.3.2031');
    await expectPage(last).toHaveValue('01. April 2031');
    await last.fill('2.4.2031');
    await first.fill('31.3.2031');
    await expectPage(last).toHaveValue('02. April 2031');
    await page.getByRole('button', { name: 'Speichern' }).click();
    await page.waitForURL((url) => !url.pathname.endsWith('/edit'));
    expect(await rowOf(app.db, 'events', event.uuid, ['date', 'end_date'])).toEqual({
      date: '2031-03-31',
      end_date: '2031-04-02',
    });
  });

  it('the browser asks before a tab with unsaved input is closed', async () => {
    const page = await open('/app/members/new');
    const asked: string[] = [];
    page.on('dialog', (each) => {
      asked.push(each.type());
      each.dismiss();
    });
    await page.getByLabel('Nachname').pressSequentially('X');
    await page.close({ runBeforeUnload: true });
    await expect.poll(() => asked).toEqual(['beforeunload']);
  });

  it('leaving a dialog without JavaScript asks nothing', async () => {
    const page = await open('/app/members/new', { javaScriptEnabled: false });
    await page.getByLabel('Nachname').fill('X');
    await dialog(page).getByRole('link', { name: 'Abbrechen' }).click();
    await page.waitForURL(/\/app\/members$/);
    expect(await page.locator('dialog').count()).toBe(0);
  });
});

describe('going on while a save is under way', () => {
  /** Holds what forms send, until it is let through (with another answer, if one is given). */
  async function slowLine(
    page: Page,
    answer: Parameters<Route['fulfill']>[0] | 'none' = undefined,
  ) {
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/*.data*', async (route) => {
      if (route.request().method() !== 'POST') return route.continue();
      await released;
      if (answer === 'none') return route.abort('connectionfailed');
      return answer ? route.fulfill(answer) : route.continue();
    });
    return () => release();
  }

  /** Presses a button and waits until what it sends is on its way. */
  async function send(page: Page, button: string) {
    await page.getByRole('button', { name: button, exact: true }).click();
    await expectPage(page.getByRole('progressbar')).toBeVisible();
  }

  async function typeMember(page: Page, lastName: string) {
    await page.getByRole('link', { name: 'Mitglied erstellen' }).first().click();
    await dialog(page).getByLabel('Vorname').fill('Uwe');
    await dialog(page).getByLabel('Nachname').fill(lastName);
  }

  const named = (lastName: string) => rowsOf(app.db, 'members', { last_name: lastName }, ['uuid']);

  it('a dialog that is left at once closes when its input is saved, without asking, in each way', async () => {
    const page = await open('/app/members');
    for (const [way, leave] of Object.entries(ways)) {
      const lastName = `Eilig ${way}`;
      await typeMember(page, lastName);
      const release = await slowLine(page);
      await send(page, 'Mitglied erstellen');
      await leave(page);
      await expectPage(question(page), way).toHaveCount(0);
      await expectPage(dialog(page), way).toBeVisible();
      release();
      await expectPage(page.locator('dialog'), way).toHaveCount(0);
      await expectPage(page, way).toHaveURL(`${app.origin}/app/members`);
      await expectPage(page.locator('[data-kind=success]').last(), way).toContainText(lastName);
      expect(await named(lastName), way).toHaveLength(1);
      await page.unrouteAll({ behavior: 'wait' });
    }
  });

  it('a page goes on to where its user wanted as soon as it is saved (C2)', async () => {
    const page = await open('/app/admin/organization');
    await page.getByLabel('Nachricht des Tages').fill('Wir sind umgezogen.');
    const release = await slowLine(page);
    await send(page, 'Speichern');
    await page.getByRole('link', { name: 'Veranstaltungen', exact: true }).first().click();
    await page.getByRole('link', { name: 'Mitglieder', exact: true }).first().click();
    await expectPage(question(page)).toHaveCount(0);
    expect(new URL(page.url()).pathname).toBe('/app/admin/organization');
    release();
    await expectPage(page.getByRole('heading', { name: 'Mitglieder', level: 1 })).toBeVisible();
    const { motd } = await rowOf(app.db, 'organizations', club.organization.uuid, ['motd']);
    expect(motd).toBe('Wir sind umgezogen.');
  });

  it('one stays if the input is refused, and leaving then asks', async () => {
    const page = await open('/app/members');
    await typeMember(page, ' ');
    const release = await slowLine(page);
    await send(page, 'Mitglied erstellen');
    await ways.Abbrechen(page);
    release();
    await page.locator('.error-summary').waitFor();
    await expectPage(page.getByRole('progressbar')).toHaveCount(0);
    await expectPage(question(page)).toHaveCount(0);
    await expectPage(dialog(page).getByLabel('Vorname')).toHaveValue('Uwe');
    await ways.Abbrechen(page);
    await expectPage(question(page)).toContainText('Vorname');
  });

  it('one stays if there is no answer, leaving then asks, and a later success does not lead away', async () => {
    const page = await open('/app/admin/organization');
    await page.getByLabel('Nachricht des Tages').fill('Funkloch');
    const release = await slowLine(page, 'none');
    await send(page, 'Speichern');
    await page.getByRole('link', { name: 'Mitglieder', exact: true }).first().click();
    release();
    await expectPage(page.getByText('Keine Verbindung.')).toBeVisible();
    await expectPage(question(page)).toHaveCount(0);
    await page.getByRole('link', { name: 'Mitglieder', exact: true }).first().click();
    await expectPage(question(page)).toContainText('Nachricht des Tages');
    await page.getByRole('button', { name: 'Weiter bearbeiten' }).click();
    await page.unroute('**/*.data*');
    await page.getByRole('button', { name: 'Erneut versuchen' }).click();
    await expectPage(page.locator('[data-kind=success]')).toHaveCount(1);
    expect(new URL(page.url()).pathname).toBe('/app/admin/organization');
    chromium.errors.splice(0);
  });

  it('what was typed into another form is asked about, whatever is under way', async () => {
    const member = await app.make.member(club.organization);
    const page = await open(`/app/members/${member.uuid}/edit`);
    const release = await slowLine(page);
    await send(page, 'Einladung erstellen');
    await page.getByLabel('Nachname').fill('Nebenher');
    await page.getByRole('link', { name: 'Schließen' }).click();
    await expectPage(question(page)).toContainText('Nachname');
    release();
  });
});

describe('a page with unsaved input', () => {
  const text = (page: Page) => page.getByLabel('Nachricht des Tages');

  const exits = {
    'the navigation': (page: Page) =>
      page.getByRole('link', { name: 'Mitglieder', exact: true }).first().click(),
    'the header': (page: Page) => page.getByRole('link', { name: 'Mein Konto' }).first().click(),
    Back: (page: Page) => page.evaluate(() => history.back()),
  };

  it('leaving Meine Organisation asks about unsaved input, in each way (C2)', async () => {
    const page = await open('/app/events');
    for (const [how, leave] of Object.entries(exits)) {
      await page.getByRole('link', { name: 'Meine Organisation' }).first().click();
      await text(page).fill('Training fällt aus');
      await leave(page);
      await expectPage(question(page), how).toContainText(
        'Noch nicht gespeichert: Nachricht des Tages.',
      );
      await page.getByRole('button', { name: 'Weiter bearbeiten' }).click();
      await expectPage(text(page), how).toBeFocused();
      await expectPage(text(page), how).toHaveValue('Training fällt aus');
      expect(new URL(page.url()).pathname, how).toBe('/app/admin/organization');
      await leave(page);
      await page.getByRole('button', { name: 'Verwerfen' }).click();
      await expectPage(text(page), how).toHaveCount(0);
    }
  });

  it('saving Meine Organisation does not ask, nor does leaving it afterwards, or opening its dialog (C2)', async () => {
    const page = await open('/app/admin/organization');
    await text(page).fill('Training findet statt');
    await page.locator('summary', { hasText: 'Verein löschen' }).click();
    await page.getByRole('link', { name: 'Verein löschen' }).click();
    await page.getByRole('dialog').getByRole('link', { name: 'Abbrechen' }).click();
    await expectPage(page.locator('dialog')).toHaveCount(0);
    await expectPage(text(page)).toHaveValue('Training findet statt');
    await page.getByRole('button', { name: 'Speichern' }).click();
    await expectPage(page.locator('[data-kind=success]')).toHaveCount(1);
    await page.getByRole('link', { name: 'Mitglieder', exact: true }).first().click();
    await expectPage(page.getByRole('heading', { name: 'Mitglieder', level: 1 })).toBeVisible();
    await page.goBack();
    await text(page).fill('Wieder anders');
    await page.getByRole('link', { name: 'Mitglieder', exact: true }).first().click();
    await expectPage(question(page)).toBeVisible();
  });

  it('the browser asks before Meine Organisation is reloaded with unsaved input (C2)', async () => {
    const page = await open('/app/admin/organization');
    const asked: string[] = [];
    page.on('dialog', (each) => {
      asked.push(each.type());
      each.accept();
    });
    await page.reload();
    expect(asked).toEqual([]);
    await text(page).pressSequentially('X');
    await page.reload();
    expect(asked).toEqual(['beforeunload']);
  });
});

it('an error at a field goes as soon as the field is changed, and with the last one the summary', async () => {
  const page = await open('/app/members/new');
  await dialog(page).getByRole('button', { name: 'Mitglied erstellen' }).click();
  const [first, last] = [page.getByLabel('Vorname'), page.getByLabel('Nachname')];
  await expectPage(page.getByText('Bitte einen Vornamen eingeben.')).toBeVisible();
  await first.fill('Ada');
  await expectPage(page.getByText('Bitte einen Vornamen eingeben.')).toHaveCount(0);
  await expectPage(first).not.toHaveAttribute('aria-invalid', 'true');
  await expectPage(first).toBeFocused();
  await expectPage(last).toHaveAttribute('aria-invalid', 'true');
  await expectPage(page.getByRole('alert').getByRole('link')).toHaveText(['Nachname']);
  await last.fill('Lovelace');
  await expectPage(page.getByRole('alert')).toHaveCount(0);
  await expectPage(first).toHaveValue('Ada');
});

it("a time typed as '18' becomes '18:00' when its field loses the focus (J1)", async () => {
  const page = await open('/app/events/new');
  const begin = page.getByLabel('Beginn', { exact: true });
  await begin.fill('18');
  await begin.blur();
  await expectPage(begin).toHaveValue('18:00');
});

it('leaving the preview of an import asks about what was corrected there, until it is checked (O5)', async () => {
  const page = await open('/app/members/import');
  const table = 'Vorname;Nachname;Geburtstag\nEva;Bach;gestern\nIda;Ort;';
  await page.locator('[name=table]').fill(table);
  for (const name of ['Weiter', 'Weiter zur Vorschau'])
    await page.getByRole('button', { name, exact: true }).click();
  const cell = page.getByRole('textbox', { name: 'Geburtstag' });
  const columns = page.getByRole('link', { name: 'Spalten' });
  await cell.fill('morgen');
  for (const link of [columns, page.getByRole('link', { name: 'Abbrechen' })]) {
    await link.click();
    await expectPage(question(page)).toContainText('Noch nicht gespeichert: Geburtstag.');
    await page.getByRole('button', { name: 'Weiter bearbeiten' }).click();
  }
  await page.getByRole('button', { name: 'Neu prüfen' }).click();
  await expectPage(page.getByText('Gemerkt und noch einmal geprüft.').first()).toBeVisible();
  await expectPage(cell).toHaveValue('morgen');
  await columns.click();
  await page.waitForURL('**/columns');
});
