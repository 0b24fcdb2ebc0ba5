import { expect, it } from 'vitest';
import { unsubscribeToken } from '~/features/notifications/unsubscribing.server';
import { seal } from '~/kernel/seal.server';
import { answerLink } from '../support/answer-link';
import { answerOf, answerSetting } from '../support/answers';
import { testApp } from '../support/app';
import { mailed } from '../support/invitation-mails';

const FORMER = 'f'.repeat(32);

/** After a rotation, with OLD_SESSION_SECRET. */
const app = testApp({ formerSecrets: ['g'.repeat(32), FORMER] });
const before = () => ({ ...app, config: { ...app.config, secret: FORMER } });

it('links in mails that the former secret sealed still answer and unsubscribe; others do not (ASVS V11.2.2)', async () => {
  const setting = await answerSetting(app, { set: { asks_answer: 'true' } });
  const link = await answerLink(before(), setting);
  await app.visitor().submit(link.split('?')[0] ?? '', { answer: 'yes' });
  expect(await answerOf(app, setting.event, setting.member.uuid)).toBe('yes 1');
  const [user, organization] = [setting.user.uuid, setting.organization.uuid];
  const ends = (secret: string) =>
    `/app/unsubscribe/${unsubscribeToken({ user, organization, topic: 'news' }, secret)}`;
  expect((await app.visitor().get(ends(FORMER))).status).toBe(200);
  expect((await app.visitor().get(ends('h'.repeat(32)))).status).toBe(404);
});

it('an invitation that waits in the queue under the former secret is mailed (ASVS V11.2.2)', async () => {
  const { member, inviter } = await mailed(app);
  const { code } = (await inviter.call('POST', `/organization/invitation/${member.uuid}`)).json;
  const payload = {
    template: 'invitation',
    email: 'neu@verein.example',
    by: '',
    code: seal(code, FORMER),
  };
  await app.pool.query(`select graphile_worker.add_job('mail', $1::json)`, [
    JSON.stringify(payload),
  ]);
  const [mail] = await app.mailsTo('neu@verein.example');
  expect(mail?.text).toContain(code);
});
