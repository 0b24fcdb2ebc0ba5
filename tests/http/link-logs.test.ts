import { expect, it, vi } from 'vitest';
import { loggablePath, loggableText } from '~/doors/loggable';
import { answerLink, unsubscribeLink } from '../support/answer-link';
import { answerSetting } from '../support/answers';
import { testApp } from '../support/app';

/** The address of a link in a mail is the right to use it, so it is in no log (X6, N7, N10). */
const app = testApp();

const tokenOf = (path: string) => /^\/app\/\w+\/([^?]+)/.exec(path)?.[1] ?? path;

it('paths of links have no token in the log, however they are spelled (X6)', async () => {
  const token = 'Abc-_'.repeat(20);
  for (const screen of ['answer', 'unsubscribe']) {
    for (const path of [
      `/app/${screen}/${token}`,
      `/app/${screen}/${token}?answer=yes`,
      `/app/${screen}/${token}.data`,
      `//app//${screen}//${token}`,
      `/APP/${screen.toUpperCase()}/${token}`,
      `/app/${screen}/${encodeURIComponent(token).replaceAll('-', '%2D')}`,
      `/%61pp/${screen}%2F${token}`,
      `https://verein.example/app/${screen}/${token}`,
      `/app/${screen}/x/../${token}`,
      `/app/${screen}/./${token}`,
    ])
      expect(loggablePath(path)).not.toContain(token);
    expect(loggablePath(`/app/${screen}/${token}`)).toBe(`/app/${screen}/…`);
    expect(loggableText(`no route matches /app/${screen}/${token}?answer=yes`)).not.toContain(
      'Abc',
    );
  }
  expect(loggablePath('/app/events/1/answers')).toBe('/app/events/1/answers');
});

it('a fault of ours while a link is opened or used is logged without it (X6)', async () => {
  const setting = await answerSetting(app);
  const { user, organization } = setting;
  const links = [
    await answerLink(app, setting, 'yes'),
    unsubscribeLink(app, { user: user.uuid, organization: organization.uuid, topic: 'message' }),
  ];
  const broken = vi.spyOn(app.pool, 'connect').mockImplementation(() => {
    throw new Error('broken');
  });
  for (const link of links) {
    expect((await app.visitor().get(link)).status).toBe(500);
    expect((await app.visitor().submit(link, { answer: 'yes' })).status).toBe(500);
  }
  broken.mockRestore();
  const logged = JSON.stringify(app.errors.splice(0));
  expect(logged).toContain('/app/answer/…');
  expect(logged).toContain('/app/unsubscribe/…');
  for (const link of links) expect(logged).not.toContain(tokenOf(link));
});
