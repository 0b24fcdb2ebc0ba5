import { expect, it } from 'vitest';
import { testApp } from '../support/app';
import type { Browser } from '../support/browser';
import { mailbox, sendAll } from '../support/mail-count';

/**
 * Strangers may found clubs. This counts what one of them can have sent within a day with an
 * installation's defaults, by real requests (N12): docs/threat-model.md has the numbers.
 */
const app = testApp({ rateLimits: true });

/** More than any limit of a day below. */
const MANY = 14;

/** A club whose founder has every permission, with somebody who has accepted their invitation. */
async function founded() {
  const founder = await app.make.user({ firstName: 'Finn', lastName: 'Fies' });
  const browser = await app.as(founder);
  const { uuid: organization } = (await call(browser, 'POST', '/organization', { name: 'Klub' }))
    .json;
  for (const permission of ['EDIT_EVENTS', 'EDIT_MEMBERS'])
    await call(browser, 'PUT', '/permission', { user: founder.uuid, organization, permission });
  const member = await call(browser, 'POST', '/member', {
    organization,
    firstName: 'Olga',
    lastName: 'Opfer',
    customMemberIdentifier: '',
    description: '',
  });
  const joined = await app.make.user({ firstName: 'Olga', lastName: 'Opfer' });
  const { code } = (await call(browser, 'POST', `/organization/invitation/${member.json.uuid}`))
    .json;
  await call(await app.as(joined), 'POST', `/organization/invitation/accept/${code}`);
  return { browser, organization, member: member.json.uuid, joined };
}

async function call(browser: Browser, method: string, path: string, body?: unknown) {
  const response = await browser.call(method, path, body);
  expect([path, response.status < 300, response.text]).toEqual([path, true, response.text]);
  return response;
}

const createEvent = async (browser: Browser, organization: string, at: number) =>
  (
    await call(browser, 'POST', '/event', {
      organization,
      name: `Termin ${at}`,
      date: '2031-05-01',
      eventType: 'OPEN_EVENT',
      maxParticipants: 0,
      asksAnswer: true,
    })
  ).json.uuid as string;

it('three messages a day, and only to those who joined the club and confirmed an address (N12)', async () => {
  const { browser, organization, joined } = await founded();
  const stranger = await app.make.user();
  const statuses = [];
  for (let at = 0; at < MANY; at++) {
    const body = { to: 'all', subject: `Nr. ${at}`, text: 'Kommen Sie auf www.fies.example!' };
    statuses.push(
      (await browser.call('POST', `/organization/${organization}/messages`, body)).status,
    );
  }
  expect(statuses.filter((status) => status === 200)).toHaveLength(3);
  expect(statuses.filter((status) => status === 429)).toHaveLength(MANY - 3);
  const mails = await mailbox(app, joined.email);
  expect(mails).toHaveLength(3);
  expect(await mailbox(app, stranger.email)).toEqual([]);
  for (const { html, text, subject } of mails) {
    expect(`${subject} ${text} ${html}`).not.toContain('www.fies.example');
    expect(
      [...html.matchAll(/href="([^"]+)"/g)].map(([, to]) => to?.startsWith(app.origin)),
    ).not.toContain(false);
  }
});

it('thirty mails a day about what is new, even if the club wants each at once (N12)', async () => {
  const { browser, organization, joined } = await founded();
  await call(browser, 'PUT', `/organization/${organization}/notifications`, {
    topics: { event_new: 'mail', poll_new: 'mail' },
  });
  for (let at = 0; at < 32; at++) {
    const event = await createEvent(browser, organization, at);
    await call(browser, 'POST', '/event/poll', {
      event,
      name: 'Wie?',
      description: '',
      options: ['So', 'Anders'],
    });
    // One by one: what comes together is one mail.
    await sendAll(app);
  }
  // The rest waits for the evening's digest.
  expect(await mailbox(app, joined.email)).toHaveLength(30);
});

it('thirty mails a day about all events together, which the founder answered for others, also if some are deleted as soon as their mail has left (N12)', async () => {
  const { browser, organization, joined, member } = await founded();
  for (let at = 0; at < 40; at++) {
    const event = await createEvent(browser, organization, at);
    await call(browser, 'PUT', `/event/${event}/answer`, { member, answer: 'yes' });
    await call(browser, 'PUT', `/event/${event}/state/cancel`, { reason: 'Darum' });
    if (at >= 20) continue;
    await app.work();
    await call(browser, 'DELETE', `/event/${event}`);
  }
  const mails = await mailbox(app, joined.email);
  const cancelled = mails.filter(({ subject }) => subject.startsWith('Fällt aus'));
  expect(cancelled).toHaveLength(30);
  // The rest is told once the day has room again.
  const { rows } = await app.pool.query(
    'select count(*)::int as waiting from notifications where user_uuid = $1 and sent_at is null',
    [joined.uuid],
  );
  expect(rows).toEqual([{ waiting: 10 }]);
});
