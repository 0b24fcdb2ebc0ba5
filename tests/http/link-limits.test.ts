import { expect, it } from 'vitest';
import { answerLink, unsubscribeLink } from '../support/answer-link';
import { answerOf, answerSetting } from '../support/answers';
import { testApp } from '../support/app';

/** How often links in mails may be used (N7, N10). */
const app = testApp({ rateLimits: true });

it('thirty answers to an event in an hour, refused ones included; others are not in the way (N7)', async () => {
  const setting = await answerSetting(app, { set: { asks_answer: 'true' } });
  const { event, other, member } = setting;
  const link = await answerLink(app, setting);
  const visitor = app.visitor();
  for (let time = 0; time < 30; time++) {
    const answer = time % 2 === 0 ? 'yes' : 'leave';
    const { status } = await visitor.submit(link, { answer });
    expect([time, status]).toEqual([time, answer === 'yes' ? 303 : 409]);
  }
  const refused = await visitor.submit(link, { answer: 'no' });
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0);
  expect(refused.page).toMatch(/Bitte versuchen Sie es in \d+ Minuten erneut\./);
  expect(refused.page).toContain('Sie haben zugesagt.');
  expect(await answerOf(app, event, member.uuid)).toBe('yes 1');
  // Neither who is logged in, nor somebody else, nor reading.
  expect((await visitor.get(link)).status).toBe(200);
  expect((await setting.person.call('PUT', setting.answer, { answer: 'no' })).status).toBe(200);
  const others = await answerLink(app, { event, user: other });
  expect((await visitor.submit(others, { answer: 'yes' })).status).toBe(303);
});

it('three hundred answers to all events of a user in an hour, who has many (N7)', async () => {
  const setting = await answerSetting(app, { set: { asks_answer: 'true' } });
  const { organization, user, other, event } = setting;
  const visitor = app.visitor();
  const answer = async (to: { uuid: string }, by: typeof user) =>
    (await visitor.submit(await answerLink(app, { event: to, user: by }), { answer: 'no' })).status;
  expect(await answer(event, user)).toBe(303);
  await app.pool.query(
    `update rate_limits set points = 300 where key like 'answersByLinkOfUser:%'`,
  );
  const next = await app.make.event(organization, { date: '2031-05-01' });
  expect(await answer(next, user)).toBe(429);
  expect(await answer(event, other)).toBe(303);
});

it('thirty changes of what mails come in an hour; asking for what holds is never refused (N10)', async () => {
  const organization = await app.make.organization();
  const { uuid: user } = await app.make.userOf(organization);
  const link = unsubscribeLink(app, { user, organization: organization.uuid, topic: 'message' });
  const visitor = app.visitor();
  for (let time = 0; time < 30; time++) {
    const { status } = await visitor.submit(link, { way: time % 2 === 0 ? 'undo' : 'off' });
    expect([time, status]).toEqual([time, 200]);
  }
  // The first undo changed nothing.
  expect((await visitor.submit(link, { way: 'undo' })).status).toBe(200);
  const refused = await visitor.submit(link, { way: 'off' });
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0);
  for (let time = 0; time < 5; time++)
    expect((await visitor.submit(link, { way: 'undo' })).status).toBe(200);
});
