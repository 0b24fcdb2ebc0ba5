import { describe, expect, it } from 'vitest';
import { testApp } from '../support/app';
import { testChromium } from '../support/chromium';
import { inDays } from '../support/events';
import { expectPage } from '../support/expect-page';
import { set, wait } from '../support/notifications';

/** What waits for a member, in a real browser (N2, N14). */
const app = testApp();
const chromium = testChromium();

const INFORMATION = 'Am Montag bleibt die Halle zu, weil der Hausmeister Urlaub hat.\n'.repeat(9);

/** A club whose next events ask for an answer, and three more that are further on. */
async function setting({ motd = '', width = 360 } = {}) {
  const organization = await app.make.organization({ name: 'TSV Grünau', motd });
  const user = await app.make.userOf(organization);
  for (let nth = 1; nth <= 8; nth++) {
    const event = await app.make.event(organization, {
      name: `Fest ${nth}`,
      date: inDays(nth * 3),
    });
    await set(app.db, event, { asks_answer: true, start_time: '19:00', place: 'Turnhalle' });
  }
  const viewport = { width, height: width < 500 ? 740 : 800 };
  const page = await chromium.visit(app, [user, organization], '/app/', { viewport });
  return { page };
}

describe('the board', () => {
  it.each(['', INFORMATION])(
    'what waits for an answer is on the first screen of a phone, with its buttons (C1, N14, Y5)',
    async (motd) => {
      const { page } = await setting({ motd });
      for (const name of ['Zusagen: Fest 1', 'Absagen: Fest 1']) {
        const button = await page.getByRole('button', { name }).boundingBox();
        const bar = await page.locator('.bottom-bar').boundingBox();
        if (!button || !bar) throw new Error('a button and the bar are to be seen');
        expect(button.y + button.height).toBeLessThanOrEqual(bar.y);
      }
      await expectPage(page.getByRole('button', { name: /^Zusagen: / })).toHaveCount(3);
      await expectPage(page.getByRole('heading', { name: '8 Antworten fehlen' })).toBeVisible();
    },
  );

  it('one tap says no to what is further on, one more takes it back (N14)', async () => {
    const { page } = await setting({ width: 1280 });
    await page.getByRole('button', { name: 'Absagen: Fest 3' }).click();
    await expectPage(page.getByRole('heading', { name: '7 Antworten fehlen' })).toBeVisible();
    await expectPage(page.getByRole('button', { name: 'Absagen: Fest 3' })).toHaveCount(0);
    // Its row says so, and stays for that.
    const said = page.getByRole('listitem').filter({ hasText: 'Fest 3' });
    await expectPage(said).toContainText('Abgesagt');
    await expectPage(said.locator('.badge.green')).toHaveCount(0);
    await said.getByRole('button', { name: 'Rückgängig' }).click();
    await expectPage(page.getByRole('button', { name: 'Absagen: Fest 3' })).toBeVisible();
    await expectPage(page.locator('[data-toast]')).toHaveCount(0);
  });

  it('settings are chosen by their names, saved, and taken back (N2)', async () => {
    const { page } = await setting();
    await page.goto(`${app.origin}/app/account`, { waitUntil: 'networkidle' });
    await page.getByRole('link', { name: 'Benachrichtigungen', exact: true }).click();
    const unfold = () => page.getByText('Einzeln einstellen', { exact: true }).click();
    await unfold();
    const topic = page.getByRole('combobox', { name: 'Neue Veranstaltungen' });
    // A single choice is far above the end of the form.
    const save = page.getByRole('button', { name: 'Speichern' });
    await expectPage(save).toBeInViewport({ ratio: 1 });
    const last = page.getByRole('combobox', { name: 'Rundmails aus dem Verein' });
    await last.evaluate((select) => {
      scrollTo(0, scrollY + select.getBoundingClientRect().bottom - innerHeight);
      select.focus();
    });
    const { y = 0, height = 0 } = (await last.boundingBox()) ?? {};
    expect(y + height).toBeLessThanOrEqual((await save.boundingBox())?.y ?? 0);
    await topic.selectOption('Nie');
    await page.getByRole('radio', { name: 'sonntags um 18 Uhr', exact: true }).check();
    await save.click();
    await expectPage(page.getByText('Benachrichtigungen gespeichert.').last()).toBeVisible();
    await unfold();
    await expectPage(topic).toHaveAccessibleDescription(/Vorgabe des Vereins: Gesammelt/);
    await page.getByRole('button', { name: 'Auf die Vorgaben des Vereins zurücksetzen' }).click();
    await expectPage(page.getByText('Es gelten wieder').last()).toBeVisible();
    await unfold();
    await expectPage(topic).toHaveValue('digest');
    await expectPage(
      page.getByRole('radio', { name: 'täglich um 18 Uhr', exact: true }),
    ).toBeChecked();
    await expectPage(topic).not.toHaveAccessibleDescription(/Vorgabe des Vereins/);
  });
});

describe('the page of an event on a phone', () => {
  it('a toast lies above the answer, whose buttons are away while a note is told (Y4, Y7)', async () => {
    const { organization, admin } = await app.make.club();
    const event = await app.make.event(organization, { date: inDays(3) });
    await set(app.db, event, { asks_answer: true });
    const viewport = { width: 360, height: 740 };
    const page = await chromium.openAs(app, [admin, organization], { viewport });
    await page.goto(`${app.origin}/app/events/${event.uuid}`, { waitUntil: 'networkidle' });
    await page.getByRole('button', { name: 'Zusagen' }).click();
    const undo = page.getByRole('button', { name: 'Rückgängig' });
    await expectPage(undo).toBeVisible();
    await page.getByText('Anmerkung', { exact: true }).click();
    await expectPage(undo).toBeHidden();
    await page.getByRole('textbox', { name: /Anmerkung/ }).fill('Mit Hund');
    await page.getByRole('button', { name: 'Speichern' }).click();
    await expectPage(page.getByRole('button', { name: 'Absagen' })).toBeVisible();
    await page.getByRole('link', { name: 'Bearbeiten' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Speichern' }).click();
    const [toast, answer] = await Promise.all(
      [page.locator('[data-toast]'), page.locator('section.own-answer')].map((each) =>
        each.boundingBox(),
      ),
    );
    if (!toast || !answer) throw new Error('a toast and an answer are to be seen');
    expect(toast.y + toast.height).toBeLessThanOrEqual(answer.y);
  });

  it('the answer leaves most of a phone to the page, companions and waiting list included, and the date takes a line (Y4)', async () => {
    const { organization, admin } = await app.make.club();
    const date = '2030-09-25';
    const asked = { companions: 2, start_time: '19:00' };
    const open = await app.make.event(organization, { date, max: 4 }, asked);
    const full = await app.make.event(organization, { date, max: 1 }, asked);
    await app.make.registration(full, await app.make.member(organization));
    await wait(app.db, full, [{ uuid: admin.member }]);
    const viewport = { width: 360, height: 740 };
    const page = await chromium.openAs(app, [admin, organization], { viewport });
    for (const [event, most] of [
      [open, 130],
      [full, 195],
    ] as const) {
      await page.goto(`${app.origin}/app/events/${event.uuid}`, { waitUntil: 'networkidle' });
      const answer = await page.locator('section.own-answer').boundingBox();
      expect(answer?.height).toBeLessThan(most);
      const day = await page.getByText('25. September 2030').last().boundingBox();
      expect(day?.height).toBeLessThan(30);
    }
  });
});
