import { expect, it } from 'vitest';
import { testApp } from '../support/app';
import { rowsOf } from '../support/rows';

const app = testApp();

const eventsIn = (organization: string) =>
  rowsOf(app.db, 'events', { organization_uuid: organization }, ['uuid']);

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

it('a preview stays in the club that it is for, whatever another tab has chosen meanwhile (B1)', async () => {
  const { organization: own, admin } = await app.make.club({ name: 'Eigener Verein' });
  const other = await app.make.organization({ name: 'Anderer Verein' });
  await app.make.belongs(admin, other, 'EDIT_EVENTS', 'EDIT_MEMBERS');
  await app.make.userOf(own);
  const organization = own.uuid;
  const weekly = { repeats: 'week', until: '2031-02-03' };
  const event = { name: 'Training', date: '2031-01-06', eventType: 'OPEN_EVENT', ...weekly };
  for (const [path, fields] of Object.entries<Record<string, string>>({
    '/app/messages/new': { subject: 'Fest', text: 'Hallo' },
    '/app/events/new': event,
  })) {
    const browser = await app.as(admin, other);
    const preview = await browser.submit(path, { ...fields, organization });
    expect(preview.status, path).toBe(200);
    const [shell, main = ''] = preview.text.split('<main');
    expect(shell, path).toContain('Eigener Verein');
    const named = [...main.matchAll(/name="organization" value="([^"]*)"/g)];
    expect(new Set(named.map(([, value]) => value)), path).toEqual(new Set([organization]));
  }
});

it('the button that closes a poll posts its club, as every form does (B1)', async () => {
  const { organization, admin } = await app.make.club();
  const browser = await app.as(admin, organization);
  const event = await app.make.event(organization);
  const poll = await app.make.poll(event);
  const administration = `/app/events/${event.uuid}/polls/${poll.uuid}/edit`;
  const { text } = await browser.get(administration);
  const form = text.slice(text.indexOf(`action="${administration}/state/close"`));
  expect(form.slice(0, form.indexOf('</form>'))).toContain(
    `<input type="hidden" name="organization" value="${organization.uuid}"/>`,
  );
});

it('scripts get a screen of the club that they show, or are told to load the page if it is not theirs (B1)', async () => {
  const { organization: own, admin } = await app.make.club({ name: 'Eigener Verein' });
  const { organization: foreign } = await app.make.club({ name: 'Fremder Verein' });
  const other = await app.make.organization({ name: 'Anderer Verein' });
  await app.make.belongs(admin, other);
  const browser = await app.as(admin, other);
  for (const [onScreen, status, active] of [
    [own, 200, own],
    [foreign, 202, own],
    [other, 200, other],
  ] as const) {
    const { text, ...answer } = await browser.get('/app/members.data', {
      organization: onScreen.uuid,
    });
    expect(answer.status, onScreen.name).toBe(status);
    expect(/"\/app\/members".*"reload",true/.test(text)).toBe(onScreen === foreign);
    expect(text).not.toContain('Fremder Verein');
    expect((await browser.get('/app/')).page).toContain(`für ${active.name}`);
  }
});
