import { expect, it } from 'vitest';
import { testApp } from '../support/app';
import { testChromium } from '../support/chromium';
import { makeSeries } from '../support/series';

const app = testApp();
const chromium = testChromium();

it("the form of a date says who gets an e-mail for the chosen 'Gilt für' alone (L5, U7)", async () => {
  const { organization, admin } = await app.make.club();
  const { member } = await app.make.userOf(organization);
  const team = await app.make.group(organization, [{ uuid: member }]);
  const event = { groups: [team.uuid], asks_answer: true };
  const series = await makeSeries(app, organization, { event });
  const [first, second = ''] = [...series.dates.values()];
  const date = { uuid: second, organization: organization.uuid };
  await app.make.registration(date, { uuid: member });
  const at = `/app/events/${first}/edit`;
  const page = await chromium.visit(app, [admin, organization], at);
  const shown = async () => {
    const text = await page.getByRole('group', { name: 'Wer bekommt eine E-Mail?' }).innerText();
    return text.match(/(Nur diesen Termin|Alle künftigen Termine): \d+/g);
  };
  expect(await shown()).toEqual(['Nur diesen Termin: 0', 'Nur diesen Termin: 1']);
  await page.getByLabel('Alle künftigen Termine').check();
  const submit = page.getByRole('button', { name: 'Termine speichern' });
  expect(await submit.innerText()).toMatch(/^\d+ Termine speichern$/);
  expect(await shown()).toEqual(['Alle künftigen Termine: 1', 'Alle künftigen Termine: 0']);
  // The kind of event is one question, each answer with what follows from it.
  expect(await page.getByLabel('Mitglieder sagen zu oder ab').isVisible()).toBe(true);
  await page.getByLabel('Begrenzte Teilnehmerzahl').check();
  expect(await page.getByLabel('Mitglieder sagen zu oder ab').isVisible()).toBe(false);
  await page.context().close();
});
