import { expect, it } from 'vitest';
import { testApp } from '../support/app';

const app = testApp();

const eventsIn = (organization: string) =>
  app.db
    .selectFrom('events')
    .select('uuid')
    .where('organization_uuid', '=', organization)
    .execute();

it('a form that names another club creates nothing there and shows nothing of it (B1)', async () => {
  const { organization: own, admin } = await app.make.club({ name: 'Eigener Verein' });
  const { organization: foreign } = await app.make.club({ name: 'Fremder Verein' });
  const browser = await app.as(admin, own);
  const event = { name: 'Fest', date: '2031-01-01', eventType: 'OPEN_EVENT' };
  // Accepted, refused for its fields, and on a screen without an organisation in its input.
  const posts = [
    await browser.submit('/app/events/new', { ...event, organization: foreign.uuid }),
    await browser.submit('/app/events/new', { organization: foreign.uuid }),
    await browser.submit('/app/account/name', { organization: foreign.uuid, firstName: '' }),
  ];
  expect(posts.map(({ status }) => status)).toEqual([404, 422, 422]);
  for (const { text } of posts) expect(text).not.toContain('Fremder Verein');
  expect(await eventsIn(foreign.uuid)).toEqual([]);
  expect((await browser.get('/app/')).page).toContain('für Eigener Verein');
});

it('a form that is refused stays in the frame of its own club, whichever another tab has chosen (B1)', async () => {
  const { organization: first, admin } = await app.make.club({ name: 'A-Verein' });
  const { organization: second } = await app.make.club({ name: 'B-Verein' });
  await app.db
    .insertInto('organization_users')
    .values({ organization_uuid: second.uuid, user_uuid: admin.uuid })
    .execute();
  const browser = await app.as(admin, first);
  const event = await app.make.event(first);
  const poll = await app.make.poll(event);
  const administration = `/app/events/${event.uuid}/polls/${poll.uuid}/edit`;
  const hidden = `<input type="hidden" name="organization" value="${first.uuid}"/>`;
  const page = await browser.get(administration);
  const button = page.text.slice(page.text.indexOf(`action="${administration}/state/close"`));
  expect(button.slice(0, button.indexOf('</form>'))).toContain(hidden);
});
